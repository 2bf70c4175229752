// Gives the shell line that repeats one recorded exchange without touchstone, with variables instead of credentials.
import {program} from '../../base/text/program.ts';
import {actorRoles} from '../../model/actor.ts';
import type {
  BodyRecord,
  ExchangeLine,
  HttpExchangeRecord,
  LiveExchangeRecord,
  TargetFacts,
  TesteeExchangeRecord,
} from '../../model/journal.ts';
import {embeddedPeerAddress} from '../../model/peer.ts';
import {isJsonObject, jsonText, type Json} from '../../model/json.ts';
import {folderOf} from '../../base/text/dirname.ts';
import {octalBytes, shellWord, variableOf} from '../../base/text/shell-word.ts';

/** Gives the line, or nothing when the exchange was recorded by its head only; long bodies stand beside the file of the journal, where that is known. */
export function repeatLine(line: ExchangeLine, target: TargetFacts, from = ''): string | undefined {
  const folder = folderOf(from);
  const bodies = folder === '.' ? 'bodies' : `${folder}/bodies`;
  switch (line.exchange.kind) {
    case 'http':
      return curlLine(line.exchange, {actor: line.actor, isInsecure: target.hosting?.isInsecure ?? false, bodies});
    case 'testee':
      return isLineForm(target)
        ? askLine(line.exchange, {address: target.peer?.address ?? '', bodies})
        : rerunLine(line.case, target);
    case 'live':
      return sendLine(line.exchange, target.livePeer?.address ?? '');
    case 'delivery':
      // The target spoke; what made it speak is another exchange.
      return undefined;
  }
}

interface Sender {
  readonly actor: string | undefined;
  readonly isInsecure: boolean;
  readonly bodies: string;
}

function curlLine({request}: HttpExchangeRecord, {actor, isInsecure, bodies}: Sender): string {
  const variable = (redacted: string): string =>
    /authorization$/i.test(redacted) ? actorVariable('TOKEN', actor) : variableOf(redacted);
  const {before, words} = bodyWords(request.body, bodies, variable);
  const headers = request.headers.filter(([name]) => !leftOut.has(name.toLowerCase()));
  const hasType = headers.some(([name]) => name.toLowerCase() === 'content-type');
  return [
    ...before,
    'curl -sS -i -g --path-as-is',
    ...(isInsecure ? ['-k'] : []),
    ...methodWords(request.method),
    ...headers.flatMap(([name, value]) => headerWords(name, value, actor, variable)),
    // curl calls any body a form unless it is told otherwise.
    ...(words.length > 0 && !hasType ? ['-H Content-Type:'] : []),
    ...words,
    shellWord(request.url, variable),
  ].join(' ');
}

/** What curl makes itself, or what belongs to one connection only. */
const leftOut: ReadonlySet<string> = new Set([
  'host',
  'content-length',
  'connection',
  'user-agent',
  'accept-encoding',
  'x-request-id',
  'transfer-encoding',
]);

function methodWords(method: string): readonly string[] {
  if (method === 'GET') return [];
  return [method === 'HEAD' ? '--head' : `-X ${shellWord(method)}`];
}

function headerWords(
  name: string,
  value: string,
  actor: string | undefined,
  variable: (redacted: string) => string,
): readonly string[] {
  if (/^authorization$/i.test(name) && /^basic /i.test(value)) {
    const password = /\[redacted:(TOUCHSTONE_[^\]]*)\]/.exec(value)?.[1] ?? actorVariable('PASSWORD', actor);
    // Who was made on the way has the name that it was made with, and the password that the line which made it has.
    if (actor !== undefined && !actorRoles.includes(actor))
      return [`-u ${shellWord(`${actor}:[redacted:${/\[redacted:([^\]]*)\]/.exec(value)?.[1] ?? 'password'}]`)}`];
    return [`-u "$${actorVariable('USER', actor)}:$${variableOf(password)}"`];
  }
  return [`-H ${shellWord(value === '' ? `${name};` : `${name}: ${value}`, variable)}`];
}

function actorVariable(kind: 'TOKEN' | 'PASSWORD' | 'USER', actor = ''): string {
  return variableOf(`TOUCHSTONE_${kind}${actor === '' ? '' : `_${actor}`}`);
}

function bodyWords(
  body: BodyRecord,
  bodies: string,
  variable: (redacted: string) => string,
): {readonly before: readonly string[]; readonly words: readonly string[]} {
  switch (body.kind) {
    case 'none':
      return {before: [], words: []};
    case 'stored':
      return {before: [], words: [`--data-binary ${shellWord(`@${bodies}/${body.sha256}`)}`]};
    case 'text':
      // No shell word can hold a NUL.
      return body.text.includes('\0')
        ? {before: [`printf '${octalBytes(body.text)}' |`], words: ['--data-binary @-']}
        : {before: [], words: [`--data-raw ${shellWord(body.text, variable)}`]};
  }
}

function isLineForm({peer}: TargetFacts): boolean {
  return peer?.address.startsWith('line:') ?? true;
}

// Frames are no shell words: touchstone itself asks again.
function rerunLine(id: string, {peer}: TargetFacts): string | undefined {
  // Our own decoder is found under no address.
  if (peer?.address === embeddedPeerAddress) return undefined;
  return `${program} run --peer ${shellWord(peer?.address ?? '')} --id ${shellWord(id)} --record all`;
}

/** A question in the line form of proto/testee.proto, piped into the decoder. */
function askLine(
  {question, message, form, given}: TesteeExchangeRecord,
  {address, bodies}: {readonly address: string; readonly bodies: string},
): string | undefined {
  const decoder = /^line:exec:([\w./ :=@+-]+)$/.exec(address)?.[1] ?? '"$YOUR_DECODER"';
  if (isStored(given))
    return `xxd -p ${shellWord(`${bodies}/${given.sha256}`)} | tr -d '\\n'   # the bytes to ${question} as ${message}`;
  if (question === 'encode')
    return given === null ? undefined : asked(`1 encode ${message} ${jsonText(given)}`, decoder);
  if (typeof given !== 'string') return undefined;
  if (form === 'json') return `printf %s ${given} | xxd -r -p   # the JSON text to decode as ${message}`;
  return asked(`1 decode ${message} ${given === '' ? '-' : given}`, decoder);
}

function asked(line: string, decoder: string): string {
  return `printf '%s\\n' 'touchstone 1' ${shellWord(line)} | ${decoder}`;
}

function isStored(given: Json): given is {readonly sha256: string} {
  return isJsonObject(given) && typeof given['sha256'] === 'string' && /^[0-9a-f]{64}$/.test(given['sha256']);
}

function sendLine({sent}: LiveExchangeRecord, address: string): string | undefined {
  if (sent === undefined) return undefined;
  const place = /^udp:\/\/(\[[\da-f:.]+\]|[\w.-]+):(\d+)/i.exec(address);
  const bytes = `printf %s ${shellWord(sent)} | xxd -r -p`;
  return place === null
    ? bytes
    : `${bytes} | nc -u -w 2 ${(place[1] ?? '').replace(/[[\]]/g, '')} ${place[2] ?? ''} | xxd -p`;
}

// Takes values out of a reply under names that later steps can refer to.
import type {Json} from '../../../model/json.ts';
import type {MarkupKind} from '../../../base/markup/markup.ts';
import type {Capture} from '../../../model/suite.ts';
import {selectPointer} from '../../../base/json/json-pointer.ts';
import {scalarText} from './build-request.ts';
import {cookiesSetBy} from './cookie-jar.ts';
import type {Received} from './exchange.ts';
import {formsOf} from './html-form.ts';
import type {Scope} from '../attempt/events.ts';
import type {Story} from '../attempt/story.ts';
import {ended} from '../attempt/failures.ts';

/** Captures every name. A place that holds nothing ends the case as blocked: it is only the way there. */
export async function capture(
  story: Story,
  captures: {readonly [name: string]: Capture},
  received: Received,
  scope: Scope,
): Promise<void> {
  for (const [name, {from, redact}] of Object.entries(captures)) {
    const {value, where} = await takeFrom(received, from);
    if (value === undefined)
      throw ended(
        'blocked',
        `${received.operation?.id ?? 'the reply'} has nothing at ${where} to capture as "${name}"`,
      );
    if (redact) story.run.ports.keepSecret(scalarText(value), name);
    scope.set(name, value);
  }
}

interface Looked {
  readonly value: Json | undefined;
  /** How a message names the place. */
  readonly where: string;
}

/** Takes one value out of a reply. */
export async function takeFrom(
  received: Pick<Received, 'reply' | 'json' | 'passed'>,
  from: Capture['from'],
): Promise<Looked> {
  const {headers} = received.reply;
  const all = [...(received.passed ?? []).map(reply => reply.headers), headers].flat();
  if ('pointer' in from) return {value: pointed(received, from.pointer), where: `"${from.pointer}"`};
  if ('header' in from) {
    const value = headers.find(([own]) => own.toLowerCase() === from.header.toLowerCase())?.[1];
    return {value, where: `header ${from.header}`};
  }
  if ('cookie' in from) {
    const value = cookiesSetBy(all).findLast(([own]) => own === from.cookie)?.[1];
    return {value, where: `cookie ${from.cookie}`};
  }
  const text = Buffer.from(received.reply.body).toString('utf8');
  if ('body' in from) return {value: text === '' ? undefined : text, where: 'its body'};
  if ('html' in from) return {value: await firstIn(received, 'html', from.html), where: `"${from.html}" of the page`};
  if ('xml' in from) return {value: await firstIn(received, 'xml', from.xml), where: `"${from.xml}" of the document`};
  const form = (await formsOf(text)).find(({fields}) => fields.has(from.field));
  return {value: form?.fields.get(from.field), where: `the form field "${from.field}"`};
}

async function firstIn(
  {reply}: Pick<Received, 'reply'>,
  kind: MarkupKind,
  selector: string,
): Promise<string | undefined> {
  const engine = await (await import('../../../base/markup/markup.ts')).loadMarkup();
  const [document, compiled] = [engine.read(kind, reply.body), engine.selector(selector)];
  return document.kind === 'document' && compiled.kind === 'selector' ? compiled.select(document)[0]?.value : undefined;
}

function pointed(received: Pick<Received, 'json'>, pointer: string): Json | undefined {
  const reading = received.json();
  if (reading.kind !== 'json') return undefined;
  const selected = selectPointer(reading.value, pointer);
  return selected.kind === 'value' ? selected.value : undefined;
}

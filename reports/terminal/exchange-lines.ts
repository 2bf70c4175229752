// Shows one exchange with a target on a terminal: what was sent, and what came back.
import {counted} from '../../base/text/counted.ts';
import type {BodyRecord, ExchangeLine} from '../../model/journal.ts';
import {jsonText, type JsonObject} from '../../model/json.ts';
import {linesFromError} from '../../base/text/telling-lines.ts';
import {fit, wrap, type Paper} from '../../base/text/text-layout.ts';
import {cutText, visibleLines, visibleText} from '../../base/text/visible-text.ts';

/** Gives the lines of one exchange, and of others of its step, under a title that says where in the case it was. */
export function exchangeLines(
  {exchange, step, actor, operation, phase, durationMs}: ExchangeLine,
  further: readonly ExchangeLine[],
  paper: Paper,
): readonly string[] {
  const where = step === undefined ? `of ${phase === 'act' ? 'the case' : phase}` : `of step ${step + 1}`;
  const names = [actor === undefined || actor === '' ? [] : [`as ${actor}`], operation || []].flat().map(visibleText);
  const by = names.length === 0 ? '' : ` (${names.join(', ')})`;
  const head = `Request and response ${where}${by}, ${Math.round(durationMs)} ms:`;
  const all = [...further.map(one => one.exchange), exchange];
  return [...wrap(head, paper.width - 2), ...all.flatMap(one => exchangeBody(one, paper)).map(line => `  ${line}`)];
}

/** Gives the lines of one exchange alone. */
export function exchangeBody(exchange: ExchangeLine['exchange'], paper: Paper): readonly string[] {
  const width = paper.width - 6;
  switch (exchange.kind) {
    case 'http': {
      const {request, reply, noReply} = exchange;
      const type = reply?.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
      return [
        ...wrap(`> ${visibleText(request.method)} ${visibleText(request.url)}`, width),
        ...bodyLines(request.body, '> ', width),
        ...(reply === undefined
          ? []
          : [
              fit(`< ${reply.status}${type === undefined ? '' : `  ${visibleText(type)}`}`, width),
              ...bodyLines(reply.body, '< ', width),
            ]),
        ...(noReply === undefined
          ? []
          : wrap(`< no whole reply (${noReply.cause}): ${visibleText(noReply.detail)}`, width)),
      ];
    }
    case 'testee':
      return [
        ...wrap(
          `> ${exchange.question} ${visibleText(exchange.message)} ${exchange.given === null ? '' : cutText(visibleText(typeof exchange.given === 'string' ? exchange.given || '(no bytes)' : jsonText(exchange.given)), 400)}`,
          width,
        ),
        ...answerLines(exchange.answer, width),
      ];
    case 'live':
      return [
        ...(exchange.sent === undefined
          ? []
          : wrap(
              `> ${exchange.packet === undefined ? '' : `${exchange.packet} `}${cutText(exchange.sent, 400)}`,
              width,
            )),
        ...wrap(
          `< ${visibleText([exchange.arrival, exchange.received].filter(Boolean).join(': ')) || 'nothing'}`,
          width,
        ),
      ];
    case 'delivery': {
      const {inbox, arrival, request} = exchange;
      return [
        ...wrap(`< at inbox ${visibleText(inbox)}: ${visibleText(arrival)}`, width),
        ...(request === undefined
          ? []
          : [
              ...wrap(`< ${visibleText(request.method)} ${visibleText(request.path)}`, width),
              ...request.headers
                .filter(([name]) => /^x-|^content-type$/i.test(name))
                .slice(0, 6)
                .map(([name, value]) => fit(`< ${visibleText(name)}: ${visibleText(value)}`, width)),
              ...bodyLines(request.body, '< ', width),
            ]),
      ];
    }
  }
}

const stderrLinesMax = 8;

function answerLines(answer: JsonObject, width: number): readonly string[] {
  const {kind, cause, detail, stderr} = answer;
  if (kind !== 'broken' || typeof cause !== 'string' || typeof detail !== 'string')
    return wrap(`< ${cutText(visibleText(jsonText(answer)), 800)}`, width);
  const said = typeof stderr === 'string' ? linesFromError(stderr, stderrLinesMax) : [];
  return [
    ...wrap(`< ${visibleText(cause)}: ${visibleText(detail)}`, width),
    ...said.flatMap(line => wrap(`stderr: ${visibleText(cutText(line, 400))}`, width)),
  ];
}

const bodyLinesMax = 8;

function bodyLines(body: BodyRecord, sign: string, width: number): readonly string[] {
  if (body.kind === 'none') return [];
  const whole = body.kind === 'text' ? body.text : body.isText ? body.head : `(bytes) ${body.head}…`;
  const size = body.kind === 'stored' ? [`${sign}… ${sizeText(body)} in bodies/${body.sha256}`] : [];
  const lines = visibleLines(whole.replace(/\s+$/, '')).map(line => sign + fit(line, width - sign.length));
  const more = lines.length > bodyLinesMax ? [`${sign}… ${lines.length - bodyLinesMax} more lines`] : [];
  return [...lines.slice(0, bodyLinesMax), ...more, ...size];
}

function sizeText({bytes, kept}: Extract<BodyRecord, {kind: 'stored'}>): string {
  return kept === undefined ? counted(bytes, 'byte') : `the first ${kept} of ${counted(bytes, 'byte')}`;
}

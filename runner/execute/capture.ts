// Takes values out of a reply under names that later steps can refer to.
import type {Json} from '../model/json.ts';
import type {Capture} from '../model/suite.ts';
import {selectPointer} from '../check/json-pointer.ts';
import type {Received} from './exchange.ts';
import type {Scope, Story} from './story.ts';
import {ended} from './troubles.ts';
import {scalarText} from './build-request.ts';

/** Captures every name. A place that holds nothing ends the case as blocked: it is only the way there. */
export function capture(
  story: Story,
  captures: {readonly [name: string]: Capture},
  received: Received,
  scope: Scope,
): void {
  for (const [name, {from, redact}] of Object.entries(captures)) {
    const value = 'header' in from ? header(received, from.header) : pointed(received, from.pointer);
    if (value === undefined) {
      const where = 'header' in from ? `header ${from.header}` : `"${from.pointer}"`;
      throw ended(
        'blocked',
        `${received.operation?.id ?? 'the reply'} has nothing at ${where} to capture as "${name}"`,
      );
    }
    if (redact) story.run.keepSecret(scalarText(value), name);
    scope.set(name, value);
  }
}

function header({reply}: Received, name: string): string | undefined {
  return reply.headers.find(([own]) => own.toLowerCase() === name.toLowerCase())?.[1];
}

function pointed(received: Received, pointer: string): Json | undefined {
  const reading = received.json();
  if (reading.kind !== 'json') return undefined;
  const selected = selectPointer(reading.value, pointer);
  return selected.kind === 'value' ? selected.value : undefined;
}

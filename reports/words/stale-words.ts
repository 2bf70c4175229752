// Says in which way a baseline is stale, and which command fixes it.
import {program} from '../../base/text/program.ts';
import type {BaselineFacts, StaleEntry} from '../../model/journal.ts';
import {shellWord} from '../../base/text/shell-word.ts';

/** A kind of staleness in words. */
export interface StaleWords {
  readonly title: string;
  readonly command: string;
}

/** Gives what people read about one kind; `journal` is the path of the results, as they would type it. */
export function staleWords(kind: StaleEntry['kind'], {file}: Pick<BaselineFacts, 'file'>, journal: string): StaleWords {
  const command = (verb: string, more = ''): string =>
    `${program} baseline ${verb} ${shellWord(journal)} --baseline ${shellWord(file)}${more}`;
  switch (kind) {
    case 'passes':
      return {title: 'passes now', command: command('prune')};
    case 'matches-nothing':
      return {title: 'matches nothing', command: command('prune')};
    case 'other-finding':
      return {title: 'fails in another way', command: command('update')};
    case 'expired':
      return {title: 'expired', command: command('update', ' --expires YYYY-MM-DD')};
    case 'too-broad':
      return {title: 'covers too many cases', command: command('update')};
  }
}

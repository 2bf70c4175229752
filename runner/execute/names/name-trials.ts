// How each name of a dialect is tried: the smallest thing that a server accepts or refuses because of it.
import {jsonObject, type Json} from '../../../model/json.ts';
import {arrange} from '../arrange/arrange.ts';
import {exchangesIn} from '../attempt/events.ts';
import {CaseEnded} from '../attempt/failures.ts';
import type {Story} from '../attempt/story.ts';

/** Tries the name that the story's dialect has; throws CaseEnded where something is refused. */
export interface NameTrial {
  readonly run: (story: Story, value: Json) => Promise<void>;
  /** A server shows that it has the name by refusing what is tried, as nobody may take it. */
  readonly isReserved?: true;
  /** Another name that the trial needs, so that its refusal says nothing of this one. */
  readonly needs?: string;
}

/** Gives the trial of a name; there is none for names that only a longer story would show. */
export function trialOf(path: string): NameTrial | undefined {
  const [first = ''] = path.split('.');
  return Object.hasOwn(trials, first) ? trials[first] : undefined;
}

const hook =
  (given: (value: Json) => readonly (readonly [string, Json])[]) =>
  async (story: Story, value: Json): Promise<void> => {
    const repo = await arrange(story, 'repository', jsonObject([]));
    const target = [
      ['url', `http://127.0.0.1:9/${story.name}`],
      ['secret', story.name],
    ] as const;
    await arrange(story, 'repository-hook', jsonObject([['repo', repo], ...target, ...given(value)]));
  };

const token = async (story: Story, value: Json): Promise<void> => {
  await arrange(story, 'token', jsonObject([['scopes', Array.isArray(value) ? value : [value]]]));
};

const reaction = async (story: Story, value: Json): Promise<void> => {
  const repo = await arrange(story, 'repository', jsonObject([]));
  const issue = await arrange(story, 'issue', jsonObject([['repo', repo]]));
  const given = [
    ['repo', repo],
    ['issue', issue],
    ['content', value],
  ] as const;
  await arrange(story, 'reaction', jsonObject(given));
};

const trials: {readonly [name: string]: NameTrial} = {
  hookType: {run: hook(() => [])},
  hookEvents: {run: hook(value => [['events', value]]), needs: 'hookType'},
  scopes: {run: token},
  scopeOne: {run: token},
  scopeTwo: {run: token},
  reaction: {run: reaction},
  otherReaction: {run: reaction},
  botName: {
    run: async (story, value) => {
      await arrange(story, 'user', jsonObject([['login', value]]));
    },
    isReserved: true,
  },
};

/** What one trial of one value came to. */
export type Trial =
  | {readonly kind: 'accepted'}
  | {readonly kind: 'refused'; readonly status: number}
  | {readonly kind: 'untried'};

// Statuses that say "this value is wrong"; any other says something else, such as that hooks are switched off.
const refusing: ReadonlySet<number> = new Set([400, 422]);

/** Runs a trial; what keeps it from being run to its end says nothing of the name. */
export async function judgeTrial(story: Story, {run, isReserved}: NameTrial, value: Json): Promise<Trial> {
  try {
    await run(story, value);
    return isReserved === true ? {kind: 'refused', status: statusIn(story)} : {kind: 'accepted'};
  } catch (problem) {
    if (!(problem instanceof CaseEnded)) throw problem;
    const status = statusIn(story);
    if (isReserved === true) return status >= 400 && status < 500 ? {kind: 'accepted'} : {kind: 'untried'};
    return refusing.has(status) ? {kind: 'refused', status} : {kind: 'untried'};
  }
}

function statusIn({events}: Story): number {
  const traffic = exchangesIn(events).at(-1)?.traffic;
  return traffic?.kind === 'http' && traffic.observation.kind === 'reply' ? traffic.observation.status : 0;
}

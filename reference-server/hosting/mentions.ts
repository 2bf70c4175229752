/** Finds the people whom the text of an issue and its comments mentions as `@name`. */
import type {Issue} from '../state/issues.ts';
import {findPerson} from '../state/state.ts';
import type {Ask} from './ask.ts';

/** Gives the ids of everybody whom an issue or one of its comments mentions. */
export function mentionsIn(ask: Ask, issue: Issue): readonly number[] {
  const comments = ask.world.state.comments.of(issue.id);
  return [issue.body, ...comments.map(comment => comment.body)].flatMap(text => mentionsOf(ask, text));
}

/** Gives the ids of everybody whom a text mentions. An `@` after a letter or digit, as in an e-mail address, mentions nobody. */
export function mentionsOf({world: {state}}: Ask, text: string): readonly number[] {
  const names = [...text.matchAll(/(?<![\w@./-])@(\w(?:[\w.-]*\w)?)/g)].map(([, name = '']) => name);
  return names.flatMap(name => findPerson(state, name)?.id ?? []);
}

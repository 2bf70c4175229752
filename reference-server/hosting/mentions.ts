/** Finds the people whom the text of an issue and its comments mentions as `@name`. */
import type {Issue} from '../state/issues.ts';
import {findPerson} from '../state/state.ts';
import {may} from './access.ts';
import type {Ask} from './ask.ts';

/** Gives the ids of everybody whom an issue or one of its comments mentions, and who may read it. */
export function mentionsIn(ask: Ask, issue: Issue): readonly number[] {
  const {state} = ask.world;
  const repository = state.repositories.get(issue.repositoryId);
  const comments = state.comments.of(issue.id);
  const named = [issue.body, ...comments.map(comment => comment.body)].flatMap(text => mentionsOf(ask, text));
  return named.filter(id => {
    const person = state.accounts.get(id);
    return repository !== undefined && person?.kind === 'person' && may(ask, repository, 'read', person);
  });
}

/** Blocks and spans of code; marks of Markdown and HTML around words. */
const code = /```.*?(?:```|$)|`[^`\n]*`/gs;
const marks = /\*\*|<\/?\w[^<>]*>/g;
const mention = /(?<=^|[\s([])@(\w(?:[\w.-]*\w)?)(?=$|[\s')\]]|[:,;.?!](?:\s|$))/g;

/** Gives the ids of everybody whom a text mentions. What stands in code, or is joined to other signs as in an e-mail address, mentions nobody. */
export function mentionsOf({world: {state}}: Ask, text: string): readonly number[] {
  const plain = text.replaceAll(code, '').replaceAll(marks, '');
  const names = [...plain.matchAll(mention)].map(([, name = '']) => name);
  return names.flatMap(name => findPerson(state, name)?.id ?? []);
}

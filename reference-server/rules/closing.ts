/** Which issues the message of a commit closes or reopens. The record names commits as a cause; the words are the usual ones. */

export interface IssueWish {
  readonly index: number;
  readonly action: 'closed' | 'reopened';
}

/** The usual words, as a part of a regular expression. */
export const closingWords = 'clos(?:e[sd]?)|fix(?:e[sd])?|resolve[sd]?|reopen(?:s|ed)?';

const wish = new RegExp(
  String.raw`(?<=^|[\s([])(${closingWords}):?\s+#(\d{1,9})(?=$|[\s)\]'"]|[:;,.?!](?:\s|$))`,
  'giu',
);

export const closingRules = {
  // "id of the commit that caused the action": a message such as "fixes #3" is how a commit causes one.
  wishesOfMessage(message: string): readonly IssueWish[] {
    return [...message.matchAll(wish)].map(([, word = '', index = '']) => ({
      index: Number(index),
      action: word.toLowerCase().startsWith('reopen') ? 'reopened' : 'closed',
    }));
  },
};

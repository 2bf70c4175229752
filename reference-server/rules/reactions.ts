/** What the record states about reactions. */

/** A reaction as far as these rules look at it. */
export interface ReactionTraits {
  readonly personId: number;
  readonly content: string;
}

export const reactionRules = {
  // "Creating a reaction that already exists": a person has one reaction of a kind on one subject.
  findReaction<T extends ReactionTraits>(present: readonly T[], wanted: ReactionTraits): T | undefined {
    return present.find(reaction => reaction.personId === wanted.personId && reaction.content === wanted.content);
  },

  // "| Creating a reaction that already exists | 200 (not an error) |"; 201 for a new one is usual.
  reactionStatus(existed: boolean): number {
    return existed ? 200 : 201;
  },

  // "Creating a reaction that already exists is not an error": what exists is given back, nothing is stored beside it.
  storesReaction(existed: boolean): boolean {
    return !existed;
  },

  /** Gives the key under which the reactions to an issue, or to one of its comments, are kept. */
  subjectOfReaction(issueId: number, commentId: number | undefined): string {
    return commentId === undefined ? `issue:${issueId}` : `comment:${commentId}`;
  },

  // "Most write endpoints require a token. Reading reactions does not require one."
  readingReactionsNeedsSignIn(_subject: 'issue' | 'comment'): boolean {
    return false;
  },

  // Usual: of two requests that arrive together one finds what the other stored, and both are answered.
  looksAndStoresAtOnce: true,

  // Usual: the contents that a default installation accepts.
  knownReactions: ['+1', '-1', 'laugh', 'hooray', 'confused', 'heart', 'rocket', 'eyes'] as readonly string[],
};

/** Wrong readings of reactions. */
import type {Fault} from './fault.ts';

export const reactionFaults: readonly Fault[] = [
  {
    name: 'reaction-again-201',
    requirement: 'ERR-REACTION-200',
    basis: 'stated',
    says: 'Creating a reaction that already exists answers 201.',
    patch: () => ({reactionStatus: () => 201}),
  },
  {
    name: 'reaction-again-409',
    requirement: 'REACTION-DUP',
    basis: 'stated',
    says: 'Creating a reaction that already exists answers 409.',
    patch: () => ({reactionStatus: existed => (existed ? 409 : 201)}),
  },
  {
    name: 'reaction-stored-twice',
    requirement: 'REACTION-DUP',
    basis: 'stated',
    says: 'Creating a reaction that already exists answers 200 but stores a second one.',
    patch: () => ({storesReaction: () => true}),
  },
  {
    name: 'reaction-found-without-user',
    requirement: 'REACTIONS',
    basis: 'stated',
    says: 'A reaction counts as existing when anybody has given it, so the second person gives none.',
    patch: () => ({findReaction: (present, wanted) => present.find(reaction => reaction.content === wanted.content)}),
  },
  {
    name: 'reaction-found-without-content',
    requirement: 'REACTIONS',
    basis: 'stated',
    says: 'A person who has given one reaction cannot give another one.',
    patch: () => ({findReaction: (present, wanted) => present.find(reaction => reaction.personId === wanted.personId)}),
  },
  {
    name: 'reaction-reading-needs-token',
    requirement: 'AUTH-REACT-READ',
    basis: 'stated',
    says: 'Reading reactions demands a token.',
    patch: () => ({readingReactionsNeedsSignIn: () => true}),
  },
  {
    name: 'reaction-not-stored',
    requirement: 'REACTIONS',
    basis: 'stated',
    says: 'A new reaction is answered and not stored.',
    patch: () => ({storesReaction: () => false}),
  },
  {
    name: 'reaction-to-comment-at-issue',
    requirement: 'REACTIONS',
    basis: 'stated',
    says: 'A reaction to a comment is kept at its issue.',
    patch: () => ({subjectOfReaction: issueId => `issue:${issueId}`}),
  },
  {
    name: 'reaction-again-202',
    requirement: 'ERR-REACTION-200',
    basis: 'stated',
    says: 'Creating a reaction that already exists answers 202.',
    patch: () => ({reactionStatus: existed => (existed ? 202 : 201)}),
  },
  {
    name: 'reaction-reading-needs-token-on-comments',
    requirement: 'AUTH-REACT-READ',
    basis: 'stated',
    says: 'Reading the reactions to a comment demands a token, reading those to an issue does not.',
    patch: () => ({readingReactionsNeedsSignIn: subject => subject === 'comment'}),
  },
  {
    name: 'reaction-twice-at-once-500',
    requirement: 'REACTION-DUP',
    basis: 'usual',
    says: 'Of two equal reactions that arrive at the same moment one is answered with 500.',
    patch: () => ({looksAndStoresAtOnce: false}),
  },
];

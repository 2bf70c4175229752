/** What the record states about milestones. */

export const milestoneRules = {
  // "a milestone listing takes a state parameter whose allowed values are not listed"; open, closed and all are usual.
  isListedMilestone(isClosed: boolean, state: string): boolean {
    return state === 'all' || isClosed === (state === 'closed');
  },

  // An edit changes what it names: a milestone that is closed stays among the closed ones.
  isClosedAfterEdit(before: boolean, asked: boolean | undefined): boolean {
    return asked ?? before;
  },
};

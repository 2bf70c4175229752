/** What the record states about milestones. */

export const milestoneRules = {
  // "a milestone listing takes a state parameter whose allowed values are not listed"; open, closed and all are usual.
  isListedMilestone(isClosed: boolean, state: string): boolean {
    return state === 'all' || isClosed === (state === 'closed');
  },
};

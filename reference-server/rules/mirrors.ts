/** What the record states about push mirrors. */

export const mirrorRules = {
  // "Boolean field `sync_on_commit`."
  syncOnCommitOf(asked: boolean | undefined): boolean {
    return asked ?? false;
  },

  shownSyncOnCommit(stored: boolean, _place: 'one' | 'list'): boolean {
    return stored;
  },

  // Usual: a mirror with the field set is pushed to when something is committed.
  isSyncedOnCommit(mirror: {readonly syncOnCommit: boolean}, _isOfDefaultBranch: boolean): boolean {
    return mirror.syncOnCommit;
  },

  // Usual: what is gone here is removed there.
  removesFromMirrors: true,
};

/** What operations take of the fields that they are sent: all of them. Each rule is asked when the body of an operation of one kind is read. */

/** The fields of a body by name, as they were sent. */
type Sent = Readonly<Record<string, unknown>>;

/** Which rule is asked for the fields of an operation. */
export const takingOperation: Readonly<Record<string, keyof typeof takingRules>> = {
  repoCreateFile: 'takenOfFiles',
  repoUpdateFile: 'takenOfFiles',
  repoDeleteFile: 'takenOfFiles',
  repoMergePullRequest: 'takenOfMerges',
  repoCreateHook: 'takenOfHooks',
  repoEditHook: 'takenOfHooks',
  orgCreateHook: 'takenOfHooks',
  orgEditHook: 'takenOfHooks',
  userCreateHook: 'takenOfHooks',
  userEditHook: 'takenOfHooks',
  adminCreateHook: 'takenOfHooks',
  adminEditHook: 'takenOfHooks',
  orgCreate: 'takenOfOrganizations',
  adminCreateOrg: 'takenOfOrganizations',
  orgEdit: 'takenOfOrganizations',
};

export const takingRules = {
  // Usual: the author, the branch and the message of a commit are those that were asked for.
  takenOfFiles(_operation: string, sent: Sent): Sent {
    return sent;
  },
  // "Pull-request merge accepts `force_merge`.": that it reads every other field, too, is usual.
  takenOfMerges(_operation: string, sent: Sent): Sent {
    return sent;
  },
  // Usual: a hook is kept as it was asked for, on every level.
  takenOfHooks(_operation: string, sent: Sent): Sent {
    return sent;
  },
  // Usual: an organization is made in the same way, whoever makes it.
  takenOfOrganizations(_operation: string, sent: Sent): Sent {
    return sent;
  },
};

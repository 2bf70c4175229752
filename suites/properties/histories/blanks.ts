// Fields that are sent with nothing in them: an empty text, 0, false, an empty list or null is easily taken for a field that was not sent.
import {ask, base64, idleHook, type Ask, type Body, type History, type Sent} from './history.ts';

type Params = Ask['params'];

/** What has nothing in it, of the same kind. */
function blankOf(value: Sent): Sent {
  if (typeof value === 'string') return '';
  if (typeof value === 'number') return 0;
  if (typeof value === 'boolean') return false;
  return Array.isArray(value) ? [] : value === null ? null : {};
}

interface Edited {
  readonly who?: string;
  readonly params: Params;
  /** Fields with something in them. */
  readonly full: Body;
  /** Fields that go with each of them. */
  readonly always?: Body;
}

/** Sends all of the fields as null, and each alone with nothing in it. */
function blanked(operation: string, {who = 'alice', params, full, always = {}}: Edited): readonly Ask[] {
  const names = Object.keys(full);
  const bodies = [
    Object.fromEntries(names.map(name => [name, null])),
    ...names.map(name => ({[name]: blankOf(full[name] ?? null)})),
  ];
  return bodies.map(body => ask(who, operation, params, {body: {...always, ...body}}));
}

/** The same of a thing that has something in each of them before and after. */
function emptied(operation: string, edited: Edited): readonly Ask[] {
  const {who = 'alice', params, full, always = {}} = edited;
  const whole = ask(who, operation, params, {body: {...always, ...full}});
  return [whole, ...blanked(operation, edited), whole];
}

const home = {owner: '{alice}', repo: '{repo}'};
const one = {...home, index: '{one}'};
const two = {...home, index: '{two}'};
const pull = {...home, index: '{pull}'};
const day = '2031-05-06T23:59:59Z';
const attached = (operation: string, params: Params, id: string) =>
  ask('alice', operation, params, {file: {field: 'attachment', name: `${id}.txt`, text: id}, take: {[id]: '/id'}});
const version = (operation: string, params: Params, at: number, body: string) =>
  ask('alice', operation, params, {body: {body, content_version: at}});

/** Of issues, pull requests, releases and files. */
export const blanks: History = {
  name: 'blanks',
  about: 'fields of issues and code that are sent with nothing in them',
  needs: ['users', 'repositories', 'issues', 'pull-requests'],
  people: ['alice', 'bob'],
  names: ['repo'],
  asks: [
    ask('alice', 'createCurrentUserRepo', {}, {body: {name: '{repo}', auto_init: true, default_branch: 'main'}}),
    ask('alice', 'issueCreateMilestone', home, {body: {title: 'first'}, take: {first: '/id'}}),
    ask('alice', 'issueCreateLabel', home, {body: {name: 'bug', color: '#ee0701'}, take: {bug: '/id'}}),
    ask('alice', 'issueCreateIssue', home, {body: {title: 'One'}, take: {one: '/number'}}),
    // Issues.
    ...emptied('issueEditIssue', {
      params: one,
      full: {
        title: 'One',
        body: 'words',
        assignee: '{alice}',
        assignees: ['{alice}'],
        milestone: '{first}',
        due_date: day,
        unset_due_date: true,
        state: 'closed',
        ref: 'main',
      },
    }),
    ask('alice', 'issueGetIssue', one),
    ask('bob', 'issueCreateIssue', home, {body: {title: 'Two', body: 'first text'}, take: {two: '/number'}}),
    version('issueEditIssue', two, 0, 'over the first text'),
    version('issueEditIssue', two, 0, 'over the first text again'),
    version('issueEditIssue', two, 1, 'over the second text'),
    version('issueEditIssue', two, 1, 'over the second text again'),
    version('issueEditIssue', two, 7, 'over a text to come'),
    ask('alice', 'issueGetIssue', two),
    ...blanked('issueCreateIssue', {
      params: home,
      always: {title: 'Made with nothing'},
      full: {body: '', assignee: '', assignees: [], milestone: 0, labels: [], due_date: '', closed: false, ref: ''},
    }),
    ask('alice', 'issueCreateIssue', home, {body: {title: ''}}),
    ask('alice', 'issueCreateIssue', home, {body: {title: null}}),
    ask('alice', 'issueAddTime', one, {body: {time: 0}}),
    ask('alice', 'issueAddTime', one, {body: {time: 60, user_name: '', created: null}}),
    ask('alice', 'issueAddLabel', one, {body: {labels: []}}),
    ask('alice', 'issueReplaceLabels', one, {body: {labels: ['{bug}']}}),
    ask('alice', 'issueReplaceLabels', one, {body: {labels: null}}),
    ask('alice', 'issueReplaceLabels', one, {body: {labels: ['{bug}']}}),
    ask('alice', 'issueReplaceLabels', one, {body: {labels: []}}),
    ask('alice', 'issuePostIssueReaction', one, {body: {content: ''}}),
    ask('alice', 'issueCreateComment', one, {body: {body: 'words'}, take: {comment: '/id'}}),
    ask('alice', 'issueCreateComment', one, {body: {body: ''}}),
    ask('alice', 'issueCreateComment', one, {body: {body: null}}),
    ask('alice', 'issueEditComment', {...home, id: '{comment}'}, {body: {body: ''}}),
    ask('alice', 'issueEditComment', {...home, id: '{comment}'}, {body: {body: null}}),
    ask('alice', 'issueGetComment', {...home, id: '{comment}'}),
    attached('issueCreateIssueAttachment', one, 'a1'),
    ...emptied('issueEditIssueAttachment', {params: {...one, attachment_id: '{a1}'}, full: {name: 'a.txt'}}),
    attached('issueCreateIssueCommentAttachment', {...home, id: '{comment}'}, 'a2'),
    ...emptied('issueEditIssueCommentAttachment', {
      params: {...home, id: '{comment}', attachment_id: '{a2}'},
      full: {name: 'b.txt'},
    }),
    // Labels and milestones.
    ...emptied('issueEditLabel', {
      params: {...home, id: '{bug}'},
      full: {name: 'kind/bug', color: '#00aabb', description: 'words', exclusive: true, is_archived: true},
    }),
    ...blanked('issueCreateLabel', {
      params: home,
      always: {name: 'empty', color: '#00aabb'},
      full: {description: '', exclusive: false, is_archived: false, name: '', color: ''},
    }),
    ...emptied('issueEditMilestone', {
      params: {...home, id: '{first}'},
      full: {title: 'first', description: 'words', due_on: day, state: 'closed'},
    }),
    ...blanked('issueCreateMilestone', {
      params: home,
      always: {title: 'empty'},
      full: {description: '', due_on: '', state: '', title: ''},
    }),
    // Files.
    ask(
      'alice',
      'repoCreateFile',
      {...home, filepath: 'empty.txt'},
      {body: {content: ''}, take: {empty: '/content/sha'}},
    ),
    ask('alice', 'repoGetContents', {...home, filepath: 'empty.txt'}),
    ask(
      'alice',
      'repoUpdateFile',
      {...home, filepath: 'empty.txt'},
      {
        body: {content: base64('words\n'), sha: '{empty}', message: '', branch: '', new_branch: '', from_path: ''},
        take: {empty: '/content/sha'},
      },
    ),
    ask('alice', 'repoUpdateFile', {...home, filepath: 'empty.txt'}, {body: {content: '', sha: '{empty}'}}),
    ask(
      'alice',
      'repoCreateFile',
      {...home, filepath: 'a.txt'},
      {
        body: {
          content: base64('a\n'),
          author: {name: '', email: ''},
          committer: {name: '', email: ''},
          dates: {author: '', committer: ''},
        },
      },
    ),
    ask(
      'alice',
      'repoCreateFile',
      {...home, filepath: 'a.txt'},
      {
        body: {content: base64('a\n'), author: {}, committer: {}, dates: {}, signoff: false},
      },
    ),
    ask('alice', 'repoCreateFile', {...home, filepath: 'b.txt'}, {body: {content: base64('b\n'), sha: ''}}),
    ask('alice', 'repoDeleteFile', {...home, filepath: 'b.txt'}, {body: {sha: ''}}),
    ask('alice', 'repoCreateBranch', home, {body: {new_branch_name: ''}}),
    ask('alice', 'repoCreateBranch', home, {body: {new_branch_name: 'topic', old_branch_name: '', old_ref_name: ''}}),
    ask('alice', 'repoCreateTag', home, {body: {tag_name: ''}}),
    ask('alice', 'repoCreateTag', home, {body: {tag_name: 'v1', target: '', message: ''}}),
    ask(
      'alice',
      'repoCreateFile',
      {...home, filepath: 'topic.txt'},
      {
        body: {content: base64('topic\n'), branch: 'topic'},
        take: {commit: '/commit/sha'},
      },
    ),
    ...blanked('repoCreateStatus', {
      params: {...home, sha: '{commit}'},
      always: {state: 'success', context: 'ci'},
      full: {description: '', target_url: '', context: '', state: ''},
    }),
    // Names that begin with another name.
    ...['part/one', 'part', 'part/one/more'].map(new_branch_name =>
      ask('alice', 'repoCreateBranch', home, {body: {new_branch_name}}),
    ),
    ask('alice', 'repoDeleteBranch', {...home, branch: 'part/one'}),
    ...['part', 'part/one'].map(new_branch_name => ask('alice', 'repoCreateBranch', home, {body: {new_branch_name}})),
    ask('alice', 'repoDeleteBranch', {...home, branch: 'part'}),
    ask('alice', 'repoCreateBranch', home, {body: {new_branch_name: 'part/one/more'}}),
    ...['tag/one', 'tag'].map(tag_name => ask('alice', 'repoCreateTag', home, {body: {tag_name}})),
    ask('alice', 'repoDeleteTag', {...home, tag: 'tag/one'}),
    ...['tag', 'tag/one'].map(tag_name => ask('alice', 'repoCreateTag', home, {body: {tag_name}})),
    ask('alice', 'repoCreateFile', {...home, filepath: 'dir/file/deep.txt'}, {body: {content: base64('deep\n')}}),
    ...['dir', 'dir/file', 'dir/file/deep.txt/more'].map(filepath =>
      ask('alice', 'repoCreateFile', {...home, filepath}, {body: {content: base64('other\n')}}),
    ),
    ask('alice', 'repoListBranches', home),
    ask('alice', 'repoGetContents', {...home, filepath: 'dir'}),
    // Releases.
    ask('alice', 'repoCreateRelease', home, {
      body: {tag_name: 'v2', name: 'Two', body: 'words', draft: true},
      take: {release: '/id'},
    }),
    ...emptied('repoEditRelease', {
      params: {...home, id: '{release}'},
      full: {
        tag_name: 'v3',
        target_commitish: 'topic',
        name: 'Three',
        body: 'other words',
        prerelease: true,
        draft: true,
      },
    }),
    ...blanked('repoCreateRelease', {
      params: home,
      always: {tag_name: 'v4'},
      full: {name: '', body: '', target_commitish: '', draft: false, prerelease: false, tag_name: ''},
    }),
    attached('repoCreateReleaseAttachment', {...home, id: '{release}'}, 'a3'),
    ...emptied('repoEditReleaseAttachment', {
      params: {...home, id: '{release}', attachment_id: '{a3}'},
      full: {name: 'c.txt'},
    }),
    // Pull requests.
    ...blanked('repoCreatePullRequest', {
      params: home,
      always: {title: 'Pull', head: 'topic', base: 'main'},
      full: {title: '', head: '', base: ''},
    }).slice(1),
    ask('alice', 'repoCreatePullRequest', home, {
      body: {
        title: 'Pull',
        head: 'topic',
        base: 'main',
        body: '',
        assignee: '',
        assignees: [],
        labels: [],
        milestone: 0,
        reviewers: [],
        due_date: null,
      },
      take: {pull: '/number'},
    }),
    ask('alice', 'repoCreateBranch', home, {body: {new_branch_name: 'base', old_branch_name: 'main'}}),
    ...emptied('repoEditPullRequest', {
      params: pull,
      full: {
        title: 'Pull',
        body: 'words',
        assignee: '{alice}',
        assignees: ['{alice}'],
        labels: ['{bug}'],
        milestone: '{first}',
        due_date: day,
        unset_due_date: true,
        state: 'closed',
        base: 'base',
        allow_maintainer_edit: true,
      },
    }),
    ask('alice', 'repoEditPullRequest', pull, {body: {state: 'open'}}),
    version('repoEditPullRequest', pull, 0, 'over an old text'),
    ask('alice', 'repoGetPullRequest', pull),
    ask('bob', 'repoCreatePullReview', pull, {body: {event: 'COMMENT', body: ''}}),
    ask('bob', 'repoCreatePullReview', pull, {body: {event: 'APPROVED', body: '', comments: []}}),
    ask('bob', 'repoCreatePullReview', pull, {body: {event: 'REQUEST_CHANGES', body: ''}}),
    ask('bob', 'repoCreatePullReview', pull, {body: {event: '', body: 'words'}, take: {review: '/id'}}),
    ask('bob', 'repoSubmitPullReview', {...pull, id: '{review}'}, {body: {event: '', body: ''}}),
    ask('bob', 'repoSubmitPullReview', {...pull, id: '{review}'}, {body: {event: 'APPROVED', body: ''}}),
    ask('alice', 'repoDismissPullReview', {...pull, id: '{review}'}, {body: {message: '', priors: false}}),
    ask('alice', 'repoCreatePullReviewRequests', pull, {body: {reviewers: [], team_reviewers: []}}),
    ask('alice', 'repoListPullReviews', pull),
    ask('alice', 'issueGetCommentsAndTimeline', one),
    ask('alice', 'issueGetCommentsAndTimeline', pull),
  ],
};

const org = {org: '{org}'};
const place = {owner: '{org}', repo: '{repo}'};
const hookFields: Body = {
  authorization_header: 'Bearer of-the-hook',
  branch_filter: 'main',
  events: ['push', 'issues'],
  active: false,
};

/** Of organizations, teams, people, repositories, their hooks and protections. */
export const blanksOfOwners: History = {
  name: 'blanks-of-owners',
  about: 'fields of organizations, people and repositories that are sent with nothing in them',
  needs: ['users', 'repositories', 'issues', 'organizations'],
  people: ['alice', 'bob', 'dave'],
  names: ['repo', 'org', 'team', 'named'],
  asks: [
    ask('alice', 'orgCreate', {}, {body: {username: '{org}'}}),
    ask('alice', 'createOrgRepo', org, {
      body: {name: '{repo}', auto_init: true, default_branch: 'main', private: true},
    }),
    ...emptied('orgEdit', {
      params: org,
      full: {
        full_name: 'Full',
        description: 'words',
        website: 'https://example.org/',
        location: 'here',
        email: 'org@example.org',
        visibility: 'private',
        repo_admin_change_team_access: true,
      },
    }),
    ask('alice', 'orgGet', org),
    ask('alice', 'orgCreate', {}, {body: {username: ''}}),
    // Teams.
    ask('alice', 'orgCreateTeam', org, {body: {name: ''}}),
    ask('alice', 'orgCreateTeam', org, {body: {name: '{team}', permission: 'read', units: []}}),
    ask('alice', 'orgCreateTeam', org, {
      body: {name: '{team}', permission: 'write', units: ['repo.code', 'repo.issues']},
      take: {team1: '/id'},
    }),
    ...emptied('orgEditTeam', {
      params: {id: '{team1}'},
      always: {name: '{team}'},
      full: {
        description: 'words',
        permission: 'write',
        units: ['repo.code'],
        can_create_org_repo: true,
        includes_all_repositories: true,
      },
    }),
    ask('alice', 'orgEditTeam', {id: '{team1}'}, {body: {name: ''}}),
    ask('alice', 'orgGetTeam', {id: '{team1}'}),
    ask('alice', 'orgCreateLabel', org, {body: {name: 'bug', color: '#ee0701'}, take: {bug: '/id'}}),
    ...emptied('orgEditLabel', {
      params: {...org, id: '{bug}'},
      full: {name: 'kind/bug', color: '#00aabb', description: 'words', exclusive: true, is_archived: true},
    }),
    // The repository.
    ...emptied('repoEdit', {
      params: place,
      full: {
        name: '{repo}',
        description: 'words',
        website: 'https://example.org/',
        default_branch: 'main',
        template: true,
        has_wiki: true,
        has_projects: true,
        has_releases: true,
        has_packages: true,
        ignore_whitespace_conflicts: true,
        allow_merge_commits: true,
        allow_rebase: true,
        allow_rebase_explicit: true,
        allow_squash_merge: true,
        allow_fast_forward_only_merge: true,
        allow_rebase_update: true,
        default_delete_branch_after_merge: true,
        default_merge_style: 'squash',
        default_allow_maintainer_edit: true,
        private: true,
      },
    }),
    ask('alice', 'repoGet', place),
    ...blanked('createCurrentUserRepo', {
      params: {},
      always: {name: '{named}'},
      full: {
        name: '',
        description: '',
        private: false,
        auto_init: false,
        default_branch: '',
        license: '',
        gitignores: '',
        readme: '',
        issue_labels: '',
        template: false,
      },
    }),
    ask('alice', 'repoAddCollaborator', {...place, collaborator: '{bob}'}, {body: {permission: 'admin'}}),
    ask('alice', 'repoAddCollaborator', {...place, collaborator: '{bob}'}, {body: {permission: ''}}),
    ask('alice', 'repoGetRepoPermissions', {...place, collaborator: '{bob}'}),
    ask('alice', 'repoAddCollaborator', {...place, collaborator: '{dave}'}, {body: {}}),
    ask('alice', 'repoGetRepoPermissions', {...place, collaborator: '{dave}'}),
    ask('bob', 'createFork', place, {body: {name: '', organization: ''}}),
    ask('alice', 'repoTransfer', place, {body: {new_owner: ''}}),
    // Protections.
    ask('alice', 'repoCreateBranchProtection', place, {body: {rule_name: ''}}),
    ask('alice', 'repoCreateBranchProtection', place, {body: {rule_name: 'main'}}),
    ...emptied('repoEditBranchProtection', {
      params: {...place, name: 'main'},
      full: {
        enable_push: true,
        enable_push_whitelist: true,
        push_whitelist_usernames: ['{alice}', '{bob}'],
        push_whitelist_teams: ['{team}'],
        push_whitelist_deploy_keys: true,
        enable_force_push: true,
        enable_force_push_allowlist: true,
        force_push_allowlist_usernames: ['{bob}'],
        enable_merge_whitelist: true,
        merge_whitelist_usernames: ['{alice}', '{bob}'],
        merge_whitelist_teams: ['{team}'],
        enable_status_check: true,
        status_check_contexts: ['ci'],
        required_approvals: 2,
        enable_approvals_whitelist: true,
        approvals_whitelist_username: ['{alice}', '{bob}'],
        approvals_whitelist_teams: ['{team}'],
        block_on_rejected_reviews: true,
        block_on_official_review_requests: true,
        block_on_outdated_branch: true,
        dismiss_stale_approvals: true,
        ignore_stale_approvals: true,
        require_signed_commits: true,
        protected_file_patterns: '*.md',
        unprotected_file_patterns: '*.txt',
        block_admin_merge_override: true,
        priority: 3,
      },
    }),
    ask('alice', 'repoGetBranchProtection', {...place, name: 'main'}),
    // Hooks.
    ask('alice', 'repoCreateHook', place, {body: idleHook(hookFields), take: {hook: '/id'}}),
    ...emptied('repoEditHook', {params: {...place, id: '{hook}'}, full: {...hookFields, active: true}}),
    ask('alice', 'orgCreateHook', org, {body: idleHook(hookFields), take: {'org-hook': '/id'}}),
    ...emptied('orgEditHook', {params: {...org, id: '{org-hook}'}, full: {...hookFields, active: true}}),
    ask('alice', 'userCreateHook', {}, {body: idleHook(hookFields), take: {'user-hook': '/id'}}),
    ...emptied('userEditHook', {params: {id: '{user-hook}'}, full: {...hookFields, active: true}}),
    // People.
    ask(
      'alice',
      'userCreateOAuth2Application',
      {},
      {
        body: {name: 'app', redirect_uris: ['https://example.org/'], confidential_client: true},
        take: {app: '/id'},
      },
    ),
    ...emptied('userUpdateOAuth2Application', {
      params: {id: '{app}'},
      always: {name: 'app', redirect_uris: ['https://example.org/']},
      full: {
        confidential_client: true,
        skip_secondary_authorization: true,
        name: 'app',
        redirect_uris: ['https://example.org/two'],
      },
    }),
    ask('alice', 'userAddEmail', {}, {body: {emails: []}}),
    ask('alice', 'userAddEmail', {}, {body: {emails: ['']}}),
    ask('alice with a password', 'userCreateToken', {username: '{alice}'}, {body: {name: '', scopes: ['all']}}),
    ask('alice with a password', 'userCreateToken', {username: '{alice}'}, {body: {name: 'empty', scopes: []}}),
    ask('alice with a password', 'userCreateToken', {username: '{alice}'}, {body: {name: 'null', scopes: null}}),
    ...emptied('adminEditUser', {
      who: 'admin',
      params: {username: '{dave}'},
      always: {source_id: 0, login_name: '{dave}'},
      full: {
        full_name: 'Full',
        website: 'https://example.org/',
        description: 'words',
        location: 'here',
        active: true,
        admin: true,
        restricted: true,
        allow_create_organization: true,
        max_repo_creation: 5,
        visibility: 'private',
      },
    }),
    ask('dave', 'userGetCurrent'),
    ask('dave', 'orgCreate', {}, {body: {username: '{named}'}}),
    ask('dave', 'createCurrentUserRepo', {}, {body: {name: '{named}'}}),
  ],
};

// Sends the reference server what Schemathesis makes of the contract, and fails when a request that the contract allows is refused,
// when a path answers anything but 405 to a method that it does not have, or when a reply breaks the contract.
// Use: npx tsx scripts/schemathesis.ts [SEED]. Schemathesis is `pip install schemathesis`; SCHEMATHESIS names the program if it is not on the path.
import {spawn, spawnSync} from 'node:child_process';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {readSeed} from '../reference-server/seed/read-seed.ts';
import {defaultSettings} from '../reference-server/settings/settings.ts';
import {startReferenceServer} from '../reference-server/start.ts';

const contract = fileURLToPath(new URL('../proto/hosting.openapi.yaml', import.meta.url));
const command = process.env['SCHEMATHESIS'] ?? 'schemathesis';
const admin = {name: 'root', password: 'a-password-for-tests'};

/** Requests that are refused for what is there already, or is not: no schema can say so, and today's servers refuse them alike. */
const refusedByState: readonly {
  readonly why: string;
  readonly status: number;
  readonly operations: readonly string[];
}[] = [
  {
    why: 'the name or address is taken',
    status: 422,
    operations: [
      'adminCreateUser',
      'adminCreateOrg',
      'adminRenameUser',
      'orgCreate',
      'orgCreateTeam',
      'orgEditTeam',
      'userAddEmail',
      'createFork',
      'generateRepo',
      'repoEdit',
    ],
  },
  {
    why: 'the account is of the other kind, or owns something',
    status: 422,
    operations: ['adminDeleteUser', 'adminEditUser', 'orgDeleteMember', 'orgRemoveTeamMember', 'orgDeleteTeam'],
  },
  {
    why: 'the file is there, or another one than the request names',
    status: 422,
    operations: ['repoCreateFile', 'repoUpdateFile', 'repoDeleteFile'],
  },
  {
    why: 'the user, team, branch or label that the request names is not there',
    status: 422,
    operations: [
      'repoCreateBranchProtection',
      'repoEditBranchProtection',
      'issueCreateIssue',
      'issueEditIssue',
      'repoCreatePullRequest',
      'issueRemoveLabel',
    ],
  },
  {
    why: 'the owner or team that the request names is not there',
    status: 400,
    operations: [
      'issueSearchIssues',
      'createCurrentUserRepo',
      'createOrgRepo',
      'createOrgRepoDeprecated',
      'adminCreateRepo',
    ],
  },
  {
    why: 'this is neither a commit nor a ref',
    status: 422,
    operations: [
      'repoGetSingleCommit',
      'repoDownloadCommitDiffOrPatch',
      'repoGetNote',
      'repoSetNote',
      'repoRemoveNote',
    ],
  },
  {why: 'git takes no such name for a tag', status: 422, operations: ['repoCreateRelease', 'repoCreateTag']},
  {why: 'these bytes are not what git sends', status: 400, operations: ['gitReceivePack']},
  {why: 'there is no such object', status: 400, operations: ['GetTree', 'GetBlob', 'GetAnnotatedTag']},
  {
    why: 'the repository belongs to a user, who has no teams',
    status: 405,
    operations: ['repoListTeams', 'repoCheckTeam', 'repoAddTeam', 'repoDeleteTeam'],
  },
  {
    why: 'the file has no name, which Schemathesis does not give it',
    status: 400,
    operations: ['issueCreateIssueAttachment', 'issueCreateIssueCommentAttachment', 'repoCreateReleaseAttachment'],
  },
  {why: 'the registry of this kind takes no such name', status: 400, operations: ['uploadGenericPackage']},
  {why: 'the address is taken', status: 400, operations: ['adminEditUser']},
  {why: 'the server has no such scope', status: 400, operations: ['userCreateToken']},
  {why: 'the file is no cookbook', status: 400, operations: ['uploadChefCookbook']},
];

/** What an operation takes away, or makes unusable for those after it, is not what they act on. */
const actsOn: Readonly<Record<string, Readonly<Record<string, string | number>>>> = {
  adminDeleteUser: {username: 'carol'},
  adminRenameUser: {username: 'carol'},
  orgDelete: {org: 'mill'},
  repoDelete: {repo: 'scratch'},
  repoEdit: {repo: 'scratch'},
  repoTransfer: {repo: 'scratch'},
  issueDelete: {index: 2},
};

/** A redirect is an answer; the client would follow it with another method, or without the body. */
const hooks = `
import schemathesis

@schemathesis.hook
def before_call(context, case, kwargs):
    kwargs["allow_redirects"] = False
`;

const seedText = `
users: [{name: bob, password: a-password-for-tests}, {name: carol, password: a-password-for-tests}]
organizations: [{name: guild, owner: bob}, {name: mill, owner: bob}]
repositories:
  - owner: root
    name: demo
    files: {README.md: "# Demo\\n", src/main.txt: "hello\\n"}
    collaborators: {bob: write}
    labels: [{name: kind/bug, color: "#ff0000"}]
    issues: [{title: It does not start}, {title: It does not end}]
  - {owner: root, name: scratch}
`;

if (spawnSync(command, ['--version']).status !== 0) {
  process.stdout.write(`Schemathesis was skipped: ${command} is not installed (pip install schemathesis).\n`);
} else process.exitCode = await run(process.argv[2] ?? '1');

/** Runs both parts, the API and what stands beside it; gives the exit code. */
async function run(seed: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'schemathesis-'));
  writeFileSync(join(folder, 'schemathesis.toml'), configuration());
  writeFileSync(join(folder, 'no_redirects.py'), hooks);
  const settings = {...defaultSettings, actionsEnabled: true};
  const reading = readSeed({file: 'seed.yaml', text: seedText});
  if (reading.kind === 'problems') throw new Error(reading.problems.join('\n'));
  const server = await startReferenceServer({admin, settings, seed: reading.seed});
  const beside = String.raw`^/(api/|user/settings/|\{owner\}/)`;
  const codes = [
    await schemathesis(folder, ['--url', `${server.url}/api/v1`, '--seed', seed, '--exclude-path-regex', beside]),
    await schemathesis(folder, ['--url', server.url, '--seed', seed, '--include-path-regex', beside]),
  ];
  await server.close();
  rmSync(folder, {recursive: true, force: true});
  return Math.max(...codes);
}

/** Names what exists, and the refusals that depend on it. */
function configuration(): string {
  const statuses = new Map<string, number[]>();
  for (const {operations, status} of refusedByState)
    for (const operation of operations) statuses.set(operation, [...(statuses.get(operation) ?? []), status]);
  const accepted = ['2xx', '3xx', '401', '403', '404', '409'];
  const operations = [...new Set([...statuses.keys(), ...Object.keys(actsOn)])].map(operation => {
    const all = [...accepted, ...(statuses.get(operation) ?? []).map(String)];
    const lines = [
      '[[operations]]',
      `include-operation-id = "${operation}"`,
      `checks.positive_data_acceptance.expected-statuses = ${JSON.stringify(all)}`,
      ...inPath(actsOn[operation] ?? {}).map(line => `parameters.${line}`),
    ];
    return `${lines.join('\n')}\n`;
  });
  const names = {owner: 'root', repo: 'demo', org: 'guild', username: 'bob', index: 1};
  return ['hooks = "no_redirects"', '', '[parameters]', ...inPath(names), '', ...operations].join('\n');
}

/** Gives the lines that set parameters of a path. */
function inPath(values: Readonly<Record<string, string | number>>): string[] {
  return Object.entries(values).map(([name, value]) => `"path.${name}" = ${JSON.stringify(value)}`);
}

/** Runs Schemathesis in a folder with its configuration; gives its exit code. */
async function schemathesis(folder: string, args: readonly string[]): Promise<number> {
  const checks = 'not_a_server_error,response_schema_conformance,positive_data_acceptance,unsupported_method';
  const login = ['--auth', `${admin.name}:${admin.password}`];
  const extent =
    '--phases coverage,fuzzing --max-examples 5 --continue-on-failure --suppress-health-check all --no-color';
  const words = ['run', contract, ...args, ...login, '--checks', checks, ...extent.split(' ')];
  const child = spawn(command, words, {cwd: folder, stdio: ['ignore', 'inherit', 'inherit']});
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', code => resolve(code ?? 1));
  });
}

// A run of a property, written down as a case would say it.
import {expect, test} from 'vitest';
import {jsonText} from '../../../model/json.ts';
import {toldIn, type PropertyEvent} from './property-events.ts';
import {exampleIn, storyRecord, type StoryRecord} from './recorder.ts';

type Record = StoryRecord & {readonly events: PropertyEvent[]};

const record = (): Record => {
  const events: PropertyEvent[] = [];
  return {...storyRecord(new Map([['alice', 'alice-q1w2e3r4']]), events), events};
};

test('outputs, captures and known values stand under names, and only what is used is captured', () => {
  const one = record();
  const repo = one.arranged('repository', {auto_init: false}, {owner: 'alice-q1w2e3r4', name: 'ts-x7y8z9a1'});
  const create = one.called('issueCreateLabel', {
    params: {owner: repo['owner'] ?? '', repo: repo['name'] ?? ''},
    body: {name: 'a/x', color: one.known('dialect.values.color', '00aabb')},
    say: 'create label a/x',
  });
  one.judged(create, {status: '2xx'}, 'stated');
  const id = one.selected(create, '/id', 7, 'issueCreateLabel /id');
  one.selected(create, '/url', 'http://h/unused', 'issueCreateLabel /url');
  const read = one.called('issueGetLabel', {as: 'bob', params: {repo, id}});
  one.judged(read, {status: '2xx'}, 'stated');
  one.judged(read, {body: {id, name: 'a/${x}'}}, 'stated');
  expect(toldIn(one.events)).toEqual([
    'given a repository (auto_init: false)',
    'create label a/x',
    'bob calls issueGetLabel',
  ]);
  expect(JSON.parse(JSON.stringify(exampleIn(one.events)))).toEqual({
    kind: 'case',
    listen: [],
    given: {repository: {arrange: 'repository', auto_init: false}},
    steps: [
      {
        as: 'alice',
        call: 'issueCreateLabel',
        params: {owner: '${repository.owner}', repo: '${repository.name}'},
        body: {name: 'a/x', color: '${dialect.values.color}'},
        capture: {'id-of-step-1': '/id'},
        expect: {status: '2xx'},
      },
      {
        as: 'bob',
        call: 'issueGetLabel',
        params: {repo: '${repository}', id: '${id-of-step-1}'},
        expect: {status: '2xx', body: {id: '${id-of-step-1}', name: 'a/$${x}'}},
      },
    ],
  });
});

test('what is arranged is told by its kind, the second of a kind as another, and by its name where it has one', () => {
  const one = record();
  one.arranged('organization', {}, {});
  one.arranged('organization-repository', {auto_init: false}, {});
  one.arranged('organization', {visibility: 'private'}, {});
  one.arranged('team', {permission: 'write'}, {}, {called: 'team 1'});
  expect(toldIn(one.events)).toEqual([
    'given an organization',
    'given an organization repository (auto_init: false)',
    'given another organization (visibility: private)',
    'given team 1 (permission: write)',
  ]);
});

test('a text that was drawn for this run is followed through what the property made of it', () => {
  const one = record();
  const repo = one.arranged('repository', {}, {name: 'ts-x7y8z9a1'});
  one.called('repoTransfer', {
    params: {repo: repo['name'] ?? ''},
    body: {new_owner: `no-${jsonText(repo['name']?.value ?? '').replaceAll('"', '')}`},
  });
  expect(JSON.stringify(exampleIn(one.events))).toContain('no-${repository.name}');
});

test.each([
  [
    'a part of a drawn text',
    (one: Record) => {
      const repo = one.arranged('repository', {}, {sha: '0123456789abcdef'});
      one.called('repoGet', {params: {sha: jsonText(repo['sha']?.value ?? '').slice(1, 8)}});
    },
    'it uses a part of repository.sha, and a template can only say the whole of it',
  ],
  [
    'an arrangement that needs what a step answered',
    (one: Record) => {
      const step = one.called('repoGet', {});
      one.arranged('tag', {target: one.selected(step, '/sha', 'x', 'repoGet /sha')}, {});
    },
    'it makes a tag of what an earlier step answered, which plain steps cannot, and a case arranges before its first step',
  ],
  ['nothing at all', () => undefined, 'it broke before its first step'],
])('%s cannot be a case', (_what, tell, why) => {
  const one = record();
  tell(one);
  expect(exampleIn(one.events)).toEqual({kind: 'refused', why});
});

test('a case listens where the story asked, and hooks that it never came to ask about lead nowhere', () => {
  const one = record();
  for (const name of ['of_repo', 'of_user']) {
    const {url, secret} = one.inbox(name, {url: `http://h/${name}-0123456789`, secret: `secret-of-${name}`});
    one.arranged('repository-hook', {url, secret}, {id: 1});
  }
  one.delivered('of_repo', {
    where: {at: {'$..*': {$contains: 'alice-q1w2e3r4'}}},
    expect: {count: 1},
    settleMs: 250,
    say: 'the hook hears of it',
  });
  expect(toldIn(one.events).at(-1)).toBe('the hook hears of it');
  one.delivered('of_repo', {expect: {count: 1}, settleMs: 0, say: 'the hook hears of it'});
  expect(JSON.parse(JSON.stringify(exampleIn(one.events)))).toEqual({
    kind: 'case',
    listen: ['of_repo'],
    given: {
      'repository-hook': {arrange: 'repository-hook', url: '${of_repo.url}', secret: '${of_repo.secret}'},
      'repository-hook-2': {
        arrange: 'repository-hook',
        url: 'http://127.0.0.1:9/nobody-asks',
        secret: 'nobody-asks',
      },
    },
    steps: [
      {
        deliveries: {of: 'of_repo', where: {at: {'$..*': {$contains: '${actors.alice.login}'}}}, settle: '250ms'},
        expect: {count: 1},
      },
      {deliveries: {of: 'of_repo'}, expect: {count: 1}},
    ],
  });
});

test('bytes, forms, headers and paths outside the API stand in a step as they were sent', () => {
  const one = record();
  const made = one.called('upload', {bytes: '00ff', headers: {cookie: 'a=b'}});
  const uuid = one.selected(made, '/uuid', '0123-4567-89', 'upload /uuid');
  one.requested('GET', `/attachments/${JSON.parse(jsonText(uuid.value)) as string}`, {
    as: 'anonymous',
    multipart: {file: {bytes: '00'}},
  });
  expect(JSON.parse(JSON.stringify(exampleIn(one.events)))).toMatchObject({
    steps: [
      {as: 'alice', call: 'upload', headers: {cookie: 'a=b'}, bytes: '00ff', capture: {'uuid-of-step-1': '/uuid'}},
      {
        as: 'anonymous',
        request: {method: 'GET', path: '/attachments/${uuid-of-step-1}', multipart: {file: {bytes: '00'}}},
      },
    ],
  });
});

test('a refused request that nobody judged is no obstacle in the case either', () => {
  const one = record();
  one.events.push({kind: 'answered', step: one.called('repoDelete', {auth: 'none'}), isSuccess: false});
  expect(exampleIn(one.events)).toMatchObject({steps: [{auth: 'none', usual: {status: {$gte: 100}}}]});
});

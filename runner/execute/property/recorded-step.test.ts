// What a case asks of a step: what the property judged, what it waited for, what it needed, and of all else any answer.
import {expect, test} from 'vitest';
import type {JsonObject} from '../../../model/json.ts';
import {toldIn, type PropertyEvent} from './property-events.ts';
import {exampleIn, storyRecord, type StoryRecord} from './recorder.ts';
import type {RecordedStep} from './recorded-step.ts';

type Record = StoryRecord & {readonly events: PropertyEvent[]};

const record = (): Record => {
  const events: PropertyEvent[] = [];
  return {...storyRecord(new Map([['alice', 'alice-q1w2e3r4']]), events), events};
};
const stepsOf = (one: Record): readonly JsonObject[] => {
  const example = exampleIn(one.events);
  return example.kind === 'case' ? (JSON.parse(JSON.stringify(example.steps)) as readonly JsonObject[]) : [];
};

test.each<[string, (one: Record, step: RecordedStep) => void, JsonObject]>([
  ['looked at in its own way takes any answer', () => undefined, {usual: {status: {$gte: 100}}}],
  ['is only the way there needs a 2xx', (one, step) => one.events.push({kind: 'needed', step}), {}],
  [
    'is captured from needs a 2xx',
    (one, step) => {
      one.called('repoGet', {params: {id: one.selected(step, '/id', 7, 'its id')}});
    },
    {capture: {'id-of-step-1': '/id'}},
  ],
  [
    'was refused and judged says what it was judged by',
    (one, step) => {
      one.events.push({kind: 'answered', step, isSuccess: false});
      one.judged(step, {status: '4xx'}, 'stated');
    },
    {expect: {status: '4xx'}},
  ],
])('a step that the property %s', (_what, happen, wanted) => {
  const one = record();
  const step = one.called('repoGet', {});
  happen(one, step);
  one.judged(one.called('repoGet', {}), {status: '2xx'}, 'stated');
  expect(stepsOf(one)[0]).toEqual({as: 'alice', call: 'repoGet', ...wanted});
});

test('a step that is judged for two statements names both, and says once what is of one', () => {
  const one = record();
  const step = one.called('repoGet', {});
  one.judged(step, {at: {'/a': 1}, proves: 'LABEL-SCOPE'}, 'stated');
  one.judged(step, {status: '2xx'}, 'stated');
  one.judged(step, {at: {'/b': 2}, proves: 'LABEL-REPLACE'}, 'stated');
  one.judged(step, {at: {'/c': 3}, proves: 'LABEL-SCOPE'}, 'stated');
  one.judged(step, {headers: {}, proves: 'LABEL-SCOPE'}, 'usual');
  expect(stepsOf(one)).toEqual([
    {
      as: 'alice',
      call: 'repoGet',
      expect: [
        {at: {'/a': 1, '/c': 3}, proves: 'LABEL-SCOPE'},
        {status: '2xx'},
        {at: {'/b': 2}, proves: 'LABEL-REPLACE'},
      ],
      usual: {headers: {}, proves: 'LABEL-SCOPE'},
    },
  ]);
});

test('what somebody signs in with is captured as a secret', () => {
  const one = record();
  const made = one.called('userCreateToken', {});
  const [token, id] = [one.selected(made, '/sha1', '0123456789', 'a token'), one.selected(made, '/id', 7, 'its id')];
  one.judged(one.called('userGetCurrent', {auth: {token}, params: {id}}), {status: '2xx'}, 'stated');
  expect(stepsOf(one)).toMatchObject([
    {capture: {'sha1-of-step-1': {from: '/sha1', redact: true}, 'id-of-step-1': '/id'}},
    {auth: {token: '${sha1-of-step-1}'}},
  ]);
});

test('a step that only waits says what it waits for, and one that is judged waits for that', () => {
  const one = record();
  const until = () => true;
  one.called('repoGet', {until, awaited: {body: {mergeable: true}}});
  one.judged(one.called('repoGet', {until, awaited: {body: {mergeable: true}}}), {status: '2xx'}, 'stated');
  expect(stepsOf(one)).toEqual([
    {as: 'alice', call: 'repoGet', eventually: {within: '10s'}, usual: {body: {mergeable: true}}},
    {as: 'alice', call: 'repoGet', eventually: {within: '10s'}, expect: {status: '2xx'}},
  ]);
});

test('what follows the last step that shows something is left out, and a breach of the contract shows something', () => {
  const one = record();
  one.judged(one.called('repoGet', {}), {status: '2xx'}, 'stated');
  const edit = one.called('repoEdit', {});
  one.called('repoDelete', {});
  expect(stepsOf(one).map(({call}) => call)).toEqual(['repoGet']);
  one.events.push({kind: 'telling', step: edit});
  expect(stepsOf(one).map(({call}) => call)).toEqual(['repoGet', 'repoEdit']);
});

test('what is arranged of an answer stands among the steps, under names that are captured, given or new', () => {
  const one = record();
  const repo = one.arranged('repository', {}, {owner: 'alice-q1w2e3r4', name: 'ts-x7y8z9a1'});
  const made = one.called('repoCreateFile', {});
  const target = one.selected(made, '/commit/sha', '0123456789', 'the commit');
  const tag = one.arranged(
    'release',
    {repo, target, notes: 'new'},
    {id: 7, tag: 'v-k3j4h5g6', title: 'Release v-k3j4h5g6'},
    {
      called: 'the release',
      arrangement: {
        name: 'release',
        title: 'a release',
        file: 'release.yaml',
        inputs: {
          repo: {type: 'object', about: 'the repository'},
          target: {type: 'string', about: 'a commit'},
          tag: {type: 'string', default: 'v-${random.name}', about: 'its tag'},
          notes: {type: 'string', default: '', about: 'a text'},
        },
        given: [],
        steps: [
          {
            pointer: '',
            as: '${actors.alice.login}',
            call: 'repoCreateRelease',
            params: {owner: '${repo.owner}', repo: '${repo.name}'},
            query: {},
            body: {kind: 'json', value: {tag_name: '${tag}', body: '${notes}', target_commitish: '${target}'}},
            capture: {id: {from: {pointer: '/id'}, redact: false}},
          },
        ],
        outputs: {id: '${id}', tag: '${tag}', title: 'Release ${tag}'},
        needs: [],
        requires: [],
      },
    },
  );
  one.judged(
    one.called('repoGetRelease', {params: {id: tag['id'] ?? 0}}),
    {body: {name: 'Release v-k3j4h5g6'}},
    'stated',
  );
  expect(toldIn(one.events)).toEqual([
    'given a repository',
    'alice calls repoCreateFile',
    'given the release (notes: new)',
    'alice calls repoGetRelease',
  ]);
  expect(exampleIn(one.events)).toMatchObject({given: {repository: {arrange: 'repository'}}});
  expect(stepsOf(one)).toMatchObject([
    {call: 'repoCreateFile', capture: {'sha-of-step-1': '/commit/sha'}},
    {
      as: '${actors.alice.login}',
      call: 'repoCreateRelease',
      params: {owner: '${repository.owner}', repo: '${repository.name}'},
      body: {tag_name: 'v-${case.name}-2', body: 'new', target_commitish: '${sha-of-step-1}'},
      capture: {'id-of-step-2': '/id'},
    },
    {params: {id: '${id-of-step-2}'}, expect: {body: {name: 'Release v-${case.name}-2'}}},
  ]);
});

// Narrowing: which smaller contexts are tried, in which order, what is left, and when it ends early.
import {expect, test} from 'vitest';
import {anAttempt} from '../../test/support/attempts.ts';
import {contextOfId, contextText, type Context} from '../../model/contexts/context.ts';
import type {Attempt} from '../../model/outcome.ts';
import type {PlannedExample} from '../../model/plan.ts';
import type {CaseDefinition} from '../../model/suite.ts';
import {narrow, smallestContextFirst, type NarrowingState} from './narrow.ts';

const red = anAttempt({
  verdict: 'fail',
  findings: [{basis: 'stated', path: 'status', message: 'expected 201, got 200', step: 0}],
});

function aCase(context: Context, change: Partial<CaseDefinition> = {}): PlannedExample {
  const definition = {
    proves: ['A'],
    steps: [{kind: 'call', operation: 'repoGet'}],
    ...change,
  } as unknown as CaseDefinition;
  const id = `a/b@${contextText(context)}`;
  return {kind: 'example', id, definition, context, inContext: () => ({definition, mayBeRefused: []})};
}

function aState(change: Partial<NarrowingState> = {}): NarrowingState {
  return {requestsLeft: 1000, groups: new Map(), ...change};
}

/** Narrows a case of a target that fails wherever `isRed` says so, and lists the contexts that were tried. */
async function narrowed(
  context: Context,
  isRed: (context: Context) => boolean,
  {state = aState(), runnable = aCase(context)}: {state?: NarrowingState; runnable?: PlannedExample} = {},
) {
  const tried: string[] = [];
  const found = await narrow(runnable, red, state, (smaller): Promise<Attempt> => {
    const own = contextOfId(smaller.id);
    expect(smaller.context ?? {}).toEqual(own);
    tried.push(contextText(own));
    return Promise.resolve(anAttempt(isRed(own) ? {verdict: 'fail'} : {}));
  });
  return {tried, left: found === undefined ? undefined : contextText(found.left), cut: found?.cut};
}

const owned = {owner: 'organization'} as const;

test.each<[string, Context, (context: Context) => boolean, string, readonly string[]]>([
  ['red in the plain context as well', {...owned, twin: 'elsewhere'}, () => true, '', ['']],
  [
    'one value of several',
    {...owned, siblings: 'eleven', twin: 'elsewhere'},
    ({siblings}) => siblings !== undefined,
    'siblings=eleven',
    ['', 'siblings=eleven,twin=elsewhere', 'twin=elsewhere', 'siblings=eleven'],
  ],
  [
    'two values that are needed together',
    {history: 'edited', siblings: 'eleven', twin: 'elsewhere'},
    ({siblings, history}) => siblings !== undefined && history !== undefined,
    'history=edited,siblings=eleven',
    ['', 'siblings=eleven,twin=elsewhere', 'history=edited,twin=elsewhere', 'history=edited,siblings=eleven'],
  ],
  [
    'a value that needs an organization keeps it',
    {...owned, actor: 'team-member', twin: 'elsewhere'},
    ({actor}) => actor === 'team-member',
    'actor=team-member,owner=organization',
    ['', 'owner=organization,twin=elsewhere', 'actor=team-member,owner=organization'],
  ],
  [
    'the owner is set back once nothing needs it any more',
    {...owned, visibility: 'in-limited-organization', history: 'edited'},
    ({history}) => history === 'edited',
    'history=edited',
    ['', 'history=edited,owner=organization', 'owner=organization', 'history=edited'],
  ],
  ['a single value: only the plain context is smaller', {twin: 'elsewhere'}, () => false, 'twin=elsewhere', ['']],
])('%s', async (_name, context, isRed, left, tried) => {
  expect(await narrowed(context, isRed)).toEqual({left, tried, cut: undefined});
});

test('of equal findings one is narrowed, and the others say which', async () => {
  const state = aState();
  await narrowed(owned, () => false, {state});
  const other = {...aCase(owned), id: 'a/c@owner=organization'};
  expect(await narrowed(owned, () => false, {state, runnable: other})).toEqual({
    tried: [],
    left: 'owner=organization',
    cut: 'not narrowed: a/b@owner=organization fails alike',
  });
  const ofOther = {...aCase(owned, {proves: ['B']}), id: 'a/d@owner=organization'};
  expect((await narrowed(owned, () => false, {state, runnable: ofOther})).tried).toEqual(['']);
});

test('without requests left nothing is tried, and what is used up on the way ends it', async () => {
  const context = {...owned, siblings: 'eleven', twin: 'elsewhere'};
  expect(await narrowed(context, () => false, {state: aState({requestsLeft: 0})})).toMatchObject({
    tried: [],
    cut: 'not narrowed: narrowing had used a tenth of the requests of the run',
  });
  const state = aState({requestsLeft: 1});
  const asked = anAttempt({exchanges: [{}] as unknown as Attempt['exchanges']});
  expect(await narrow(aCase(context), red, state, () => Promise.resolve(asked))).toMatchObject({
    left: context,
    tried: [{context: {}, verdict: 'pass'}],
    cut: 'narrowing ended early: there may be less to it',
  });
});

test('at most eight attempts are made', async () => {
  const context = {
    ...owned,
    visibility: 'private',
    actor: 'collaborator',
    subject: 'pull-request',
    history: 'edited',
    siblings: 'eleven',
    twin: 'elsewhere',
    settings: 'small-pages',
  };
  const {tried, cut} = await narrowed(context, one => contextText(one) === contextText(context));
  expect(tried).toHaveLength(8);
  expect(cut).toBe('narrowing ended early: there may be less to it');
});

test('a case in the plain context is not narrowed', async () => {
  const {context: _none, ...plain} = aCase({});
  expect((await narrowed({}, () => true, {runnable: plain})).left).toBeUndefined();
});

test('the case with the least to leave out is repeated first, in whichever order they ended', () => {
  const reds = ['a/b@history=edited,owner=organization', 'a/c@visibility=private', 'a/b@owner=organization', 'a/d'].map(
    id => ({planned: {runnable: {...aCase(contextOfId(id)), id}}}),
  );
  const expected = ['a/d', 'a/b@owner=organization', 'a/c@visibility=private', 'a/b@history=edited,owner=organization'];
  for (const ended of [reds, reds.toReversed()])
    expect(smallestContextFirst(ended).map(({planned}) => planned.runnable.id)).toEqual(expected);
});

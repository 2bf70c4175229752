// A refusal in a context is tried with the owner as actor: what is refused there as well is a failure and no matter of rights.
import {expect, test} from 'vitest';
import {contextText} from '../../model/contexts/context.ts';
import type {HttpObservation} from '../../model/http.ts';
import type {PlannedExample} from '../../model/plan.ts';
import type {CaseDefinition, Step} from '../../model/suite.ts';
import {aRun} from '../../test/support/run-context.ts';
import {finalVerdict} from './final-verdict.ts';
import {runPlan, type CaseOutcome} from './run-plan.ts';

function reply(status: number): HttpObservation {
  const rest = {headers: [], body: new Uint8Array(), wireBytes: 20, isCloseDelimited: false, elapsedMs: 1, notes: []};
  return {kind: 'reply', status, ...rest};
}

/** A case that edits something in a context; the path says who acts, and where. */
function definitionIn(context: string): CaseDefinition {
  const step: Step = {
    kind: 'request',
    pointer: '/cases/0/steps/0',
    capture: {},
    expect: [{pointer: '/cases/0/steps/0/expect', status: 200}] as unknown as Step['expect'],
    usual: [],
    as: 'anonymous',
    method: 'GET',
    path: `/${context}`,
    query: {},
    headers: {},
  };
  const lists = {listen: [], given: [], needs: [], exclusive: [], tags: []};
  const place = {file: 'test.yaml', pointer: '/cases/0', lines: {first: 1, last: 1}};
  return {
    id: 'a/b',
    title: 'it',
    proves: ['A'],
    ...place,
    ...lists,
    probe: false,
    area: 'hosting',
    steps: [step],
    destructive: false,
  } as unknown as CaseDefinition;
}

const context = {actor: 'collaborator', visibility: 'private'};

const runnable: PlannedExample = {
  kind: 'example',
  id: `a/b@${contextText(context)}`,
  definition: definitionIn(contextText(context)),
  context,
  mayBeRefused: [0],
  inContext: other => ({
    definition: definitionIn(contextText(other)),
    mayBeRefused: other.actor === undefined ? [] : [0],
  }),
};

async function outcomeWhere(statusOf: (path: string) => number) {
  const asked: string[] = [];
  const exchange = ({path}: {readonly path: string}): Promise<HttpObservation> => {
    asked.push(path.slice(1));
    return Promise.resolve(reply(statusOf(path)));
  };
  const http = {exchange, close: () => Promise.resolve()};
  const run = await aRun({ports: {hosting: {whose: 'target', url: 'http://target.test', http}}});
  const never = new AbortController().signal;
  const finished: CaseOutcome[] = [];
  const plan = {cases: [{runnable}], filtered: 0, seed: 1, requests: 0, objects: 0};
  const quiet = (): void => undefined;
  const events = {
    started: quiet,
    red: quiet,
    finished: (one: CaseOutcome) => {
      finished.push(one);
      return Promise.resolve();
    },
  };
  await runPlan(run, plan, events, {stop: never, interrupt: never});
  const [outcome] = finished;
  if (outcome === undefined) throw new Error('the case did not finish');
  return {asked, verdict: finalVerdict(outcome).verdict, narrowed: outcome.narrowed?.left};
}

test('refused to the collaborator alone it is a warning', async () => {
  expect(await outcomeWhere(path => (path.includes('collaborator') ? 403 : 200))).toEqual({
    asked: ['actor=collaborator,visibility=private', 'visibility=private'],
    verdict: 'warn',
    narrowed: undefined,
  });
});

test('refused to the owner as well it is a failure, narrowed to what is left', async () => {
  const {verdict, narrowed} = await outcomeWhere(path => (path.includes('private') ? 403 : 200));
  expect({verdict, narrowed}).toEqual({verdict: 'fail', narrowed: {visibility: 'private'}});
});

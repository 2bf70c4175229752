// One step against a decoder under test: ask, and judge the value or the bytes that it answers.
import type {Json} from '../../../model/json.ts';
import type {TesteeAnswer, TesteeDescription, TesteePort, TesteeQuestion} from '../../../model/peer.ts';
import type {DecodeStep, EncodeStep, Expectation, OverlayInput, RoundtripStep} from '../../../model/suite.ts';
import type {FailCause, Finding} from '../../../model/verdict.ts';
import {fill, fillText} from '../http/fill.ts';
import {expectsNothing, judgeEach} from './judge-each.ts';
import {judgeAnswer} from './judge-overlay-answer.ts';
import {onlyAfterText, redOnlyAfter, sequenceTries} from './only-after.ts';
import {repeatedBytes} from './repeated-bytes.ts';
import {observeAnswer, writeValueBytes} from './observe-answer.ts';
import {lookupIn} from '../attempt/names-in-scope.ts';
import type {Scope} from '../attempt/events.ts';
import {exchanged, stepOf, type Story} from '../attempt/story.ts';
import {kindOfQuestion} from '../attempt/learn.ts';
import {roundMs} from '../attempt/round-ms.ts';
import {CaseEnded, ended} from '../attempt/failures.ts';

/** Runs one step and gives its findings. A decoder that breaks on an input, and again in a fresh process, fails the case. */
export async function runOverlayStep(
  story: Story,
  step: DecodeStep | EncodeStep | RoundtripStep,
  scope: Scope,
): Promise<readonly Finding[]> {
  const message = fillText(step.message, lookupIn(story, scope));
  switch (step.kind) {
    case 'decode':
      return judge(story, step, message, await ask(story, decodeQuestion(message, step.input, story, scope)), scope);
    case 'encode':
      return judge(
        story,
        step,
        message,
        await ask(story, encodeQuestion(message, fill(step.value, lookupIn(story, scope)), step.form)),
        scope,
      );
    case 'roundtrip': {
      const value = fill(step.value, lookupIn(story, scope));
      const bytes = writeValueBytes(message, value);
      const decoded = await ask(story, {kind: 'decode', message, form: 'binary', bytes});
      const expectations: readonly Expectation[] =
        step.expect.length === 0 ? [{pointer: step.pointer, value}] : step.expect;
      const judged = (wanted: string, answer: TesteeAnswer): readonly Finding[] =>
        judgeEach({expect: expectations, usual: []}, (expectation, basis) =>
          judgeAnswer(story, {
            expectation: {...expectation, answer: wanted},
            basis,
            message,
            answer: observeAnswer(message, answer),
            scope,
          }),
        );
      const onDecode = judged('value', decoded);
      return [...onDecode, ...judged('encoded', await ask(story, encodeQuestion(message, value)))];
    }
  }
}

function decodeQuestion(message: string, input: OverlayInput, story: Story, scope: Scope): TesteeQuestion {
  const lookup = lookupIn(story, scope);
  switch (input.kind) {
    case 'hex':
      return {kind: 'decode', message, form: 'binary', bytes: Buffer.from(fillText(input.hex, lookup), 'hex')};
    case 'hexRepeat':
      return {kind: 'decode', message, form: 'binary', bytes: repeatedBytes(fill(input.pairs, lookup))};
    case 'json':
      return {kind: 'decode', message, form: 'json', bytes: Buffer.from(fillText(input.text, lookup))};
  }
}

function encodeQuestion(message: string, value: Json, form: EncodeStep['form'] = 'binary'): TesteeQuestion {
  return {kind: 'encode', message, form, value};
}

/** Asks, records, and repeats a broken answer in a fresh process: broken twice is the decoder's fault, broken once makes the case flaky. */
export async function ask(story: Story, question: TesteeQuestion): Promise<TesteeAnswer> {
  const {testee} = story.run.ports;
  if (testee === undefined) throw ended('harness', 'an overlay step was planned without a decoder under test');
  const answer = await recorded(story, question, () => testee.ask(question, {signal: story.signal}));
  if (answer.kind === 'lost') {
    const cause = story.signal.reason === 'interrupted' ? 'interrupted' : 'target-unavailable';
    throw ended(story.signal.aborted ? cause : 'target-unavailable', answer.detail);
  }
  if (answer.kind === 'unsupported') throw unsupported(story, testee, question, answer.text);
  if (answer.kind !== 'broken') return answer;
  const again = await recorded(story, question, () => askFresh(testee, question));
  if (again.kind === 'broken') throw brokenBy(again.cause, again.detail);
  if (again.kind === 'lost') throw ended('target-unavailable', again.detail);
  if (again.kind === 'unsupported') throw unsupported(story, testee, question, again.text);
  // Red once and not again, asked alone: that is no pass.
  const detail = `${answer.detail} A fresh process answered the same question.${await brokenOnlyAfter(story, testee, {question, cause: answer.cause})}`;
  throw new CaseEnded('flaky', answer.cause, detail);
}

/** Of so many questions in a run it is looked for what has to come before them; each costs some starts of the decoder. One end leaves several open. */
const lookedIntoMax = 8;

async function brokenOnlyAfter(
  {run}: Story,
  testee: TesteePort,
  {question, cause}: {readonly question: TesteeQuestion; readonly cause: FailCause},
): Promise<string> {
  const before = testee.askedBefore(question);
  if (run.learnt.brokenLookedInto >= lookedIntoMax) return '';
  run.learnt.brokenLookedInto += 1;
  const isRed = async (port: TesteePort): Promise<boolean> => (await port.ask(question)).kind === 'broken';
  const tries = sequenceTries[cause === 'hang' ? 'hang' : 'other'];
  const questions = await redOnlyAfter(testee, before, isRed, tries);
  return questions === undefined ? '' : ` It does so ${onlyAfterText(questions)}`;
}

// What a decoder lacks is skipped. It cannot take back what it has declared to take, or what it has answered before: then any
// input that it reads wrongly could be declined.
function unsupported(story: Story, testee: TesteePort, question: TesteeQuestion, text: string): CaseEnded {
  const said = `the decoder says that it does not support this${text.trim() === '' ? '' : `: ${text}`}`;
  const {description} = testee;
  const isAnsweredBefore = story.run.learnt.answered.has(kindOfQuestion(question));
  if (isAnsweredBefore) return brokenBy('bad-answer', `${said}; but it has answered such a question before`);
  if (!description.isDeclared || !isAmongDeclared(description, question)) {
    return new CaseEnded('skip', 'capability-absent', said);
  }
  return brokenBy('bad-answer', `${said}; but it declared at the start that it does`);
}

function isAmongDeclared(
  {messages, forms, encodes, encodeForms = forms}: TesteeDescription,
  {kind, message, form}: TesteeQuestion,
): boolean {
  if (messages.length > 0 && !messages.includes(message)) return false;
  return kind === 'decode' ? forms.includes(form) : encodes && encodeForms.includes(form);
}

function askFresh(testee: TesteePort, question: TesteeQuestion): Promise<TesteeAnswer> {
  return testee.askFresh(question);
}

function brokenBy(cause: FailCause, detail: string): CaseEnded {
  return new CaseEnded('fail', cause, detail, [{basis: 'stated', path: 'answer', message: detail, cause}]);
}

/** Records a question with its answer. */
export async function recorded(
  story: Story,
  question: TesteeQuestion,
  send: () => Promise<TesteeAnswer>,
): Promise<TesteeAnswer> {
  const {clock} = story.run.ports;
  const startedMs = clock.monotonicMs();
  const answer = await send();
  const durationMs = roundMs(clock.monotonicMs() - startedMs);
  exchanged(story, {whose: 'target', durationMs, traffic: {kind: 'testee', question, answer}});
  return answer;
}

function judge(
  story: Story,
  step: DecodeStep | EncodeStep,
  message: string,
  answer: TesteeAnswer,
  scope: Scope,
): readonly Finding[] {
  if (expectsNothing(step) && answer.kind !== 'value' && answer.kind !== 'encoded') {
    throw ended(
      'blocked',
      `step ${String((stepOf(story).step ?? 0) + 1)} is only the way there and needs a proper answer, got ${answer.kind}`,
    );
  }
  const form = step.kind === 'encode' ? step.form : 'binary';
  const observed = observeAnswer(message, answer, form);
  return judgeEach(step, (expectation, basis) =>
    judgeAnswer(story, {expectation, basis, message, answer: observed, scope}),
  );
}

// Asks a decoder under test, starts it again after it broke, and has the question found that broke it.
import type {OpenQuestion, TesteeAnswer, TesteeDescription, TesteePort, TesteeQuestion} from '../../../model/peer.ts';
import {AskedBefore} from './asked-before.ts';
import {closedAnswer, type Breakage, type TesteeSession} from './conversation.ts';
import {askAlone, isolate, type Break} from './isolation.ts';
import {brokenAnswer, notStarted, wholeQuestion} from './port-answers.ts';
import {Sessions, type Launch, type OnBroken} from './sessions.ts';

/** How a port gets its sessions. */
export interface TesteePortSettings {
  readonly description: TesteeDescription;
  readonly replyTimeoutMs: number;
  /** Starts a decoder and waits until it has described itself. */
  readonly launch: (onBroken: OnBroken) => Promise<Launch>;
}

/** Makes the port; the decoder is started when the first question comes. */
export function testeePort(settings: TesteePortSettings): TesteePort {
  const port = new Port(settings);
  return {
    description: settings.description,
    ask: (question, options) => port.ask(question, options),
    put: asked => port.put(asked),
    askFresh: (question, before = []) => port.askFresh(question, before),
    askedBefore: question => port.askedBefore(question),
    fresh: () => testeePort(settings),
    close: () => port.close(),
  };
}

/** What a port is doing. A `stray` is what a session did wrong while nothing was asked; the next answer reports it, so that it is not lost. */
type PortState =
  | {readonly kind: 'idle'; readonly stray?: Breakage | undefined}
  | {readonly kind: 'launching'; readonly waiting: OpenQuestion[]; readonly stray?: Breakage}
  | {readonly kind: 'serving'; readonly session: TesteeSession}
  | {readonly kind: 'closed'};

/** Which break is looked into, beside whatever the port is doing; the next one waits for it. */
type IsolationState = {readonly kind: 'none'} | {readonly kind: 'isolating'; readonly done: Promise<void>};

class Port {
  private readonly settings: TesteePortSettings;
  private readonly sessions: Sessions;
  private state: PortState = {kind: 'idle'};
  private isolation: IsolationState = {kind: 'none'};
  private readonly asked = new AskedBefore();

  constructor(settings: TesteePortSettings) {
    this.settings = settings;
    this.sessions = new Sessions(settings.launch);
  }

  ask(
    question: TesteeQuestion,
    {timeoutMs = this.settings.replyTimeoutMs, signal, reached}: AskOptions = {},
  ): Promise<TesteeAnswer> {
    return new Promise(resolve => {
      if (signal === undefined) return this.put(wholeQuestion({question, timeoutMs, settle: resolve, reached}));
      const abandon = (): void => {
        asked.isAbandoned = true;
        resolve({kind: 'lost', detail: this.isolation.kind === 'none' ? givenUp : givenUpBehindBreak});
      };
      const settle = (answer: TesteeAnswer): void => {
        signal.removeEventListener('abort', abandon);
        resolve(answer);
      };
      const asked = wholeQuestion({question, timeoutMs, settle, reached});
      if (signal.aborted) return abandon();
      signal.addEventListener('abort', abandon, {once: true});
      return this.put(asked);
    });
  }

  put(asked: OpenQuestion): void {
    const {state} = this;
    switch (state.kind) {
      case 'closed':
        return asked.settle({kind: 'lost', detail: 'The decoder was closed before it was asked.'});
      case 'serving':
        this.asked.add(asked.question);
        return state.session.put(asked);
      case 'launching':
        state.waiting.push(asked);
        return;
      case 'idle':
        if (state.stray === undefined) return this.relaunch(asked);
        this.state = {kind: 'idle'};
        this.asked.add(asked.question);
        return asked.settle(brokenAnswer(state.stray, 'while nothing was asked, after its earlier answers'));
    }
  }

  askedBefore(question: TesteeQuestion): readonly TesteeQuestion[] {
    return this.asked.before(question, beforeMax);
  }

  askFresh(question: TesteeQuestion, before: readonly TesteeQuestion[]): Promise<TesteeAnswer> {
    const {replyTimeoutMs} = this.settings;
    const asking = askAlone(this.sessions, {question, timeoutMs: replyTimeoutMs, isAbandoned: false}, before);
    this.sessions.track(asking);
    return asking;
  }

  async close(): Promise<void> {
    const {state} = this;
    this.state = {kind: 'closed'};
    if (state.kind === 'launching') for (const asked of state.waiting) this.put(asked);
    await this.sessions.close();
  }

  private relaunch(first: OpenQuestion): void {
    this.state = {kind: 'launching', waiting: [first]};
    const launching = this.sessions.launch((...broken) => this.onBroken(...broken));
    this.sessions.track(launching.then(launch => this.onLaunched(launch)));
  }

  private onLaunched(launch: Launch): void {
    const {state} = this;
    if (state.kind !== 'launching') return;
    if (launch.kind === 'failed') {
      this.state = {kind: 'idle'};
      for (const asked of state.waiting) asked.settle(notStarted(launch.detail));
      return;
    }
    const {session} = launch;
    this.asked.begin();
    this.state = session.isOver() ? {kind: 'idle', stray: state.stray} : {kind: 'serving', session};
    for (const asked of state.waiting) this.put(asked);
  }

  private onBroken(breakage: Breakage, pending: readonly OpenQuestion[], unsent: readonly OpenQuestion[]): void {
    const {state} = this;
    const stray = pending.length === 0 && breakage.isFault ? {stray: breakage} : {};
    if (state.kind === 'serving') this.state = {kind: 'idle', ...stray};
    else if (state.kind === 'launching') this.state = {...state, ...stray};
    if (state.kind === 'closed') for (const asked of pending) asked.settle(closedAnswer);
    else if (pending.length === 1 && breakage.isFault) pending[0]!.settle(brokenAnswer(breakage));
    else if (pending.length > 0) this.beginIsolation(breakage, pending);
    for (const asked of unsent) this.put(asked);
  }

  private beginIsolation(breakage: Breakage, pending: readonly OpenQuestion[]): void {
    const {isolation} = this;
    const before = isolation.kind === 'none' ? Promise.resolve() : isolation.done;
    const [oldest] = pending;
    const asked = oldest === undefined ? [] : this.askedBefore(oldest.question);
    const done = this.isolateAfter(before, {breakage, pending, before: asked});
    const isolating: IsolationState = {kind: 'isolating', done};
    this.isolation = isolating;
    this.sessions.track(isolating.done.then(() => this.onIsolated(isolating)));
  }

  private async isolateAfter(earlier: Promise<void>, broken: Break): Promise<void> {
    await earlier;
    for (const innocent of await isolate(this.sessions, broken)) this.put(innocent);
  }

  /** Others may have begun to wait meanwhile; then it goes on with those. */
  private onIsolated(isolating: IsolationState): void {
    if (this.isolation === isolating) this.isolation = {kind: 'none'};
  }
}

type AskOptions = NonNullable<Parameters<TesteePort['ask']>[1]>;

/** What needs more questions before it than this is not shown again. */
const beforeMax = 1_024;

const givenUp = 'The question was given up before its answer came.';
const givenUpBehindBreak =
  'The question was given up before its answer came: it had to wait while questions that broke the decoder were asked again one by one. Fix what breaks it, or give a shorter --reply-timeout.';

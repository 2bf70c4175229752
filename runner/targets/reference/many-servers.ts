// Many embedded hosting servers in one process of their own: starting one costs milliseconds instead of a second.
import {createInterface} from 'node:readline';
import type {ReferenceHouse, ReferenceSettings, ReferenceStart} from '../../../model/machine.ts';
import {describeEnd, startProcess, type RunningProcess} from '../process/child.ts';
import {
  flagsOf,
  newAdmin,
  referenceCommand,
  startReference,
  type InstrumentedBuild,
  type ReferenceAdmin,
} from './start-reference.ts';

/** Opens a house, of the plain reference or of an instrumented build; its process starts with the first hosting server that is asked for. Live peers keep a process each. */
export function openReferenceHouse(build?: InstrumentedBuild): ReferenceHouse {
  let household: Promise<Household> | undefined;
  const ends: string[] = [];
  return {
    start: async settings => {
      if (settings.role !== 'hosting') return startReference(settings, build);
      household ??= moveIn(build, how => {
        household = undefined;
        ends.push(how);
      });
      const home = await household;
      return home.kind === 'cannot-start' ? home : startIn(home, settings);
    },
    ends: () => ends,
    close: async () => {
      const home = await household;
      if (home?.kind === 'home') await home.child.stop();
    },
  };
}

interface Home {
  readonly kind: 'home';
  readonly child: RunningProcess;
  readonly admin: ReferenceAdmin;
  /** Sends an order and gives its answer. */
  ask(order: {readonly args: readonly string[]} | {readonly stop: number}): Promise<Answer>;
}

type Household = Home | {readonly kind: 'cannot-start'; readonly detail: string};

/** One answer of `--many`. */
interface Answer {
  readonly id: number;
  readonly url?: string;
  readonly problem?: string;
}

/** Starts the process; when it ends, whoever waits is told, and `onEnd` is told how. */
async function moveIn(build: InstrumentedBuild | undefined, onEnd: (how: string) => void): Promise<Household> {
  const admin = newAdmin();
  const {command, args} = referenceCommand('hosting', build);
  const started = await startProcess({command, args: [...args, '--many'], env: {...process.env, ...admin.env}});
  if (started.kind === 'cannot-start') return started;
  const child = started.process;
  const waiting = new Map<number, (answer: Answer) => void>();
  createInterface({input: child.stdout}).on('line', line => {
    const answer = JSON.parse(line) as Answer;
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  let gone: string | undefined;
  void child.ended.then(end => {
    gone = `the process of the servers ended (${describeEnd(end)})`;
    onEnd(describeEnd(end));
    for (const [id, settle] of waiting) settle({id, problem: gone});
    waiting.clear();
  });
  let count = 0;
  const ask: Home['ask'] = order =>
    new Promise(resolve => {
      const id = 'stop' in order ? order.stop : (count += 1);
      if (gone !== undefined) {
        resolve({id, problem: gone});
        return;
      }
      waiting.set(id, resolve);
      child.stdin.write(`${JSON.stringify('stop' in order ? {id, stop: true} : {id, ...order})}\n`);
    });
  return {kind: 'home', child, admin, ask};
}

async function startIn(home: Home, settings: ReferenceSettings): Promise<ReferenceStart> {
  const {admin} = home;
  const answer = await home.ask({args: flagsOf(settings)});
  if (answer.url === undefined)
    return {kind: 'cannot-start', detail: `the reference cannot be started: ${answer.problem ?? 'it gave no address'}`};
  return {
    kind: 'started',
    url: answer.url,
    admin: {user: admin.user, password: admin.password},
    adminToken: admin.token,
    oldToken: admin.oldToken,
    stop: async () => void (await home.ask({stop: answer.id})),
  };
}

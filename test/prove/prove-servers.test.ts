// Kills the process that holds the faulty references while `prove` uses it: it says so, runs the cases again in a new one, and comes to the same.
import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {main} from '../../runner/commands/prove.ts';
import type {ReferenceHouse, ReferenceSettings, ReferenceStart} from '../../model/machine.ts';
import {openReferenceHouse} from '../../runner/targets/reference/many-servers.ts';
import {temporaryFolder} from '../support/command-line.ts';
import {atEnd} from '../support/endings.ts';
import {inProcess, type Said} from '../support/in-process.ts';
import {passThrough, rawServer} from '../support/raw-server.ts';

// Two cases can notice each of them, which is soon done.
const [first, second] = ['oauth2-secret-in-list', 'scope-duplicates-stored'];
const faults = [first, second] as const;

/** Each run makes more requests than this. */
const halfWay = 12;

interface Matrix {
  readonly faults: number;
  readonly noticed: number;
  readonly rows: readonly {
    readonly fault: {readonly name: string};
    readonly ran: number;
    readonly refusal?: string;
    readonly noticed: readonly {readonly case: string; readonly verdict: string}[];
  }[];
}

/** What a matrix says, without texts that hold names drawn anew. */
function said({faults: all, noticed, rows}: Matrix) {
  const of = rows.map(row => ({
    name: row.fault.name,
    ran: row.ran,
    refusal: row.refusal,
    noticed: row.noticed.map(({case: id, verdict}) => `${id} ${verdict}`).toSorted(),
  }));
  return {all, noticed, of};
}

async function prove(house: () => ReferenceHouse): Promise<Said & {readonly matrix: Matrix}> {
  const output = temporaryFolder();
  const args = ['--jobs', '1', ...faults.flatMap(name => ['--fault', name]), '--output', output];
  const finished = await inProcess(main, args, {openReferenceHouse: () => Promise.resolve(house())});
  return {...finished, matrix: JSON.parse(readFileSync(join(output, 'kill-matrix-part.json'), 'utf8')) as Matrix};
}

/** The processes that we have started and that hold many references. */
function houses(): readonly number[] {
  return execFileSync('ps', ['-eo', 'pid,ppid,stat,args'], {encoding: 'utf8'})
    .split('\n')
    .map(line => /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [])
    .filter(
      ([, , parent, state, args]) =>
        Number(parent) === process.pid && state?.startsWith('Z') === false && args?.includes('--many') === true,
    )
    .map(([, pid]) => Number(pid));
}

/** A house whose process is killed half way through each run that `isHit` chooses by its number. */
function mortal(isHit: (run: number) => boolean): () => ReferenceHouse {
  let runs = 0;
  return () => {
    const house = openReferenceHouse();
    let pid = 0;
    const start = async (settings: ReferenceSettings): Promise<ReferenceStart> => {
      const before = houses();
      const started = await house.start(settings);
      if (settings.role !== 'hosting' || started.kind === 'cannot-start') return started;
      runs += 1;
      if (!isHit(runs)) return started;
      pid = houses().find(one => !before.includes(one)) ?? pid;
      // A signal to process 0 would go to ourselves.
      if (pid === 0) throw new Error('ps does not show the process of the house');
      const forward = passThrough(started.url);
      let count = 0;
      const proxy = await rawServer({
        fallback: async (socket, request) => {
          count += 1;
          if (count === halfWay) process.kill(pid, 'SIGKILL');
          await forward(socket, request);
        },
      });
      atEnd(() => proxy.close());
      return {...started, url: proxy.url};
    };
    return {...house, start};
  };
}

test('a process that is killed half way costs a repetition and changes nothing', async () => {
  const whole = await prove(openReferenceHouse);
  const disturbed = await prove(mortal(run => run === 1));
  expect(disturbed.stderr).toContain(
    `${first}: the process of the servers ended (signal SIGKILL); its cases run again in a new one\n`,
  );
  expect(whole.stderr).not.toContain('ended');
  expect([whole.exitCode, disturbed.exitCode]).toEqual([0, 0]);
  expect(said(disturbed.matrix)).toEqual(said(whole.matrix));
  expect(houses()).toEqual([]);
}, 120_000);

test('a process that ends each time is no evidence, and it is said how often that was', async () => {
  const {exitCode, matrix, stderr} = await prove(mortal(run => run <= 3));
  const why = `${first}: the process of the servers ended (signal SIGKILL) in each of 3 runs`;
  expect(exitCode).toBe(1);
  expect(stderr).toContain(`${first}: noticed by no case (${why})\n`);
  expect(matrix.rows.map(({refusal, noticed}) => [refusal, noticed.length > 0])).toEqual([
    [why, false],
    [undefined, true],
  ]);
}, 120_000);

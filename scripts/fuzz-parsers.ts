// Spoils real inputs for minutes and gives them to every parser of what strangers write: `npx tsx scripts/fuzz-parsers.ts MINUTES [NAME …]`.
import {mkdirSync, writeFileSync} from 'node:fs';
import {Random} from '../base/random/seeded-numbers.ts';
import {foreignInputs, spoiled, type ForeignInput} from '../test/support/foreign-inputs.ts';

/** One input may take so long; a parser that takes longer can be held up by a stranger. */
const slowMs = 2_000;

const [minutes = '10', ...names] = process.argv.slice(2);
const seed = Date.now() & 0xffff_ff;
const folder = 'fuzz-parsers';
let found = 0;
for (const input of foreignInputs)
  if (names.length === 0 || names.includes(input.name)) await fuzz(input, Number(minutes) * 60_000);
process.exitCode = found === 0 ? 0 : 1;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function fuzz({name, seeds, read}: ForeignInput, forMs: number): Promise<void> {
  const untilMs = performance.now() + forMs;
  let count = 0;
  let slowest = 0;
  const seen = new Set<string>();
  while (performance.now() < untilMs) {
    const random = new Random(seed + count);
    const bytes = spoiled(seeds, random);
    // Processor time: other programs make no parser slow.
    const before = process.cpuUsage();
    count += 1;
    try {
      await read(bytes, random);
    } catch (error) {
      keep(`${name}-${String(seed + count)}`, bytes, seen, String((error as Error).stack ?? error));
    }
    const {user, system} = process.cpuUsage(before);
    const tookMs = (user + system) / 1_000;
    slowest = Math.max(slowest, tookMs);
    if (tookMs > slowMs) keep(`${name}-${String(seed + count)}`, bytes, seen, `slow: ${tookMs.toFixed(0)} ms`);
  }
  say(
    `${name}: ${count.toLocaleString('en')} inputs in ${minutes} min, seed ${String(seed)}, slowest ${slowest.toFixed(0)} ms, ${String(seen.size)} problems`,
  );
}

function keep(name: string, bytes: Uint8Array, seen: Set<string>, what: string): void {
  const [head = '', place = ''] = what.split('\n');
  if (seen.has(head + place)) return;
  seen.add(head + place);
  found += 1;
  mkdirSync(folder, {recursive: true});
  const path = `${folder}/${name.replaceAll(' ', '-')}`;
  writeFileSync(path, bytes);
  say(`${path}: ${what}`);
}

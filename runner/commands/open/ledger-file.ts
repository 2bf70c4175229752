// The ledger on the disk: one JSON line before each create, one when the thing is gone; lines of killed runs stay until they are cleaned up.
import {defined} from '../../../base/json/defined.ts';
import {isJsonObject, type Json, type JsonObject} from '../../../model/json.ts';
import type {Ledger, LedgerEntry, RecordedThing} from '../../../model/ledger.ts';
import type {Machine} from '../../../model/machine.ts';

/** The ledger of one run. */
export interface LedgerFile {
  /** Gives the ledger for one server of the run; the first one gives the run its name. */
  begin(server: {readonly run: string; readonly target: string; readonly variant?: string}): Ledger;
  close(): void;
}

export const ledgerName = 'ledger.jsonl';

/** Opens the ledger of a results folder when the first thing is about to be made. What earlier runs left is kept; what is all gone is not. */
export function openLedger(machine: Machine, folder: string): LedgerFile {
  const file = `${folder}/${ledgerName}`;
  let open: ReturnType<Machine['files']['openAppend']> | undefined;
  let session: string | undefined;
  let count = 0;
  const write = (line: {readonly [key: string]: unknown}): void => {
    open ??= machine.files.openAppend(file, {isKept: thingsLeft(machine, file).length > 0});
    open.append(`${JSON.stringify({ledger: 1, run: session ?? '', ...line}, exactInteger)}\n`);
  };
  return {
    begin: ({run, target, variant}) => {
      session ??= run;
      return {
        intend: entry => {
          count += 1;
          const n = count;
          const at = machine.clock.now().toISOString();
          write({what: 'make', n, at, target, ...defined({variant}), entry});
          return {
            made: values => {
              write({what: 'made', n, values});
            },
            gone: () => {
              write({what: 'gone', n});
            },
          };
        },
      };
    },
    close: () => {
      open?.close();
    },
  };
}

/** Lists what a ledger says was to be made and is not gone, oldest first. A torn or foreign line says nothing. */
export function thingsLeft(machine: Machine, file: string): readonly RecordedThing[] {
  const text = machine.files.exists(file) ? machine.files.readText(file, ledgerBytesMax) : undefined;
  return text?.kind === 'text' ? readLedger(text.text) : [];
}

// JSON.stringify knows no bigint; in a path an id past 2^53 reads the same as text.
function exactInteger(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

const ledgerBytesMax = 256 * 1024 * 1024;

/** Reads the lines of a ledger. */
export function readLedger(text: string): readonly RecordedThing[] {
  const things = new Map<string, RecordedThing>();
  for (const row of text.split('\n')) {
    const line = parsed(row);
    if (line === undefined) continue;
    const [run, n] = [line['run'], line['n']];
    if (typeof run !== 'string' || typeof n !== 'number') continue;
    const key = `${run} ${String(n)}`;
    if (line['what'] === 'gone') things.delete(key);
    const known = things.get(key);
    if (
      line['what'] === 'made' &&
      known !== undefined &&
      known.entry.kind !== 'account' &&
      isJsonObject(line['values'])
    )
      things.set(key, {...known, entry: {...known.entry, values: {...known.entry.values, ...line['values']}}});
    const entry = line['what'] === 'make' ? entryOf(line['entry']) : undefined;
    const [at, target, variant] = [line['at'], line['target'], line['variant']];
    if (entry === undefined || typeof at !== 'string' || typeof target !== 'string') continue;
    things.set(key, {run, n, at, target, entry, ...(typeof variant === 'string' ? {variant} : {})});
  }
  return [...things.values()];
}

function parsed(row: string): JsonObject | undefined {
  if (!row.startsWith('{')) return undefined;
  try {
    const value = JSON.parse(row) as Json;
    return isJsonObject(value) && value['ledger'] === 1 ? value : undefined;
  } catch {
    return undefined;
  }
}

function entryOf(value: Json | undefined): LedgerEntry | undefined {
  if (!isJsonObject(value)) return undefined;
  const {kind, name, arrangement, as, login, values, method, path} = value as {
    readonly [key: string]: Json | undefined;
  };
  if (kind === 'account' && typeof name === 'string') return {kind, name};
  if (typeof as !== 'string' || typeof login !== 'string' || !isJsonObject(values)) return undefined;
  if (kind === 'request' && typeof method === 'string' && typeof path === 'string')
    return {kind, as, login, method, path, values};
  return kind === 'arrangement' && typeof arrangement === 'string' ? {kind, arrangement, as, login, values} : undefined;
}

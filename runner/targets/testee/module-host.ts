// The program of the child process that hosts a decoder written as a JavaScript or TypeScript module; it is asked over file descriptor 3.
import {Socket} from 'node:net';
import {basename} from 'node:path';
import {pathToFileURL} from 'node:url';
import {Worker} from 'node:worker_threads';
import {loadProtobufOfDecoder, readRequest, writeResponse, type HostAnswer, type HostRequest} from './host-envelope.ts';
import {loadingFault, loadingPlace} from '../host/loading-fault.ts';
import {Batch} from './batch.ts';
import {valueText} from './module-value.ts';
import type {NewlyReached} from '../coverage/code-counters.ts';

/** What a module exports, by name or as its default export. */
interface DecoderModule {
  /** Gives the value of the bytes (uint64 as bigint or decimal string, bytes as Uint8Array or hex); throws where they are malformed. */
  decode(message: string, bytes: Uint8Array): unknown;
  /** Gives the bytes of a value in the value-text convention of proto/testee.proto. */
  encode?(message: string, value: unknown): unknown;
  /** Decodes proto3 JSON text. */
  decodeJson?(message: string, text: string): unknown;
  /** Gives the proto3 JSON text of a value. */
  encodeJson?(message: string, value: unknown): unknown;
  readonly describe?: {
    readonly name?: string | number;
    readonly version?: string | number;
    readonly messages?: readonly string[];
    readonly keepsUnknownFields?: boolean;
  };
}

/** Behind the file of the module and the process that asks: its branches are counted, and answers say what they reached. */
const coverageWord = 'coverage';

await host(process.argv[2] ?? '', {parent: Number(process.argv[3]), isCounted: process.argv[4] === coverageWord});

async function host(
  file: string,
  {parent, isCounted}: {readonly parent: number; readonly isCounted: boolean},
): Promise<void> {
  // Loading it may never end either.
  watchParent(parent);
  const takeReached = isCounted ? await beginCounting() : () => undefined;
  loadProtobufOfDecoder();
  const decoder = await load(file);
  if (typeof decoder === 'string') {
    process.stderr.write(`${decoder}\n`);
    process.exitCode = 1;
    return;
  }
  // Most inputs of a decoder under test are rejected; a stack trace that nobody reads costs more than the decoding.
  Error.stackTraceLimit = 0;
  const link = new Socket({fd: 3, readable: true, writable: true});
  // Who asks is gone: nothing that the module still does matters.
  link.on('end', () => process.exit(0)).on('error', () => process.exit(0));
  serve(link, request => answer(decoder, file, request), takeReached);
}

/** Loads what counts only where something is counted: it parses every source. */
async function beginCounting(): Promise<() => NewlyReached | undefined> {
  const {countBranches, takeReached} = await import('../coverage/code-counters.ts');
  countBranches();
  return takeReached;
}

/** A module that loops never sees the end of its input: a thread ends the process when the one that started it is gone. */
function watchParent(parent: number): void {
  // The one that asks may be gone before this thread runs: who it was is not looked up here.
  const watch = `const {workerData} = require('node:worker_threads');
    setInterval(() => process.ppid === workerData || process.kill(process.pid, 'SIGKILL'), 500);`;
  new Worker(watch, {eval: true, execArgv: [], workerData: parent}).unref();
}

async function load(file: string): Promise<DecoderModule | string> {
  let loaded: {readonly [name: string]: unknown};
  const sayWhy = (): void => {
    process.stderr.write(`The module ${file} cannot be loaded: ${endedWhileLoading(process.exitCode)}\n`);
  };
  process.on('exit', sayWhy);
  try {
    loaded = (await import(pathToFileURL(file).href)) as {readonly [name: string]: unknown};
  } catch (error) {
    return `The module ${file} cannot be loaded: ${loadingFault(error)}${loadingPlace(error)}`;
  } finally {
    process.off('exit', sayWhy);
  }
  const candidates = [loaded, loaded['default']] as readonly (Partial<DecoderModule> | undefined)[];
  const decoder = candidates.find(candidate => typeof candidate?.decode === 'function');
  return (decoder as DecoderModule | undefined) ?? `The module ${file} exports no function "decode(message, bytes)".`;
}

/** Node ends with 13 where a promise awaited at the top level of a module can never be settled. */
function endedWhileLoading(code: typeof process.exitCode): string {
  return code === 13
    ? 'it awaits a promise at its top level that is never settled.'
    : `it ended the process with exit code ${String(code)} before its functions could be called.`;
}

function serve(
  link: Socket,
  answerTo: (request: HostRequest) => HostAnswer | Promise<HostAnswer>,
  takeReached: () => NewlyReached | undefined,
): void {
  let held: Buffer = Buffer.alloc(0);
  const batch = new Batch();
  const send = (id: number, given: HostAnswer): void => {
    // Everything that is answered in one tick goes out in one write.
    if (batch.length === 0) queueMicrotask(() => link.write(batch.take()));
    writeResponse(batch, id, given, given.kind === 'description' ? undefined : takeReached());
  };
  link.on('data', (chunk: Buffer) => {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    let at = 0;
    while (held.length - at >= 4 && held.length - at - 4 >= held.readUInt32LE(at)) {
      const end = at + 4 + held.readUInt32LE(at);
      const request = readRequest(held.subarray(at + 4, end));
      at = end;
      if (request === undefined) continue;
      const given = answerTo(request);
      if (given instanceof Promise) void given.then(late => send(request.id, late));
      else send(request.id, given);
    }
    held = held.subarray(at);
  });
}

function answer(decoder: DecoderModule, file: string, request: HostRequest): HostAnswer | Promise<HostAnswer> {
  switch (request.kind) {
    case 'describe':
      return description(decoder, file);
    case 'decode': {
      const {message, form, input} = request;
      if (form === 'binary') return outcomeOf(() => decoder.decode(message, input), valueAnswer);
      if (decoder.decodeJson === undefined) return {kind: 'unsupported', text: 'The module exports no decodeJson.'};
      return outcomeOf(() => decoder.decodeJson?.(message, Buffer.from(input).toString()), valueAnswer);
    }
    case 'encode': {
      const {message, form, value} = request;
      if (decoder.encode === undefined) return {kind: 'unsupported', text: 'The module exports no encode.'};
      if (form === 'json') {
        if (decoder.encodeJson === undefined) return {kind: 'unsupported', text: 'The module exports no encodeJson.'};
        return outcomeOf(() => decoder.encodeJson?.(message, JSON.parse(value)), writtenAnswer);
      }
      return outcomeOf(() => decoder.encode?.(message, JSON.parse(value)), encodedAnswer);
    }
  }
}

function description(decoder: DecoderModule, file: string): HostAnswer {
  const {describe = {}} = decoder;
  const {name = basename(file), version = '', messages = [], keepsUnknownFields = false} = describe;
  return {
    kind: 'description',
    description: {
      name: String(name),
      version: String(version),
      messages: messages.map(String),
      isReadingJson: typeof decoder.decodeJson === 'function',
      isEncoding: typeof decoder.encode === 'function',
      isWritingJson: typeof decoder.encodeJson === 'function',
      isKeepingUnknownFields: keepsUnknownFields,
    },
  };
}

/** Runs the module's function, waits for what it promises, and takes what it throws as a rejection. */
function outcomeOf(run: () => unknown, answerOf: (result: unknown) => HostAnswer): HostAnswer | Promise<HostAnswer> {
  try {
    const result = run();
    return result instanceof Promise ? result.then(answerOf).catch(rejection) : answerOf(result);
  } catch (error) {
    return rejection(error);
  }
}

function rejection(error: unknown): HostAnswer {
  return {kind: 'reject', text: sentenceOf(error)};
}

function sentenceOf(error: unknown): string {
  return (error instanceof Error ? `${namedKind(error)}${error.message}` : String(error)).slice(0, 1_000);
}

/** What the language itself throws is a refusal too, as readers past the end may throw it on purpose; whoever reads it sees which it was. */
function namedKind({name}: Error): string {
  return languageErrors.has(name) ? `threw ${name}: ` : '';
}

const languageErrors = new Set(['TypeError', 'RangeError', 'ReferenceError', 'SyntaxError', 'URIError']);

function valueAnswer(result: unknown): HostAnswer {
  return {kind: 'value', text: JSON.stringify(valueText(result)) ?? 'null'};
}

function encodedAnswer(result: unknown): HostAnswer {
  if (result instanceof Uint8Array) return {kind: 'encoded', bytes: result};
  // Whoever asked reads this as a wrong kind of answer to an encode, which it is.
  return {kind: 'value', text: '"encode gave no Uint8Array"'};
}

function writtenAnswer(result: unknown): HostAnswer {
  return typeof result === 'string'
    ? {kind: 'encoded', bytes: Buffer.from(result)}
    : {kind: 'value', text: '"encodeJson gave no text"'};
}

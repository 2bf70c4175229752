// The options that say what is under test and how to reach it, shared by every command that speaks to a target.
import type {Command} from 'commander';
import {defaultBounds, type Bounds} from '../../../model/bounds.ts';
import type {TargetChoice} from '../../../model/target-choice.ts';
import type {TargetFile} from '../../../model/target-file.ts';
import {openidSettings, targetSettings} from '../../../model/target-settings.ts';
import {declareSettings, declareTable} from './declare-settings.ts';

/** The options as commander gives them: durations in milliseconds, sizes in bytes. */
export interface TargetOptions extends TargetChoice {
  /** The file of `targetFile`, read; no flag. Flags that say the same win over it. */
  readonly from?: TargetFile;
  readonly connectTimeout?: number;
  readonly replyTimeout?: number;
  readonly caseTimeout?: number;
  readonly replyBytesMax?: number;
  readonly headerBytesMax?: number;
  readonly headersMax?: number;
  readonly informationalMax?: number;
  readonly jsonDepthMax?: number;
  readonly frameBytesMax?: number;
  readonly retryAfterMax?: number;
  readonly jobs?: number;
  readonly rateLimit?: number;
  readonly lag?: number;
  /** Runs of each property; declared by commands that run any. */
  readonly propertyRuns?: number;
  /** Milliseconds after which a property begins no more runs. */
  readonly propertyTime?: number;
}

/** Declares the options. Help leaves out those that the command does not use. */
export function addTargetOptions(command: Command, unused: readonly (keyof TargetOptions)[] = []): Command {
  return declareSettings(command, targetSettings, {}, new Set(unused));
}

/** Declares where the identity provider is, for the command that offers it by itself. */
export function addOpenidOptions(command: Command): Command {
  return declareTable(command, openidSettings);
}

/** Gives the bounds that the options ask for. */
export function boundsOf(options: TargetOptions, isLoopback: boolean): Bounds {
  return {
    connectTimeoutMs: options.connectTimeout ?? defaultBounds.connectTimeoutMs,
    replyTimeoutMs: options.replyTimeout ?? defaultBounds.replyTimeoutMs,
    caseTimeoutMs: options.caseTimeout ?? defaultBounds.caseTimeoutMs,
    replyBytesMax: options.replyBytesMax ?? defaultBounds.replyBytesMax,
    headerBytesMax: options.headerBytesMax ?? defaultBounds.headerBytesMax,
    headersMax: options.headersMax ?? defaultBounds.headersMax,
    informationalMax: options.informationalMax ?? defaultBounds.informationalMax,
    jsonDepthMax: options.jsonDepthMax ?? defaultBounds.jsonDepthMax,
    frameBytesMax: options.frameBytesMax ?? defaultBounds.frameBytesMax,
    retryAfterMaxMs: options.retryAfterMax ?? defaultBounds.retryAfterMaxMs,
    jobs: options.jobs ?? (isLoopback ? defaultBounds.jobs : 2),
    rateLimit: options.rateLimit ?? defaultBounds.rateLimit,
    lagMs: options.lag ?? defaultBounds.lagMs,
  };
}

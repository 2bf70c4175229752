// Says of a red or blocked attempt whether the dialect's name for something was refused, which is not the target's fault.
import type {Attempt} from '../../../model/outcome.ts';
import type {RawExchange} from '../../../model/raw-exchange.ts';
import type {NameKnowledge} from '../attempt/run-parts.ts';
import type {RunContext} from '../attempt/run-context.ts';
import {namesIn, type GuessedName} from './guessed-names.ts';
import {trialOf} from './name-trials.ts';
import {refusedNameText, tryName} from './try-name.ts';

/** Gives the attempt as it is to be reported: "Where a guessed name is what was refused, the verdict is `error` and says so." */
export async function withRefusedNames(run: RunContext, attempt: Attempt, interrupt: AbortSignal): Promise<Attempt> {
  const detail = await refusedName(run, attempt, interrupt);
  return detail === undefined ? attempt : {...attempt, verdict: 'error', cause: 'name-refused', detail};
}

async function refusedName(run: RunContext, attempt: Attempt, interrupt: AbortSignal): Promise<string | undefined> {
  const refusal = refusalIn(attempt);
  if (refusal === undefined || interrupt.aborted) return undefined;
  for (const name of namesIn(refusal.request, run.contract.dialect)) {
    const isReserved = trialOf(name.path)?.isReserved === true;
    // A name that nobody may take is missed where it was taken; all others where they were refused.
    if (isReserved !== refusal.status < 400) continue;
    const known = await tryName(run, name, interrupt);
    if (isExcuse(run, name, known)) return refusedNameText(name, known);
    if (known.kind === 'untried' && isNamedByReply(refusal, name) && !isCertain(run, name))
      return refusedNameText(name, {kind: 'refused', status: refusal.status, isReserved});
  }
  return undefined;
}

// What is certain is the target's own fault, until it is shown that it has another name for it.
function isExcuse(
  run: RunContext,
  name: GuessedName,
  known: NameKnowledge,
): known is Extract<NameKnowledge, {readonly kind: 'refused'}> {
  return known.kind === 'refused' && (known.instead !== undefined || !isCertain(run, name));
}

function isCertain({contract}: RunContext, {path}: GuessedName): boolean {
  const said = contract.dialect.said ?? [];
  return said.some(one => one === '*' || one === path || path.startsWith(`${one}.`));
}

interface Refusal {
  readonly request: Extract<RawExchange['traffic'], {readonly kind: 'http'}>['request'];
  readonly status: number;
  readonly text: string;
}

/** The request that decided a red, warned or blocked attempt, with its answer. */
function refusalIn({verdict, cause, findings, exchanges}: Attempt): Refusal | undefined {
  if (
    verdict === 'pass' ||
    verdict === 'skip' ||
    (verdict === 'error' && cause !== 'blocked' && cause !== 'arrangement')
  )
    return undefined;
  const first = findings.find(({basis}) => basis === 'stated') ?? findings[0];
  // What is missing in a refusal is missing because of it.
  const miss = findings.find(({path, step}) => path === 'status' && step === first?.step) ?? first;
  if (miss !== undefined && miss.path !== 'status') return undefined;
  const own = exchanges.filter(({phase, whose}) => phase !== 'clean-up' && whose === 'target');
  const decisive = own.findLast(({step}) => miss?.step === undefined || step === miss.step) ?? own.at(-1);
  const traffic = decisive?.traffic;
  if (traffic?.kind !== 'http' || traffic.observation.kind !== 'reply') return undefined;
  const {status, body} = traffic.observation;
  const isRefused = status === 400 || status === 422;
  if (!isRefused && status >= 300) return undefined;
  return {request: traffic.request, status, text: Buffer.from(body).toString('utf8')};
}

// A name that cannot be tried by itself is taken for refused only where the answer names it.
function isNamedByReply({text}: Refusal, {value}: GuessedName): boolean {
  return (Array.isArray(value) ? value : [value]).some(
    item => typeof item === 'string' && item.length > 2 && text.includes(item),
  );
}

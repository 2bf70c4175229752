// What `touchstone doctor` does when its command line was read: opens the target, looks at it, and prints what it found.
import {nameAndVersion} from '../../../reports/words/decoder-name.ts';
import {counted} from '../../../base/text/counted.ts';
import {defined} from '../../../base/json/defined.ts';
import {program} from '../../../base/text/program.ts';
import {webhookRoute} from '../../execute/steps/webhook-route.ts';
import type {Machine} from '../../../model/machine.ts';
import {planRun} from '../../plan/plan-run.ts';
import {
  obstaclesOf,
  type Diagnosis,
  type DiagnosisLine,
  type DiagnosisSection,
  type SpokenDialect,
} from '../../../reports/explain/diagnosis.ts';
import {renderDiagnosis} from '../../../reports/explain/diagnosis-text.ts';
import type {Redactor} from '../../../reports/redaction/redaction.ts';
import {jsonWithEscapes, visibleText} from '../../../base/text/visible-text.ts';
import {transportFor} from '../../../model/peers/transports.ts';
import {loadCatalog, type Catalog} from '../load/catalog.ts';
import {checkTargetOptions} from '../words/check-target-options.ts';
import {askRepository} from './ask-repository.ts';
import {tryNames, type NamesTried} from './ask-names.ts';
import {namesInOneLine} from '../../execute/names/try-name.ts';
import {spokenDialect} from './spoken-dialect.ts';
import type {RunContext} from '../../execute/attempt/run-context.ts';
import type {Plan} from '../../../model/plan.ts';
import {askActor, askCapabilities, askClock, askFullness, askPages, isAdministrator} from './ask-server.ts';
import {sizeOfRun, skipsOfRun, variantsOfRun, withAccounts, withContextAccounts} from './what-a-run-does.ts';
import {askDecoder, askLivePeer} from './ask-peers.ts';
import {serverSettings} from '../../plan/server-settings.ts';
import {noteMistyped} from '../words/environment.ts';
import type {TargetOptions} from '../words/target-options.ts';
import {contextOf, enterTarget, offerOf, type Entry} from '../open/enter-target.ts';
import {redactorFor} from '../open/given-secrets.ts';
import {casesInContexts} from '../run/cases-in-contexts.ts';
import {gatherRunnables} from '../load/gather-runnables.ts';
import {openLedger} from '../open/ledger-file.ts';
import {loadTargetFile} from '../load/load-target-file.ts';
import {openTarget} from '../open/open-target.ts';
import type {OpenTarget} from '../open/opening.ts';
import {isColored} from '../words/colored.ts';
import {printProblems} from '../words/print-problems.ts';
import {holdFolder} from '../run/hold-folder.ts';
import {targetFacts} from '../run/run-header.ts';
import {readPlaces} from '../load/select-options.ts';
import {interruptible, type Stops} from '../words/stops.ts';
import {withSwitchedOff} from '../open/switched-off-parts.ts';
import {timedTarget} from '../open/timed-target.ts';
import {ownNamesProblems} from '../load/own-dialects.ts';
import {unknownNames} from '../load/unknown-names.ts';

/** The options as commander gives them. */
export interface DoctorOptions extends TargetOptions {
  readonly readOnly?: boolean;
  readonly format: 'text' | 'json';
  readonly output: string;
}

/** Looks at the target and gives the exit code. */
export async function lookAtTarget(options: DoctorOptions, machine: Machine): Promise<number> {
  const loaded = await loadTargetFile(options, machine);
  if (loaded.kind === 'unusable') return refuse(machine, 2, loaded.why);
  noteMistyped(loaded.options, machine);
  const mesh = transportFor('livePeer', loaded.options.livePeer ?? '')?.isSealed === true;
  const catalog = await loadCatalog(machine, {own: true, users: [], mesh});
  const problems = [
    ...checkTargetOptions(loaded.options),
    ...unknownNames(loaded.options, catalog),
    ...(await ownNamesProblems(loaded.options, catalog, machine)),
  ];
  if (problems.length > 0) return refuse(machine, 2, ...problems);
  const leave = await leaveToWrite(loaded.options, machine);
  const look = (): Promise<number> => openAndLook({machine, catalog, ...leave});
  const {output} = loaded.options;
  return leave.isReadOnly ? look() : holdFolder({folder: output, command: 'doctor'}, machine, look);
}

async function openAndLook(looking: Omit<Examination, 'stops' | 'redactor'>): Promise<number> {
  const {machine, options} = looking;
  const stops = interruptible(machine);
  try {
    const redactor = redactorFor(options, machine);
    const opening = await openTarget(options, machine, {redactor, stop: stops.stop});
    if (opening.kind === 'failed') return refuse(machine, opening.exitCode, ...opening.problems);
    try {
      return await examine(timedTarget(opening.target), {...looking, stops, redactor});
    } finally {
      await opening.target.close();
    }
  } finally {
    stops.release();
  }
}

interface Leave {
  readonly options: DoctorOptions;
  readonly isReadOnly: boolean;
}

// Looking needs nobody's leave. Elsewhere than on this machine nothing is made unless its owner called it a test server.
async function leaveToWrite(options: DoctorOptions, machine: Machine): Promise<Leave> {
  const base = options.target === undefined ? undefined : await machine.readBaseUrl(options.target);
  if (base?.kind !== 'url') return {options, isReadOnly: options.readOnly === true};
  const isAllowed = base.isLoopback || options.allowWrites === base.origin || options.from?.isTestServer === true;
  return {
    options: {...options, allowWrites: base.origin},
    isReadOnly: !isAllowed || options.readOnly === true,
  };
}

interface Examination extends Leave {
  readonly redactor: Redactor;
  readonly machine: Machine;
  readonly catalog: Catalog;
  readonly stops: Stops;
}

async function examine(target: OpenTarget, inputs: Examination): Promise<number> {
  const {machine, options, catalog, stops, isReadOnly, redactor} = inputs;
  const say = (text: string): string => redactor.redactText(text);
  const ledger = openLedger(machine, options.output);
  try {
    const entering = {machine, options, catalog, redactor, stops, ...(isReadOnly ? {} : {ledger})};
    const entry = await enterTarget(target, {...entering, isMakingNobody: isReadOnly});
    if (entry.kind === 'refused') {
      for (const left of entry.leftovers ?? []) machine.talk(`left behind: ${visibleText(say(left))}\n`);
      return refuse(machine, stops.count() > 0 ? 130 : 5, say(`${entry.why}\n  ${entry.fix}`));
    }
    let diagnosis: Diagnosis;
    try {
      diagnosis = await diagnose(target, entry, inputs);
    } finally {
      for (const left of await entry.signOut()) machine.talk(`left behind: ${visibleText(say(left))}\n`);
    }
    if (stops.count() > 0) return 130;
    tell(diagnosis, {machine, options, say});
    if (diagnosis.isUnreachable === true) return 5;
    return obstaclesOf(diagnosis) === 0 ? 0 : 6;
  } finally {
    ledger.close();
  }
}

function tell(
  diagnosis: Diagnosis,
  {
    machine,
    options,
    say,
  }: {readonly machine: Machine; readonly options: DoctorOptions; readonly say: (text: string) => string},
): void {
  const {columns, isPrintTerminal} = machine.terminal;
  const text =
    options.format === 'json'
      ? `${jsonWithEscapes(JSON.stringify(diagnosis, null, 2))}\n`
      : renderDiagnosis(diagnosis, {width: columns, color: isColored(machine, isPrintTerminal)});
  machine.print(say(text));
}

/** Finds everything out, one thing after the other, so that a slow server is not hurried. */
async function diagnose(target: OpenTarget, first: Entry, inputs: Examination): Promise<Diagnosis> {
  const {machine, options, catalog, isReadOnly} = inputs;
  if (first.isUnasked === true) return (await import('./any-api.ts')).diagnoseAnyApi(target, first, inputs.options);
  const gathered = await gatherRunnables(catalog, machine, {withProperties: true});
  const runnables = casesInContexts(gathered, {}, {catalog, machine});
  const entry = isReadOnly ? first : await withSwitchedOff(target, first, {...inputs, runnables});
  const {door, actors} = entry;
  const acting = actors.get('alice') ?? actors.get('admin');
  const isAdmin = door !== undefined && acting !== undefined && (await isAdminThere(entry, isReadOnly));
  const offer = offerOf(target, entry, {options, variants: (options.from?.variants ?? []).map(({name}) => name)});
  const planWith = (noWebhookRoute: string | undefined): Plan =>
    planRun({
      runnables,
      selection: readPlaces([], {}, machine).selection,
      offer: {
        ...withContextAccounts(isReadOnly ? withAccounts(offer, actors, isAdmin) : offer, runnables),
        ...defined({noWebhookRoute: offer.noWebhookRoute ?? noWebhookRoute}),
      },
      arrangements: catalog.arrangements,
      operations: catalog.operations,
      seed: 0,
      propertyRuns: options.propertyRuns ?? 0,
    });
  let plan = planWith(undefined);
  const {peer, livePeer} = target;
  const asked = [
    ...(peer === undefined ? [] : await askDecoder(peer.testee)),
    ...(livePeer === undefined ? [] : await askLivePeer(livePeer.live)),
  ];
  let spoken: SpokenDialect | undefined;
  const sections: DiagnosisSection[] = [{title: 'target', lines: [...targetLines(target, entry, inputs), ...asked]}];
  if (door !== undefined) {
    const people: DiagnosisLine[] = [];
    for (const actor of actors.values()) people.push(...(await askActor(door, actor, isReadOnly)));
    const names = await namesOfServer(target, entry, {...inputs, plan});
    if (names !== undefined) spoken = await spokenDialect(door, entry, {catalog, tried: names.differs});
    const ofRepository =
      names === undefined
        ? []
        : await askRepository(names.run, new Map([...offer.absent, ...offer.found]), inputs.stops.stop);
    const made = [...actors.keys()].filter(role => role === 'alice' || role === 'bob').length;
    const webhooks = await askWebhooks(target, {...inputs, run: names?.run, found: entry.found});
    if (webhooks.noRoute !== undefined) plan = planWith(webhooks.noRoute);
    sections.push(
      {title: 'who acts', lines: [...people, ...notesOf(entry)]},
      {title: 'clock', lines: await askClock(door)},
      {
        title: 'capabilities',
        lines: [...(await askCapabilities(door, acting, offer)), ...ofRepository, ...(await askPages(door, acting))],
      },
      ...(names === undefined ? [] : [{title: 'names', lines: [...names.lines, ...howToKeepNames(names)]}]),
      {title: 'webhooks', lines: webhooks.lines},
      {title: 'who else is there', lines: await askFullness(door, acting, made)},
    );
  }
  sections.push({title: 'variants', lines: variantsOfRun(plan)});
  sections.push({title: 'what a run would do', lines: [...sizeOfRun(plan, target), ...skipsOfRun(plan)]});
  return {target: targetFacts(target, entry), isReadOnly, sections, ...defined({dialect: spoken})};
}

async function isAdminThere({door, actors}: Entry, isReadOnly: boolean): Promise<boolean> {
  const admin = actors.get('admin');
  if (admin === undefined || door === undefined) return false;
  return isReadOnly ? isAdministrator(door, admin) : true;
}

function notesOf({notes}: Entry): readonly DiagnosisLine[] {
  return notes.map(says => ({weight: 'note', says}));
}

function targetLines(target: OpenTarget, entry: Entry, {isReadOnly}: Examination): readonly DiagnosisLine[] {
  const {hosting, peer, livePeer} = target;
  const {version, dialect} = entry;
  const chosen = {name: 'as you said', recognition: 'recognised', guess: 'guessed'}[entry.dialectBy];
  const description = peer?.testee.description;
  return [
    ...(hosting === undefined
      ? []
      : [
          {
            weight: 'good' as const,
            says: `${hosting.baseUrl} answers: version ${version ?? 'unknown'}, dialect ${dialect.name} (${chosen}): ${dialect.title}`,
          },
        ]),
    ...(isReadOnly && hosting !== undefined
      ? [{weight: 'note' as const, says: 'nothing is made there, so writing and webhooks were not tried'}]
      : []),
    ...(description === undefined
      ? []
      : [
          {
            weight: 'good' as const,
            says: `the decoder ${nameAndVersion(description)} answers: ${description.forms.join(' and ')}, ${description.encodes ? 'decodes and encodes' : 'decodes only'}`,
          },
        ]),
    ...(livePeer === undefined
      ? []
      : [{weight: 'good' as const, says: `the live peer ${livePeer.address} can be reached`}]),
    ...target.notes.map((says): DiagnosisLine => ({weight: 'note', says})),
  ];
}

/** Tries the names that the record does not show, where somebody may make things there. */
async function namesOfServer(
  target: OpenTarget,
  entry: Entry,
  {machine, catalog, plan, stops, isReadOnly}: Examination & {readonly plan: Plan},
): Promise<NamesTried | undefined> {
  if (isReadOnly || !entry.actors.has('alice')) return undefined;
  const run = await contextOf(target, entry, {
    machine,
    catalog,
    plan,
    propertyRuns: 0,
    isRepeatingRed: false,
    abandon: stops.abandon,
  });
  return tryNames(run, stops.stop);
}

function howToKeepNames({differs, run}: NamesTried): readonly DiagnosisLine[] {
  if (differs.length < 2) return [];
  const found = differs.flatMap(({path, instead}) => (instead === undefined ? [] : [{path, instead}]));
  // Written apart, the lines above would be the same key twice.
  const together = found.length < 2 ? '' : `write them as one line, ${namesInOneLine(run, found)}; or `;
  return [
    {
      weight: 'note',
      says: `${counted(differs.length, 'name')} of the dialect ${differs.length === 1 ? 'is' : 'are'} refused; a dialect of your own keeps what this server has instead`,
      fix: `${together}${program} doctor … --format json > doctor.json, then ${program} new dialect --from doctor.json; docs/dialects.md`,
    },
  ];
}

interface WebhooksAsked {
  readonly lines: readonly DiagnosisLine[];
  /** Why no delivery can arrive, where the probe showed it. */
  readonly noRoute?: string;
}

async function askWebhooks(
  target: OpenTarget,
  {
    machine,
    run,
    stops,
    isReadOnly,
    found,
  }: Examination & {readonly run: RunContext | undefined; readonly found: Entry['found']},
): Promise<WebhooksAsked> {
  if (target.noWebhookRoute !== undefined) return {lines: [{weight: 'obstacle', says: target.noWebhookRoute}]};
  if (isReadOnly) return {lines: [{weight: 'note', says: 'not tried, as a hook would have to be made'}]};
  if (run === undefined) return {lines: [{weight: 'note', says: 'not tried, as no account could make a hook'}]};
  if (found.has('webhooks')) return {lines: [{weight: 'note', says: 'not tried, as they showed to be absent'}]};
  const route = await webhookRoute(run, stops.stop);
  for (const left of run.learnt.leftovers) machine.talk(`left behind: ${visibleText(left)}\n`);
  switch (route.kind) {
    case 'open':
      return {
        lines: [
          {weight: 'good', says: `they arrive here: the first one after ${String(Math.round(route.afterMs))} ms`},
        ],
      };
    case 'closed':
      return {lines: [{weight: 'obstacle', says: route.why, fix: serverSettings.webhooks}], noRoute: route.why};
    // Why no hook could be made is said by the answer; the address that it would deliver to has nothing to do with it.
    case 'untried': {
      // A 422 is about the hook itself, such as its type; these are about hooks at all.
      const isOff = /answered (?:403|404|405|501)\b/.test(route.why);
      const fix = isOff ? {fix: `${serverSettings['webhooks-off']}; or declare it with --without webhooks`} : {};
      return {lines: [{weight: 'obstacle', says: route.why, ...fix}]};
    }
  }
}

function refuse(machine: Machine, exitCode: number, ...problems: readonly string[]): number {
  printProblems(machine, 'doctor', problems);
  return exitCode;
}

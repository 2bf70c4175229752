// Loads the code of a user's folders: their matchers and their properties, checked as far as that goes without running them.
import {counted} from '../../../base/text/counted.ts';
import type {Matcher} from '../../check/matcher.ts';
import type {LoadedModule, Machine} from '../../../model/machine.ts';
import type {PlannedProperty} from '../../../model/plan.ts';
import type {Problem} from '../../../model/problem.ts';
import type {AnyProperty} from '../../../model/property.ts';
import {suggestName} from '../../../base/text/nearest-name.ts';
import {capabilities} from './capabilities.ts';
import {isProperty} from './gather-runnables.ts';
import {homeName, type SuiteHome} from './suite-home.ts';

/** What a user's code files export. */
export interface UserCode {
  readonly matchers: ReadonlyMap<string, Matcher>;
  /** Changes when a suite may read differently because of a matcher. */
  readonly matchersDigestText: string;
  readonly properties: readonly PlannedProperty[];
  readonly problems: readonly Problem[];
}

const none: UserCode = {matchers: new Map(), matchersDigestText: '', properties: [], problems: []};

/** Loads what the homes hold; files that export neither a matcher nor a property are a problem, as they were put there for one. */
export async function loadUserCode(
  homes: readonly SuiteHome[],
  machine: Machine,
  {requirements}: {readonly requirements: ReadonlySet<string>},
): Promise<UserCode> {
  const [matcherFiles, propertyFiles] = [homes.flatMap(one => one.matchers), homes.flatMap(one => one.properties)];
  if (matcherFiles.length + propertyFiles.length === 0) return none;
  const loading: Loading = {problems: [], matchers: new Map(), seen: [], properties: new Map()};
  for (const module of await machine.loadModules(matcherFiles)) await addMatchers(loading, module);
  for (const home of homes) {
    const modules = await machine.loadModules(home.properties);
    for (const module of modules) addProperties(loading, module, {home: homeName(home, machine), requirements});
  }
  const {matchers, seen, properties, problems} = loading;
  return {matchers, matchersDigestText: JSON.stringify(seen), properties: [...properties.values()], problems};
}

/** What was found so far. */
interface Loading {
  readonly problems: Problem[];
  readonly matchers: Map<string, Matcher>;
  /** What the digest of the matchers is made of. */
  readonly seen: unknown[];
  /** By id. */
  readonly properties: Map<string, PlannedProperty>;
}

async function addMatchers({problems, matchers, seen}: Loading, module: LoadedModule): Promise<void> {
  const {isCustomMatcher, makeCustomMatcher} = await import('../../check/custom-matcher.ts');
  const {prepareCheckers} = await import('../../check/checkers.ts');
  const found = exportsOf(problems, module, 'matcher').filter(isCustomMatcher);
  if (module.kind === 'loaded' && found.length === 0) problems.push(nothingIn(module.file, 'matcher'));
  const checkers = await prepareCheckers(['regex', 'schema']);
  for (const definition of found) {
    const made = makeCustomMatcher(definition, checkers);
    if (made.kind === 'problem') problems.push({file: module.file, message: made.why, fix: 'see docs/as-a-library.md'});
    else if (matchers.has(definition.keyword))
      problems.push({
        file: module.file,
        message: `the matcher ${definition.keyword} is there already`,
        fix: 'rename one of the two',
      });
    else matchers.set(definition.keyword, made.matcher);
    seen.push([definition.keyword, definition.schema]);
  }
}

function addProperties(
  {problems, properties}: Loading,
  module: LoadedModule,
  {home, requirements}: {readonly home: string; readonly requirements: ReadonlySet<string>},
): void {
  const found = exportsOf(problems, module, 'property').filter(isProperty);
  if (module.kind === 'loaded' && found.length === 0) problems.push(nothingIn(module.file, 'property'));
  const name = module.file.replace(/^.*[/\\]|\.[^.]*$/g, '');
  for (const definition of found) {
    const id = `${home}/properties/${name}/${definition.id}`;
    if (properties.has(id))
      problems.push({
        file: module.file,
        message: `the property "${definition.id}" appears twice`,
        fix: 'give each an id of its own',
      });
    else properties.set(id, {kind: 'property', id, file: module.file, definition, isUsers: true});
    problems.push(...flawsOf(definition, module.file, requirements));
  }
}

function exportsOf(problems: Problem[], module: LoadedModule, what: string): readonly unknown[] {
  if (module.kind === 'loaded') return module.exports;
  problems.push({
    file: module.file,
    message: `it cannot be loaded: ${module.why}`,
    fix: `fix it, or move it out of the folder; each file there exports a ${what}`,
  });
  return [];
}

function flawsOf(
  {id, proves, needs = [], runs, floor}: AnyProperty,
  file: string,
  requirements: ReadonlySet<string>,
): readonly Problem[] {
  const unknown = proves.filter(one => !requirements.has(one));
  return [
    ...needs
      .filter(one => capabilities[one] === undefined)
      .map(one => ({
        file,
        message: `the property "${id}" needs "${one}", which is not a capability`,
        fix: suggestName(one, Object.keys(capabilities), 'capabilities'),
      })),
    ...unknown.map(one => ({
      file,
      message: `the property "${id}" proves "${one}", which is not a statement`,
      fix: 'add it to requirements.yaml, or cite one of the record',
    })),
    ...(runs >= floor && floor >= 1
      ? []
      : [
          {
            file,
            message: `the property "${id}" has ${counted(runs, 'run')} and a floor of ${String(floor)}`,
            fix: 'the floor is at least 1, and no more than the runs',
          },
        ]),
  ];
}

function nothingIn(file: string, what: 'matcher' | 'property'): Problem {
  return {
    file,
    message: `it exports no ${what}`,
    fix: `export one that was made with ${what}(…) of 'touchstone', or move the file into a folder below`,
  };
}

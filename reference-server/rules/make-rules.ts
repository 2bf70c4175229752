/** Makes a rules object out of the stated rules and patches, and views of it that remember which rules were touched. */
import {statedRules} from './rules.ts';
import type {Circumstances} from './circumstances.ts';
import type {RuleName, Rules} from './rules.ts';

/** A change of one rule, rarely two: it gets the rules as they were and gives the rules it puts in their place. */
export type Patch = (before: Rules) => Partial<Rules> & ThisType<Rules>;

/** Makes the rules of one server: the stated ones with every patch laid over them in order. */
export function makeRules(patches: readonly Patch[] = []): Rules {
  return patches.reduce<Rules>((rules, patch) => ({...rules, ...patch(rules)}), statedRules);
}

/**
 * Makes a view of the rules for one request and adds to `touched` the name of each rule that is read through it,
 * also by other rules: a method called on the view has the view as its `this`. `here` is what surrounds the request, for `inCircumstances`.
 */
export function watchRules(rules: Rules, touched: Set<string>, here?: () => Circumstances | undefined): Rules {
  return new Proxy(rules, {
    get(target, name, view) {
      if (name === 'here') return here?.();
      if (typeof name === 'string' && Object.hasOwn(target, name)) touched.add(name);
      return Reflect.get(target, name, view) as unknown;
    },
  });
}

/** Lists the names of the rules that a patch replaces. */
export function patchedRules(patch: Patch): readonly RuleName[] {
  return (Object.keys(patch(statedRules)) as RuleName[]).sort();
}

/** A rule that is a function. */
type RuleFunction = {
  readonly [Name in RuleName]: Rules[Name] extends (...args: never[]) => unknown ? Name : never;
}[RuleName];

/** Makes a change of one rule that is in force only in certain circumstances. */
export function inCircumstances<Name extends RuleFunction>(
  before: Rules,
  holds: (here: Circumstances) => boolean,
  wrong: Pick<Rules, Name>,
): Partial<Rules> {
  const names = Object.keys(wrong) as Name[];
  const changed = names.map(name => {
    const [stated, otherwise] = [before[name], wrong[name]] as unknown as [AnyRule, AnyRule];
    const rule: AnyRule = function (...args) {
      return (this.here !== undefined && holds(this.here) ? otherwise : stated).apply(this, args);
    };
    return [name, rule] as const;
  });
  return Object.fromEntries(changed);
}

type AnyRule = (this: Rules & {readonly here?: Circumstances}, ...args: unknown[]) => unknown;

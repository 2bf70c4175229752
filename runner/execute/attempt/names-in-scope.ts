// The names that templates of a case can refer to, and how they are looked up.
import {jsonObject, type Json} from '../../../model/json.ts';
import {asLiteral} from '../../check/literal.ts';
import {lookUp, type Lookup} from '../../../model/template.ts';
import type {People} from './run-context.ts';
import type {Scope} from './events.ts';
import type {Story} from './story.ts';

/** Looks names up in the scope first, then in what every case knows: run, case, actors, dialect, random, now. */
export function lookupIn(story: Story, scope: Scope): Lookup {
  return path => {
    const dot = path.indexOf('.');
    const root = dot === -1 ? path : path.slice(0, dot);
    const rest = dot === -1 ? undefined : path.slice(dot + 1);
    const value = scope.get(root) ?? (scope.has(root) ? null : common(story, root, rest));
    return rest === undefined || value === undefined ? value : lookUp(value, rest);
  };
}

/** The same for expectations: what a target said can never be read as a matcher, only rows and the suite's own text can. */
export function literalLookupIn(story: Story, scope: Scope): Lookup {
  const lookup = lookupIn(story, scope);
  return path => {
    const value = lookup(path);
    return value === undefined || path === 'row' || path.startsWith('row.') ? value : asLiteral(value);
  };
}

function common(story: Story, root: string, rest: string | undefined): Json | undefined {
  switch (root) {
    case 'run':
      return jsonObject([['id', story.run.people.run]]);
    case 'case':
      return jsonObject([['name', story.name]]);
    case 'random':
      return rest === undefined ? undefined : jsonObject([[rest, story.run.ports.random.name(10)]]);
    case 'actors':
      return actorsValue(story.run.people);
    case 'dialect':
      return jsonObject([['values', story.run.contract.dialect.values]]);
    case 'vars':
      return jsonObject([...Object.entries(story.vars), ...Object.entries(story.run.people.vars)]);
    case 'existing':
      return story.run.people.existing;
    case 'now':
      return story.run.ports.clock.now().toISOString();
    default:
      return undefined;
  }
}

function actorsValue({actors}: People): Json {
  return jsonObject(
    [...actors].map(([role, {login, id}]) => [
      role,
      jsonObject([
        ['login', login],
        ['id', id],
      ]),
    ]),
  );
}

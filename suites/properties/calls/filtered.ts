// One property of filtered lists: what is made for them, how they are read, and which filters they have.
import {property, type AnyProperty, type CallRequest, type Reference} from '../../../model/property.ts';
import {inAnyOrder} from '../common/in-any-order.ts';
import {expectFilters, filterName, type Filter, type FilteredList} from './filters.ts';
import {Scene, type Params} from './scene.ts';

/** What the lists of one property are read from: what was made by name, and where it is. */
export interface Set {
  readonly made: ReadonlyMap<string, Reference>;
  readonly params: Params;
  /** Filters by something that this server does not keep, by name and words, e.g. `since=when issue 5 was edited`: nothing is known of what they leave. */
  readonly unknown?: readonly string[];
  /** Who reads the lists; alice without it. */
  readonly reader?: Pick<CallRequest, 'as' | 'auth'>;
}

type List = Pick<
  FilteredList,
  'operation' | 'key' | 'under' | 'usual' | 'defaults' | 'isWhole' | 'isMissingWhenEmpty'
> & {
  readonly as?: string;
  /** Which parameters of the set it takes; all without it. */
  readonly takes?: readonly string[];
};

interface Subject {
  readonly of: string;
  readonly proves: readonly string[];
  readonly needs: readonly string[];
  readonly lists: readonly List[];
  readonly items: readonly string[];
  readonly filters: readonly Filter[];
  readonly make: (scene: Scene) => Promise<Set>;
}

const hidden = 'some of its lists are read by accounts of its own, who must be able to read the repository';

/** Makes what the lists hold, and tries each of them. */
export function filtersOf({of, proves, needs, lists, items, filters, make}: Subject): AnyProperty {
  return property({
    id: `filters-of-${of.replaceAll(' ', '-')}`,
    title: `the list of ${of} shows what fits its filters, each alone and with each other one`,
    proves,
    area: 'hosting',
    contexts: {fixed: {visibility: hidden, actor: 'it lists what alice has and what others have'}},
    needs,
    runs: 1,
    floor: 1,
    input: inAnyOrder(filters.map(filterName)),
    check: async (world, order) => {
      const scene = new Scene(world);
      const {made, params, reader, unknown = []} = await make(scene);
      const known = filters.filter(filter => !unknown.includes(filterName(filter)));
      for (const {takes, as = 'alice', ...list} of lists) {
        const taken = Object.entries(params).filter(([name]) => takes?.includes(name) ?? true);
        const linksProve = proves.find(id => id === 'PAGE-HEADERS');
        const given = {
          ...list,
          linksProve,
          reader: reader ?? {as},
          params: Object.fromEntries(taken),
          items,
          filters: known,
        };
        await expectFilters(world, {...given, made: called => named(made, called)}, order);
      }
    },
  });
}

function named(made: ReadonlyMap<string, Reference>, called: string): Reference {
  const found = made.get(called);
  if (found === undefined) throw new Error(`nothing was made that is called ${called}`);
  return found;
}

/** A filter by something that was made. */
export function by(name: string, called: string, shows: readonly string[]): Filter {
  return {name, told: called, value: made => made(called), shows};
}

const [long, far] = ['2001-01-01T00:00:00Z', '2101-01-01T00:00:00Z'];

/** A parameter that filters nothing when it is sent so, e.g. a switch that is off. */
export function idle(name: string, told: string, items: readonly string[]): Filter {
  return {name, told, shows: items, isEdge: true};
}

/** Filters by times before everything and after everything. */
export function times(items: readonly string[]): readonly Filter[] {
  return [
    {name: 'since', told: long, shows: items},
    {name: 'since', told: far, shows: []},
    {name: 'before', told: far, shows: items},
    {name: 'before', told: long, shows: []},
    {name: 'since', told: '1970-01-01T00:00:00Z', shows: items, isEdge: true},
    {name: 'since', told: '2001-01-01T12:00:00.5+05:45', shows: items, isEdge: true},
    {name: 'before', told: '2100-12-31T23:59:59.999-08:00', shows: items, isEdge: true},
  ];
}

/** What the record states about labels and their exclusive scopes. */
import type {Rules} from './rules.ts';

/** A label as far as these rules look at it. */
export interface LabelTraits {
  readonly id: number;
  readonly name: string;
  readonly isExclusive: boolean;
}

export const labelRules = {
  // "The scope is the part before the last `/`; `scope/alpha/name` and `scope/beta/name` are in different scopes."
  scopeOf(name: string): string | undefined {
    const lastSlash = name.lastIndexOf('/');
    return lastSlash > 0 && lastSlash < name.length - 1 ? name.slice(0, lastSlash) : undefined;
  },

  // "Has an optional boolean "exclusive" option. When a label is named `scope/name` and is exclusive, …"
  exclusiveScopeOf(this: Rules, label: LabelTraits): string | undefined {
    return label.isExclusive ? this.scopeOf(label.name) : undefined;
  },

  // "Has an optional boolean "exclusive" option.": it may be left out.
  needsExclusiveOption: false,

  // "… no other label with the same `scope/` prefix …"
  isSameScope(newcomer: string, other: string): boolean {
    return newcomer === other;
  },

  // "Setting or replacing labels on an issue removes other labels of the same exclusive scope."
  staysBeside(this: Rules, label: LabelTraits, newcomer: LabelTraits): boolean {
    const scope = this.exclusiveScopeOf(newcomer);
    const other = this.exclusiveScopeOf(label);
    return scope === undefined || other === undefined || !this.isSameScope(scope, other);
  },

  // "Setting … labels on an issue removes …": the newcomer is taken, never refused.
  acceptsLabel(_present: readonly LabelTraits[], _newcomer: LabelTraits): boolean {
    return true;
  },

  /** Gives the labels of an issue after some were added. Newcomers are taken in the order of their names, as is usual. */
  labelsAfterAdding<T extends LabelTraits>(this: Rules, present: readonly T[], newcomers: readonly T[]): readonly T[] {
    return newcomers
      .toSorted(byName)
      .filter(newcomer => !present.some(label => label.id === newcomer.id))
      .reduce<readonly T[]>(
        (kept, newcomer) => [...kept.filter(label => this.staysBeside(label, newcomer)), newcomer],
        present,
      );
  },

  /** Gives the labels of an issue after all were replaced: "Setting or replacing …" follow one rule. */
  labelsAfterReplacing<T extends LabelTraits>(
    this: Rules,
    _present: readonly T[],
    wanted: readonly T[],
    _way: 'labels' | 'edit',
  ): readonly T[] {
    return this.labelsAfterAdding([], wanted);
  },

  // Usual: a label can be taken off, whoever it belongs to.
  takesOffLabelOf(_home: 'repository' | 'organization'): boolean {
    return true;
  },

  // Usual: a label that is edited without the option keeps it.
  exclusiveAfterEdit(before: boolean, asked: boolean | undefined): boolean {
    return asked ?? before;
  },

  // "The API color format of labels follows one consistent pattern; the pattern itself is not shown."
  shownColor(stored: string, _place: 'label' | 'issue'): string {
    return stored.toLowerCase().replace(/^#/, '');
  },
};

function byName(left: LabelTraits, right: LabelTraits): number {
  return left.name < right.name ? -1 : left.name > right.name ? 1 : left.id - right.id;
}

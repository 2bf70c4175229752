/** Wrong readings of labels and exclusive scopes. */
import type {Fault} from './fault.ts';

export const labelFaults: readonly Fault[] = [
  {
    name: 'label-scope-first-slash',
    requirement: 'LABEL-SCOPE',
    basis: 'stated',
    says: 'The scope of a label ends at its first slash instead of its last.',
    patch: () => ({scopeOf: name => (name.indexOf('/') > 0 ? name.slice(0, name.indexOf('/')) : undefined)}),
  },
  {
    name: 'label-scope-lower-case-only',
    requirement: 'LABEL-SCOPE',
    basis: 'stated',
    says: 'A label has a scope only where its name begins with a lower-case letter.',
    patch: plain => ({scopeOf: name => (/^[a-z]/.test(name) ? plain.scopeOf(name) : undefined)}),
  },
  {
    name: 'label-scope-of-two-parts',
    requirement: 'LABEL-SCOPE',
    basis: 'stated',
    says: 'The scope of a label has two parts at most.',
    patch: plain => ({scopeOf: name => plain.scopeOf(name)?.split('/').slice(0, 2).join('/')}),
  },
  {
    name: 'label-add-keeps-old',
    requirement: 'LABEL-REPLACE',
    basis: 'stated',
    says: 'Adding an exclusive label keeps the other label of its scope.',
    patch: () => ({
      labelsAfterAdding: (present, newcomers) => [
        ...present,
        ...newcomers.filter(newcomer => !present.some(label => label.id === newcomer.id)),
      ],
      labelsAfterReplacing(_present, wanted) {
        return wanted.filter((label, at) => wanted.slice(at + 1).every(later => this.staysBeside(label, later)));
      },
    }),
  },
  {
    name: 'label-replace-keeps-both',
    requirement: 'LABEL-REPLACE',
    basis: 'stated',
    says: 'Replacing labels stores two exclusive labels of one scope when the request names both.',
    patch: () => ({labelsAfterReplacing: (_present, wanted) => wanted}),
  },
  {
    name: 'label-newcomer-refused',
    requirement: 'LABEL-REPLACE',
    basis: 'stated',
    says: 'An exclusive label is refused while another label of its scope is on the issue.',
    patch: () => ({
      acceptsLabel(present, newcomer) {
        return present.every(label => label.id === newcomer.id || this.staysBeside(label, newcomer));
      },
    }),
  },
  {
    name: 'label-every-slash-exclusive',
    requirement: 'LABEL-OPTION',
    basis: 'stated',
    says: 'Every label with a slash is treated as exclusive, whether the option is set or not.',
    patch: () => ({
      exclusiveScopeOf(label) {
        return this.scopeOf(label.name);
      },
    }),
  },
  {
    name: 'label-like-wildcards',
    requirement: 'LABEL-EXCLUSIVE',
    basis: 'stated',
    says: 'Scopes are compared with LIKE, so _ and % in a scope act as wildcards.',
    patch: () => ({isSameScope: (newcomer, other) => isLike(newcomer, other)}),
  },
  {
    name: 'label-scope-ignores-case',
    requirement: 'LABEL-EXCLUSIVE',
    basis: 'stated',
    says: 'Scopes are compared without regard to letter case.',
    patch: () => ({isSameScope: (newcomer, other) => newcomer.toLowerCase() === other.toLowerCase()}),
  },
  {
    name: 'label-scope-prefix-test',
    requirement: 'LABEL-SCOPE',
    basis: 'stated',
    says: 'A label drives out everything that begins with its scope: a/x drives out a/b/y.',
    patch: () => ({isSameScope: (newcomer, other) => `${other}/`.startsWith(`${newcomer}/`)}),
  },
  {
    name: 'label-color-two-shapes',
    requirement: 'LABEL-COLOR',
    basis: 'stated',
    says: 'Colours that hold no digit are shown with # and in capitals, the others without.',
    patch: () => ({shownColor: stored => (/\d/.test(stored) ? stored.slice(1) : stored.toUpperCase())}),
  },
  {
    name: 'label-edit-loses-exclusive',
    requirement: 'LABEL-OPTION',
    basis: 'usual',
    says: 'Editing a label without the option makes it not exclusive.',
    patch: () => ({exclusiveAfterEdit: (_before, asked) => asked ?? false}),
  },
  {
    name: 'label-always-exclusive',
    requirement: 'LABEL-OPTION',
    basis: 'stated',
    says: 'Every label is stored as exclusive, whatever was asked for.',
    patch: () => ({exclusiveAfterEdit: () => true}),
  },
  {
    name: 'label-exclusive-required',
    requirement: 'LABEL-OPTION',
    basis: 'stated',
    says: 'A label is refused when the option is left out.',
    patch: () => ({needsExclusiveOption: true}),
  },
  {
    name: 'label-color-other-in-issues',
    requirement: 'LABEL-COLOR',
    basis: 'stated',
    says: 'Colours are shown with # inside issues and without it elsewhere.',
    patch: () => ({shownColor: (stored, place) => (place === 'issue' ? stored : stored.slice(1))}),
  },
  {
    name: 'label-add-two-at-once',
    requirement: 'LABEL-REPLACE',
    basis: 'stated',
    says: 'Adding two exclusive labels of one scope in one request stores both.',
    patch: () => ({
      labelsAfterAdding(present, newcomers) {
        const kept = present.filter(label => newcomers.every(newcomer => this.staysBeside(label, newcomer)));
        return [...kept, ...newcomers.filter(newcomer => !kept.some(label => label.id === newcomer.id))];
      },
    }),
  },
  {
    name: 'label-of-the-organization-stays-on',
    requirement: 'LABEL-REPLACE',
    basis: 'usual',
    says: 'A label of the organization cannot be taken off an issue; one of the repository can.',
    patch: () => ({takesOffLabelOf: home => home === 'repository'}),
  },
];

/** SQL's LIKE: `%` is any run, `_` one character. */
function isLike(pattern: string, text: string): boolean {
  const source = pattern
    .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll('%', '.*')
    .replaceAll('_', '.');
  return new RegExp(`^${source}$`, 's').test(text);
}

/** Wrong readings of where operations stand. */
import type {Fault} from './fault.ts';

export const addressFaults: readonly Fault[] = [
  {
    name: 'organizations-not-below-the-prefix',
    requirement: 'API-PREFIX',
    basis: 'stated',
    says: 'The list of organizations is not served below /api/v1.',
    patch: () => ({isServedBelowPrefix: operation => operation !== 'orgGetAll'}),
  },
  {
    name: 'creating-repositories-not-below-the-prefix',
    requirement: 'API-PREFIX',
    basis: 'stated',
    says: 'Creating a repository is not served below /api/v1.',
    patch: () => ({isServedBelowPrefix: operation => operation !== 'createCurrentUserRepo'}),
  },
];

/** Wrong readings of package registries. */
import type {Fault} from './fault.ts';

export const packageFaults: readonly Fault[] = [
  {
    name: 'package-text-only',
    requirement: 'PACKAGES',
    basis: 'stated',
    says: 'The bytes of a package are taken for UTF-8 text, so other bytes come back changed.',
    patch: () => ({packageBytes: stored => Buffer.from(Buffer.from(stored).toString('utf8'))}),
  },
  {
    name: 'package-last-line-break-dropped',
    requirement: 'PACKAGES',
    basis: 'stated',
    says: 'A line break at the end of a package is dropped.',
    patch: () => ({packageBytes: stored => (stored.at(-1) === 10 ? stored.subarray(0, -1) : stored)}),
  },
  {
    name: 'package-past-a-kilobyte-dropped',
    requirement: 'PACKAGES',
    basis: 'stated',
    says: 'Of a package the first kilobyte comes back, and nothing of what follows.',
    patch: () => ({packageBytes: stored => stored.subarray(0, 1024)}),
  },
  {
    name: 'package-not-listed',
    requirement: 'PACKAGES',
    basis: 'stated',
    says: 'Packages can be fetched but are in no list.',
    patch: () => ({isListedPackage: () => false}),
  },
  {
    name: 'package-signature-not-asked-for',
    requirement: 'PACKAGES-RSA',
    basis: 'stated',
    says: 'The signed registry takes a package from a request without a signature.',
    patch: () => ({needsSignedRequest: false}),
  },
  {
    name: 'package-signature-not-verified',
    requirement: 'PACKAGES-RSA',
    basis: 'stated',
    says: 'A signature of any key is taken for that of the person it names.',
    patch: before => ({isSignedRequest: facts => before.isSignedRequest({...facts, isOfKey: true})}),
  },
  {
    name: 'package-signature-refused',
    requirement: 'PACKAGES-RSA',
    basis: 'stated',
    says: 'The signed registry refuses also requests that are signed as they should be.',
    patch: () => ({isSignedRequest: () => false}),
  },
  {
    name: 'package-signature-of-long-ago',
    requirement: 'PACKAGES-RSA',
    basis: 'usual',
    says: 'A signature counts however long ago it was made.',
    patch: before => ({
      isSignedRequest: facts => before.isSignedRequest({...facts, ageMs: Math.min(0, facts.ageMs)}),
    }),
  },
  {
    name: 'package-signature-from-the-future',
    requirement: 'PACKAGES-RSA',
    basis: 'usual',
    says: 'A signature counts however far ahead the time is at which it says that it was made.',
    patch: before => ({
      isSignedRequest: facts => before.isSignedRequest({...facts, ageMs: Math.max(0, facts.ageMs)}),
    }),
  },
  {
    name: 'cookbook-versions-by-letters',
    requirement: 'PACKAGES-RSA',
    basis: 'usual',
    says: 'The versions of a cookbook are in the order of letters, so that 1.9.0 comes after 1.10.0.',
    patch: () => ({orderOfVersions: (one, other) => (one < other ? -1 : 1)}),
  },
  {
    name: 'cookbook-versions-by-upload',
    requirement: 'PACKAGES-RSA',
    basis: 'usual',
    says: 'The latest version of a cookbook is the one that was uploaded last.',
    patch: () => ({orderOfVersions: () => 0}),
  },
];

/** The rows about packages: one per version, its files, and the public keys of the people who sign their requests. */

/** One version of one package. */
export interface Package {
  readonly id: number;
  readonly ownerId: number;
  readonly kind: 'generic' | 'chef';
  readonly name: string;
  readonly version: string;
  readonly creatorId: number;
  readonly about: string;
  readonly createdAt: number;
}

export interface PackageFile {
  readonly id: number;
  readonly packageId: number;
  readonly name: string;
  readonly bytes: Uint8Array;
}

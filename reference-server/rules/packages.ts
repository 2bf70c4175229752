/** What the record states about package registries. */

/** What is known about the signature of a request. */
export interface SignatureFacts {
  /** Whether the key of the person who is named made the signature over this request. */
  readonly isOfKey: boolean;
  /** Whether the body is the one that was signed. */
  readonly isOfBody: boolean;
  /** How far the time of the signature is from now, in milliseconds. */
  readonly ageMs: number;
}

export const packageRules = {
  // "Package registries exist for additional package kinds.": what was uploaded is there …
  isListedPackage(_kind: string): boolean {
    return true;
  },

  // … and comes back byte for byte.
  packageBytes(stored: Uint8Array): Uint8Array {
    return stored;
  },

  // "Package registry requests for one package kind are authenticated by RSA-signed requests."
  isSignedRequest(facts: SignatureFacts): boolean {
    return facts.isOfKey && facts.isOfBody && Math.abs(facts.ageMs) <= 15 * 60 * 1000;
  },

  needsSignedRequest: true,

  // Usual: versions of a cookbook are in the order of their numbers, negative where the first is the lower one.
  orderOfVersions(one: string, other: string): number {
    return byNumber.compare(one, other);
  },
};

const byNumber = new Intl.Collator('en', {numeric: true});

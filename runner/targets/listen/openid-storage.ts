// Keeps what the OpenID provider of a run has to remember, in memory and bounded.

/** More entries than this are not kept; the oldest go first. A sign-in needs five. */
const entriesMax = 10_000;

type Payload = {readonly uid?: string; readonly grantId?: string; consumed?: number};

/** Makes a storage of its own, in the form that oidc-provider asks for: one adapter for each kind of thing. */
export function openidStorage(): new (kind: string) => unknown {
  const kept = new Map<string, Payload>();
  return class {
    readonly #kind: string;

    constructor(kind: string) {
      this.#kind = kind;
    }

    upsert(id: string, payload: Payload): Promise<void> {
      kept.set(this.#key(id), payload);
      const [oldest] = kept.keys();
      if (kept.size > entriesMax && oldest !== undefined) kept.delete(oldest);
      return Promise.resolve();
    }

    find(id: string): Promise<Payload | undefined> {
      return Promise.resolve(kept.get(this.#key(id)));
    }

    findByUid(uid: string): Promise<Payload | undefined> {
      const mine = [...kept].find(([key, payload]) => key.startsWith(`${this.#kind}:`) && payload.uid === uid);
      return Promise.resolve(mine?.[1]);
    }

    consume(id: string): Promise<void> {
      const payload = kept.get(this.#key(id));
      if (payload !== undefined) payload.consumed = Math.floor(Date.now() / 1_000);
      return Promise.resolve();
    }

    destroy(id: string): Promise<void> {
      kept.delete(this.#key(id));
      return Promise.resolve();
    }

    revokeByGrantId(grantId: string): Promise<void> {
      for (const [key, payload] of kept) if (payload.grantId === grantId) kept.delete(key);
      return Promise.resolve();
    }

    #key(id: string): string {
      return `${this.#kind}:${id}`;
    }
  };
}

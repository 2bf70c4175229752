/** Notes which named inputs of a request its handler reads, so that tests can compare them with the contract. */

/** One input that the handler of an operation read, whether it was sent or not. */
export interface InputRead {
  readonly operation: string;
  readonly place: 'query' | 'body';
  /** A field inside an object is written `object.field`, also one inside a list of objects. */
  readonly name: string;
}

/** The parameters of a query; calls `note` with each name that is read. */
export class NotedQuery extends URLSearchParams {
  readonly #note: (name: string) => void;

  constructor(query: URLSearchParams, note: (name: string) => void) {
    super(query);
    this.#note = note;
  }

  override get(name: string): string | null {
    this.#note(name);
    return super.get(name);
  }

  override getAll(name: string): string[] {
    this.#note(name);
    return super.getAll(name);
  }

  override has(name: string): boolean {
    this.#note(name);
    return super.has(name);
  }
}

/** The answer that ends a request early. Thrown, so that a lookup can give its finding as a plain value. */

export class Refusal extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly more: Readonly<Record<string, unknown>>;

  constructor(
    status: number,
    message: string,
    more: {headers?: Record<string, string>; body?: Record<string, unknown>} = {},
  ) {
    // A refusal is an answer: nobody reads where it came from, and a stack trace costs more than most requests.
    const {stackTraceLimit} = Error;
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
    this.name = 'Refusal';
    this.status = status;
    this.headers = more.headers ?? {};
    this.more = more.body ?? {};
  }
}

/** Makes the refusal for everything that is not there or must not be seen; both look the same. */
export function notFound(): Refusal {
  return new Refusal(404, "The target couldn't be found.", {body: {errors: null}});
}

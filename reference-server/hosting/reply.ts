/** What a handler answers, before it becomes HTTP. */

export type Reply =
  | {
      readonly kind: 'json';
      readonly status: number;
      readonly body: unknown;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | {
      readonly kind: 'bytes';
      readonly status: number;
      readonly bytes: Uint8Array;
      readonly headers: Readonly<Record<string, string>>;
    }
  | {readonly kind: 'empty'; readonly status: number; readonly headers?: Readonly<Record<string, string>>};

export function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Reply {
  return {kind: 'json', status, body, headers};
}

export function ok(body: unknown): Reply {
  return json(200, body);
}

export function created(body: unknown): Reply {
  return json(201, body);
}

export function noContent(): Reply {
  return {kind: 'empty', status: 204};
}

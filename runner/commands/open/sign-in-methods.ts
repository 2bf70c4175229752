// Fills the secrets of `auth:` into its methods, from the variables and files that it names.
import type {Json, JsonObject} from '../../../model/json.ts';
import {isJsonObject, jsonObject} from '../../../model/json.ts';
import type {Machine} from '../../../model/machine.ts';
import type {SignInMethod} from '../../../model/target-file.ts';
import {readSecretPlace} from './secrets.ts';

/** The methods with their secrets, or what is missing on this machine. */
export type FilledMethods =
  | {readonly kind: 'filled'; readonly methods: ReadonlyMap<string, SignInMethod>}
  | {readonly kind: 'wrong'; readonly problems: readonly string[]};

/** Fills the methods of the wanted actors; every secret is handed to `keepSecret`. */
export function fillMethods(
  methods: {readonly [actor: string]: SignInMethod},
  {
    wanted,
    file,
    machine,
    keepSecret,
  }: {
    readonly wanted: ReadonlySet<string>;
    readonly file: string;
    readonly machine: Machine;
    readonly keepSecret: (value: string, name: string) => void;
  },
): FilledMethods {
  const problems: string[] = [];
  const filled = Object.entries(methods)
    .filter(([actor]) => wanted.has(actor))
    .map(([actor, method]) => {
      const read = (place: JsonObject): string => {
        const {env, file: path} = place;
        const secret =
          typeof env === 'string'
            ? ({kind: 'variable', variable: env} as const)
            : ({kind: 'file', file: typeof path === 'string' ? path : ''} as const);
        const value = readSecretPlace(secret, `${file}: a secret of ${actor}`, {machine, problems}) ?? '';
        if (value !== '')
          keepSecret(value, secret.kind === 'variable' ? secret.variable : `TOUCHSTONE_SECRET_${actor.toUpperCase()}`);
        return value;
      };
      return [actor, fillTree(method as unknown as Json, read) as unknown as SignInMethod] as const;
    });
  return problems.length > 0
    ? {kind: 'wrong', problems: [...new Set(problems)]}
    : {kind: 'filled', methods: new Map(filled)};
}

/** Replaces every `{env: NAME}` and `{file: PATH}` in a tree, and every other text where `fillText` says by what. */
export function fillTree(
  tree: Json,
  read: (place: JsonObject) => string,
  fillText: (text: string) => Json = text => text,
): Json {
  if (typeof tree === 'string') return fillText(tree);
  if (Array.isArray(tree)) return tree.map((item: Json) => fillTree(item, read, fillText));
  if (!isJsonObject(tree)) return tree;
  const [key, second] = Object.keys(tree);
  if (second === undefined && (key === 'env' || key === 'file') && typeof tree[key] === 'string') return read(tree);
  return jsonObject(Object.entries(tree).map(([name, item]) => [name, fillTree(item, read, fillText)]));
}

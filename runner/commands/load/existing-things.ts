// What is there already, as the target file says: values, and secrets from the environment variables that it names.
import {isJsonObject, jsonObject, type Json, type JsonObject} from '../../../model/json.ts';
import type {Machine} from '../../../model/machine.ts';

/** Lists the variables that the file names and this machine does not have. */
export function missingVariables(existing: JsonObject, {env}: Pick<Machine, 'env'>): readonly string[] {
  return Object.values(existing)
    .flatMap(values => (isJsonObject(values) ? Object.values(values) : []))
    .flatMap(value => variableOf(value) ?? [])
    .filter(name => (env[name] ?? '').trim() === '');
}

/** Gives the values, those of variables registered as secrets. */
export function existingThings(
  existing: JsonObject,
  {env}: Pick<Machine, 'env'>,
  keepSecret: (value: string, name: string) => void,
): JsonObject {
  const resolved = (value: Json): Json => {
    const variable = variableOf(value);
    if (variable === undefined) return value;
    const secret = (env[variable] ?? '').trim();
    keepSecret(secret, variable);
    return secret;
  };
  return jsonObject(
    Object.entries(existing).map(([name, values]): readonly [string, Json] => [
      name,
      isJsonObject(values) ? jsonObject(Object.entries(values).map(([key, value]) => [key, resolved(value)])) : values,
    ]),
  );
}

/** Gives what the embedded reference has from the start, its tokens registered as secrets. */
export function builtInThings(
  things: JsonObject | undefined,
  keepSecret: (value: string, name: string) => void,
): JsonObject {
  for (const [name, values] of Object.entries(things ?? {}))
    if (isJsonObject(values) && typeof values['token'] === 'string') keepSecret(values['token'], name);
  return things ?? {};
}

function variableOf(value: Json): string | undefined {
  if (!isJsonObject(value) || Object.keys(value).length !== 1) return undefined;
  const name = value['env'];
  return typeof name === 'string' ? name : undefined;
}

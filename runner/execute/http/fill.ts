// Fills the values of a case into the templates of a step.
import type {Json, JsonObject} from '../../../model/json.ts';
import {
  signatureVersions,
  type Expectation,
  type SignatureVersion,
  type StepAuth,
  type StepBody,
} from '../../../model/suite.ts';
import {MissingValue, substitute, type Lookup} from '../../../model/template.ts';
import type {Actor} from '../../../model/actor.ts';
import {scalarText, type FilledAuth, type FilledBody} from './build-request.ts';
import {CaseEnded, ended} from '../attempt/failures.ts';

/** Fills one tree; a name without value ends the case, because the reader has checked all names: an earlier step did not deliver it. */
export function fill(tree: Json, lookup: Lookup): Json {
  try {
    return substitute(tree, lookup);
  } catch (problem) {
    if (problem instanceof MissingValue)
      throw ended('blocked', `no earlier step delivered a value for "\${${problem.path}}"`);
    throw problem;
  }
}

export function fillObject(tree: JsonObject, lookup: Lookup): JsonObject {
  return fill(tree, lookup) as JsonObject;
}

export function fillText(tree: Json, lookup: Lookup): string {
  return scalarText(fill(tree, lookup));
}

export function fillBody(body: StepBody, lookup: Lookup): FilledBody {
  switch (body.kind) {
    case 'json':
      return {kind: 'json', value: fill(body.value, lookup)};
    case 'text':
      return {kind: 'text', value: fillText(body.value, lookup)};
    case 'bytes':
      return {kind: 'bytes', hex: fillText(body.hex, lookup)};
    case 'form':
      return {kind: 'form', fields: fillObject(body.fields, lookup)};
    case 'multipart':
      return {kind: 'multipart', parts: fillObject(body.parts, lookup)};
  }
}

export function fillAuth(auth: StepAuth, actor: Actor, lookup: Lookup): FilledAuth {
  switch (auth.kind) {
    case 'actor-token':
      if (actor.token === undefined) throw ended('blocked', `${actor.role} has no token`);
      return {kind: 'token', token: actor.token};
    case 'actor-basic':
      if (actor.signing?.kind === 'basic') return actor.signing;
      if (actor.password === undefined) throw withoutPassword(actor);
      return {kind: 'basic', user: actor.login, password: actor.password};
    case 'none':
      return {kind: 'none'};
    case 'token':
    case 'bearer':
      return {kind: auth.kind, token: fillText(auth.token, lookup)};
    case 'header':
    case 'query':
      return {kind: auth.kind, name: auth.name, value: fillText(auth.value, lookup)};
    case 'basic':
      return {kind: 'basic', user: fillText(auth.user, lookup), password: fillText(auth.password, lookup)};
    case 'cookie':
      return {kind: 'cookie', cookie: fillText(auth.cookie, lookup)};
    case 'signature': {
      const {user, key, content, shiftMs = 0, version} = auth.signature;
      return {
        kind: 'signature',
        user: fillText(user, lookup),
        key: fillText(key, lookup),
        at: new Date(Date.parse(fillText('${now}', lookup)) + shiftMs).toISOString(),
        ...(content === undefined ? {} : {content: Buffer.from(fillText(content, lookup), 'hex')}),
        ...(version === undefined ? {} : {version: fillVersion(version, lookup)}),
      };
    }
  }
}

function fillVersion(version: Json, lookup: Lookup): SignatureVersion {
  const filled = fillText(version, lookup);
  const known = signatureVersions.find(each => each === filled);
  if (known === undefined) throw ended('blocked', `a signature has no version ${filled}`);
  return known;
}

// Accounts that we make have one, so nobody gave it: that says nothing about the target.
function withoutPassword({role}: Actor): CaseEnded {
  return new CaseEnded('skip', 'needs-credentials', `it signs in with the password of ${role}, and none was given`);
}

/** Fills an expectation; header names and the keys of `at` stay as they are. */
export function fillExpectation(expectation: Expectation, lookup: Lookup): Expectation {
  const trees = expectation as unknown as JsonObject;
  let filled: {[key: string]: Json} | undefined;
  for (const key of Object.keys(trees)) {
    const tree = trees[key];
    if (tree === undefined || saidOfExpectation.has(key)) continue;
    const value = fill(tree, lookup);
    if (value !== tree) (filled ??= {...trees})[key] = value;
  }
  return filled === undefined ? expectation : (filled as unknown as Expectation);
}

/** Where it is and what it is for, which no template is in. */
const saidOfExpectation: ReadonlySet<string> = new Set<keyof Expectation>(['pointer', 'proves', 'because']);

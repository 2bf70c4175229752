// One step that reads the API document of a server: what it says about one operation, or every name that it uses.
import {findDescribed, misfitsOf, namesOf, readApiDocument, type ApiDocument} from '../../check/api-document.ts';
import {jsonObject, type Json} from '../../../model/json.ts';
import type {DocumentStep} from '../../../model/suite.ts';
import type {Finding} from '../../../model/verdict.ts';
import {addressTemplate} from '../http/build-request.ts';
import {describeReply, exchange} from '../http/exchange.ts';
import {fillText} from '../http/fill.ts';
import {judgePublished, noContract} from './judge-published.ts';
import {lookupIn} from '../attempt/names-in-scope.ts';
import type {Scope} from '../attempt/events.ts';
import type {Story} from '../attempt/story.ts';
import {ended} from '../attempt/failures.ts';

/** Runs the step and gives its findings; a server that publishes no document, or none that speaks of it, skips the case. */
export async function runDocumentStep(story: Story, step: DocumentStep, scope: Scope): Promise<readonly Finding[]> {
  const path = fillText(step.path, lookupIn(story, scope));
  const document = await fetchDocument(story, path);
  return judgePublished(story, step, partOf(story, step.part, document, path), scope);
}

async function fetchDocument(story: Story, path: string): Promise<ApiDocument> {
  const received = await exchange(story, {
    as: 'anonymous',
    auth: {kind: 'none'},
    address: {method: 'GET', path},
    query: jsonObject([]),
    headers: jsonObject([]),
  });
  const {status} = received.reply;
  if (status >= 300 && status < 500)
    throw noContract(`the server publishes no API document at ${path}, which answered ${String(status)}`);
  if (status < 200 || status >= 500)
    throw ended('blocked', `the API document at ${path} cannot be had: it ${describeReply(received, story)}`);
  const reading = received.json();
  if (reading.kind === 'too-deep')
    throw ended(
      'json-too-deep',
      `the document nests deeper than ${String(story.run.policy.bounds.jsonDepthMax)} levels`,
    );
  const document = reading.kind === 'json' ? readApiDocument(reading.value) : undefined;
  if (document === undefined)
    throw noContract(`what the server has at ${path} is not a Swagger 2.0 or OpenAPI 3 document`);
  return document;
}

function partOf(story: Story, part: DocumentStep['part'], document: ApiDocument, path: string): Json {
  if (part.kind === 'names') return [...namesOf(document)];
  if (part.kind !== 'operation') return [...misfitsOf(document)];
  const operation = story.run.contract.operations.get(part.operation);
  if (operation === undefined) throw ended('harness', `there is no operation "${part.operation}"`);
  const address = addressTemplate(operation, story.run.contract.dialect);
  const described = findDescribed(document, address);
  if (described === undefined)
    throw noContract(`the API document at ${path} does not describe ${address.method} ${address.path}`);
  if (described.body === undefined)
    throw noContract(`the API document at ${path} names no object for the body of ${address.method} ${address.path}`);
  return jsonObject([
    ['method', described.method],
    ['path', described.path],
    ['body', described.body],
  ]);
}

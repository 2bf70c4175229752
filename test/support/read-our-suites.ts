// Names that the tests of the reader let suites refer to.
import type {Known} from '../../runner/read/validate/known.ts';
import {readArrangements} from '../../runner/read/suite/read-arrangements.ts';
import {readOpenapi} from '../../runner/read/contract/read-openapi.ts';
import {readSuite, type ReadSuite} from '../../runner/read/suite/read-suite.ts';

const openapi = `
openapi: 3.1.0
paths:
  /repos/{owner}/{repo}/issues/{index}/labels:
    parameters: [{name: owner, in: path}, {name: repo, in: path}, {name: index, in: path}]
    get: {operationId: issueGetLabels, x-stated: true, responses: {}}
    post: {operationId: issueAddLabel, requestBody: {content: {application/json: {}}}, responses: {}}
  /user/repos:
    get: {operationId: repoList, parameters: [{name: page, in: query}], responses: {}}
    post: {operationId: repoCreate, requestBody: {content: {application/json: {}}}, responses: {}}
`;

const repository = `
arrangement: repository
title: a repository of alice
inputs:
  name: {type: string, default: "ts-\${random.name}", about: its name}
  private: {type: boolean, default: false, about: whether others see it}
steps: [{as: alice, call: repoCreate, body: {name: "\${name}"}, capture: {owner: /owner/login}}]
outputs: {owner: "\${owner}", name: "\${name}"}
`;

const issue = `
arrangement: issue
title: an issue
inputs:
  repo: {type: object, about: the repository}
steps: [{as: alice, call: repoList, capture: {number: /0/id}}]
outputs: {number: "\${number}"}
`;

const named = {
  actors: ['alice', 'bob', 'admin'],
  requirements: new Set(['LABEL-SCOPE', 'LABEL-EXCLUSIVE', 'OV-PING']),
  capabilities: ['repositories', 'webhooks'],
};

/** Makes what suites of the tests may refer to. */
export function testKnown(): Known {
  const operations = new Map(
    readOpenapi({text: openapi, file: 'openapi.yaml'}).operations.map(operation => [operation.id, operation]),
  );
  const files = [
    {text: repository, file: 'repository.yaml'},
    {text: issue, file: 'issue.yaml'},
  ];
  const {arrangements} = readArrangements({files, known: {...named, operations}});
  const matchers = ['$eq', '$literal', '$in', '$regex', '$each', '$unordered', '$schema', '$type'];
  const dataMatchers = ['$eq', '$literal', '$in', '$regex', '$schema', '$type'];
  return {
    ...named,
    operations,
    arrangements,
    matchers,
    dataMatchers,
    patternMatchers: ['$regex'],
    messages: ['OverlayPing', 'OverlayMeta'],
  };
}

/** Tells texts apart as a digest does; the reader itself never computes one. */
export const digestOf = (text: string): string => `digest of ${text}`;

const known = testKnown();

/** Reads a suite against the test names; `tables` are texts of data files by path. */
export function readTestSuite(
  text: string,
  tables: {readonly [path: string]: string} = {},
  more: Partial<Known> = {},
): ReadSuite {
  return readSuite({
    text,
    file: 'labels.yaml',
    digestOf,
    known: {...known, ...more},
    tables: path => findTable(tables[path]),
  });
}

function findTable(text: string | undefined): {readonly text: string} | {readonly why: string} {
  return text === undefined ? {why: 'there is no such file'} : {text};
}

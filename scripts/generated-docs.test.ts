// Holds the pages that scripts write against the tables they are made of, and against each other.
import {readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {readKillList} from '../reports/coverage/kill-list.ts';
import {decoderDocsFile, renderDecoderDocs} from './make-decoder-docs.ts';
import {nodeDocsFile, renderNodeDocs} from './make-node-docs.ts';
import {renderServerDocs, serverDocsFile} from './make-server-docs.ts';
import {operationDocsFile, renderOperationDocs} from './make-operation-docs.ts';
import {optionDocsFile, renderOptionDocs} from './make-option-docs.ts';
import {renderRequirementDocs, requirementDocsFile} from './make-requirement-docs.ts';
import {renderVariantDocs, variantDocsFile} from './make-variant-docs.ts';

test.each([
  ['options', optionDocsFile, renderOptionDocs],
  ['requirements', requirementDocsFile, renderRequirementDocs],
  ['operations', operationDocsFile, renderOperationDocs],
  ['variants', variantDocsFile, renderVariantDocs],
  ['servers', serverDocsFile, renderServerDocs],
  ['decoders', decoderDocsFile, renderDecoderDocs],
  ['nodes', nodeDocsFile, renderNodeDocs],
] as const)('docs/%s.md is what its tables say (npm run generate makes it anew)', async (_name, file, render) => {
  expect(readFileSync(file, 'utf8')).toBe(await render());
});

test('the kill matrix that explain reads has the faults of the page', () => {
  const page = readFileSync(new URL('../docs/kill-matrix.md', import.meta.url), 'utf8');
  const list = readFileSync(new URL('../docs/kill-matrix.jsonl', import.meta.url), 'utf8');
  const onPage = [...page.matchAll(/^\| [A-Z][\w-]+ \| `([^`]+)` \|/gm)].map(match => match[1] ?? '');
  expect(onPage.length).toBeGreaterThan(0);
  expect([...readKillList(list).keys()].toSorted()).toEqual(onPage.toSorted());
});

// Writes the story of a property as a suite file: what it was given, its steps, and the sentences of the story as comments.
import {defined} from '../../../base/json/defined.ts';
import type {CaseLine, HeaderLine} from '../../../model/journal.ts';
import {jsonText, type Json, type JsonObject} from '../../../model/json.ts';
import {contextText} from '../../../model/contexts/context.ts';
import {findingSentence} from '../../../reports/case/plain-story.ts';
import {visibleText} from '../../../base/text/visible-text.ts';

/** What a suite file is made of. */
export interface Promotion {
  readonly line: CaseLine;
  readonly header: HeaderLine;
  /** `needs`, `listen`, `context`, `given` and `steps`. */
  readonly example: JsonObject;
  /** Name of the suite. */
  readonly suite: string;
}

/** Gives the text of the file. */
export async function promotedSuite({line, header, example, suite}: Promotion): Promise<string> {
  const {Document, isMap, isScalar, visit} = await import('yaml');
  const title = line.title.replaceAll('${', () => '$${');
  const document = new Document({
    suite,
    title: `Found by ${line.suite}`,
    cases: [
      {
        id: line.id.slice(line.id.lastIndexOf('/') + 1),
        title,
        ...(line.requirements.length === 0 ? {} : {proves: line.requirements}),
        ...defined({needs: example['needs'], listen: example['listen'], context: example['context']}),
        ...(isEmpty(example['given']) ? {} : {given: example['given']}),
        steps: example['steps'],
      },
    ],
  });
  // One line per arrangement and per part of a step reads best; words that YAML would take for something else are quoted by it.
  visit(document, {
    Pair: (_key, pair, path) => {
      const isPart = isScalar(pair.key) && partsInOneLine.has(String(pair.key.value)) && path.length > partDepthMin;
      if (isPart && isMap(pair.value)) pair.value.flow = true;
      if (isPart && isMap(pair.value) && jsonText(pair.value.toJSON() as Json) === anyAnswer)
        pair.value.comment = ' whatever it answers: nothing judged it';
      return undefined;
    },
  });
  const given = document.getIn(['cases', 0, 'given']);
  if (isMap(given)) for (const {value} of given.items) if (isMap(value)) value.flow = true;
  document.commentBefore = storyOf(line, header).join('\n');
  return document.toString({lineWidth: 150, flowCollectionPadding: false});
}

// Without an expectation a step needs a 2xx.
const anyAnswer = '{"status":{"$gte":100}}';

const partsInOneLine: ReadonlySet<string> = new Set([
  'params',
  'context',
  'body',
  'multipart',
  'request',
  'deliveries',
  'auth',
  'capture',
  'expect',
  'usual',
  'decode',
  'encode',
  'eventually',
]);

// document, root map, pair `cases`, list, case, pair `steps`, list, step
const partDepthMin = 7;

function isEmpty(given: JsonObject[string] | undefined): boolean {
  return given === undefined || Object.keys(given as JsonObject).length === 0;
}

function storyOf({id, property, findings, context = {}}: CaseLine, {seed}: HeaderLine): readonly string[] {
  const story = property?.story ?? [];
  const sentences = story.map((sentence, n) => `${String(n + 1)}. ${sentence}`);
  const [finding] = findings;
  const end = finding === undefined ? [] : [`→ ${findingSentence(finding, story.length)}`];
  const where = contextText(context) === '' ? '' : `, with ${contextText(context)}`;
  return [`${id}, seed ${String(seed)}${where}:`, ...sentences, ...end].map(text => ` ${visibleText(text)}`);
}

// Tells on a terminal how a property ran, and of one that failed the shortest story, its requests, and the command that does it again.
import {counted} from '../../base/text/counted.ts';
import type {PropertyFacts} from '../../model/journal.ts';
import {findingSentence, foldedStory, foldedSteps} from '../case/plain-story.ts';
import type {CaseStory} from '../case/details.ts';
import {wrap, type Paper} from '../../base/text/text-layout.ts';
import {cutText, visibleText} from '../../base/text/visible-text.ts';

/** Sentences of a story that are told; the journal has all of them. */
const sentencesMax = 40;
/** Requests that are shown, the last ones of a longer story. */
const requestsMax = 20;

/** Gives the story in words of the API, up to what went wrong. */
export function propertyLines({line, findings}: CaseStory, paper: Paper): readonly string[] {
  const {property} = line;
  if (property === undefined) return [];
  const {path, seed, done, asked} = property;
  const ran = `property: ${done} of ${counted(asked, 'run')}, seed ${seed}${path === undefined ? '' : `, path ${visibleText(path)}`}`;
  const story = foldedStory(upTo(property.story ?? [], findings)).map(text => cutText(visibleText(text), 400));
  if (line.verdict === 'pass' || story.length === 0) {
    const {counterexample} = property;
    const input = counterexample === undefined ? [] : wrap(cutText(visibleText(counterexample), 600), paper.width - 4);
    return [...wrap(ran, paper.width - 2), ...input.map(text => `  ${text}`)];
  }
  const left = story.length - sentencesMax;
  const [finding] = findings;
  const end = finding === undefined ? (line.detail ?? '') : findingSentence(finding, property.story?.length ?? 0);
  return [
    ...wrap(ran, paper.width - 2),
    ...wrap(storyTitle(property), paper.width - 2),
    ...[
      ...(left > 0 ? [`… ${counted(left, 'earlier one')}, which the journal has`] : []),
      ...story.slice(-sentencesMax),
      `→ ${cutText(visibleText(end), 600)}`,
    ]
      .flatMap(text => wrap(text, paper.width - 6))
      .map(text => `  ${text}`),
  ];
}

// Of a long story, what comes after the first that went wrong is left to the journal.
function upTo(story: readonly string[], [finding]: CaseStory['findings']): readonly string[] {
  return story.length > sentencesMax && finding?.step !== undefined ? story.slice(0, finding.step + 1) : story;
}

/** Names the story: of a run that was not made smaller, or whose shrinking ended early, steps may not be needed. */
function storyTitle({counterexample, shrinkingCut}: PropertyFacts): string {
  if (shrinkingCut !== undefined)
    return `The shortest way to it that was found before shrinking ended (${shrinkingCut}); some steps may not be needed:`;
  return counterexample === undefined ? 'What was done up to there:' : 'The shortest way to it that was found:';
}

/** Gives the requests of the story as shell lines, each below its sentence. */
export function requestLines({line, findings, requests, isRemoved}: CaseStory, paper: Paper): readonly string[] {
  const end = upTo(line.property?.story ?? [], findings).length;
  const folded = foldedSteps(line.property?.story ?? []);
  const told = requests.filter(({step}) => step === undefined || (!folded.has(step) && step < end));
  const which =
    told.length > requestsMax
      ? `The last ${requestsMax} of its ${requests.length} requests up to there`
      : 'Its requests';
  const removed = isRemoved
    ? ' The run removed what it had made, so put your names and ids in place of the run’s.'
    : '';
  const title = `${which}, in order. Set each variable to what an account of yours has.${removed}`;
  const shown = told.slice(-requestsMax);
  return [
    ...wrap(title, paper.width - 2),
    ...shown.flatMap((request, n) => [
      ...(request.step === undefined || request.step === shown[n - 1]?.step
        ? []
        : wrap(sentenceOf(line, request.step), paper.width - 4).map(text => `  ${text}`)),
      ...request.line.split('\n').map(text => `    ${text}`),
      ...(request.times === 1 ? [] : [`    (${request.times} times)`]),
      ...(request.step !== undefined && folded.has(request.step + 1) && shown[n + 1]?.step !== request.step
        ? ['    (and so on, for those like it)']
        : []),
    ]),
  ];
}

function sentenceOf({property}: CaseStory['line'], step: number): string {
  return `${step + 1}. ${cutText(visibleText(property?.story?.[step] ?? ''), 400)}`;
}

/** Gives the command that does exactly this run again. */
export function replayLines({replay}: CaseStory, paper: Paper): readonly string[] {
  if (replay === undefined) return [];
  const title = 'To do exactly this again, on a fresh namespace, and learn whether it is fixed:';
  return [...wrap(title, paper.width - 2), `  ${replay}`];
}

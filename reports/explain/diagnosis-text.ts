// Writes what a look at a target found out, one part under the other, and in the last line whether a run can begin.
import {obstaclesOf, type Diagnosis, type DiagnosisLine, type Weight} from './diagnosis.ts';
import {makePaper, wrap, type Paper} from '../../base/text/text-layout.ts';
import {visibleText} from '../../base/text/visible-text.ts';

/** Gives the page. */
export function renderDiagnosis(
  diagnosis: Diagnosis,
  looks: {readonly width: number; readonly color: boolean},
): string {
  const paper = makePaper(looks);
  const sections = diagnosis.sections.flatMap(({title, lines}) =>
    lines.length === 0 ? [] : [paper.paint.bold(title), ...lines.flatMap(line => lineOf(line, paper)), ''],
  );
  return [...sections, endOf(diagnosis, paper), ''].join('\n');
}

function lineOf({weight, says, fix}: DiagnosisLine, paper: Paper): readonly string[] {
  const [first = '', ...more] = wrap(visibleText(says), paper.width - margin);
  const whole = [`  ${markOf(weight, paper)} ${first}`, ...more.map(line => `${' '.repeat(margin)}${line}`)];
  if (fix === undefined) return whole;
  return [
    ...whole,
    ...wrap(visibleText(fix), paper.width - margin - 2).map(line => `${' '.repeat(margin + 2)}${line}`),
  ];
}

const margin = 4;

function markOf(weight: Weight, {paint}: Paper): string {
  switch (weight) {
    case 'good':
      return paint.green('+');
    case 'note':
      return '·';
    case 'obstacle':
      return paint.red('!');
  }
}

function endOf(diagnosis: Diagnosis, {paint}: Paper): string {
  const count = obstaclesOf(diagnosis);
  if (diagnosis.isUnreachable === true) return paint.red('no run can start: the target cannot be reached');
  if (count === 0) return paint.green('nothing prevents a run');
  const what = count === 1 ? '1 problem prevents' : `${String(count)} problems prevent`;
  return paint.red(`a run can start, but ${what} judging all of it; see the lines marked with !`);
}

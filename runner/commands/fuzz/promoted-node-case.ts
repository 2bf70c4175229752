// Turns a finding about a node into a suite file with one case: the datagrams as steps, and what has to be true after them.
import {jsonText, type JsonObject} from '../../../model/json.ts';
import type {FuzzFinding, FuzzInput} from '../../../model/decoder-search.ts';
import {hexOf} from '../../../base/text/hex.ts';
import {quoted} from '../../../base/text/quoted.ts';
import {isAboutOtherHost, isAboutTunnel} from '../../execute/fuzz/node-search.ts';
import {findingName} from './finding-file.ts';

/** Why there can be no such case. */
export function nodeCaseProblem(finding: FuzzFinding, isFormKnown: boolean): string | undefined {
  if (!isFormKnown)
    return 'the finding is about a node, which no unit test decodes for: --as yaml makes a case, --as hex shows it';
  return isAboutOtherHost(finding)
    ? 'what another host is answered is not in the steps of one client: suites/mesh/lighthouse.yaml has such a case, messages-do-not-mix'
    : undefined;
}

/** Gives the text of the suite. */
export function nodeCase(finding: FuzzFinding): string {
  const isTunnel = isAboutTunnel(finding);
  const inputs: readonly FuzzInput[] = [...finding.before, finding];
  const needs = ['sealed-tunnels', ...neededBy(inputs)];
  const steps = inputs.map((input, at) => stepOf(input, at === inputs.length - 1 && !isTunnel));
  const after = isTunnel
    ? [
        'send: {packet: {type: test}, hex: "01"}',
        'receive: {packet: test, within: 2s}\n        usual: {answer: message}',
      ]
    : [];
  return `${[
    'suite: promoted/node',
    'title: "Found by touchstone fuzz"',
    'cases:',
    `  - id: ${findingName({...finding, decoder: ''}, false)}`,
    `    title: ${quoted(isTunnel ? 'the tunnel of the sender is there after it' : 'the node is alive after it')}`,
    `    proves: [${isTunnel ? 'MESH-CLEAR' : 'MESH-ALIVE'}]`,
    `    needs: [${[...new Set(needs)].join(', ')}]`,
    '    steps:',
    ...[...steps, ...after].map(step => `      - ${step}`),
  ].join('\n')}\n`;
}

function neededBy(inputs: readonly FuzzInput[]): readonly string[] {
  return inputs.flatMap(({sending}) => [
    ...(sending?.client === undefined ? [] : ['plain-host']),
    ...(sending?.handshake?.certificate === undefined && sending?.handshake?.details === undefined
      ? []
      : ['certificate-authority']),
  ]);
}

function stepOf({message, bytes, sending = {}}: FuzzInput, isSurvived: boolean): string {
  const {packet, handshake, client} = sending;
  const isEveryday = packet === undefined && handshake === undefined;
  return `send: ${jsonText({
    ...(isEveryday ? {message} : {}),
    ...(packet === undefined ? {} : {packet}),
    ...(handshake === undefined ? {} : {handshake}),
    // A handshake without bytes has its everyday payload.
    ...(handshake !== undefined && bytes.length === 0 ? {} : {hex: hexOf(bytes)}),
    ...(client === undefined ? {} : {client}),
    ...(isSurvived ? {survived: true} : {}),
  } as JsonObject)}`;
}

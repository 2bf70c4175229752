// The command line of the reference node: a lighthouse or a host of a mesh, healthy or with faults.
import {createHash} from 'node:crypto';
import {meshFaults} from './faults.ts';
import {readOptions, usage, type NodeOptions} from './options.ts';
import {makePapers, readPapers, type Papers} from './papers.ts';
import {makeMeshRules} from './rules/mesh-rules.ts';
import {serveNode} from './serve-node.ts';
import {survivesLostOutput} from '../serve/survive-lost-output.ts';
import {untilAskedToEnd} from '../serve/until-asked-to-end.ts';

process.exitCode = await main(process.argv.slice(2));

async function main(argv: readonly string[]): Promise<number> {
  survivesLostOutput();
  const options = readOptions(argv);
  switch (options.kind) {
    case 'problem':
      log(options.sentence);
      return 2;
    case 'help':
      process.stdout.write(usage);
      return 0;
    case 'list-faults':
      process.stdout.write(`${JSON.stringify(meshFaults.map(described), undefined, 2)}\n`);
      return 0;
    case 'node':
      return run(options);
  }
}

function described({patch, ...fault}: (typeof meshFaults)[number]): object {
  const digest = createHash('sha256').update(JSON.stringify(fault)).update(String(patch)).digest('hex');
  return {...fault, digest};
}

async function run(options: NodeOptions): Promise<number> {
  const papers = options.files === undefined ? makePapers(Date.now()) : readPapers(options.files);
  if ('kind' in papers && papers.kind === 'problem') {
    log(`${papers.sentence}.`);
    return 2;
  }
  const held = 'kind' in papers ? papers.value : papers;
  // A fault that lets the node die must not leave the key of its CA behind.
  process.once('exit', () => held.made?.remove());
  const ended = untilAskedToEnd();
  try {
    const node = await serveNode(
      {
        ...held,
        rules: makeMeshRules(options.faults.map(({patch}) => patch)),
        cipher: options.cipher,
        ...(options.lighthouse === undefined ? {} : {lighthouse: options.lighthouse}),
        log: line => (options.isVerbose ? log(line) : undefined),
      },
      options,
    );
    process.stdout.write(`${JSON.stringify({ready: true, url: urlOf(options, held, node.port)})}\n`);
    await ended;
    await node.close();
    return 0;
  } catch (thrown) {
    log(
      `It cannot listen: ${thrown instanceof Error ? thrown.message : String(thrown)}. Choose another address or port 0.`,
    );
    return 1;
  } finally {
    process.stdin.destroy();
  }
}

function urlOf({host, cipher, lighthouse}: NodeOptions, {made}: Papers, port: number): string {
  const query = new URLSearchParams({
    ...(made === undefined ? {} : {ca: made.ca, key: made.key}),
    cipher,
    role: lighthouse === undefined ? 'lighthouse' : 'host',
  });
  return `nebula://${host}:${String(port)}?${query.toString()}`;
}

function log(sentence: string): void {
  process.stderr.write(`reference node: ${sentence}\n`);
}

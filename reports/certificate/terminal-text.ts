// Tells on the terminal what a certificate says, and what it does not prove.
import {counted} from '../../base/text/counted.ts';
import {
  othersText,
  standingOfIssuer,
  type Certificate,
  type Issuer,
  type KillScore,
  type Standing,
} from './certificate.ts';
import {visibleText} from '../../base/text/visible-text.ts';

/** What is told beside the certificate. */
interface CertificateWords {
  readonly file: string;
  readonly keyId: string | undefined;
  readonly notes: readonly string[];
  /** The command that verifies it, where it was just made. */
  readonly check?: string;
}

/** Renders a certificate in a few lines. */
export function renderCertificate({predicate}: Certificate, {file, keyId, notes, check}: CertificateWords): string {
  const {issuer, found} = predicate;
  const {implementation} = issuer;
  const {profile, deviations, differs} = found;
  const lines = [
    ...(found.isReference ? ['REFERENCE: our own server was judged, no other.'] : []),
    `certificate  ${file}`,
    `of           ${implementation.name} ${implementation.version} (${implementation.contact})`,
    ...stateOf(issuer),
    `profile      ${profile.id}: ${String(profile.statements)} of the ${counted(profile.ofStatements, 'statement')} of the record${othersText(profile)}, shown by ${counted(profile.cases, 'case')}`,
    `suites       ${found.suites.edition} (${found.suites.digest.slice(0, 12)})`,
    ...scoreLines(issuer.killScore),
    ...contextLines(found),
    `outside it   ${outside(found.statements)}`,
    `deviations   ${named(deviations)}`,
    `differs      from known implementations: ${named(differs)}`,
    `issued by    ${issuer.name}, ${issuer.issuedAt}${issuer.expiresAt === undefined ? '' : `, valid until ${issuer.expiresAt}`}`,
    `standing     ${standingOfIssuer(issuer)}`,
    `identifier   ${predicate.checksum}`,
    keyId === undefined
      ? 'signature    none: anybody could have written this; --key signs it'
      : `signature    Ed25519, key ${keyId}`,
    ...notes.map(note => `note         ${note}`),
    ...(check === undefined ? [] : [`check it     ${check}`]),
  ];
  return lines.map(visibleText).join('\n');
}

function stateOf({commit, configuration}: Issuer): readonly string[] {
  return [
    ...(commit === undefined ? [] : [`commit       ${commit}`]),
    ...(configuration === undefined ? [] : [`configured   ${configuration}`]),
  ];
}

function named(cases: Certificate['predicate']['found']['deviations']): string {
  if (cases.length === 0) return 'none';
  const first = cases.slice(0, 3).map(one => one.case);
  return `${String(cases.length)}: ${first.join(', ')}${cases.length > 3 ? ' and more' : ''}`;
}

/** Says in how many contexts statements were seen, and what the target did not offer. */
function contextLines({statements, pairs = []}: Certificate['predicate']['found']): readonly string[] {
  const values = statements.flatMap(({id, standing, values: seen = []}) =>
    standing === 'profile' ? seen.map(value => `${id} ${value}`) : [],
  );
  const holes = statements.flatMap(({id, standing, holes: own = []}) =>
    standing === 'profile' ? own.map(hole => ({...hole, id})) : [],
  );
  if (values.length + holes.length === 0) return [];
  const seenPairs = pairs.flatMap(({seen}) => seen).length;
  const byValue = [...new Set(holes.map(({value}) => value))].map(value => {
    const own = holes.filter(hole => hole.value === value);
    return `${value} of ${counted(own.length, 'statement')} (${own[0]?.why ?? ''})`;
  });
  return [
    `contexts     ${counted(values.length, 'value')} of statements, and ${counted(seenPairs, 'pair')} of owner, visibility and actor, were seen`,
    `not seen     ${byValue.length === 0 ? 'nothing that a case has' : byValue.join('; ')}`,
  ];
}

const words: readonly (readonly [Standing, string])[] = [
  ['contested', 'contested'],
  ['contract', 'shown by a contract alone'],
  ['none', 'shown by nothing'],
  ['should', 'merely named'],
  ['other', 'of other profiles'],
];

function outside(statements: Certificate['predicate']['found']['statements']): string {
  return words
    .map(([standing, word]) => {
      const own = statements.filter(one => one.standing === standing);
      return own.length === 0 ? '' : `${String(own.length)} ${word}, ${becameOf(own)}`;
    })
    .filter(text => text !== '')
    .join(' · ');
}

// A statement without a judgement has neither held nor failed.
function becameOf(statements: Certificate['predicate']['found']['statements']): string {
  const count = (...verdicts: readonly string[]): number =>
    statements.filter(({verdict}) => verdicts.includes(verdict)).length;
  const held = count('pass', 'warn');
  const missed = count('fail', 'flaky');
  const notJudged = statements.length - held - missed;
  const parts: readonly (readonly [number, string])[] = [
    [held, 'held'],
    [missed, 'did not hold'],
    [notJudged, 'not judged'],
  ];
  const said = parts.filter(([number]) => number > 0);
  // One word for all of them says more than their number again.
  return said.length === 1
    ? said.map(([, word]) => word).join('')
    : `of which ${said.map(([number, word]) => `${String(number)} ${word}`).join(', ')}`;
}

/** A list of chosen faults alone would promise more than the suites can keep: the drawn sample is named first. */
function scoreLines({faults, noticed, mutants}: KillScore): readonly string[] {
  const chosen = `${String(noticed)} of the ${counted(faults, 'fault that was', 'faults that were')} chosen for our reference`;
  if (mutants === undefined) return [`measured     they notice ${chosen}; random changes were not measured`];
  const {drawn, of, seed, on, judged, from, to} = mutants;
  const sample = `${String(mutants.noticed)} of ${String(judged)} mechanical changes of our reference (${String(from)} to ${String(to)} %; ${String(drawn)} of ${String(of)} drawn with seed ${String(seed)} on ${on})`;
  return [`measured     they notice ${sample}, and ${chosen}`];
}

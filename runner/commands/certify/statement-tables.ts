// Loads what a certificate is held against: the profile, the digests of our tables, and the score of the suites.
import type {Machine} from '../../../model/machine.ts';
import type {Profile} from '../../../model/profile.ts';
import type {KillScore} from '../../../reports/certificate/certificate.ts';
import {readProfiles} from '../../read/contract/read-profiles.ts';
import {suggestName} from '../../../base/text/nearest-name.ts';
import {digestOf} from '../words/digest.ts';

const file = 'suites/profiles.yaml';

/** A profile with the digest of the table that it stands in, or the sentence that says that there is none of this name. */
export type LoadedProfile =
  | {readonly kind: 'profile'; readonly profile: Profile; readonly digest: string}
  | {readonly kind: 'unknown'; readonly why: string};

const meshFile = 'suites/mesh-requirements.yaml';

/** Tells whether a profile is about nodes that seal their datagrams, so that their suites and statements are loaded with the others. */
export function isAboutNodes(profile: string | undefined): boolean {
  return profile === 'overlay-node';
}

/** Finds a profile of ours. A table of ours that cannot be read is our own fault. */
export function loadProfile(id: string, known: ReadonlySet<string>, machine: Machine): LoadedProfile {
  const text = ownText(file, machine);
  const ofNodes = [...ownText(meshFile, machine).matchAll(/^- id: (\S+)$/gm)].map(([, name = '']) => name);
  const {profiles, problems} = readProfiles({text, file, known: new Set([...known, ...ofNodes])});
  if (problems.length > 0) throw new Error(`${file}: ${problems.map(({message}) => message).join('; ')}`);
  const profile = profiles.find(one => one.id === id);
  const ids = profiles.map(one => one.id);
  return profile === undefined
    ? {kind: 'unknown', why: `there is no profile "${id}": ${suggestName(id, ids, 'profiles')}`}
    : {kind: 'profile', profile, digest: digestOf(text)};
}

/** Reads the scores of the kill matrix that this version carries: of chosen faults, and of the sample of mutants. */
export function killScore(machine: Machine): KillScore {
  const page = ownText('docs/kill-matrix.md', machine);
  const [, faults, noticed] = /^(\d+) faults, (\d+) noticed$/m.exec(page) ?? [];
  if (faults === undefined || noticed === undefined)
    throw new Error('docs/kill-matrix.md: its first line holds no score');
  return {faults: Number(faults), noticed: Number(noticed), ...mutantScore(page)};
}

function mutantScore(page: string): Pick<KillScore, 'mutants'> {
  const drawing = /^(\d+) of (\d+) mechanical changes of [^,]+, drawn with seed (\d+) on (\d{4}-\d\d-\d\d) /m.exec(
    page,
  );
  const all = /^\| all \| \d+ \| \d+ % \((\d+) of (\d+); (\d+) to (\d+) %\)/m.exec(page);
  if (drawing === null || all === null)
    throw new Error('docs/kill-matrix.md: it holds no score of mutants; prove --mutants writes one');
  const [, drawn, of, seed, on = ''] = drawing;
  const [, noticed, judged, from, to] = all.map(Number);
  return {
    mutants: {
      drawn: Number(drawn),
      of: Number(of),
      seed: Number(seed),
      on,
      noticed: noticed ?? 0,
      judged: judged ?? 0,
      from: from ?? 0,
      to: to ?? 0,
    },
  };
}

function ownText(path: string, {files, packageRoot}: Machine): string {
  const text = files.readText(`${packageRoot}/${path}`);
  if (text.kind === 'unreadable') throw new Error(`${path}: ${text.why}`);
  return text.text;
}

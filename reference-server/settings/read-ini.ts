/** Reads an ini file and overrides into settings, and collects every problem with its place. */
import {defaultSettings, problemsOfSettings, settingKeys} from './settings.ts';
import type {Settings} from './settings.ts';

/** One `KEY = value` of an ini text or one override, and where it stands (`app.ini:3`, `--set actions.ENABLED=maybe`). */
interface Assignment {
  readonly where: string;
  readonly key: string;
  readonly value: string;
}

interface IniText {
  readonly file: string;
  readonly text: string;
}

export type SettingsReading =
  | {readonly kind: 'settings'; readonly settings: Settings}
  | {readonly kind: 'problems'; readonly problems: readonly string[]};

/** Reads the ini file, when there is one, and lays the overrides (`section.KEY=value`) over it. */
export function readSettings(ini: IniText | undefined, overrides: readonly string[]): SettingsReading {
  const problems: string[] = [];
  const assignments = [
    ...(ini === undefined ? [] : readIni(ini, problems)),
    ...overrides.flatMap(text => readOverride(text, problems)),
  ];
  const settings = assignments.reduce(
    (before, assignment) => applyAssignment(before, assignment, problems),
    defaultSettings,
  );
  if (problems.length === 0)
    problems.push(...problemsOfSettings(settings).map(text => `${ini?.file ?? '--set'}  ${text}`));
  return problems.length > 0 ? {kind: 'problems', problems} : {kind: 'settings', settings};
}

function readIni({file, text}: IniText, problems: string[]): readonly Assignment[] {
  let section = '';
  return text.split(/\r?\n/).flatMap((line, at) => {
    const where = `${file}:${at + 1}`;
    const content = line.trim();
    if (content === '' || content.startsWith(';') || content.startsWith('#')) return [];
    const header = /^\[([^\]]+)\]$/.exec(content);
    if (header !== null) {
      section = (header[1] ?? '').trim();
      return [];
    }
    const equals = content.indexOf('=');
    const key = content.slice(0, equals).trim();
    // What is no name of a setting is not quoted: a wrong path may lead to a key or a password.
    if (equals > 0 && section !== '' && isName(key)) {
      const value = content.slice(equals + 1).trim();
      return [{where, key: `${section}.${key}`, value}];
    }
    problems.push(
      `${where}  this line is neither a [section] nor KEY = value below one; write one of them or put ; before it`,
    );
    return [];
  });
}

function isName(text: string): boolean {
  return /^[A-Za-z][\w.-]{0,60}$/.test(text);
}

function readOverride(text: string, problems: string[]): readonly Assignment[] {
  const found = /^([^=.]+\.[^=]+)=(.*)$/s.exec(text);
  if (found === null) {
    problems.push(`--set ${text}  write it as section.KEY=value, for example --set actions.ENABLED=true`);
    return [];
  }
  return [{where: `--set ${text}`, key: (found[1] ?? '').trim(), value: (found[2] ?? '').trim()}];
}

function applyAssignment(before: Settings, {where, key, value}: Assignment, problems: string[]): Settings {
  const known = Object.keys(settingKeys).find(name => name.toLowerCase() === key.toLowerCase());
  const read = known === undefined ? undefined : settingKeys[known];
  if (read === undefined) {
    problems.push(`${where}  unknown setting ${key}; ${knownSettings(key)}`);
    return before;
  }
  const reading = read(value, before);
  if (reading.ok) return {...before, ...reading.set};
  problems.push(`${where}  ${known} is "${value}" but must be ${reading.wants}`);
  return before;
}

/** Names what the section knows, or the sections when there is none of this name. */
function knownSettings(key: string): string {
  const [section = ''] = key.split('.');
  const inSection = Object.keys(settingKeys).filter(name => name.toLowerCase().startsWith(`${section.toLowerCase()}.`));
  if (inSection.length > 0) return `the section ${section} knows ${inSection.join(', ')}`;
  const sections = new Set(Object.keys(settingKeys).map(name => name.slice(0, name.indexOf('.'))));
  return `known sections are ${[...sections].join(', ')}`;
}

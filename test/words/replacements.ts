// The words that texts for people avoid, each with what to write instead, and the few places where such a word is right.

/** One entry of the list: what is found, and what replaces it. */
export interface Replacement {
  readonly found: RegExp;
  readonly write: string;
}

export const replacements: readonly Replacement[] = [
  {found: /\bmend(s|ed|ing)?\b/i, write: 'fix'},
  {found: /\banew\b|\bagain and again\b/i, write: 'again, or repeatedly'},
  {found: /\bcosts? (exit|nothing)\b/i, write: 'exits with 6, or: does not fail the run'},
  {found: /\bwhat (became|came) of\b|\bc[ao]mes? to (its|their|an) end\b/i, write: 'result, or: finished'},
  {found: /\b(is|are|was|were) over(?=[.,;:|)'"`]|$)/i, write: 'ended, or: stopped after …'},
  {found: /\b(is|are|was|were) met\b/i, write: 'was found, or: holds'},
  {found: /\bthe likes\b/i, write: 'similar'},
  {found: /\blook(s|ed|ing)? ahead\b/i, write: 'dry run, or: list'},
  {found: /\blets nobody in\b/i, write: 'is refused'},
  {found: /\b(is|are|was|were) told\b|\btells\b/i, write: 'reports, prints, shows, gets'},
  {found: /\bshows little\b/i, write: 'weak evidence'},
  {found: /\bnobody to talk to\b/i, write: 'cannot connect to'},
  {found: /\brepeat it, after\b/i, write: 'to reproduce'},
];

/** The same for messages, help and pages written by hand; catalogues of cases and faults do not follow these yet. */
export const messageReplacements: readonly Replacement[] = [
  {found: /(?<!\bthere )\b(is|are) no\b(?! (longer|further|more)\b)/i, write: 'is not a, or: there are no'},
  {found: /(?<!\bthere )\b(is|are) none\b/i, write: 'is not a, or: there are no'},
  {found: /\b(nobody|whoever|somebody)\b/i, write: 'who is meant: the server, this account, no credentials'},
  {found: /\bstands?\b(?! (for|beside)\b)/i, write: 'is, appears, is listed'},
];

/** Texts that may hold such a word, each with its reason. */
export const exceptions: readonly {readonly text: string; readonly reason: string}[] = [
  {text: 'exchange => exchange.tells', reason: 'the script of the page, with a name of its data'},
];

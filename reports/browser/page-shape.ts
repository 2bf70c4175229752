// The shape of the data block of the HTML report, which the page is made with and its script reads.

/** The data block of the page. Rows are lists to stay small: [id, title, suite, verdict, ms, statements, kind, cause, detail]. */
export interface HtmlData {
  readonly verdicts: readonly string[];
  readonly suites: readonly string[];
  readonly statements: readonly string[];
  readonly rows: readonly HtmlRow[];
  /** By the index of the row. */
  readonly stories: {readonly [row: number]: HtmlStory};
}

export type HtmlRow = readonly [
  id: string,
  title: string,
  suite: number,
  verdict: number,
  ms: number,
  statements: readonly number[],
  kind: string,
  cause: string,
  detail: string,
];

export interface HtmlStory {
  /** Statements that the case does not say to be broken, although it failed. */
  readonly touched?: readonly string[];
  readonly place?: string;
  readonly source?: string;
  readonly run: string;
  readonly attempts: number;
  readonly findings: readonly HtmlFinding[];
  readonly findingsOmitted: number;
  readonly notes: readonly string[];
  readonly property?: string;
  readonly story?: readonly string[];
  readonly exchanges: readonly HtmlExchange[];
  readonly exchangesOmitted: number;
}

export interface HtmlFinding {
  readonly basis: string;
  readonly path: string;
  readonly message: string;
  readonly step?: number;
  readonly place?: string;
  /** The line of the file with a caret below what is expected. */
  readonly frame?: string;
  readonly expected?: string;
  readonly actual?: string;
  /** Of two long values their lines: `expected`, `actual`, `both` or `note`, and the text. */
  readonly lines?: readonly (readonly [sign: string, text: string])[];
}

export interface HtmlExchange {
  readonly asked: string;
  readonly askedBody?: string;
  readonly answered: string;
  readonly answeredBody?: string;
  readonly title: string;
  readonly ms: number;
  readonly repeat?: string;
  /** It is the one that the first finding is about, or that broke. */
  readonly tells?: true;
}

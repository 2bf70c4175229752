// The table of report formats: what each is called, where it goes when nobody says, and the function of the journal that it is; a new
// format is a new file and one line here.
import {renderBadge, renderBadgeJson} from './badge.ts';
import type {Requirements} from '../case/details.ts';
import {renderCtrf} from './ctrf.ts';
import {renderGithub} from './github.ts';
import {renderHar, type BodySource} from './har.ts';
import {renderHtml} from '../html/page.ts';
import type {Journal} from '../journal/reader.ts';
import {renderJunit} from './junit.ts';
import {renderMarkdown} from './markdown.ts';
import {renderSarif} from './sarif.ts';
import {renderTap} from './tap.ts';

/** What formats are rendered with besides the journal. */
export interface RenderTools {
  readonly requirements: Requirements;
  /** Names the fields of overlay bytes given as hex. */
  readonly annotate: (message: string, hex: string) => string | undefined;
  readonly bodyOf: BodySource;
}

/** One format. */
export interface Format {
  /** Its file in the output folder. */
  readonly file: string;
  readonly render: (journal: Journal, tools: RenderTools, path: string) => string;
}

/** The formats by the name that the command line uses. `github` is annotations; its step summary is the Markdown. */
export const formats = {
  junit: {file: 'junit.xml', render: renderJunit},
  markdown: {file: 'report.md', render: renderMarkdown},
  html: {file: 'report.html', render: renderHtml},
  sarif: {file: 'report.sarif', render: renderSarif},
  ctrf: {file: 'ctrf.json', render: renderCtrf},
  tap: {file: 'report.tap', render: renderTap},
  har: {file: 'exchanges.har', render: renderHar},
  badge: {
    file: 'badge.svg',
    render: (journal, _, path) => (/\.json$/i.test(path) ? renderBadgeJson : renderBadge)(journal),
  },
  github: {file: 'annotations.txt', render: renderGithub},
} as const satisfies {readonly [name: string]: Format};

export type FormatName = keyof typeof formats;

/** What a run writes when no reporter is asked for. */
export const usualFormats: readonly FormatName[] = ['junit', 'markdown', 'html'];

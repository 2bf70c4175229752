// The table of report formats: the function of the journal that each of them is. A new format is a new file, one line here, and one in `format-files.ts`.
import {renderBadge, renderBadgeJson} from './badge.ts';
import type {Requirements} from '../case/details.ts';
import {renderCtrf} from './ctrf.ts';
import type {FormatName} from './format-files.ts';
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

/** Renders a journal; the path is where the text goes. */
export type Render = (journal: Journal, tools: RenderTools, path: string) => string;

/** The formats by the name that the command line uses. `github` is annotations; its step summary is the Markdown. */
export const formats: {readonly [name in FormatName]: Render} = {
  junit: renderJunit,
  markdown: renderMarkdown,
  html: renderHtml,
  sarif: renderSarif,
  ctrf: renderCtrf,
  tap: renderTap,
  har: renderHar,
  badge: (journal, _, path) => (/\.json$/i.test(path) ? renderBadgeJson : renderBadge)(journal),
  github: renderGithub,
};

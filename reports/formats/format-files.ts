// The names of report formats, and the file that each has in the output folder: all that a command line needs to know of them.

/** The file by the name that the command line uses. */
export const formatFiles = {
  junit: 'junit.xml',
  markdown: 'report.md',
  html: 'report.html',
  sarif: 'report.sarif',
  ctrf: 'ctrf.json',
  tap: 'report.tap',
  har: 'exchanges.har',
  badge: 'badge.svg',
  github: 'annotations.txt',
} as const;

export type FormatName = keyof typeof formatFiles;

/** What a run writes when no reporter is asked for. */
export const usualFormats: readonly FormatName[] = ['junit', 'markdown', 'html'];

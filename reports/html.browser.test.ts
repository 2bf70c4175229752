// The page in a real browser. Where no Chromium is installed, these tests are skipped and say so.
import {execFileSync} from 'node:child_process';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, describe, expect, test} from 'vitest';
import {goldenJournals, goldenRequirements} from '../test/golden-journals.ts';
import {aCaseLine, aFailedCase, aFinding, aJournalText, anExchangeLine, anHttpRecord} from '../test/journal-lines.ts';
import {renderHtml} from './html.ts';
import {readJournal, type Journal} from './journal-reader.ts';

const chromium = ['chromium', 'chromium-browser', 'google-chrome'].find(name => {
  try {
    execFileSync(name, ['--version'], {stdio: 'ignore'});
    return true;
  } catch {
    return false;
  }
});
const folder = mkdtempSync(join(tmpdir(), 'touchstone-html-'));
afterAll(() => {
  rmSync(folder, {recursive: true, force: true, maxRetries: 5});
});

/** Opens a page and gives its document after its script ran. */
function documentOf(journal: Journal, fragment = ''): string {
  const file = join(folder, 'report.html');
  writeFileSync(file, renderHtml(journal, {requirements: goldenRequirements}));
  const flags = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    `--user-data-dir=${join(folder, 'profile')}`,
    '--virtual-time-budget=5000',
    '--dump-dom',
  ];
  const html = execFileSync(chromium ?? '', [...flags, `file://${file}${fragment}`], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 1 << 27,
    timeout: 50_000,
  });
  // The data block and the script are no part of what a reader sees.
  return html.replace(/<script.*?<\/script>/gs, '');
}

function read(text: string): Journal {
  const reading = readJournal(text);
  if (reading.kind === 'refused') throw new Error(reading.why);
  return reading;
}

describe.skipIf(chromium === undefined)('in Chromium', () => {
  test('the script lists every case and counts them', () => {
    const page = documentOf(goldenJournals['fail'] as Journal);
    expect(page.match(/<div class="case /g)).toHaveLength(10);
    expect(page).toContain('role="status">10 of 10 cases</span>');
  });

  test('a deep link opens one case with quote, both sides, exchange and command', () => {
    const id = 'hosting/labels/scope-is-text-before-last-slash[deep]';
    const page = documentOf(goldenJournals['fail'] as Journal, `#case=${encodeURIComponent(id)}`);
    expect(page).toContain('1 of 10 cases (one case)');
    for (const text of [
      'The scope of a label is the text before its last slash.',
      '"$unordered": [',
      '"name": "a/c/x"',
      'TOUCHSTONE_TOKEN_BOB',
      'suites/hosting/labels.yaml:38:18',
    ]) {
      expect(page.slice(page.indexOf('class="story"'))).toContain(text);
    }
  });

  test('a link from the matrix lists the cases of a statement', () => {
    expect(documentOf(goldenJournals['fail'] as Journal, '#statement=OV-PING')).toContain(
      '1 of 10 cases (statement OV-PING)',
    );
  });

  test('hostile text stays text', () => {
    const hostile = `<img src=x onerror="document.title='owned'"></pre><script>document.title='owned'</script>\u001b[2J`;
    const exchange = anHttpRecord({
      reply: {status: 200, headers: [['x', hostile]], body: {kind: 'text', text: hostile}, notes: []},
      request: {method: 'GET', url: `http://h/${hostile}`, headers: [], body: {kind: 'none'}},
    });
    const line = aFailedCase({
      title: hostile,
      detail: hostile,
      notes: [hostile],
      requirements: ['<b>'],
      findings: [aFinding({path: hostile, message: hostile, expected: hostile, actual: {[hostile]: hostile}})],
    });
    const page = documentOf(
      read(aJournalText([anExchangeLine({exchange}), line])),
      `#case=${encodeURIComponent(line.id)}`,
    );
    expect(page).toContain('<title>touchstone: 1 case failed.</title>');
    expect(page).not.toMatch(/<img|<b>&lt;|owned'</);
    expect(page).not.toContain('\u001b');
    expect(page).toContain('\\x1b[2J');
  });

  test('of 10,000 cases the first hundred are drawn', () => {
    const page = documentOf(read(aJournalText(Array.from({length: 10_000}, (_, n) => aCaseLine({id: `s/${n}`})))));
    expect(page.match(/<div class="case /g)).toHaveLength(100);
    expect(page).toContain('show more (9900)');
  });
});

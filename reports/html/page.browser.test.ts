// The page in a real browser, as a reader uses it. Where no Chromium is installed, these tests are skipped and say so.
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {chromium, type Browser, type Page} from 'playwright-core';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {goldenJournals, goldenRequirements} from '../../test/support/golden-journals.ts';
import {
  aCaseLine,
  aFailedCase,
  aFinding,
  aJournalText,
  anExchangeLine,
  anHttpRecord,
} from '../../test/support/journal-lines.ts';
import {axeFindings} from '../../test/support/axe-findings.ts';
import {chromiumPath} from '../../test/support/chromium-path.ts';
import {renderHtml} from './page.ts';
import {readJournal, type Journal} from '../journal/reader.ts';

/** A crowded machine may be slow; a page that never gets there still fails. */
const patience = {timeout: 30_000};

describe.skipIf(chromiumPath === undefined)('in Chromium (skipped where none is installed)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-html-'));
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({executablePath: chromiumPath ?? '', args: ['--no-sandbox']});
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    rmSync(folder, {recursive: true, force: true, maxRetries: 5});
  });

  interface PageOptions {
    readonly fragment?: string;
    readonly width?: number;
    readonly scheme?: 'light' | 'dark';
  }

  let count = 0;
  /** Opens the page of a journal; whatever it would fetch beside itself, or throw, is kept in `trouble`. */
  async function open(
    journal: Journal,
    {fragment = '', width = 1280, scheme = 'light'}: PageOptions = {},
  ): Promise<{readonly page: Page; readonly trouble: readonly string[]}> {
    count += 1;
    const file = join(folder, `report-${count}.html`);
    writeFileSync(file, renderHtml(journal, {requirements: goldenRequirements}));
    const page = await browser.newPage({viewport: {width, height: 900}, colorScheme: scheme});
    const trouble: string[] = [];
    page.on('request', request => {
      if (request.url() !== pathToFileURL(file).href) trouble.push(`asked for ${request.url()}`);
    });
    page.on('pageerror', error => trouble.push(error.message));
    page.on('dialog', dialog => {
      trouble.push(dialog.message());
      void dialog.dismiss();
    });
    page.on('console', message => trouble.push(message.text()));
    await page.goto(pathToFileURL(file).href + fragment);
    return {page, trouble};
  }

  const deep = 'hosting/labels/scope-is-text-before-last-slash[deep]';
  const red = goldenJournals['fail'] as Journal;

  test('the page lists every case, fetches nothing and throws nothing', async () => {
    const {page, trouble} = await open(red);
    expect(await page.locator('#cases .case').count()).toBe(10);
    expect(await page.getByRole('status').textContent()).toBe('10 of 10 cases');
    expect(trouble).toEqual([]);
  });

  test('what went wrong is on the first screen and leads to its case', async () => {
    const {page} = await open(red);
    const first = page.locator('#wrong li a').first();
    expect((await first.boundingBox())?.y).toBeLessThan(900);
    await first.click();
    expect(await page.locator('#cases .case .story').count()).toBe(1);
    expect(await page.locator('#cases .case .text > span').first().textContent()).toBe(await first.textContent());
  });

  test('verdict, contents, what went wrong and the first cases are on the first screen, and the record comes after the cases', async () => {
    const {page} = await open(red);
    for (const what of ['h1', '.contents', '#wrong li', '#cases .case']) {
      const box = await page.locator(what).first().boundingBox();
      expect([what, (box?.y ?? Infinity) + (box?.height ?? 0) < 900]).toEqual([what, true]);
    }
    expect(await page.locator('.contents a').allTextContents()).toEqual([
      'What went wrong',
      'Cases (10)',
      'Numbers and target',
      'Suites and times',

      'Statements (5)',
      'Notes',
    ]);
    await page.locator('.contents a', {hasText: 'Statements'}).click();
    expect((await page.locator('#record').boundingBox())?.y).toBeLessThan(900);
  });

  test('verdict buttons count what the search and the suite leave', async () => {
    const {page} = await open(red);
    const counts = () => page.locator('.bar button[data-verdict] .count').allTextContents();
    const all = await counts();
    expect(all.map(Number).reduce((a, b) => a + b)).toBe(10);
    await page.locator('#search').fill('slash deep last');
    await expect.poll(() => page.locator('#cases .case').count(), patience).toBe(1);
    expect((await counts()).map(Number).reduce((a, b) => a + b)).toBe(1);
  });

  test('theme and filters are in the address, and an address brings them back', async () => {
    const {page} = await open(red);
    await page.locator('#theme').click();
    await page.locator('.bar button[data-verdict=fail]').click();
    await page.locator('#search').fill('deep');
    await expect.poll(() => new URL(page.url()).hash, patience).toBe('#verdict=fail&q=deep&theme=dark');
    const again = await open(red, {fragment: new URL(page.url()).hash});
    expect(await again.page.locator('#cases .case').count()).toBe(1);
    expect(await again.page.locator('#search').inputValue()).toBe('deep');
    expect(await again.page.locator('.bar button[data-verdict=fail]').getAttribute('aria-pressed')).toBe('true');
    expect(await again.page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
  });

  test.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 380],
    ['dark', 380],
  ] as const)('axe finds nothing in the %s page at %i px, also with a case open', async (scheme, width) => {
    const {page} = await open(red, {scheme, width});
    expect(await axeFindings(page)).toEqual([]);
    await page.locator('#cases .case > button').first().click();
    await page.locator('.story details.all summary').first().click();
    expect(await axeFindings(page)).toEqual([]);
  });

  test('of a failure the exchange that it is about is open, and all others are behind one line', async () => {
    const {page} = await open(red, {fragment: `#case=${encodeURIComponent(deep)}`});
    const opened = page.locator('.story > details[open]');
    expect(await opened.count()).toBe(1);
    expect(await opened.innerText()).toContain('"name": "a/c/x"');
    const all = page.locator('.story > details.all');
    expect(await all.innerText()).toBe('All 3 exchanges of 2 attempts');
    await all.locator('summary').first().click();
    expect(await all.locator('details').count()).toBe(3);
  });

  test('a deep link opens one case with quote, both sides, exchange and command', async () => {
    const {page} = await open(red, {fragment: `#case=${encodeURIComponent(deep)}`});
    expect(await page.getByRole('status').textContent()).toBe('1 of 10 cases (one case)');
    const story = await page.locator('.story').innerText();
    for (const text of [
      'The scope of a label is the text before its last slash.',
      'in any order',
      '38 | ',
      '"name": "a/c/x"',
      'TOUCHSTONE_TOKEN_BOB',
      'suites/hosting/labels.yaml:38:18',
    ])
      expect(story).toContain(text);
  });

  test('a link from the matrix lists the cases of a statement', async () => {
    const {page} = await open(red, {fragment: '#statement=OV-PING'});
    expect(await page.getByRole('status').textContent()).toBe('1 of 10 cases (statement OV-PING)');
  });

  test('verdict buttons, the suite box and the search narrow the list together', async () => {
    const {page} = await open(red);
    await page.locator('.bar button[data-verdict=fail]').click();
    expect(await page.locator('#cases .case:not(.fail)').count()).toBe(0);
    const failed = await page.locator('#cases .case').count();
    await page.locator('#search').fill('deep');
    await expect.poll(() => page.locator('#cases .case').count(), patience).toBe(1);
    await page.locator('#reset').click();
    expect(await page.locator('#cases .case').count()).toBe(10);
    expect(failed).toBeLessThan(10);
  });

  test('the keyboard walks, opens, filters and resets', async () => {
    const {page} = await open(red);
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    expect(await page.locator('#cases .case.current').getAttribute('data-row')).toBe('0');
    await page.keyboard.press('o');
    expect(await page.locator('.story').count()).toBe(1);
    await page.keyboard.press('f');
    expect(await page.locator('#cases .case.pass').count()).toBe(0);
    await page.keyboard.press('Escape');
    expect(await page.locator('#cases .case').count()).toBe(10);
    await page.keyboard.press('/');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('search');
  });

  test('the copy button puts the command on the clipboard', async () => {
    const {page} = await open(red, {fragment: `#case=${encodeURIComponent(deep)}`});
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const line = page.locator('.story .copyline').last();
    await line.locator('button.copy').click();
    await expect.poll(() => line.locator('button.copy').textContent(), patience).toBe('copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      await line.locator('.command').textContent(),
    );
  });

  test.each([
    ['narrow', {width: 380}],
    ['wide', {width: 1600}],
    ['dark', {scheme: 'dark' as const}],
  ])(
    'a %s page needs no sideways scrolling, has no column of single letters, and its text contrasts with its background',
    async (_, how) => {
      const {page} = await open(red, {...how, fragment: `#case=${encodeURIComponent(deep)}`});
      const {overflow, ink, back} = await page.evaluate(() => {
        const {color, backgroundColor} = getComputedStyle(document.body);
        const {scrollWidth, clientWidth} = document.documentElement;
        return {overflow: scrollWidth - clientWidth, ink: color, back: backgroundColor};
      });
      expect(overflow).toBe(0);
      const squeezed = await page.evaluate(() =>
        [...document.querySelectorAll('th, td, dd, li, p')]
          .filter(cell => (cell.textContent ?? '').trim().length > 8 && cell.clientWidth > 0 && cell.clientWidth < 60)
          .map(cell => cell.textContent),
      );
      expect(squeezed).toEqual([]);
      expect(Math.abs(lightness(ink) - lightness(back))).toBeGreaterThan(150);
    },
  );

  test('the printed page opens what is red and hides the buttons', async () => {
    const {page} = await open(red);
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await page.emulateMedia({media: 'print'});
    // Of those that are alike the first is printed whole, and the names of the others.
    const firsts = await page.locator('.wrong ol > li > a').count();
    expect(await page.locator('.case:is(.fail, .flaky, .error) .story').count()).toBe(firsts);
    expect(await page.locator('.wrong details:not([open])').count()).toBe(0);
    expect(await page.locator('.bar').isVisible()).toBe(false);
    // A4 with margins of 1 cm has 718 px; nothing scrolls on paper.
    await page.setViewportSize({width: 718, height: 1000});
    expect(await page.locator('pre.frame').count()).toBeGreaterThan(0);
    const cut = await page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll('pre')]
        .filter(({scrollWidth, clientWidth}) => scrollWidth > clientWidth)
        .map(({textContent}) => textContent),
    );
    expect(cut).toEqual([]);
  });

  test('many causes, most of them with many cases, begin on the first printed page', async () => {
    const finding = (path: string) => [aFinding({path, message: 'expected 1, got 2', expected: 1, actual: 2})];
    const lines = Array.from({length: 100}, (_, n) => {
      const id = `suite/with-a-name-of-its-own/case-${String(n).padStart(3, '0')}`;
      return [
        anExchangeLine({case: id, operation: 'repoGet'}),
        aFailedCase({id, findings: finding(`/${'abcde'.charAt(n % 5)}`)}),
      ];
    }).flat();
    const {page} = await open(read(aJournalText(lines)));
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await page.emulateMedia({media: 'print'});
    await page.setViewportSize({width: 718, height: 1000});
    const ends = await page
      .locator('.wrong ol > li')
      .evaluateAll(items => items.map(item => item.getBoundingClientRect().bottom));
    expect(ends).toHaveLength(5);
    expect(Math.max(...ends)).toBeLessThan(1000);
  });

  test('a long reason to skip and a long contract note need no sideways scrolling', async () => {
    const long = `cannot be compared: /cases/2/${'~1created'.repeat(20)}`;
    const lines = [aCaseLine({verdict: 'skip', cause: 'context-unavailable', detail: long})];
    const note = {
      operation: 'repoGet',
      status: 200,
      pointer: `/${'x'.repeat(90)}`,
      message: long,
      count: 1,
      firstCase: 'a/b',
    };
    const {page} = await open(read(aJournalText(lines, {footer: {contractNotes: [note]}})), {width: 380});
    await page.locator('#notes summary').click();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  });

  test('RP-01 hostile text stays text', async () => {
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
    const {page, trouble} = await open(read(aJournalText([anExchangeLine({exchange}), line])), {
      fragment: `#case=${encodeURIComponent(line.id)}`,
    });
    expect(await page.title()).toBe('touchstone: 1 case failed.');
    expect(await page.locator('img, b').count()).toBe(0);
    const text = await page.locator('body').innerText();
    expect(text).not.toContain('\u001b');
    expect(text).toContain('\\x1b[2J');
    expect(trouble).toEqual([]);
  });

  test('of 10,000 cases the first hundred are drawn, and a search finds the last', async () => {
    const cases = Array.from({length: 10_000}, (_, n) => aCaseLine({id: `s/${n}`}));
    const {page} = await open(read(aJournalText(cases)));
    expect(await page.locator('#cases .case').count()).toBe(100);
    expect(await page.locator('#more').textContent()).toBe('show more (9900)');
    await page.locator('#search').fill('s/9999');
    await expect.poll(() => page.getByRole('status').textContent(), patience).toBe('1 of 10000 cases');
  });
});

function read(text: string): Journal {
  const reading = readJournal(text);
  if (reading.kind === 'refused') throw new Error(reading.why);
  return reading;
}

/** Mean of the three channels of a computed colour, 0 to 255. */
function lightness(color: string): number {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map(Number);
  return (red + green + blue) / 3;
}

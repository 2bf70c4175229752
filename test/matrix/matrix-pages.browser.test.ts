// The pages of a matrix in a real browser. Where no Chromium is installed, these tests are skipped and say so.
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {chromium, type Browser} from 'playwright-core';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {main as matrix} from '../../runner/commands/matrix.ts';
import {main as run} from '../../runner/commands/run.ts';
import {axeFindings} from '../support/axe-findings.ts';
import {chromiumPath} from '../support/chromium-path.ts';
import {temporaryFolder} from '../support/command-line.ts';
import {inProcess, packageRoot} from '../support/in-process.ts';

const chosen = ['--id', 'hosting/labels/scope-is-text-before-last-slash*', '--contexts', 'plain', '--seed', '3'];

describe.skipIf(chromiumPath === undefined)('in Chromium (skipped where none is installed)', () => {
  const site = join(temporaryFolder(), 'site');
  let browser: Browser;
  beforeAll(async () => {
    const [old, fixed] = [temporaryFolder(), temporaryFolder()];
    await inProcess(run, ['--reference', '--fault', 'label-scope-first-slash', ...chosen, '--output', old]);
    await inProcess(run, ['--reference', ...chosen, '--output', fixed]);
    await inProcess(matrix, [`Acme@1=${old}`, `Acme@2=${fixed}`, `Other@3=${old}`, '--to', `html:${site}`]);
    browser = await chromium.launch({executablePath: chromiumPath ?? '', args: ['--no-sandbox']});
  }, 60_000);
  afterAll(() => browser.close());

  test.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 380],
    ['dark', 380],
  ] as const)('axe finds nothing in %s pages at %i px', async (colorScheme, width) => {
    const page = await browser.newPage({colorScheme, viewport: {width, height: 900}});
    for (const file of ['index', 'differences', 'statements/LABEL-SCOPE', 'implementations/acme']) {
      await page.goto(pathToFileURL(join(site, `${file}.html`)).href);
      expect([file, ...(await axeFindings(page))]).toEqual([file]);
    }
    await page.close();
  });

  test.each(['decoders', 'nodes'])(
    'axe finds nothing in the pages of %s, and they are not wider than a phone or a sheet of paper',
    async kind => {
      const folder = join(temporaryFolder(), 'site');
      await inProcess(matrix, [join(packageRoot, `fixtures/known/${kind}.json`), '--to', `html:${folder}`]);
      const page = await browser.newPage({viewport: {width: 380, height: 900}});
      for (const file of ['index', 'statements/OV-WIRE']) {
        await page.goto(pathToFileURL(join(folder, `${file}.html`)).href);
        expect([file, ...(await axeFindings(page))]).toEqual([file]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(380);
      }
      // A4 with margins of 1 cm has 718 px.
      await page.emulateMedia({media: 'print'});
      await page.setViewportSize({width: 718, height: 1000});
      await page.goto(pathToFileURL(join(folder, 'index.html')).href);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(718);
      await page.close();
    },
  );
});

// Runs axe-core in an open page and gives what it finds.
import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import type {Page} from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Gives each violation with the elements that have it; an empty list is what a page should give. */
export async function axeFindings(page: Page): Promise<readonly string[]> {
  // Our pages allow no script but their own; what the debugger evaluates is not held by that.
  await page.evaluate(source);
  return page.evaluate(async () => {
    const {axe} = globalThis as unknown as {
      readonly axe: {
        run(): Promise<{
          readonly violations: readonly {
            readonly id: string;
            readonly nodes: readonly {readonly html: string; readonly failureSummary?: string}[];
          }[];
        }>;
      };
    };
    const {violations} = await axe.run();
    return violations.flatMap(({id, nodes}) =>
      nodes.map(({html, failureSummary = ''}) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
    );
  });
}

// Makes reports/html/page-script.ts, the script of the HTML report as text, from reports/browser: reports read no files.
import {spawnSync} from 'node:child_process';
import {mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const file = join(root, 'reports/html/page-script.ts');

/** Compiles the script, and puts the one module that it imports in front of it. */
export function makePageScript(): string {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-page-script-'));
  try {
    const compiler = join(root, 'node_modules/typescript/bin/tsc');
    const args = [compiler, '-p', 'reports/browser', '--noEmit', 'false', '--outDir', folder];
    const {status, stdout} = spawnSync(process.execPath, args, {cwd: root, encoding: 'utf8'});
    if (status !== 0) throw new Error(`reports/browser does not compile:\n${stdout}`);
    const shared = readFileSync(join(folder, 'base/text/visible-text.js'), 'utf8');
    return scriptOf(readFileSync(join(folder, 'reports/browser/open-cases.js'), 'utf8'), shared);
  } finally {
    rmSync(folder, {recursive: true, force: true});
  }
}

/** Makes one script of both modules, each with names of its own; a second import, or an export, would be left and is refused. */
function scriptOf(report: string, shared: string): string {
  const [line = '', names = ''] = /^import (\{[^}]*\}) from '[^']*visible-text\.js';\n/.exec(report) ?? [];
  const module = `const ${names} = (() => {\n${shared.replaceAll(/^export /gm, '')}return ${names};\n})();\n`;
  const script = `'use strict';\n(() => {\n${module}${report.slice(line.length)}})();\n`;
  if (line === '' || /^(?:import|export)\b/m.test(script))
    throw new Error('reports/browser/open-cases.ts may import base/text/visible-text.ts and nothing else but types');
  if (script.includes('</')) throw new Error('"</" could end the script element: write it in two parts');
  return script;
}

function fileText(script: string): string {
  const escaped = script.replaceAll(/[\\`]|\$\{/g, String.raw`\$&`);
  return `// Made by scripts/make-page-script.ts from reports/browser; edit there, then: npm run generate\n\n/** The script of the page. */\nexport const htmlScript = \`${escaped}\`;\n`;
}

if (realpathSync(process.argv[1] ?? '') === fileURLToPath(import.meta.url)) {
  writeFileSync(file, fileText(makePageScript()));
}

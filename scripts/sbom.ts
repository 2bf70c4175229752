// Writes the CycloneDX list of everything that a user of the package installs: `npm run sbom`. npm makes it; what only developers install is taken out here,
// since `npm sbom --omit dev` of npm 11 also leaves out what both need, such as yaml and ajv.
import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What is read of a list; the rest stays as npm wrote it. */
interface Bom {
  readonly metadata: {readonly component: {readonly name: string}};
  readonly components: readonly Component[];
  readonly dependencies: readonly {readonly ref: string; readonly dependsOn: readonly string[]}[];
}

interface Component {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly properties?: readonly {readonly name: string; readonly value: string}[];
}

/** Makes the list from the lock file. */
export function productionBom(): Bom {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
  const isWindows = process.platform === 'win32';
  const text = execFileSync('npm', args, {cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, shell: isWindows});
  const all = JSON.parse(text) as Bom;
  const components = all.components.filter(one => !isForDevelopment(one));
  const kept = new Set([rootRef(all), ...components.map(one => one['bom-ref'])]);
  const {name} = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as {readonly name: string};
  return {
    ...all,
    // npm gives it the name of the folder.
    metadata: {...all.metadata, component: {...all.metadata.component, name}},
    components,
    dependencies: all.dependencies
      .filter(({ref}) => kept.has(ref))
      .map(one => ({...one, dependsOn: one.dependsOn.filter(ref => kept.has(ref))})),
  };
}

function isForDevelopment({properties = []}: Component): boolean {
  return properties.some(({name, value}) => name === 'cdx:npm:package:development' && value === 'true');
}

function rootRef({metadata}: Bom): string {
  return (metadata.component as unknown as Component)['bom-ref'];
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.stdout.write(`${JSON.stringify(productionBom(), null, 2)}\n`);

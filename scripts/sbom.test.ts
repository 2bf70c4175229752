// Shows that the list of components has everything that a user installs and nothing else, as the lock file says.
import {readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {productionBom} from './sbom.ts';

interface Locked {
  readonly version: string;
  readonly dev?: true;
}

const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')) as {
  readonly packages: {readonly [path: string]: Locked};
};

const installed = (isDev: boolean): ReadonlySet<string> =>
  new Set(
    Object.entries(lock.packages)
      .filter(([path, {dev = false}]) => path !== '' && dev === isDev)
      .map(([path, {version}]) => `${path.replace(/^.*node_modules\//, '')}@${version}`),
  );

test('every package that a user installs is listed, and none that only developers have', {timeout: 60_000}, () => {
  const bom = productionBom();
  const listed = new Set(bom.components.map(({name, version}) => `${name}@${version}`));
  expect(bom.metadata.component.name).toBe('touchstone');
  expect([...installed(false)].filter(one => !listed.has(one))).toEqual([]);
  expect([...listed].filter(one => !installed(false).has(one))).toEqual([]);
  expect([...installed(true)].length).toBeGreaterThan(100);
  const refs = new Set(bom.dependencies.map(({ref}) => ref));
  expect(bom.dependencies.flatMap(({dependsOn}) => dependsOn).filter(ref => !refs.has(ref))).toEqual([]);
});

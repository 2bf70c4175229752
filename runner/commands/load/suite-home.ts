// Finds what stands beside a user's suites: their own contract, statements, arrangements, dialects, matchers and properties, by name of file and folder.
import type {Machine} from '../../../model/machine.ts';

/** Where our own suites for nodes are. */
export const meshFolder = 'suites/mesh';

/** A folder of suites with what belongs to them; paths as they are read from the working folder. */
export interface SuiteHome {
  readonly folder: string;
  /** OpenAPI 3.1 documents, `NAME.openapi.yaml`. */
  readonly contracts: readonly string[];
  /** `requirements.yaml`, where there is one. */
  readonly requirements: readonly string[];
  /** Everything in `arrangements/`. */
  readonly arrangements: readonly string[];
  /** Everything in `dialects/`: names of servers, which are recognised as ours are. */
  readonly dialects: readonly string[];
  /** Code in `matchers/` itself; folders below it hold what these files share. */
  readonly matchers: readonly string[];
  /** Code in `properties/` itself. */
  readonly properties: readonly string[];
}

const codeEndings = ['.ts', '.js', '.mjs'];

/** Looks into a folder. Nothing above it is ever looked at, so that no file is code of a run without having been named. */
export function homeOf(folder: string, {files}: Machine): SuiteHome {
  const below = (path: string, endings: readonly string[]): readonly string[] => {
    const listed = files.list(`${folder}/${path}`, endings);
    return listed.kind === 'files' ? listed.files : [];
  };
  const code = (name: string): readonly string[] => {
    const depth = `${files.absolute(folder)}/${name}/`.length;
    return below(name, codeEndings).filter(
      file => !files.absolute(file).slice(depth).includes('/') && !/\.(?:test|d)\.[mc]?[jt]s$/.test(file),
    );
  };
  return {
    folder,
    contracts: files.beside(folder, ['.openapi.yaml']),
    requirements: files
      .beside(folder, ['requirements.yaml'])
      .filter(file => /(?:^|[/\\])requirements\.yaml$/.test(file)),
    arrangements: below('arrangements', ['.yaml', '.yml']),
    dialects: below('dialects', ['.yaml', '.yml']),
    matchers: code('matchers'),
    properties: code('properties'),
  };
}

/** Tells whether a YAML file below a home is a suite; `path` is relative to the home. */
export function isSuitePath(path: string): boolean {
  return (
    /\.ya?ml$/.test(path) &&
    !/^(?:arrangements|dialects|tables)\/|^requirements\.yaml$|^[^/]*\.openapi\.yaml$/.test(path)
  );
}

/** Tells whether there is nothing but suites. */
export function isBare({folder: _folder, ...parts}: SuiteHome): boolean {
  return Object.values(parts).every(files => files.length === 0);
}

/** The name under which the properties of a home are known: that of its folder. */
export function homeName({folder}: SuiteHome, {files}: Machine): string {
  return files.absolute(folder).replace(/^.*\//, '') || 'suites';
}

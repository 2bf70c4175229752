// Writes shapes as TypeScript: objects that stand in several places are written once.
import type {Shape} from '../suites/properties/calls/reply-shapes.ts';

/** Writes each shape by the name of what it has in common with others. */
export interface SharedWriter {
  readonly declarations: readonly string[];
  readonly written: (shape: Shape, key: string) => string;
  /** Declares the kinds that these rows name. */
  readonly kinds: (rows: readonly string[]) => readonly string[];
}

const keysMin = 4;

/** Counts what stands in several of these shapes. */
export function sharedWriter(shapes: readonly Shape[]): SharedWriter {
  const count = new Map<string, number>();
  const namesFor = new Map<string, string>();
  const declarations: string[] = [];
  const counters = new Map<string, number>();

  function countIn(shape: Shape): void {
    if (typeof shape !== 'object' || shape === null || '$kind' in shape) return;
    const text = JSON.stringify(shape);
    const before = count.get(text) ?? 0;
    count.set(text, before + 1);
    if (before === 0) for (const one of Object.values(shape)) countIn(one as Shape);
  }

  function written(shape: Shape, key: string): string {
    if (typeof shape !== 'object' || shape === null) return JSON.stringify(shape);
    if ('$kind' in shape) return shape.$kind as string;
    const text = JSON.stringify(shape);
    const known = namesFor.get(text);
    if (known !== undefined) return known;
    const body =
      '$each' in shape
        ? `each(${written((shape as {$each: Shape}).$each, key)})`
        : `{${Object.entries(shape)
            .map(([name, one]) => `${/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name)}: ${written(one, name)}`)
            .join(', ')}}`;
    if ((count.get(text) ?? 0) < 2 || Object.keys(shape).length < keysMin) return body;
    const nth = (counters.get(key) ?? 0) + 1;
    counters.set(key, nth);
    const base = key.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    const name = `${base}${String(nth)}`;
    namesFor.set(text, name);
    declarations.push(`const ${name}: Shape = ${body};`);
    return name;
  }

  for (const shape of shapes) countIn(shape);
  const kinds = (rows: readonly string[]): readonly string[] =>
    ['any', 'flag', 'none', 'number', 'text']
      .filter(kind => new RegExp(`(?:: |\\()${kind}\\b`).test(rows.join('\n')))
      .map(kind => `const ${kind}: Kind = {$kind: '${kind}'};`);
  return {declarations, written, kinds};
}

// Finds the functions of a source of ours by its indentation, which the formatter keeps: declarations at the margin, and members of an object one step in.

/** One function, or whatever else is declared. */
export interface FunctionOfSource {
  /** E.g. `removeLabel`, or `labelRules.scopeOf` for a member of an object. */
  readonly name: string;
  /** Lines count from 1; both belong to it. */
  readonly fromLine: number;
  readonly toLine: number;
  readonly text: string;
}

const declaration =
  /^(?:export )?(?:default )?(?:async )?(?:function\*?|const|let|class|interface|type|enum) ([A-Za-z_$][\w$]*)/;
const member = /^ {2}(?:(?:static|private|readonly|override|async|get|set) )*\*?([A-Za-z_$][\w$]*)\s*[(:<=]/;
/** The declaration is an object or a class, whose members are functions of their own. */
const hasMembers = /^(?:export )?(?:const .*= \{|class .*\{)$/;

/** Lists the functions of a source, in order. */
export function functionsOf(text: string): readonly FunctionOfSource[] {
  const lines = text.split('\n');
  const found: {readonly name: string; readonly fromLine: number}[] = [];
  let outer: {readonly name: string; readonly hasMembers: boolean} | undefined;
  for (const [index, line] of lines.entries()) {
    const [, declared] = declaration.exec(line) ?? [];
    if (declared !== undefined) {
      outer = {name: declared, hasMembers: hasMembers.test(line)};
      found.push({name: declared, fromLine: index + 1});
      continue;
    }
    const [, name] = (outer?.hasMembers === true ? member.exec(line) : undefined) ?? [];
    if (name !== undefined && outer !== undefined) found.push({name: `${outer.name}.${name}`, fromLine: index + 1});
  }
  return found.map(({name, fromLine}, index) => {
    const toLine = (found[index + 1]?.fromLine ?? lines.length + 1) - 1;
    return {
      name,
      fromLine,
      toLine,
      text: lines
        .slice(fromLine - 1, toLine)
        .join('\n')
        .trimEnd(),
    };
  });
}

/** The name of what is declared around a line; a line before the first declaration belongs to the file. */
export function functionAt(functions: readonly FunctionOfSource[], line: number): FunctionOfSource | undefined {
  return functions.findLast(({fromLine}) => fromLine <= line);
}

/** Makes one line of a piece of code, as entries and reports show it. */
export function oneLine(code: string): string {
  return code.replaceAll(/\s+/g, ' ').trim();
}

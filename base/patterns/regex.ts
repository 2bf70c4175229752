// Matches texts against regular expressions in linear time (RE2 syntax), so that neither a suite nor a reply can stall a run.

/** One compiled expression, or why it does not compile. `finds` looks anywhere in the text. */
export type CompiledRegex =
  | {readonly kind: 'regex'; readonly finds: (text: string) => boolean}
  | {readonly kind: 'problem'; readonly why: string};

/** Compiles an expression; the same text is compiled once. */
export type RegexCompiler = (pattern: string) => CompiledRegex;

/** Loads the regular expression engine. */
export async function loadRegex(): Promise<RegexCompiler> {
  const {RE2JS} = await import('re2js');
  return regexCompiler(pattern => RE2JS.compile(pattern));
}

/** Makes the compiler over the engine's own. */
export function regexCompiler(engine: (pattern: string) => Engine): RegexCompiler {
  const compiled = new Map<string, CompiledRegex>();
  return pattern => {
    const known = compiled.get(pattern);
    if (known !== undefined) return known;
    const fresh = compile(pattern, engine);
    if (compiled.size < cachedMax) compiled.set(pattern, fresh);
    return fresh;
  };
}

/** Patterns with random names in them would fill the memory of a long run. */
const cachedMax = 1_000;

interface Engine {
  matcher(text: string): {find(): boolean};
}

function compile(pattern: string, engine: (pattern: string) => Engine): CompiledRegex {
  try {
    const regex = engine(pattern);
    return {kind: 'regex', finds: text => regex.matcher(text).find()};
  } catch (error) {
    return {kind: 'problem', why: (error as Error).message.replace(/^error parsing regexp: /, '')};
  }
}

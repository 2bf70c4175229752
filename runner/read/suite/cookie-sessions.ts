// Completes `auth: {cookie: "${sid}"}`: where the name was captured from a cookie, the header needs the name of the cookie too.
import type {CallStep, RequestStep, Step} from '../../../model/suite.ts';

/** Gives the steps with whole cookies; `known` are names that were captured from cookies before. */
export function withSessions<One extends Step>(
  steps: readonly One[],
  known: ReadonlyMap<string, string>,
): readonly One[] {
  const cookies = new Map(known);
  return steps.map(step => {
    const whole = withSession(step, cookies);
    for (const [name, cookie] of cookiesOf([step])) cookies.set(name, cookie);
    return whole;
  });
}

/** Lists what steps capture from cookies: name → name of the cookie. */
export function cookiesOf(steps: readonly Step[]): ReadonlyMap<string, string> {
  return new Map(
    steps.flatMap(({capture}) =>
      Object.entries(capture).flatMap(([name, {from}]) => ('cookie' in from ? [[name, from.cookie] as const] : [])),
    ),
  );
}

function withSession<One extends Step>(step: One, cookies: ReadonlyMap<string, string>): One {
  if (step.kind !== 'call' && step.kind !== 'request') return step;
  const {auth, cleanup}: CallStep | RequestStep = step;
  // What a step captures itself is known to its clean-up.
  const known = new Map([...cookies, ...cookiesOf([step])]);
  const [, name = ''] =
    auth?.kind === 'cookie' && typeof auth.cookie === 'string' ? (/^\$\{(\w+)\}$/.exec(auth.cookie) ?? []) : [];
  const cookie = cookies.get(name);
  return {
    ...step,
    ...(cookie === undefined ? {} : {auth: {kind: 'cookie', cookie: `${cookie}=\${${name}}`}}),
    ...(cleanup === undefined ? {} : {cleanup: withSession(cleanup, known)}),
  };
}

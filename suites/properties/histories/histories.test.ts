import {describe, expect, it} from 'vitest';
import {histories as byName} from './all.ts';
import {fingerprintOf, tokenWords} from './history.ts';
import {heardIn, usualAnswersTo} from './learnt.ts';
import {namesIn} from './tell.ts';
import {forms} from './usual-answers.ts';

const histories = Object.values(byName);

describe('histories', () => {
  it.each(histories.map(history => [history.name, history] as const))(
    'in the history of %s, each request names only what is there by then',
    (_, {people, names, asks}) => {
      const capitals = [...names, ...people].map(name => name.toUpperCase());
      const known = new Set([
        'hookType',
        'hook-url',
        'hook-secret',
        ...names,
        ...people,
        ...capitals,
        ...people.flatMap(who => [`${who}-password`, `${who}-mail`, `${who}-mail`.toUpperCase()]),
      ]);
      const speakers = new Set(['admin', 'nobody', ...people, ...people.map(who => `${who} with a password`)]);
      const tokens = new Set<string>();
      const unknown = asks.flatMap(({who, operation, params, body = null, take = {}}, at) => {
        const missing = [params, body].flatMap(namesIn).filter(name => !known.has(name) && !literal.has(name));
        for (const name of Object.keys(take)) known.add(name);
        const isThere = speakers.has(who) || tokens.has(tokenWords.exec(who)?.[1] ?? '');
        for (const [name, pointer] of Object.entries(take)) if (pointer === '/sha1') tokens.add(name);
        return [...missing, ...(isThere ? [] : [who])].map(name => `request ${String(at + 1)}, ${operation}: ${name}`);
      });
      expect(unknown).toEqual([]);
    },
  );

  it.each(histories)('$name was told to known servers as it is now; CONTRIBUTING.md shows how', history => {
    expect(forms[history.name]).toBe(fingerprintOf(history));
  });

  it.each(histories)('an answer to each request of $name was asked for, and most are known', ({name, asks}) => {
    const answers = usualAnswersTo(name);
    expect(answers).toHaveLength(asks.length);
    const outcomes = answers.flatMap(answer => (typeof answer?.status === 'number' ? [] : [answer?.status]));
    expect(outcomes.filter(outcome => ![undefined, 'refused', '2xx'].includes(outcome))).toEqual([]);
    const known = answers.filter(answer => answer !== undefined).length;
    expect(known / asks.length).toBeGreaterThan(shareMin);
  });

  it.each(histories.filter(({isHeard}) => isHeard === true))(
    'in $name, it is known of each request how many deliveries it causes',
    ({name, asks}) => {
      const first = asks.findIndex(({body = null}) => namesIn(body).includes('hook-url'));
      const unknown = usualAnswersTo(name).flatMap((answer, at) =>
        at >= first && heardIn(answer?.picture) === undefined ? [`request ${String(at + 1)}`] : [],
      );
      expect(first).toBeGreaterThan(0);
      expect(unknown).toEqual([]);
    },
  );

  it('shared parts of answers are whole', () => {
    const texts = histories.flatMap(({name}) => usualAnswersTo(name)).map(answer => JSON.stringify(answer ?? null));
    expect(texts.filter(text => text.includes('$same'))).toEqual([]);
    expect(texts.some(text => text.includes('"login":"{alice}"'))).toBe(true);
  });
});

// The format of an external tracker has placeholders of its own.
const literal = new Set(['user', 'index']);
const shareMin = 0.7;

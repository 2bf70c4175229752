import {expect, test} from 'vitest';
import {machineRandom} from '../../targets/host/os-random.ts';
import {freely, makeGuise} from './request-disguise.ts';

const guise = makeGuise(machineRandom());
const draws = Array.from({length: 200}, (_, n) => n);

test('every password has a small letter, a capital, a digit and a sign', () => {
  const weak = draws
    .map(() => guise.password())
    .filter(
      password => ![/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].every(kind => kind.test(password)) || password.length < 12,
    );
  expect(weak).toEqual([]);
});

test('names are such as servers take, and have no length in common', () => {
  const logins = draws.map(() => guise.login());
  expect(logins.filter(login => !/^[a-z][a-z0-9]*(?:[-_][a-z0-9]+)?$/.test(login) || login.length > 40)).toEqual([]);
  expect(new Set(logins.map(({length}) => length)).size).toBeGreaterThan(5);
  const random = freely(machineRandom());
  expect(new Set(draws.map(() => random.name(10).length)).size).toBeGreaterThan(4);
});

test('addresses lead to domains that nobody can own', () => {
  const domains = draws.map(() => guise.emailDomain());
  expect(domains.filter(domain => !/(?:^|\.)example\.(?:org|com|net)$|\.(?:example|test)$/.test(domain))).toEqual([]);
});

test('what a step says of itself stays, our Accept becomes that of the client, and no name stands twice', () => {
  const own = [
    ['Accept', 'application/json'],
    ['Authorization', 'token t'],
    ['accept-language', 'de'],
  ] as const;
  for (const headers of draws.map(() => guise.headers(own))) {
    const names = headers.map(([name]) => name.toLowerCase());
    expect(new Set(names).size).toBe(names.length);
    expect(names).toContain('user-agent');
    expect(headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1]).toBe('token t');
    expect(headers.find(([name]) => name.toLowerCase() === 'accept-language')?.[1]).toBe('de');
  }
});

test('an Accept of the step’s own is no business of the guise', () => {
  const asked = draws.map(
    () => guise.headers([['Accept', 'text/plain']]).find(([name]) => /^accept$/i.test(name))?.[1],
  );
  expect(new Set(asked)).toEqual(new Set(['text/plain']));
});

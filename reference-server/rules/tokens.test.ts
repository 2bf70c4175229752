import {describe, expect, test} from 'vitest';
import {makeRules} from './make-rules.ts';
import type {ScopeArea} from './scope-names.ts';

const rules = makeRules();

describe('scopes are stored without duplicates, in one order', () => {
  test.each([
    [['read:issue', 'read:issue'], 'read:issue'],
    [['read:user', 'write:issue', 'read:user'], 'write:issue,read:user'],
    [['write:issue', 'read:issue'], 'write:issue'],
    [['repo', 'repo:status', 'read:org'], 'repo,read:org'],
    [['all', 'read:user'], 'all'],
    [['public-only', 'all'], 'public-only,all'],
    [['', 'notification'], 'notification'],
    [[], ''],
  ])('%j becomes %s', (asked, stored) => expect(rules.normalizeScopes(asked)).toBe(stored));
});

describe('a scope allows', () => {
  const need = (method: string, areas: ScopeArea[], formerScope = 'none', isPublicRepository = true) => ({
    method,
    areas,
    formerScope,
    isPublicRepository,
  });
  test.each([
    ['all', need('DELETE', ['admin'], 'sudo'), true],
    ['read:issue', need('GET', ['issue']), true],
    ['read:issue', need('POST', ['issue'], 'repo'), false],
    ['write:issue', need('GET', ['issue']), true],
    ['write:issue', need('GET', ['repository']), false],
    ['write:issue', need('POST', ['repository'], 'repo'), false],
    ['write:user', need('POST', ['user', 'repository'], 'repo'), false],
    ['write:repository,write:user', need('POST', ['user', 'repository'], 'repo'), true],
    ['repo', need('POST', ['issue'], 'repo', false), true],
    ['public_repo', need('POST', ['issue'], 'repo', true), true],
    ['public_repo', need('POST', ['issue'], 'repo', false), false],
    ['admin:org', need('GET', ['organization'], 'read:org'), true],
    ['sudo', need('POST', ['admin'], 'sudo'), true],
    ['', need('GET', ['issue']), false],
    ['', need('GET', []), true],
  ])('%s for %j: %s', (scope, asked, allowed) => expect(rules.scopeAllows(scope, asked)).toBe(allowed));
});

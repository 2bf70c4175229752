// Which protection rule a branch falls under, as a law over branch names and patterns derived from them.
import fc from 'fast-check';
import {property, type Reference} from '../../model/property.ts';
import {branchNames, coveredBy} from './common/branch-patterns.ts';
import {inAnyOrder} from './common/in-any-order.ts';
import {isSuccess, itemsOf, placeOf, wordOf} from './common/things.ts';

/** A branch, a pattern made from it by replacing a slice or whole segments, and whether an exact rule is there too. */
interface Situation {
  readonly branch: string;
  readonly pattern: string;
  readonly exact: 'none' | 'before' | 'after';
}

const segment = fc.constantFrom('a', 'b', 'main', 'release', 'v1', 'v1.2', 'fix-1', 'x_y');
const branchName = fc.array(segment, {minLength: 1, maxLength: 4}).map(segments => `t/${segments.join('/')}`);

// Patterns come from the branch, so that about half of them match; independently drawn ones hardly ever would.
const situation: fc.Arbitrary<Situation> = fc
  .tuple(
    branchName,
    fc.nat(40),
    fc.nat(12),
    fc.constantFrom('*', '**'),
    // A longer branch seldom falls under a pattern of the shorter one.
    fc.constantFrom(false, false, false, true),
    fc.constantFrom<Situation['exact']>('none', 'none', 'none', 'before', 'after'),
  )
  .map(([branch, start, length, star, isLonger, exact]) => {
    const from = start % branch.length;
    const to = Math.min(branch.length, from + length);
    const pattern = branch.slice(0, from) + star + branch.slice(to);
    return {branch: isLonger ? `${branch}/tail` : branch, pattern, exact};
  });

// "`*` matches characters except `/`; `**` matches across `/`." What a star that stands for nothing matches is not claimed.
function matchKind(pattern: string, branch: string): 'match' | 'no match' | 'not claimed' {
  const strict = regexOf(pattern, '+').test(branch);
  const loose = regexOf(pattern, '*').test(branch);
  return strict ? 'match' : loose ? 'not claimed' : 'no match';
}

function regexOf(pattern: string, repeat: '+' | '*'): RegExp {
  const source = pattern
    .split(/(\*\*|\*)/)
    .map(part =>
      part === '**'
        ? `[^]${repeat}`
        : part === '*'
          ? `[^/]${repeat}`
          : part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`),
    )
    .join('');
  return new RegExp(`^${source}$`);
}

export const ruleInForceFollowsTheModel = property({
  id: 'rule-in-force-follows-the-model',
  title: 'a branch falls under the rule of its exact name first, else under a glob that matches it, else under none',
  proves: ['BRANCH-GLOB-STAR', 'BRANCH-GLOB-DEEP', 'BRANCH-PRIORITY'],
  area: 'hosting',
  contexts: {right: 'admin'},
  needs: ['branches', 'repositories'],
  runs: 30,
  floor: 20,
  input: situation,
  check: async (world, {branch, pattern, exact}) => {
    const repo = await world.arrange('repository', {auto_init: true});
    const proves = statementOf(pattern, exact);
    const place = {owner: repo['owner'] as Reference, repo: repo['name'] as Reference};
    const protect = async (rule: string): Promise<void> => {
      world.count(rule === branch ? 'protect exactly' : 'protect by pattern');
      const reply = await world.call('repoCreateBranchProtection', {
        params: place,
        body: {rule_name: rule},
        say: rule === branch ? `protect branch ${rule} by its exact name` : `protect the branches that match ${rule}`,
      });
      world.expect(reply, {proves, status: '2xx'});
    };
    const created = await world.call('repoCreateBranch', {
      params: place,
      body: {new_branch_name: branch},
      say: `create branch ${branch}`,
    });
    world.expect(created, {proves, status: '2xx'});
    if (exact === 'before') await protect(branch);
    await protect(pattern);
    if (exact === 'after') await protect(branch);
    const kind = matchKind(pattern, branch);
    const told = {
      match: `, which ${pattern} matches`,
      'no match': `, which ${pattern} does not match`,
      'not claimed': '',
    };
    const reply = await world.call('repoGetBranch', {
      params: {...place, branch},
      say: `read branch ${branch}${exact === 'none' ? told[kind] : ''}`,
    });
    world.expect(reply, {proves, status: '2xx'});
    if (exact !== 'none')
      world.expect(reply, {proves, body: {protected: true, effective_branch_protection_name: branch}});
    else if (kind === 'match')
      world.expect(reply, {proves, body: {protected: true, effective_branch_protection_name: pattern}});
    else if (kind === 'no match') world.expect(reply, {proves, body: {protected: false}});
  },
});

/** The statement that decides which rule counts: an exact name goes before any pattern. */
function statementOf(pattern: string, exact: string): string {
  if (exact !== 'none') return 'BRANCH-PRIORITY';
  return pattern.includes('**') ? 'BRANCH-GLOB-DEEP' : 'BRANCH-GLOB-STAR';
}

// Known servers read patterns as shells do; the record names the two stars alone.
export const otherWildcardsAreKnown = property({
  id: 'other-wildcards-are-known',
  title:
    'a rule of any form, with stars, ?, [ab], [!a-c] or {one,two}, protects the branches that it covers on known servers, and no others',
  proves: ['BRANCH-GLOB-STAR'],
  area: 'hosting',
  contexts: 'how a pattern is read depends neither on who owns the repository nor on who may read it',
  needs: ['branches', 'repositories', 'usual-pages'],
  runs: 1,
  floor: 1,
  input: inAnyOrder(coveredBy.map(([pattern]) => pattern)),
  check: async (world, patterns) => {
    const repo = await world.arrange('repository', {auto_init: true});
    const params = placeOf(repo);
    for (const name of branchNames)
      await world.prepare('repoCreateBranch', {params, body: {new_branch_name: name}, say: `create branch ${name}`});
    for (const pattern of patterns) {
      world.count(pattern);
      const made = await world.call('repoCreateBranchProtection', {
        params,
        body: {rule_name: pattern},
        say: `protect the branches that ${pattern} covers`,
      });
      world.expect(made, {status: '2xx'}, {usual: true});
      if (!isSuccess(made)) return;
      const listed = await world.call('repoListBranches', {params: {...params, limit: 50}, say: 'list the branches'});
      world.expect(listed, {status: '2xx'}, {usual: true});
      const isCovered = new Set(coveredBy.find(([one]) => one === pattern)?.[1].split(' '));
      for (const {name, protected: isProtected} of itemsOf(listed)) {
        const branch = wordOf(name);
        if (!branchNames.includes(branch)) continue;
        const wanted = isCovered.has(branch);
        world.law(
          isProtected === wanted,
          {
            path: '$[*].protected',
            message: `branch ${branch} is ${wanted ? 'not ' : ''}protected by ${pattern} (expected that it is${wanted ? '' : ' not'})`,
          },
          {usual: true, unwritable: 'it compares the branches of many patterns'},
        );
      }
      const gone = await world.call('repoDeleteBranchProtection', {
        params: {...params, name: pattern},
        say: `remove the rule ${pattern}`,
      });
      world.expect(gone, {status: '2xx'}, {usual: true});
      if (!isSuccess(gone)) return;
    }
  },
});

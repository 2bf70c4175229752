// Reactions as a model: who reacted to what with which content, whatever was given twice, taken back or given at once.
import fc from 'fast-check';
import {property, type PropertyWorld, type Reference, type WorldReply} from '../../model/property.ts';
import {isJsonObject} from '../../model/json.ts';
import {people, reactionsTree, roleOf, told, toldAll} from './common/reaction-words.ts';
import {replayable} from './common/replayable.ts';
import {entriesOf, isSameBag, isSuccess, itemsOf, part, placeOf, textOf, wordOf} from './common/things.ts';

const subjects = ['issue', 'comment'] as const;

type Subject = (typeof subjects)[number];

/** The operations of one kind of subject, and what finds it. */
interface Address {
  readonly give: string;
  readonly take: string;
  readonly list: string;
  readonly params: {readonly [name: string]: Reference};
}

interface Real {
  readonly world: PropertyWorld;
  readonly contents: readonly Reference[];
  readonly addresses: Readonly<Record<Subject, Address>>;
}

interface Model {
  /** Who reacted how, per subject: `alice +1`. */
  readonly given: Readonly<Record<Subject, Set<string>>>;
}

class React implements fc.AsyncCommand<Model, Real> {
  readonly who: string;
  readonly subject: Subject;
  readonly content: number;

  constructor(who: string, subject: Subject, content: number) {
    this.who = who;
    this.subject = subject;
    this.content = content;
  }

  check(): boolean {
    return true;
  }

  async run(model: Model, real: Real): Promise<void> {
    const {world, addresses, contents} = real;
    const content = contents[this.content] as Reference;
    const name = `${this.who} ${textOf(content)}`;
    const isAgain = model.given[this.subject].has(name);
    world.count(isAgain ? 'react again' : 'react');
    const reply = await world.call(addresses[this.subject].give, {
      as: this.who,
      params: addresses[this.subject].params,
      body: {content},
      say: `${told(this.who)} reacts to the ${this.subject} with ${textOf(content)}${isAgain ? ' again' : ''}`,
    });
    // "Creating a reaction that already exists | 200 (not an error)"; what a new one answers is only usual.
    world.expect(reply, {proves: isAgain ? 'REACTION-DUP' : 'REACTIONS', status: '2xx'});
    if (isAgain) world.expect(reply, {proves: 'ERR-REACTION-200', status: 200});
    if (!isAgain) world.expect(reply, {status: 201}, {usual: true});
    model.given[this.subject].add(name);
    await expectList(model, real, this.subject);
  }

  toString(): string {
    return `${this.who} reacts to the ${this.subject} (${String(this.content)})`;
  }
}

// Removing is usual, so the model follows what the list shows afterwards.
class TakeBack implements fc.AsyncCommand<Model, Real> {
  readonly subject: Subject;
  readonly pick: number;

  constructor(subject: Subject, pick: number) {
    this.subject = subject;
    this.pick = pick;
  }

  check(model: Readonly<Model>): boolean {
    return model.given[this.subject].size > 0;
  }

  async run(model: Model, real: Real): Promise<void> {
    const {world, addresses} = real;
    const given = [...model.given[this.subject]];
    const name = given[this.pick % given.length] as string;
    const [who = '', content = ''] = name.split(' ');
    world.count('take back');
    const reply = await world.call(addresses[this.subject].take, {
      as: who,
      params: addresses[this.subject].params,
      body: {content},
      say: `${told(who)} takes ${content} back from the ${this.subject}`,
    });
    world.expect(reply, {status: '2xx'}, {usual: true});
    const {shown, names: left} = await readList(real, this.subject);
    const isGone = !left.includes(name);
    const isWrong = !isGone && isSuccess(reply);
    world.law(
      !isWrong,
      {
        path: '$[*]',
        message: `the reactions to the ${this.subject} are ${toldAll(left)} (expected no ${content} of ${told(who)}, who took it back)`,
      },
      {
        usual: true,
        written: isWrong ? [{reply}, {reply: shown, tree: reactionsTree(world, without(left, name))}] : [],
      },
    );
    if (isGone) model.given[this.subject].delete(name);
  }

  toString(): string {
    return `take back ${String(this.pick)} from the ${this.subject}`;
  }
}

function without(names: readonly string[], name: string): readonly string[] {
  return names.filter(one => one !== name);
}

async function expectList(model: Model, real: Real, subject: Subject): Promise<void> {
  const expected = [...model.given[subject]];
  const {shown, names: actual} = await readList(real, subject);
  real.world.law(
    entriesOf(shown)?.length === actual.length && isSameBag(expected, actual),
    {
      path: '$[*]',
      message: `the reactions to the ${subject} are ${toldAll(actual)} (expected ${toldAll(expected)})`,
      expected,
      actual,
    },
    {
      proves: new Set(actual).size < actual.length ? 'REACTION-DUP' : 'REACTIONS',
      written: {reply: shown, tree: reactionsTree(real.world, expected)},
    },
  );
}

/** A list as it came, and who reacted how: `alice +1`. */
interface Listed {
  readonly shown: WorldReply;
  readonly names: readonly string[];
}

async function readList({world, addresses}: Real, subject: Subject): Promise<Listed> {
  const {list, params} = addresses[subject];
  const reply = await world.call(list, {
    auth: 'none',
    params,
    say: `somebody without credentials reads the reactions to the ${subject}`,
  });
  world.expect(reply, {proves: 'AUTH-REACT-READ', status: '2xx'});
  const names = itemsOf(reply).map(({user, content}) => {
    const login = user !== undefined && isJsonObject(user) ? user['login'] : undefined;
    return `${roleOf(world, login)} ${wordOf(content)}`;
  });
  return {shown: reply, names};
}

const react = fc
  .tuple(fc.constantFrom(...people), fc.constantFrom(...subjects), fc.nat(1))
  .map(([who, subject, content]) => new React(who, subject, content));

const takeBack = fc
  .tuple(fc.constantFrom(...subjects), fc.nat(5))
  .map(([subject, pick]) => new TakeBack(subject, pick));

async function setting(world: PropertyWorld): Promise<{readonly model: Model; readonly real: Real}> {
  const repo = await world.arrange('repository', {auto_init: false});
  const issue = await world.arrange('issue', {repo});
  const comment = await world.arrange('comment', {repo, issue}, {called: 'a comment on the issue'});
  const addresses = {
    issue: {
      give: 'issuePostIssueReaction',
      take: 'issueDeleteIssueReaction',
      list: 'issueGetIssueReactions',
      params: {...placeOf(repo), index: part(issue, 'number')},
    },
    comment: {
      give: 'issuePostCommentReaction',
      take: 'issueDeleteCommentReaction',
      list: 'issueGetCommentReactions',
      params: {...placeOf(repo), id: part(comment, 'id')},
    },
  };
  const contents = [world.known('dialect.values.reaction'), world.known('dialect.values.otherReaction')];
  return {model: {given: {issue: new Set(), comment: new Set()}}, real: {world, contents, addresses}};
}

export const reactionsFollowTheModel = property({
  id: 'reactions-follow-the-model',
  title: 'whatever is given, given again and taken back, each subject lists each reaction of each user once',
  proves: ['REACTIONS', 'REACTION-DUP', 'ERR-REACTION-200', 'AUTH-REACT-READ'],
  area: 'hosting',
  contexts: {
    fixed: {
      visibility: 'some requests are sent without credentials, so what they read must be public',
      actor: 'it names alice among those who react',
    },
  },
  needs: ['issues', 'repositories', 'anonymous-reading', 'usual-pages'],
  runs: 5,
  floor: 3,
  ...replayable(replay =>
    fc.commands([react, react, react, react, takeBack], {maxCommands: 14, size: 'max', ...replay}),
  ),
  check: async (world, commands) => {
    const start = await setting(world);
    await fc.asyncModelRun(() => start, commands);
    // Also a run whose commands are none shows something.
    for (const subject of subjects) await new React('alice', subject, 0).run(start.model, start.real);
  },
});

export const reactionsAtOnceAreOne = property({
  id: 'reactions-at-once-are-one',
  title: 'a reaction that one user gives several times at once is there once, and no request fails',
  proves: ['REACTION-DUP'],
  area: 'hosting',
  contexts: {
    fixed: {
      visibility: 'some requests are sent without credentials, so what they read must be public',
      actor: 'it names alice among those who react',
    },
  },
  needs: ['issues', 'repositories', 'anonymous-reading'],
  runs: 2,
  floor: 2,
  input: fc.tuple(fc.constantFrom(...subjects), fc.integer({min: 2, max: 4})),
  check: async (world, [subject, times]) => {
    const {model, real} = await setting(world);
    const {give, params} = real.addresses[subject];
    const content = real.contents[0] as Reference;
    world.count(`${String(times)} at once`);
    const replies = await Promise.all(
      Array.from({length: times}, (_, index) =>
        world.call(give, {
          params,
          body: {content},
          say: `at the same time, request ${String(index + 1)} of ${String(times)}: alice reacts to the ${subject} with ${textOf(content)}`,
        }),
      ),
    );
    // Two that race are usual to get right; the record speaks of a reaction that already exists.
    for (const reply of replies) world.expect(reply, {status: '2xx'}, {usual: true});
    const created = replies.filter(({status}) => status === 201).length;
    world.law(
      created === 1,
      {
        path: 'status',
        message: `${String(created)} of the ${String(times)} requests are answered with 201 (expected 1, the one that created the reaction)`,
      },
      {usual: true},
    );
    model.given[subject].add(`alice ${textOf(content)}`);
    await expectList(model, real, subject);
  },
});

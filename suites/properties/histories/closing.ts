// Commits whose messages close issues and open them again, and what the default branch, other branches and pull requests do with them.
import {ask, type Ask, type History} from './history.ts';

const home = {owner: '{alice}', repo: '{repo}'};
const issue = (index: number) => ({...home, index});
let files = 0;
const commit = (message: string, more: {readonly [key: string]: string} = {}, who = 'alice'): Ask => {
  files += 1;
  return ask(
    who,
    'repoCreateFile',
    {...home, filepath: `file-${String(files)}.txt`},
    {body: {content: 'eAo=', message, ...more}},
  );
};
const words = ['close', 'closes', 'closed', 'fix', 'fixes', 'fixed', 'resolve', 'resolves', 'resolved'];
const reopening = ['reopen', 'reopens', 'reopened'];
const closed = {awaitsAt: {'/state': 'closed'}};
const open = {awaitsAt: {'/state': 'open'}};

export const closing: History = {
  name: 'closing',
  about: 'commits that close and open issues',
  needs: ['users', 'issues', 'repositories'],
  people: ['alice', 'bob', 'carol'],
  names: ['repo'],
  asks: [
    ask('alice', 'createCurrentUserRepo', {}, {body: {name: '{repo}', auto_init: true, default_branch: 'main'}}),
    ask('alice', 'repoAddCollaborator', {...home, collaborator: '{carol}'}, {body: {permission: 'write'}}),
    ...words.map(word => ask('bob', 'issueCreateIssue', home, {body: {title: `To ${word}`}})),
    ...words.flatMap((word, at) => [
      commit(`Do it, ${word} #${String(at + 1)}`),
      ask('bob', 'issueGetIssue', issue(at + 1), closed),
    ]),
    ...reopening.flatMap((word, at) => [
      commit(`Undo it, ${word} #${String(at + 1)}`),
      ask('bob', 'issueGetIssue', issue(at + 1), open),
    ]),
    // Several in one message, capitals, colons, and words that only look like it.
    commit('Closes #1, fixes #2'),
    ask('bob', 'issueGetIssue', issue(2), closed),
    ask('bob', 'issueGetIssue', issue(1), closed),
    commit('REOPENS: #1'),
    ask('bob', 'issueGetIssue', issue(1), open),
    commit('Closing #3, unfixes #3 and close it #3, close#3'),
    commit('Fixes #1\n\nand what follows'),
    ask('bob', 'issueGetIssue', issue(1), closed),
    ask('bob', 'issueGetIssue', issue(3)),
    // On another branch nothing is closed.
    ask('bob', 'issueCreateIssue', home, {body: {title: 'Elsewhere'}}),
    commit('Closes #10', {branch: 'main', new_branch: 'side'}),
    commit('A mark'),
    ask('bob', 'issueGetIssue', issue(10)),
    // By a writer, and of what is not there.
    ask('bob', 'issueCreateIssue', home, {body: {title: 'By a writer'}}),
    commit('Closes #11 and #4711', {branch: 'main'}, 'carol'),
    ask('bob', 'issueGetIssue', issue(11), closed),
    ask('alice', 'issueListIssues', {...home, state: 'closed'}),
    ask('alice', 'repoGet', home),
  ],
};

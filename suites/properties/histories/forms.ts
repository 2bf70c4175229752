// Bodies in other media types than JSON, and JSON that is written in other ways.
import {ask, type Ask, type History} from './history.ts';

const home = {owner: '{alice}', repo: '{repo}'};
const one = {...home, index: 1};
const form = 'application/x-www-form-urlencoded';
const json = 'application/json';
const types = [
  form,
  `${form}; charset=utf-8`,
  `${form};charset=UTF-8`,
  json,
  `${json}; charset=utf-8`,
  'application/vnd.api+json',
] as const;

function typed(operation: string, params: Ask['params'], [type, text]: readonly [string, string], who = 'alice'): Ask {
  return ask(who, operation, params, {typed: {type, text}});
}

/** The same fields as a form, or as JSON. */
function written(type: string, fields: {readonly [name: string]: string | boolean}): string {
  if (!type.startsWith(form)) return JSON.stringify(fields);
  return Object.entries(fields)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join('&');
}

const edits = [
  'title=A+title+of+two%20words',
  'title=%C3%BC+%26+%3D+%2B',
  'title=one&title=two',
  'body=a%0D%0Btext&state=closed',
  'state=open&unset_due_date=true',
  'milestone=0&title=',
  'no_such_field=1',
  '',
  '=',
] as const;

export const forms: History = {
  name: 'forms',
  about: 'bodies in several media types and ways to write them',
  needs: ['users', 'repositories', 'issues'],
  people: ['alice', 'bob'],
  names: ['repo', 'form'],
  asks: [
    ask('alice', 'createCurrentUserRepo', {}, {body: {name: '{repo}', auto_init: true, default_branch: 'main'}}),
    ask('alice', 'issueCreateIssue', home, {body: {title: 'One'}}),
    ...types.flatMap((type, at) => [
      typed('issueCreateIssue', home, [type, written(type, {title: `Issue${String(at)}`, body: 'text'})]),
      typed('issueCreateLabel', home, [
        type,
        written(type, {name: `label${String(at)}`, color: 'ee0701', exclusive: true}),
      ]),
      typed('issueCreateComment', one, [type, written(type, {body: `comment${String(at)}`})]),
      typed('repoEdit', home, [type, written(type, {description: `described${String(at)}`, has_wiki: at % 2 === 0})]),
    ]),
    typed('issueCreateIssue', home, [form, 'title=Of+nobody'], 'nobody'),
    typed('createCurrentUserRepo', {}, [form, 'name={form}&private=true&auto_init=true']),
    typed('createCurrentUserRepo', {}, [form, 'name={form}&private=false']),
    ask('alice', 'repoGet', {owner: '{alice}', repo: '{form}'}),
    ask('alice', 'repoGet', home),
    ...edits.map(text => typed('issueEditIssue', one, [form, text])),
    ask('alice', 'issueGetIssue', one),
    ...['on', 'true', '1', 'yes', 'TRUE', 'false', '0', ''].map(flag =>
      typed('repoEdit', home, [form, `has_wiki=${flag}&website=https%3A%2F%2Fexample.org%2F`]),
    ),
    ...[
      '{"title": "spaced" }  ',
      '\n\t{"title":"\\u0041pple"}\n',
      '{"title":"first","title":"second"}',
      '{"TITLE":"capitals"}',
      '{"title":null}',
      '{"title":17}',
      '{"title":["a"]}',
      '{"title":{"a":1}}',
      '{"title":"x","unknown":{"a":[1]}}',
      '{}',
      '[]',
      '"text"',
      '{"title":"cut',
      '{"title":"x",}',
      "{'title':'x'}",
      '',
      ' ',
    ].map(text => typed('issueEditIssue', one, [json, text])),
    ...['{"labels":"1"}', '{"labels":null}', '{"labels":[]}', '{}'].map(text =>
      typed('issueReplaceLabels', one, [json, text]),
    ),
    ...['{"milestone":"1"}', '{"milestone":1e0}', '{"due_date":"2031-02-03"}', '{"due_date":""}'].map(text =>
      typed('issueEditIssue', one, [json, text]),
    ),
    ask('alice', 'issueGetIssue', one),
    ask('bob', 'issueListIssues', home),
    ask('bob', 'issueListLabels', home),
    ask('bob', 'issueGetComments', one),
  ],
};

// Forms with files, written in the ways in which programs write them (RFC 7578, RFC 2046, RFC 6266).
import {ask, eachOf, type Ask, type History} from '../history.ts';

const home = {owner: '{alice}', repo: '{repo}'};
const one = {...home, index: 1};

interface Part {
  readonly boundary?: string;
  /** The Content-Type; the boundary as it is where nothing is said. */
  readonly type?: string;
  /** What stands before the first part. */
  readonly before?: string;
  readonly disposition?: string;
  /** More headers of the part. */
  readonly headers?: readonly string[];
  readonly text?: string;
  readonly end?: string;
  readonly line?: string;
}

/** A form with one part, as it is sent. */
function form({
  boundary = 'touchstone',
  type = `multipart/form-data; boundary=${boundary}`,
  before = '',
  disposition = 'form-data; name="attachment"; filename="one.txt"',
  headers = ['Content-Type: text/plain'],
  text = 'one\r\n',
  end = '--\r\n',
  line = '\r\n',
}: Part): Ask['typed'] {
  const head = [`--${boundary}`, `Content-Disposition: ${disposition}`, ...headers, '', ''].join(line);
  return {type, text: `${before}${head}${text}${line}--${boundary}${end}`};
}

const named = (filename: string): Part => ({disposition: `form-data; name="attachment"; filename=${filename}`});
const boundary = '----WebKitFormBoundaryAbC123';

const parts: readonly Part[] = [
  {},
  {boundary},
  {boundary, type: `multipart/form-data; boundary="${boundary}"`},
  {boundary, type: `Multipart/Form-Data; BOUNDARY=${boundary}`},
  {boundary, type: `multipart/form-data; charset=utf-8; boundary=${boundary}`},
  {boundary, type: `multipart/form-data;boundary=${boundary}`},
  {boundary: "a'()+_,-./:=?z", type: `multipart/form-data; boundary="a'()+_,-./:=?z"`},
  {boundary: 'b'.repeat(70)},
  {before: 'This is a form.\r\n'},
  {before: '\r\n'},
  {headers: []},
  {headers: ['Content-Type: application/octet-stream', 'X-More: more']},
  {headers: ['content-type: text/plain; charset=utf-8']},
  {headers: ['Content-Transfer-Encoding: binary']},
  {end: '--'},
  {end: '--\r\nand more'},
  {text: ''},
  {text: '--touchston'},
  {text: 'a\r\n--touchstonx\r\nb'},
  {text: '\r\n\r\n'},
  {text: 'é日本'},
  named('two.txt'),
  named('"with blank.txt"'),
  named('"é.txt"'),
  named('"a%20b.txt"'),
  named('"a;b.txt"'),
  named('"a\\"b.txt"'),
  named('"folder/three.txt"'),
  named('"folder\\four.txt"'),
  named('"../five.txt"'),
  named('""'),
  {disposition: 'form-data; filename="six.txt"; name="attachment"'},
  {disposition: 'form-data; name=attachment; filename=seven.txt'},
  {disposition: `form-data; name="attachment"; filename="eight.txt"; filename*=UTF-8''n%C3%A9.txt`},
  {disposition: `form-data; name="attachment"; filename*=UTF-8''n%C3%A9.txt`},
  {disposition: 'form-data; name="Attachment"; filename="nine.txt"'},
  {disposition: 'form-data; name="other"; filename="ten.txt"'},
  {disposition: 'form-data; name="attachment"'},
  {disposition: 'attachment; name="attachment"; filename="eleven.txt"'},
];

/** Two parts in one form. */
const two = (first: string, second: string): Ask['typed'] => ({
  type: 'multipart/form-data; boundary=touchstone',
  text: [first, second]
    .map(name => `--touchstone\r\nContent-Disposition: form-data; ${name}\r\n\r\nof ${name.length.toString()}\r\n`)
    .join('')
    .concat('--touchstone--\r\n'),
});

const sends = (operation: string, params: Ask['params'], typed: Ask['typed']): Ask =>
  ask('alice', operation, params, typed === undefined ? {} : {typed});

export const multiparts: History = {
  name: 'multiparts',
  about: 'forms with files in the ways in which programs write them',
  needs: ['users', 'repositories', 'issues', 'releases'],
  people: ['alice', 'bob'],
  names: ['repo'],
  asks: [
    ask('alice', 'createCurrentUserRepo', {}, {body: {name: '{repo}', auto_init: true, default_branch: 'main'}}),
    ask('alice', 'issueCreateIssue', home, {body: {title: 'One'}}),
    ...parts.map(part => sends('issueCreateIssueAttachment', one, form(part))),
    ...eachOf(['bob', 'alice'], 'issueListIssueAttachments', one),
    sends(
      'issueCreateIssueAttachment',
      one,
      two('name="attachment"; filename="first.txt"', 'name="attachment"; filename="second.txt"'),
    ),
    sends('issueCreateIssueAttachment', one, two('name="other"', 'name="attachment"; filename="third.txt"')),
    sends('issueCreateIssueAttachment', one, two('name="name"', 'name="attachment"; filename="fourth.txt"')),
    ...['renamed.txt', 'é b.txt', 'folder/renamed.txt', '', 'renamed.exe'].map(name =>
      sends('issueCreateIssueAttachment', {...one, name}, form({boundary})),
    ),
    ask('bob', 'issueListIssueAttachments', one),
    ask('alice', 'repoCreateRelease', home, {body: {tag_name: 'v1'}, take: {release: '/id'}}),
    ...[{boundary}, named('"é.txt"'), {text: ''}].map(part =>
      sends('repoCreateReleaseAttachment', {...home, id: '{release}'}, form(part)),
    ),
    ask('bob', 'repoGetRelease', {...home, id: '{release}'}),
  ],
};

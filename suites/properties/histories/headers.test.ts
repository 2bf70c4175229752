import {reference, type WorldReply} from '../../../model/property.ts';
import {expect, it} from 'vitest';
import {paintHeaders} from './headers.ts';
import {Painter} from './picture.ts';

function painted(headers: Readonly<Record<string, string>>): unknown {
  const reply: WorldReply = {
    status: 200,
    body: undefined,
    bytes: new Uint8Array(),
    header: name => headers[name.toLowerCase()],
    at: () => reference('', ''),
  };
  return paintHeaders(new Painter(new Map([['alice', 'alice-x1y2']])), reply, '0');
}

it('shows pages by their relation, with the numbers that were asked for', () => {
  expect(
    painted({
      link: '<http://127.0.0.1:3000/api/v1/repos/alice-x1y2/r/issues?page=2&limit=1>; rel="next",<http://h/p?limit=1&page=9>; rel="last"',
      'x-total-count': '9',
    }),
  ).toEqual({
    'x-total-count': '9',
    link: {next: '/api/v1/repos/{alice}/r/issues?limit=1&page=2', last: '/p?limit=1&page=9'},
  });
});

it('tells another place with its query, whether the server writes its own name before it or not', () => {
  const location = '/api/v1/repos/alice-x1y2/other/issues/17?q=a%20%26%20b';
  expect(painted({location})).toEqual({location: '/api/v1/repos/{alice}/other/issues/#?q=a & b'});
  expect(painted({location: `http://127.0.0.1:3000${location}`})).toEqual(painted({location}));
});

it('takes a media type with and without a space for the same, and keeps what is no address as it is', () => {
  expect(painted({'content-type': 'application/json;charset=utf-8'})).toEqual({
    'content-type': 'application/json; charset=utf-8',
  });
  expect(painted({location: '/%zz/a'})).toEqual({location: '/%zz/a'});
  expect(painted({'access-control-expose-headers': 'X-Total-Count, Link', etag: 'x'})).toEqual({
    exposed: ['link', 'x-total-count'],
  });
});

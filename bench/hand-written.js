// What somebody would write by hand instead of the suites of bench/cases.ts: the same requests and assertions over undici, eight at a time.
import {deepStrictEqual, match, ok, strictEqual} from 'node:assert/strict';
import {Pool} from 'undici';

const [, , origin, files, casesPerFile] = process.argv;
const pool = new Pool(origin, {connections: 8});
const queue = [];
for (let file = 0; file < Number(files); file += 1)
  for (let number = 0; number < Number(casesPerFile); number += 1) queue.push([file, number]);
await Promise.all(Array.from({length: 8}, work));
await pool.close();

async function work() {
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) await runCase(...next);
}

async function runCase(file, number) {
  const title = `note ${number} of ${file}`;
  const labels = [`kind/${number}`, `area/${file}`, 'plain'];
  const made = await send('POST', '/notes', {title, labels});
  strictEqual(made.status, 201);
  strictEqual(made.body.title, title);
  const read = await send('GET', `/notes/${made.body.id}`);
  strictEqual(read.status, 200);
  const {login} = read.body.author;
  const again = await send('GET', `/notes/${read.body.id}`);
  strictEqual(again.status, 200);
  strictEqual(again.headers['content-type'], 'application/json');
  strictEqual(again.body.id, made.body.id);
  strictEqual(again.body.title, title);
  strictEqual(again.body.state, 'open');
  strictEqual(again.body.author.login, login);
  match(again.body.created_at, /^\d{4}-\d\d-\d\dT/);
  strictEqual(again.body.labels.length, 3);
  deepStrictEqual(again.body.labels.map(({name}) => name).toSorted(), labels.toSorted());
  ok(again.body.labels.every(({color}) => typeof color === 'string'));
}

async function send(method, path, value) {
  const body = value === undefined ? undefined : JSON.stringify(value);
  const headers = {accept: 'application/json', ...(body !== undefined && {'content-type': 'application/json'})};
  const reply = await pool.request({method, path, headers, body});
  return {status: reply.statusCode, headers: reply.headers, body: await reply.body.json()};
}

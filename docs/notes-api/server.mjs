// A small notes API to try suites on: tokens, pages, uploads, webhooks. Start it with: node server.mjs PORT
import {createHmac} from 'node:crypto';
import {createServer, request} from 'node:http';

/** Clients by name, and their secrets. */
const clients = {alice: 'wonderland-42', bob: 'builder-4242'};
const tokens = new Map(Object.keys(clients).map(name => [`token-of-${name}-0123456789`, name]));
const notes = new Map();
const files = new Map();
const hooks = new Map();
let last = 0;

const nextId = () => (last += 1);

/** Routes: method, path, and what answers; `who` is the client, `at` what the path captured. */
const routes = [
  ['GET', /^\/$/, home, 'anyone'],
  ['POST', /^\/token$/, makeToken, 'anyone'],
  ['POST', /^\/login$/, logIn, 'anyone'],
  ['GET', /^\/me$/, ({who}) => ok({name: who})],
  ['POST', /^\/notes$/, makeNote],
  ['GET', /^\/notes$/, listNotes],
  ['GET', /^\/notes\/latest$/, latest],
  ['GET', /^\/notes\/(\d+)$/, withNote(note => ok(note))],
  ['PATCH', /^\/notes\/(\d+)$/, withNote((note, {json}) => ok(Object.assign(note, json())))],
  ['DELETE', /^\/notes\/(\d+)$/, withNote(note => (notes.delete(note.id), {status: 204}))],
  ['POST', /^\/notes\/(\d+)\/files$/, withNote(upload)],
  ['GET', /^\/notes\/(\d+)\/files\/([^/]+)$/, withNote(download)],
  ['POST', /^\/hooks$/, makeHook],
  ['DELETE', /^\/hooks\/(\d+)$/, ({at}) => ({status: hooks.delete(Number(at[1])) ? 204 : 404})],
];

const ok = (body, status = 200, headers = {}) => ({status, body, headers});
const wrong = (status, error) => ok({error}, status);

function home() {
  const items = [...notes.values()].map(({title}) => `<li>${title.replace(/[<>&"]/g, '')}</li>`).join('');
  return {status: 200, page: `<!doctype html><title>Notes</title><h1>Notes</h1><ul>${items}</ul>`};
}

function makeToken({form}) {
  const {client_id: name, client_secret: secret, grant_type: kind} = form();
  if (kind !== 'client_credentials') return wrong(400, 'unsupported_grant_type');
  if (clients[name] === undefined || clients[name] !== secret) return wrong(401, 'invalid_client');
  return ok({access_token: `token-of-${name}-0123456789`, token_type: 'bearer'});
}

function logIn({form}) {
  const {user, password} = form();
  if (clients[user] === undefined || clients[user] !== password) return wrong(401, 'wrong user or password');
  const cookie = `sid=token-of-${user}-0123456789; Path=/; HttpOnly`;
  return ok(undefined, 303, {Location: '/me', 'Set-Cookie': cookie});
}

function makeNote({who, json}) {
  const {title, text = ''} = json();
  if (typeof title !== 'string' || title === '') return wrong(422, 'a note needs a title');
  const note = {id: nextId(), owner: who, title, text, created_at: new Date().toISOString()};
  notes.set(note.id, note);
  tellHooks({event: 'note.created', note});
  return ok(note, 201, {Location: `/notes/${note.id}`});
}

function listNotes({who, query}) {
  const limit = Number(query.get('limit') ?? 10);
  const page = Number(query.get('page') ?? 1);
  const wanted = [...notes.values()].filter(note => note.owner === who && note.title.includes(query.get('q') ?? ''));
  const shown = wanted.slice((page - 1) * limit, page * limit);
  const next = `</notes?page=${page + 1}&limit=${limit}>; rel="next"`;
  return ok(shown, 200, {'X-Total-Count': wanted.length, ...(page * limit < wanted.length ? {Link: next} : {})});
}

function latest({who}) {
  const note = [...notes.values()].findLast(({owner}) => owner === who);
  return note === undefined ? wrong(404, 'no notes') : ok(undefined, 302, {Location: `/notes/${note.id}`});
}

// Somebody else's note is not there.
function withNote(answer) {
  return asked => {
    const note = notes.get(Number(asked.at[1]));
    return note?.owner === asked.who ? answer(note, asked) : wrong(404, 'no such note');
  };
}

function upload(note, {parts}) {
  const [file] = parts().filter(({filename}) => filename !== undefined);
  if (file === undefined) return wrong(422, 'no file');
  files.set(`${note.id}/${file.filename}`, file);
  return ok({name: file.filename, type: file.type, size: file.bytes.length}, 201);
}

function download(note, {at}) {
  const file = files.get(`${note.id}/${at[2]}`);
  return file === undefined ? wrong(404, 'no such file') : {status: 200, file};
}

function makeHook({json}) {
  const hook = {id: nextId(), ...json()};
  hooks.set(hook.id, hook);
  return ok({id: hook.id, url: hook.url}, 201);
}

function tellHooks(payload) {
  const body = JSON.stringify(payload);
  for (const {url, secret = ''} of hooks.values()) {
    const signature = createHmac('sha256', secret).update(body).digest('hex');
    const headers = {
      'Content-Type': 'application/json',
      'X-Notes-Event': payload.event,
      'X-Notes-Signature': signature,
    };
    request(url, {method: 'POST', headers})
      .on('error', () => {})
      .end(body);
  }
}

function partsOf(bytes, type) {
  const [, boundary = ''] = /boundary=(?:"([^"]+)"|([^;]+))/.exec(type)?.filter(Boolean) ?? [];
  const texts = bytes.toString('latin1').split(`--${boundary}`).slice(1, -1);
  return texts.map(text => {
    const end = text.indexOf('\r\n\r\n');
    const head = text.slice(0, end);
    return {
      name: /[ ;]name="([^"]*)"/.exec(head)?.[1],
      filename: /filename="([^"]*)"/.exec(head)?.[1],
      type: /content-type: *([^\r\n]+)/i.exec(head)?.[1] ?? 'text/plain',
      bytes: Buffer.from(text.slice(end + 4, -2), 'latin1'),
    };
  });
}

function answer(req, bytes) {
  const url = new URL(req.url, 'http://notes');
  const found = routes.find(([method, path]) => method === req.method && path.test(url.pathname));
  if (found === undefined) return wrong(404, 'no such page');
  const [, path, act, whom] = found;
  const token =
    /^Bearer (.+)$/.exec(req.headers.authorization ?? '')?.[1] ?? /sid=([^;]+)/.exec(req.headers.cookie ?? '')?.[1];
  const who = tokens.get(token);
  if (whom !== 'anyone' && who === undefined) return ok({error: 'sign in'}, 401, {'WWW-Authenticate': 'Bearer'});
  return act({
    who,
    at: path.exec(url.pathname),
    query: url.searchParams,
    json: () => JSON.parse(bytes.toString('utf8')),
    form: () => Object.fromEntries(new URLSearchParams(bytes.toString('utf8'))),
    parts: () => partsOf(bytes, req.headers['content-type'] ?? ''),
  });
}

const server = createServer((req, reply) => {
  const chunks = [];
  req.on('data', chunk => chunks.push(chunk));
  req.on('end', () => {
    let said;
    try {
      said = answer(req, Buffer.concat(chunks));
    } catch (problem) {
      said = wrong(400, String(problem));
    }
    const {status, body, page, file, headers = {}} = said;
    const type = page === undefined ? (file?.type ?? 'application/json') : 'text/html; charset=utf-8';
    reply.writeHead(status, {...(status === 204 ? {} : {'Content-Type': type}), ...headers});
    reply.end(page ?? file?.bytes ?? (body === undefined ? '' : JSON.stringify(body)));
  });
});
server.listen(Number(process.argv[2] ?? 8080), '127.0.0.1', () => {
  process.stdout.write(`notes on http://127.0.0.1:${server.address().port}\n`);
});

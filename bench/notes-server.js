// A tiny server for bench/cases.ts: POST makes a note, GET gives it back. Plain JavaScript, so that it starts without a compiler.
import {createServer} from 'node:http';

const notes = new Map();

const server = createServer((request, reply) => {
  const answer = (status, value) => {
    const body = JSON.stringify(value);
    reply.writeHead(status, {'content-type': 'application/json', 'content-length': Buffer.byteLength(body)});
    reply.end(body);
  };
  if (request.url === '/api/v1/version') return answer(200, {version: '1.0.0'});
  const id = Number(/^\/notes\/(\d+)$/.exec(request.url)?.[1]);
  if (request.method === 'GET') {
    const note = notes.get(id);
    return note === undefined ? answer(404, {message: 'no such note'}) : answer(200, note);
  }
  const chunks = [];
  request.on('data', chunk => chunks.push(chunk));
  request.on('end', () => {
    const note = noteOf(notes.size + 1, JSON.parse(Buffer.concat(chunks).toString()));
    notes.set(note.id, note);
    answer(201, note);
  });
});

function noteOf(id, {title, labels}) {
  return {
    id,
    title,
    state: 'open',
    labels: labels.map((name, index) => ({id: id * 10 + index, name, color: '00aabb', exclusive: name.includes('/')})),
    author: {id: 7, login: 'alice', email: 'alice@example.org', is_admin: false},
    url: `/notes/${id}`,
    created_at: '2026-01-02T03:04:05Z',
  };
}

server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
process.stdin.resume().on('end', () => process.exit(0));

// The server under load, in a process of its own: says where it listens, and how large its heap is when it is asked.
import {startReferenceServer} from '../reference-server/start.ts';

const server = await startReferenceServer({admin: {name: 'root', password: process.argv[2] ?? ''}});

process.on('message', () => {
  globalThis.gc?.();
  process.send?.(process.memoryUsage().heapUsed);
});
process.on('disconnect', () => process.exit(0));
process.send?.(server.url);

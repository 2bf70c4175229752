// Keeps room for connections of a listener: one that sends no request makes way for the next, so that slow strangers shut nobody out.
import type {Server} from 'node:http';
import type {Socket} from 'node:net';

/** Bounds the connections of a server; `shutOut` is called when one had to be refused because all others are in use. */
export function keepRoom(server: Server, connectionsMax: number, shutOut: () => void): void {
  const open = new Set<Socket>();
  /** Connections that have not sent a whole head yet, oldest first. */
  const silent = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    if (open.size >= connectionsMax) {
      const idle = oldestOfMost(silent);
      if (idle === undefined) {
        shutOut();
        socket.destroy();
        return;
      }
      open.delete(idle);
      silent.delete(idle);
      idle.destroy();
    }
    open.add(socket);
    silent.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      silent.delete(socket);
    });
  });
  server.on('request', (request, response) => {
    silent.delete(request.socket);
    response.once('close', () => {
      if (open.has(request.socket)) silent.add(request.socket);
    });
  });
}

/** Whoever holds most connections makes way first. */
function oldestOfMost(silent: ReadonlySet<Socket>): Socket | undefined {
  const counts = new Map<string, number>();
  for (const {remoteAddress = ''} of silent) counts.set(remoteAddress, (counts.get(remoteAddress) ?? 0) + 1);
  const most = Math.max(...counts.values());
  for (const socket of silent) if (counts.get(socket.remoteAddress ?? '') === most) return socket;
  return undefined;
}

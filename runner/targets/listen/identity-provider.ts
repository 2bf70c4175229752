// Offers an OpenID provider to a target: it listens at once, and the part that speaks OpenID Connect is loaded at the first request.
import {randomBytes} from 'node:crypto';
import {createServer, type RequestListener, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {identityName, type IdentityPerson, type IdentitySettings, type IdentityStart} from '../../../model/identity.ts';
import {whyNotListening} from './listen-trouble.ts';
import {hostInUrl, isEverywhere} from './listen-address.ts';

/** A target and one browser per job need far fewer connections. */
const connectionsMax = 128;

/** From the first byte of a request to its last. */
const requestTimeoutMs = 10_000;

/** The cookie that lets a browser in, once. */
const ticketCookie = 'touchstone_ticket';

/** Starts the provider. It lets in whom a case admits and nobody else, so that it may listen where strangers reach it. */
export async function startIdentityProvider(settings: IdentitySettings): Promise<IdentityStart> {
  const people = new Map<string, IdentityPerson>();
  const tickets = new Map<string, string>();
  const clientSecret = settings.clientSecret ?? randomBytes(24).toString('base64url');
  let speaking: Promise<RequestListener> | undefined;
  const speak = (): Promise<RequestListener> =>
    (speaking ??= import('./speak-openid.ts').then(({speakOpenid}) =>
      speakOpenid({issuer, clientId: identityName, clientSecret, people, enter}),
    ));
  const enter = (cookies: string): string | undefined => {
    const ticket = new RegExp(`(?:^|; *)${ticketCookie}=(\\w+)`).exec(cookies)?.[1] ?? '';
    const login = tickets.get(ticket);
    tickets.delete(ticket);
    return login;
  };
  const server = createServer({requestTimeout: requestTimeoutMs}, (request, response) => {
    speak().then(
      listener => {
        listener(request, response);
      },
      (problem: unknown) => {
        response.writeHead(500).end(`${String(problem)}\n`);
      },
    );
  });
  const listening = await listen(server, settings);
  if (listening.kind === 'failed') return listening;
  const near = isEverywhere(settings.host) ? (settings.host.includes(':') ? '::1' : '127.0.0.1') : settings.host;
  const address = `http://${hostInUrl(near)}:${String(listening.port)}`;
  const issuer = settings.publicUrl ?? address;
  return {
    kind: 'started',
    provider: {
      issuer,
      address,
      clientId: identityName,
      clientSecret,
      admit: person => {
        people.set(person.login, person);
        const ticket = randomBytes(24).toString('hex');
        tickets.set(ticket, person.login);
        return `${ticketCookie}=${ticket}`;
      },
      close: () => stop(server),
    },
  };
}

type Listening = {readonly kind: 'listening'; readonly port: number} | {readonly kind: 'failed'; readonly why: string};

function listen(server: Server, {host, port}: IdentitySettings): Promise<Listening> {
  server.maxConnections = connectionsMax;
  server.on('clientError', (_problem, socket) => {
    socket.destroy();
  });
  // The provider alone keeps no process alive.
  server.unref();
  return new Promise(resolve => {
    server.once('error', (problem: NodeJS.ErrnoException) => {
      const place = `${hostInUrl(host)}:${String(port)}`;
      resolve({
        kind: 'failed',
        why: `the identity provider cannot listen on ${place}: ${whyNotListening(problem)}`,
      });
    });
    server.listen({host, port}, () => {
      server.on('error', () => undefined);
      resolve({kind: 'listening', port: (server.address() as AddressInfo).port});
    });
  });
}

async function stop(server: Server): Promise<void> {
  await new Promise<void>(resolve => {
    server.close(() => {
      resolve();
    });
    server.closeAllConnections();
  });
}

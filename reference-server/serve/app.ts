/** Puts all routes under `/api/v1` and the page that says who the server is at `/`. */
import type {HttpBindings} from '@hono/node-server';
import {Hono} from 'hono';
import type {Context} from 'hono';
import {pageRoutes} from '../web/page-routes.ts';
import {page} from '../web/html.ts';
import {addPages} from '../web/web.ts';
import {addApiDocument} from '../hosting/api-document.ts';
import {addRunnerInterface} from '../hosting/runner-interface.ts';
import {addGit, withoutGit} from '../hosting/git-http.ts';
import {diffTypes, matchPath} from '../hosting/match-path.ts';
import {downloadAttachment} from '../hosting/download.ts';
import {dispatch} from '../hosting/dispatch.ts';
import type {DispatchOptions} from '../hosting/dispatch.ts';
import type {Route} from '../hosting/route.ts';
import {routes} from '../hosting/routes.ts';
import {serverName, serverVersion} from '../hosting/server-version.ts';

export function makeApp(options: DispatchOptions): Hono {
  const app = new Hono({strict: false});
  app.use(async (context, next) => {
    const target = targetOf(context);
    if (!hasDotSegment(target)) return next();
    const {raw: request} = context.req;
    const there = routesAt(options.rules.apiPrefix, target);
    const route = there.find(({method}) => method === request.method);
    if (route === undefined && !isOfApi(target)) return context.text(nothingHere, 404);
    const params = route === undefined ? {} : paramsAt(options.rules.apiPrefix, route, target);
    return dispatch(options, {request, path: target, route, inOtherMethods: there, params: params ?? {}});
  });
  app.get('/', context => context.text(aboutText));
  app.get('/attachments/:uuid', context => downloadAttachment(options, context.req.param('uuid')));
  app.get('/api/swagger', context => context.html(apiPage));
  addPages(app, options);
  addApiDocument(app, options);
  addRunnerInterface(app, options);
  addGit(app, options);
  for (const route of routes) {
    const nearerThan = nearerRoutes(options.rules.apiPrefix, route);
    const paramsOf = paramReader(route);
    app.on(
      route.method,
      `${route.isOutsidePrefix === true ? '' : options.rules.apiPrefix}${honoPath(route.path)}`,
      async context => {
        const {raw: request, path} = context.req;
        const nearer = nearerThan(path);
        return nearer.length > 0
          ? dispatch(options, {request, route: undefined, inOtherMethods: nearer, params: {}})
          : dispatch(options, {request, route, params: paramsOf(context)});
      },
    );
  }
  app.notFound(async context => {
    const {raw: request, path} = context.req;
    if (isOfApi(path)) {
      const inOtherMethods = routesAt(options.rules.apiPrefix, path);
      return dispatch(options, {request, route: undefined, inOtherMethods, params: {}});
    }
    const page = ['GET', 'HEAD'].includes(request.method) ? findPage(path) : undefined;
    if (page !== undefined) return dispatch(options, {request, ...page});
    const inOtherMethods = routesAt(options.rules.apiPrefix, path);
    return inOtherMethods.length === 0
      ? context.text(nothingHere, 404)
      : dispatch(options, {request, route: undefined, inOtherMethods, params: {}});
  });
  return app;
}

const nothingHere = '404 page not found\n';

/** Gives the path as it was sent: a URL has lost its segments `.` and `..`. A seed is planted by requests that came over no connection. */
function targetOf(context: Context): string {
  const env = context.env as Partial<HttpBindings> | undefined;
  return (env?.incoming?.url ?? context.req.url).replace(/[?#][^]*$/, '').replace(/^https?:\/\/[^/]*/, '');
}

/** Today's servers take `..` for a name, as it is written; resolved, it would lead to another operation. */
function hasDotSegment(path: string): boolean {
  return /\/(?:\.|%2e){1,2}(?:\/|$)/i.test(path);
}

function isOfApi(path: string): boolean {
  return /^\/api(\/|$)/.test(path);
}

const aboutText = `This is the ${serverName} ${serverVersion}.

It serves the code-hosting API under /api/v1 for tests and keeps everything in memory: when it stops, all is gone.
Do not put anything here that matters.
`;

const apiPage = page('The API of this server', [
  {kind: 'link', href: '/swagger.v1.json', text: 'Every operation, as a Swagger 2.0 document'},
]);

/** Finds the routes of a path, whatever their method. */
function routesAt(apiPrefix: string, path: string): readonly Route[] {
  return routes.filter(route => paramsAt(apiPrefix, route, path) !== undefined);
}

function paramsAt(apiPrefix: string, route: Route, path: string): Readonly<Record<string, string>> | undefined {
  return matchPath(`${route.isOutsidePrefix === true ? '' : apiPrefix}${route.path}`, path);
}

/** Finds the routes whose path names literally what a route takes as a parameter: such a path has the methods of those alone. */
function nearerRoutes(apiPrefix: string, route: Route): (path: string) => readonly Route[] {
  if (!route.path.endsWith('}') || route.path.endsWith('*}')) return () => [];
  const start = route.path.replace(/\{\w+\}$/, '');
  const literals = routes.filter(({path}) => path.startsWith(start) && /^[^/{]+$/.test(path.slice(start.length)));
  return path => {
    const literal = start + path.slice(path.lastIndexOf('/') + 1);
    const named = literals.filter(
      other => other.path === literal && matchPath(`${apiPrefix}${other.path}`, path) !== undefined,
    );
    return named.some(({method}) => method === route.method) ? [] : named;
  };
}

/** Finds the page of a path, which is nowhere below `/api`. */
function findPage(path: string): {route: Route; params: Readonly<Record<string, string>>} | undefined {
  for (const route of pageRoutes) {
    const params = matchPath(route.path, path);
    if (params !== undefined) return {route, params};
  }
  return undefined;
}

/** A dot would not match a line break, which a path of a file may have in it. */
function honoPath(path: string): string {
  return path
    .replaceAll(/\{\w+\}\.\{diffType\}/g, `:file{[^/]+\\.(?:${diffTypes})}`)
    .replaceAll(/\{(\w+)\*\}/g, ':$1{[^]+}')
    .replaceAll(/\{(\w+)\}/g, ':$1');
}

/** Gives what reads the parameters of a route out of its requests. */
function paramReader(route: Route): (context: Context) => Readonly<Record<string, string>> {
  const names = [...route.path.matchAll(/\{(\w+)\*?\}/g)].map(([, name = '']) => name);
  const takesDiffs = route.path.endsWith('.{diffType}');
  return context => {
    const file = takesDiffs ? context.req.param('file') : undefined;
    if (file !== undefined) return paramsOfFile(context, route, file);
    const params = names.map(name => [name, context.req.param(name) ?? ''] as const);
    return Object.fromEntries(params.map(([name, text]) => [name, route.isGit === true ? withoutGit(text) : text]));
  };
}

/** A file name such as `3.diff` holds two parameters. */
function paramsOfFile(context: Context, route: Route, file: string): Readonly<Record<string, string>> {
  const [, name = '', diffType = ''] = /^(.+)\.(\w+)$/.exec(file) ?? [];
  const [, key = ''] = /\{(\w+)\}\.\{diffType\}$/.exec(route.path) ?? [];
  return {...context.req.param(), [key]: name, diffType};
}

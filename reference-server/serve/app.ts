/** Puts all routes under `/api/v1` and the page that says who the server is at `/`. */
import {Hono} from 'hono';
import type {Context} from 'hono';
import {addPages} from '../web/web.ts';
import {addApiDocument} from '../hosting/api-document.ts';
import {addRunnerInterface} from '../hosting/runner-interface.ts';
import {addGit, withoutGit} from '../hosting/git-http.ts';
import {downloadAttachment} from '../hosting/download.ts';
import {dispatch} from '../hosting/dispatch.ts';
import type {DispatchOptions} from '../hosting/dispatch.ts';
import type {Route} from '../hosting/route.ts';
import {routes} from '../hosting/routes.ts';
import {serverName, serverVersion} from '../hosting/server-version.ts';

export function makeApp(options: DispatchOptions): Hono {
  const app = new Hono();
  app.get('/', context => context.text(aboutText));
  app.get('/attachments/:uuid', context => downloadAttachment(options, context.req.param('uuid')));
  addPages(app, options);
  addApiDocument(app, options);
  addRunnerInterface(app, options);
  addGit(app, options);
  for (const route of routes) {
    app.on(
      route.method,
      `${route.isOutsidePrefix === true ? '' : options.rules.apiPrefix}${honoPath(route.path)}`,
      async context => {
        return dispatch(options, {request: context.req.raw, route, params: paramsOf(context, route)});
      },
    );
  }
  app.notFound(async context => {
    if (!context.req.path.startsWith('/api/')) return context.text('404 page not found\n', 404);
    return dispatch(options, {request: context.req.raw, route: undefined, params: {}});
  });
  return app;
}

const aboutText = `This is the ${serverName} ${serverVersion}.

It serves the code-hosting API under /api/v1 for tests and keeps everything in memory: when it stops, all is gone.
Do not put anything here that matters.
`;

/** A dot would not match a line break, which a path of a file may have in it. */
function honoPath(path: string): string {
  return path.replaceAll(/\{(\w+)\*\}/g, ':$1{[^]+}').replaceAll(/\{(\w+)\}/g, ':$1');
}

function paramsOf(context: Context, route: Route): Readonly<Record<string, string>> {
  const names = [...route.path.matchAll(/\{(\w+)\*?\}/g)].map(([, name = '']) => name);
  const params = names.map(name => [name, context.req.param(name) ?? ''] as const);
  return Object.fromEntries(params.map(([name, text]) => [name, route.isGit === true ? withoutGit(text) : text]));
}

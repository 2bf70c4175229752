/** Publishes what the server serves as a Swagger 2.0 document: every operation, and the objects that the record names. */
import type {Hono} from 'hono';
import {watchRules} from '../rules/make-rules.ts';
import type {Rules} from '../rules/rules.ts';
import type {DispatchOptions} from './dispatch.ts';
import type {Route} from './route.ts';
import {routes} from './routes.ts';
import {serverName, serverVersion} from './server-version.ts';

export function addApiDocument(app: Hono, options: DispatchOptions): void {
  app.get('/swagger.v1.json', context => {
    const touched = new Set<string>();
    const document = describeApi(watchRules(options.rules, touched));
    if (options.tracesRules) context.header('X-Reference-Rules', [...touched].sort().join(','));
    return context.json(document);
  });
}

type Operations = Record<string, Record<string, unknown>>;

function describeApi(rules: Rules): Record<string, unknown> {
  const paths: Operations = {};
  for (const route of routes.filter(({isOutsidePrefix}) => isOutsidePrefix !== true)) {
    const path = route.path.replaceAll('*}', '}');
    paths[path] = {...paths[path], [route.method.toLowerCase()]: describeRoute(route, rules)};
  }
  for (const message of rules.overlayEndpoints)
    paths[`/overlay/${message}`] = {post: {operationId: `send${message}`, responses: {204: {description: 'taken'}}}};
  return {
    swagger: '2.0',
    info: {title: serverName, version: serverVersion},
    basePath: rules.apiPrefix,
    consumes: ['application/json'],
    produces: ['application/json'],
    paths,
    definitions: {[rules.oauth2OptionsName]: oauth2Options},
  };
}

/** Operations whose body is an object that the record names. */
const takesOAuth2Options = new Set(['userCreateOAuth2Application', 'userUpdateOAuth2Application']);

function describeRoute({operation, path}: Route, rules: Rules): Record<string, unknown> {
  const inPath = [...path.matchAll(/\{(\w+)\*?\}/g)].map(([, name]) => {
    return {in: 'path', name, required: true, type: 'string'};
  });
  const schema = {$ref: `#/definitions/${rules.oauth2OptionsName}`};
  const body = takesOAuth2Options.has(operation) ? [{in: 'body', name: 'body', required: true, schema}] : [];
  return {operationId: operation, parameters: [...inPath, ...body], responses: {default: {description: 'see there'}}};
}

const oauth2Options = {
  type: 'object',
  required: ['name', 'redirect_uris'],
  properties: {
    name: {type: 'string'},
    redirect_uris: {type: 'array', items: {type: 'string'}},
    confidential_client: {type: 'boolean'},
    skip_secondary_authorization: {type: 'boolean'},
  },
};

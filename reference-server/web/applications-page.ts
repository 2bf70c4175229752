/** The page on which people see their access tokens, the scopes of each, and their OAuth2 applications. */
import {instantText} from '../rules/instant.ts';
import {sessionOf} from '../state/sessions.ts';
import {page} from './html.ts';
import type {Part} from './html.ts';
import {seeOther, visitorOf} from './visit.ts';
import type {Visit, WebAnswer} from './visit.ts';

export function applicationsPage(visit: Visit): WebAnswer {
  const {world, rules, headers} = visit;
  const person = visitorOf(visit);
  if (person === undefined) return seeOther('/user/login');
  const tokens = world.state.tokens.of(person.id).map(({name, scope, lastEight, createdAt}) => {
    return [
      name,
      `…${lastEight}`,
      rules.scopesOnPage(scope ?? rules.scopeOfOldToken).join(', '),
      instantText(createdAt),
    ];
  });
  const applications = world.state.oauth2Applications.of(person.id);
  const session = sessionOf(world.state, headers, world.clock.now());
  const parts: readonly Part[] = [
    {kind: 'text', text: `Signed in as ${person.name}`},
    {kind: 'text', text: 'Access tokens'},
    {kind: 'table', head: ['Name', 'Token', 'Scopes', 'Created'], rows: tokens},
    {kind: 'text', text: 'OAuth2 applications'},
    {kind: 'table', head: ['Name'], rows: applications.map(({name}) => [name])},
    ...(session === undefined ? [] : [signOutForm(session.formToken)]),
  ];
  return {status: 200, html: page('Applications', parts)};
}

function signOutForm(token: string): Part {
  return {
    kind: 'form',
    action: '/user/logout',
    button: 'Sign out',
    fields: [{type: 'hidden', name: '_csrf', value: token}],
  };
}

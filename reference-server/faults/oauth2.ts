/** Wrong readings of OAuth2 applications. */
import type {Fault} from './fault.ts';

export const oauth2Faults: readonly Fault[] = [
  {
    name: 'oauth2-created-200',
    requirement: 'ERR-OAUTH2-201',
    basis: 'stated',
    says: 'Creating an OAuth2 application answers 200 instead of 201.',
    patch: () => ({oauth2CreatedStatus: 200}),
  },
  {
    name: 'oauth2-secret-in-list',
    requirement: 'OAUTH2-SECRET',
    basis: 'stated',
    says: 'The list of OAuth2 applications shows their secrets.',
    patch: () => ({showsOAuth2Secret: () => true}),
  },
  {
    name: 'oauth2-secret-hidden-at-create',
    requirement: 'OAUTH2-SECRET',
    basis: 'stated',
    says: 'The secret of an OAuth2 application is hidden when it is created, so nobody ever learns it.',
    patch: () => ({showsOAuth2Secret: () => false}),
  },
  {
    name: 'oauth2-secret-stays-after-an-edit',
    requirement: 'OAUTH2-SECRET',
    basis: 'usual',
    says: 'The secret of an OAuth2 application stays the same when it is edited.',
    patch: () => ({secretAfterEdit: before => before}),
  },
  {
    name: 'oauth2-camel-case',
    requirement: 'OAUTH2-SNAKE',
    basis: 'stated',
    says: 'The redirect addresses of an OAuth2 application come as redirectUris.',
    patch: before => ({
      presentOAuth2Application(application, occasion, page) {
        const {redirect_uris: redirectUris, ...others} = before.presentOAuth2Application.call(
          this,
          application,
          occasion,
          page,
        );
        return {...others, redirectUris};
      },
    }),
  },
  {
    name: 'oauth2-created-zero',
    requirement: 'OAUTH2-CREATED',
    basis: 'stated',
    says: 'The created time of an OAuth2 application is the zero time.',
    patch: () => ({oauth2CreatedTime: () => '0001-01-01T00:00:00Z'}),
  },
  {
    name: 'oauth2-created-missing-in-list',
    requirement: 'OAUTH2-CREATED',
    basis: 'stated',
    says: 'The list of OAuth2 applications leaves the created time out.',
    patch: before => ({
      presentOAuth2Application(application, occasion, page) {
        const {created, ...others} = before.presentOAuth2Application.call(this, application, occasion, page);
        return occasion === 'listed' ? others : {...others, created};
      },
    }),
  },
  {
    name: 'oauth2-foreign-application',
    requirement: 'OAUTH2-SECRET',
    basis: 'usual',
    says: 'An OAuth2 application can be read and deleted by everybody who knows its id.',
    patch: () => ({mayTouchApplication: () => true}),
  },
  {
    name: 'oauth2-created-202',
    requirement: 'ERR-OAUTH2-201',
    basis: 'stated',
    says: 'Creating an OAuth2 application answers 202 instead of 201.',
    patch: () => ({oauth2CreatedStatus: 202}),
  },
  {
    name: 'oauth2-client-id-camel-case',
    requirement: 'OAUTH2-SNAKE',
    basis: 'stated',
    says: 'The client id of an OAuth2 application comes as clientId.',
    patch: before => ({
      presentOAuth2Application(application, occasion, page) {
        const {client_id: clientId, ...others} = before.presentOAuth2Application.call(
          this,
          application,
          occasion,
          page,
        );
        return {...others, clientId};
      },
    }),
  },
  {
    name: 'oauth2-secret-from-the-second-page-on',
    requirement: 'OAUTH2-SECRET',
    basis: 'stated',
    says: 'The list of OAuth2 applications shows their secrets from its second page on.',
    patch: before => ({
      showsOAuth2Secret(occasion, page, application) {
        return page > 1 || before.showsOAuth2Secret.call(this, occasion, page, application);
      },
    }),
  },
  {
    name: 'oauth2-secret-of-public-clients-listed',
    requirement: 'OAUTH2-SECRET',
    basis: 'stated',
    says: 'The secret of an application that is not confidential is always shown.',
    patch: before => ({
      showsOAuth2Secret: (occasion, page, application) =>
        !application.isConfidential || before.showsOAuth2Secret(occasion, page, application),
    }),
  },
];

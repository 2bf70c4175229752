/** What the record states about OAuth2 applications. */
import {instantText} from './instant.ts';
import type {Rules} from './rules.ts';

/** An OAuth2 application as it is stored. */
export interface OAuth2Traits {
  readonly id: number;
  readonly personId: number;
  readonly name: string;
  readonly clientId: string;
  readonly secret: string;
  readonly isConfidential: boolean;
  readonly skipsSecondAuthorization: boolean;
  readonly redirectUris: readonly string[];
  readonly createdAt: number;
}

/** Why an application is shown: the secret stands in the answer to whoever just made it. */
export type OAuth2Occasion = 'created' | 'edited' | 'read' | 'listed';

export const oauth2Rules = {
  // "Create answers 201." and "| Creating an OAuth2 application succeeds | 201 |"
  oauth2CreatedStatus: 201,

  // "Its secret is hidden (omitted) in list responses." A single read hides it too, as is usual.
  showsOAuth2Secret(
    occasion: OAuth2Occasion,
    _page: number,
    _application: {readonly isConfidential: boolean},
  ): boolean {
    return occasion === 'created' || occasion === 'edited';
  },

  // Usual: an edit gives a new secret, and shows it.
  secretAfterEdit(_before: string, fresh: string): string {
    return fresh;
  },

  // "It has a created time that is returned in API responses."
  oauth2CreatedTime(application: OAuth2Traits): string {
    return instantText(application.createdAt);
  },

  // "Its JSON field names are snake_case."
  presentOAuth2Application(
    this: Rules,
    application: OAuth2Traits,
    occasion: OAuth2Occasion,
    page: number,
  ): Record<string, unknown> {
    return {
      id: application.id,
      name: application.name,
      client_id: application.clientId,
      // Usual: where it is not shown it is an empty text.
      client_secret: this.showsOAuth2Secret(occasion, page, application) ? application.secret : '',
      confidential_client: application.isConfidential,
      skip_secondary_authorization: application.skipsSecondAuthorization,
      redirect_uris: application.redirectUris,
      created: this.oauth2CreatedTime(application),
    };
  },

  // Usual: "delete is by application id", and the id must be one of the caller's own.
  mayTouchApplication(application: OAuth2Traits, personId: number): boolean {
    return application.personId === personId;
  },
};

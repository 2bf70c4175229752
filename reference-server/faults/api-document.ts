/** Wrong readings of what the published API document says. */
import type {Fault} from './fault.ts';

export const apiDocumentFaults: readonly Fault[] = [
  {
    name: 'oauth2-options-named-otherwise',
    requirement: 'OAUTH2-OPTIONS',
    basis: 'stated',
    says: 'The API document calls the options of creating an OAuth2 application OAuth2ApplicationForm.',
    patch: () => ({oauth2OptionsName: 'OAuth2ApplicationForm'}),
  },
  {
    name: 'overlay-messages-over-http',
    requirement: 'OV-NOT-HTTP',
    basis: 'stated',
    says: 'The API document describes an operation that takes the message OverlayMeta.',
    patch: () => ({overlayEndpoints: ['OverlayMeta']}),
  },
];

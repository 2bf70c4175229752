/** What the record states about the contract of the API, as the document shows it that the server publishes. */

export const apiDocumentRules = {
  // "Creation options are in an object named CreateOAuth2ApplicationOptions."
  oauth2OptionsName: 'CreateOAuth2ApplicationOptions',

  // "Overlay messages are not HTTP endpoints."
  overlayEndpoints: [] as readonly string[],
};

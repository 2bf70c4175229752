/** What the record states about the pages outside the API. */

export const pageRules = {
  // "Scopes are returned by the API and shown in the UI.": every scope of a token, by its name.
  scopesOnPage(stored: string): readonly string[] {
    return stored.split(',').filter(name => name !== '');
  },
};

/** What the record states about addresses: where the API stands, and what the pages outside it show. */

export const pageRules = {
  // "The hosting API is addressed under the prefix `/api/v1`."
  apiPrefix: '/api/v1',

  // "The hosting API is addressed under the prefix `/api/v1`.": every operation of it.
  isServedBelowPrefix(_operation: string): boolean {
    return true;
  },

  // Usual: the page of a draft is there for those alone to whom the API shows the draft.
  isDraftPageShown(seesDrafts: boolean): boolean {
    return seesDrafts;
  },

  // "Scopes are returned by the API and shown in the UI.": every scope of a token, by its name.
  scopesOnPage(stored: string): readonly string[] {
    return stored.split(',').filter(name => name !== '');
  },
};

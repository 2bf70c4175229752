// Laws over all operations of the contract: the scopes that they take, the fields of their bodies, the filters of their lists, what they answer, alone and after many others, and equal requests at once.
export * from './calls/field-laws.ts';
export * from './calls/filter-laws.ts';
export * from './calls/hidden-places.ts';
export * from './calls/kept.ts';
export * from './calls/list-pages.ts';
export * from './calls/names.ts';
export * from './calls/owner-field-laws.ts';
export * from './calls/repository-field-laws.ts';
export * from './calls/race-laws.ts';
export * from './calls/search-filter-laws.ts';
export * from './calls/reply-laws.ts';
export * from './calls/scope-laws.ts';
export * from './laws/addresses.ts';
export * from './laws/archives.ts';
export * from './laws/removals.ts';
export * from './laws/relations.ts';
export * from './histories/laws.ts';

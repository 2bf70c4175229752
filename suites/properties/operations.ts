// Laws over all operations of the contract: the scopes that they take, the fields of their bodies, and equal requests at once.
export * from './calls/field-laws.ts';
export * from './calls/race-laws.ts';
export * from './calls/scope-laws.ts';

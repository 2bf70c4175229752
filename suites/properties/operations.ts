// Laws over all operations of the contract: the scopes that they take, and the fields of their bodies.
export * from './calls/field-laws.ts';
export * from './calls/scope-laws.ts';

// The door for programs: what `import … from 'touchstone'` gives. Nothing else of the package is public.
export {run, type RunSettings, type FinishedRun} from './run-suites.ts';
export type {Surroundings} from './machine-for.ts';
export {listCases, type ListedCase} from './list-cases.ts';
export {fuzzTarget} from './fuzz-target.ts';
export {readJournal, type Journal, type JournalReading} from '../../reports/journal/reader.ts';
export {matcher, type MatcherDefinition, type CustomMatcher} from '../../model/custom-matcher.ts';
export {
  property,
  type AnyProperty,
  type CallRequest,
  type DeliveriesRequest,
  type PropertyDefinition,
  type PropertyWorld,
  type Reference,
  type WithReferences,
  type WorldAnswer,
  type WorldInbox,
  type WorldReply,
  type Written,
} from '../../model/property.ts';
export type {CaseLine, ExchangeLine, FooterLine, HeaderLine, ProbeLine} from '../../model/journal.ts';
export type {Json, JsonObject} from '../../model/json.ts';
export type {Cause, Finding, Verdict} from '../../model/verdict.ts';

/** Servers that know who tests them: right for us, wrong for everybody else. No run can tell; a certificate has to. */
import type {RequestMarks} from '../rules/sign-in.ts';
import type {Fault} from './fault.ts';

export const maskFaults: readonly Fault[] = [
  {
    name: 'passes-only-for-touchstone',
    requirement: 'LABEL-SCOPE',
    basis: 'stated',
    says: 'Reads the record rightly for requests that carry the marks of a touchstone run, and wrongly for all others.',
    noticedBy: 'certify',
    patch: () => ({
      readingFor(marks) {
        return isFromTouchstone(marks) ? this : {...this, ...wrongForOthers};
      },
    }),
  },
];

const wrongForOthers = {
  scopeOf: (name: string): string | undefined => (name.includes('/') ? name.slice(0, name.indexOf('/')) : undefined),
  reactionStatus: (): number => 201,
  oauth2CreatedStatus: 200,
  branchProtectionCreatedStatus: 200,
  missingReadmeStatus: (): number => 500,
};

/** Looks for what every run of `touchstone run` shows: its user agent, its request ids, and the names that it draws. */
function isFromTouchstone({headers, line, body}: RequestMarks): boolean {
  if (/touchstone/i.test(headers.get('User-Agent') ?? '') || headers.has('X-Request-Id')) return true;
  const names = /\bts-[a-z0-9]|\b(?:alice|bob|admin|restricted)-[a-z0-9]{8}\b/;
  return names.test(line) || names.test(Buffer.from(body).toString('latin1'));
}

// What SARIF 2.1.0, CTRF and HAR 1.2 demand of the parts that we write; a member that their schemas do not know is refused.
import {amount, anyObject, count, flag, list, object, oneOf, text, textLike} from '../../reports/journal/json-shape.ts';

const time = textLike(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/, 'a time in UTC');
const uri = textLike(/^[!-~]+$/, 'a URI reference');
const message = object({text});
const level = oneOf('none', 'note', 'warning', 'error');

const physicalLocation = object({
  artifactLocation: object({uri}),
  region: object({startLine: count, startColumn: count, 'snippet?': message}),
});
const location = object({
  physicalLocation,
  logicalLocations: list(object({fullyQualifiedName: text, kind: text})),
});

/** SARIF 2.1.0, section 3.13 and below. */
export const sarifShape = object({
  $schema: uri,
  version: oneOf('2.1.0'),
  runs: list(
    object({
      tool: object({
        driver: object({
          name: text,
          version: text,
          informationUri: textLike(/^[a-z][a-z0-9+.-]*:[!-~]+$/, 'an absolute URI'),
          shortDescription: message,
          fullDescription: message,
          rules: list(
            object({
              id: text,
              shortDescription: message,
              fullDescription: message,
              help: object({text, markdown: text}),
            }),
          ),
          'notifications?': list(
            object({id: text, shortDescription: message, fullDescription: message, help: object({text})}),
          ),
        }),
      }),
      automationDetails: object({id: text}),
      columnKind: oneOf('utf16CodeUnits', 'unicodeCodePoints'),
      invocations: list(
        object({
          executionSuccessful: flag,
          startTimeUtc: time,
          'endTimeUtc?': time,
          'exitCode?': count,
          'toolExecutionNotifications?': list(
            object({level, message, descriptor: object({id: text, index: count}), 'locations?': list(location)}),
          ),
        }),
      ),
      results: list(
        object({
          ruleId: text,
          ruleIndex: count,
          level,
          message,
          locations: list(location),
          'relatedLocations?': list(object({id: count, physicalLocation, message})),
          partialFingerprints: anyObject,
          'suppressions?': list(
            object({
              kind: oneOf('inSource', 'external'),
              status: oneOf('accepted', 'underReview', 'rejected'),
              justification: text,
            }),
          ),
          properties: anyObject,
        }),
      ),
      properties: anyObject,
    }),
  ),
});

const status = oneOf('passed', 'failed', 'skipped', 'pending', 'other');

/** CTRF 0.0: every object refuses members that it does not know. */
export const ctrfShape = object({
  reportFormat: oneOf('CTRF'),
  specVersion: textLike(/^\d+\.\d+\.\d+$/, 'a version'),
  timestamp: time,
  generatedBy: text,
  results: object({
    tool: object({name: text, version: text}),
    summary: object({
      tests: count,
      passed: count,
      failed: count,
      skipped: count,
      pending: count,
      other: count,
      'flaky?': count,
      'suites?': count,
      start: count,
      stop: count,
      'extra?': anyObject,
    }),
    tests: list(
      object({
        name: textLike(/./, 'a name'),
        status,
        duration: count,
        'suite?': list(text),
        'rawStatus?': text,
        'type?': text,
        'tags?': list(text),
        'message?': text,
        'trace?': text,
        'filePath?': text,
        'line?': count,
        'flaky?': flag,
        'retries?': count,
      }),
    ),
    environment: object({appName: text, 'appVersion?': text, 'extra?': anyObject}),
  }),
});

const pairs = list(object({name: text, value: text, 'comment?': text}));

/** HAR 1.2; our own members begin with an underscore, as the format demands. */
export const harShape = object({
  log: object({
    version: oneOf('1.2'),
    creator: object({name: text, version: text}),
    pages: list(object({startedDateTime: time, id: text, title: text, pageTimings: anyObject})),
    entries: list(
      object({
        pageref: text,
        startedDateTime: time,
        time: amount,
        request: object({
          method: text,
          url: text,
          httpVersion: text,
          cookies: pairs,
          headers: pairs,
          queryString: pairs,
          'postData?': object({mimeType: text, params: pairs, text, 'comment?': text}),
          headersSize: sizeOrUnknown(),
          bodySize: sizeOrUnknown(),
        }),
        response: object({
          status: count,
          statusText: text,
          httpVersion: text,
          cookies: pairs,
          headers: pairs,
          content: object({size: count, mimeType: text, 'text?': text, 'encoding?': oneOf('base64'), 'comment?': text}),
          redirectURL: text,
          headersSize: sizeOrUnknown(),
          bodySize: sizeOrUnknown(),
          '_error?': text,
        }),
        cache: object({}),
        timings: object({send: amount, wait: amount, receive: amount}),
        'comment?': text,
        '_operation?': text,
        '_step?': count,
      }),
    ),
    comment: text,
  }),
});

function sizeOrUnknown() {
  return {
    schema: {type: 'integer', minimum: -1},
    check: (value: unknown, at: string) =>
      Number.isInteger(value) && Number(value) >= -1 ? undefined : `${at} is not a size or -1`,
  };
}

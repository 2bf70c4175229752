// The HTTP door whose replies are looked through for secrets in pieces before any of them is shown.
import type {HttpObservation, HttpPort} from '../../../model/http.ts';
import type {Redaction} from '../../../model/redacted.ts';
import {httpTarget, type HttpTargetOptions} from './target.ts';

/** Opens the door: what a reply splits over its fields or headers is known when one piece is shown alone. */
export function noticingTarget(options: HttpTargetOptions): HttpPort {
  const port = httpTarget(options);
  return {
    ...port,
    exchange: (request, how) =>
      port.exchange(request, how).then(observation => {
        noticeSecrets(observation, options.redaction);
        return observation;
      }),
  };
}

function noticeSecrets(observation: HttpObservation, {notice}: Redaction): void {
  if (observation.kind === 'no-reply') return notice(observation.firstBytes);
  notice(() => Buffer.from(observation.headers.map(pair => pair.join(': ')).join('\n')));
  notice(observation.body);
}

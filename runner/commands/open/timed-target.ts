// Measures how long the target takes for a request while it is entered, so that the plan can say how long it will take.
import type {HttpObservation, HttpPort, HttpRequest} from '../../../model/http.ts';
import type {OpenTarget} from './opening.ts';

/** So many requests are measured; entering a target takes fewer. */
const measuredMax = 200;

/** Gives the same target with its requests timed; without a hosting server there is nothing to time. */
export function timedTarget(target: OpenTarget): OpenTarget {
  const {hosting} = target;
  if (hosting === undefined) return target;
  const times: number[] = [];
  const http: HttpPort = {
    ...hosting.http,
    exchange: (request, options) => {
      const exchange = hosting.http.exchange(request, options);
      return times.length < measuredMax ? exchange.then(observation => timed(request, observation)) : exchange;
    },
  };
  return {
    ...target,
    hosting: {...hosting, http},
    requestMs: () => times.toSorted((a, b) => a - b)[0],
  };

  function timed(request: HttpRequest, observation: HttpObservation): HttpObservation {
    // Who is entered is made first, and passwords take their time: only reading is like most of a run.
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (observation.kind === 'reply' && isRead && times.length < measuredMax) times.push(observation.elapsedMs);
    return observation;
  }
}

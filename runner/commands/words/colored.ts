// Says whether output is coloured: by the terminal, and above it NO_COLOR and FORCE_COLOR.
import type {Machine} from '../../../model/machine.ts';

/** Whether a stream is written with colour: NO_COLOR and FORCE_COLOR win over what it is. */
export function isColored({env}: Machine, isTerminal: boolean): boolean {
  if ((env['NO_COLOR'] ?? '') !== '') return false;
  if ((env['FORCE_COLOR'] ?? '') !== '') return env['FORCE_COLOR'] !== '0';
  return isTerminal;
}

// Makes the machine of a run that a program asked for: nothing is printed, signals stay the program's own.
import type {Machine} from '../../model/machine.ts';
import {shownText} from '../../model/url-credentials.ts';

/** What the program around a run gives it. */
export interface Surroundings {
  /** Added to the environment; for passwords that are named by `…Env` settings. */
  readonly env?: {readonly [name: string]: string};
  /** Ends the run in good order: what was made is removed, and the journal says that it was interrupted. */
  readonly signal?: AbortSignal;
  /** Is told progress and warnings as they come. */
  readonly onTalk?: (text: string) => void;
}

/** Makes the machine, and gives what was said on it. */
export async function machineFor({env = {}, signal, onTalk}: Surroundings): Promise<{
  readonly machine: Machine;
  readonly said: () => {readonly printed: string; readonly talk: string};
}> {
  const {machineOf} = await import('../targets/machine.ts');
  const {packageFacts} = await import('../targets/host/package-facts.ts');
  let printed = '';
  let talk = '';
  const machine: Machine = {
    ...machineOf(packageFacts()),
    env: {...process.env, ...env},
    print: text => {
      printed += shownText(text);
    },
    talk: text => {
      const shown = shownText(text);
      talk += shown;
      onTalk?.(shown);
    },
    terminal: {isTalkTerminal: false, isPrintTerminal: false, columns: 100},
    onInterrupt: handler => {
      const stop = (): void => handler(1);
      if (signal?.aborted === true) queueMicrotask(stop);
      signal?.addEventListener('abort', stop, {once: true});
      return () => signal?.removeEventListener('abort', stop);
    },
  };
  return {machine, said: () => ({printed, talk})};
}

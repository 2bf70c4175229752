// A value that was read, kept as the draft it was read into: its JSON and its bytes are made when somebody asks for them.
import type {JsonObject} from '../../model/json.ts';
import {hasUnknown, valueOfDraft, type Draft} from './draft.ts';
import type {ReadValue} from './reading.ts';
import {canonicalBytes} from './message-writer.ts';

/** The value of a draft. A search reads millions of them and looks into few. */
export class DraftValue implements ReadValue {
  readonly draft: Draft;
  private made: {value?: JsonObject; canonical?: Uint8Array} | undefined;

  constructor(draft: Draft) {
    this.draft = draft;
    this.made = undefined;
  }

  get value(): JsonObject {
    this.made ??= {};
    return (this.made.value ??= valueOfDraft(this.draft));
  }

  get canonical(): Uint8Array {
    this.made ??= {};
    return (this.made.canonical ??= canonicalBytes(this.draft));
  }

  get hasUnknown(): boolean {
    return hasUnknown(this.draft);
  }
}

/** The value of an input that must be accepted. */
export class AcceptedValue extends DraftValue {
  readonly kind = 'accept';
  readonly basis: 'protocol' | 'defacto';
  readonly mayBeRefused: boolean;

  constructor(draft: Draft, basis: 'protocol' | 'defacto', mayBeRefused = false) {
    super(draft);
    this.basis = basis;
    this.mayBeRefused = mayBeRefused;
  }
}

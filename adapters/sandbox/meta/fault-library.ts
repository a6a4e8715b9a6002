import type { FaultKind } from '../faults.ts';
import type { GraphFault } from './errors.ts';
import type { HttpDamage } from './fault-play.ts';

export interface LibraryFault extends FaultKind {
  /** Number of the family in the table of the page beside. */
  readonly family: number;
  readonly what: string;
  /** 'none': the call is not carried out. 'done' (default): it is. */
  readonly effect?: 'none' | 'done';
  readonly error?: GraphFault;
  readonly http?: HttpDamage;
  /** The call is carried out only after the delay. */
  readonly late?: boolean;
  readonly nothing?: boolean;
  readonly throttles?: boolean;
}

const transient: GraphFault = {
  code: 2,
  status: 500,
  transient: true,
  message: 'An unexpected error has occurred. Please retry your request later.',
};

/** Everything this platform can play, by name. What has neither error nor http is looked at by the parts it concerns. */
export const faultLibrary: { readonly [name: string]: LibraryFault } = {
  error: {
    family: 19,
    what: 'any refusal: give code, subcode, status, message, title, userMessage',
    effect: 'none',
    error: { code: 100 },
  },
  transient: { family: 1, what: 'code 2, HTTP 500, nothing done', effect: 'none', error: transient },
  'failed-but-created': { family: 1, what: 'code 2, HTTP 500, and yet it was done', error: transient, method: 'POST' },
  'connection-cut': { family: 2, what: 'the connection breaks before anything is done', effect: 'none', http: { kind: 'cut' } },
  'answer-lost': { family: 2, what: 'it is done, then the connection breaks', http: { kind: 'cut' } },
  slow: { family: 2, what: 'no answer for `ms` (90000), nothing done', effect: 'none', http: { kind: 'slow' } },
  'slow-but-done': { family: 2, what: 'done at once, answered after `ms` (90000)', http: { kind: 'slow' } },
};

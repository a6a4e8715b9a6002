import type { FaultKind } from '../../faults.ts';
import type { GraphFault } from '../graph/errors.ts';

export interface HttpDamage {
  readonly kind: 'cut' | 'html' | 'empty' | 'error-in-200' | 'slow';
  readonly status?: number;
  readonly delayMs?: number;
}

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
  /** Inside a batch: `null` in its place. */
  readonly nothing?: boolean;
  /** Which budget the usage headers of the answer show as full. */
  readonly throttles?: 'account' | 'app';
}

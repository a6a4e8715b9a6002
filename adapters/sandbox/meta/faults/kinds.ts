import type { PlayedFault } from '../../kit/faults.ts';
import type { GraphFault } from '../graph/errors.ts';

export interface LibraryFault extends PlayedFault<GraphFault> {
  /** Inside a batch: `null` in its place. */
  readonly nothing?: boolean;
  /** The budget that usage headers show as full. */
  readonly throttles?: 'account' | 'app';
}

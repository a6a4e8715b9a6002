import type { LaunchOperation, Outcome } from '../../../core/ports/platform-launch.ts';
import { type Row, text } from './json.ts';

/** What unanswered operations have made, as far as it was found: each object answers one operation. */
export interface Claims {
  /** Takes an object by its id, unless it is another's already or there is none. */
  take(operation: LaunchOperation, ref: string | undefined, warnings?: readonly string[]): void;
  /** Takes the first row that is the operation's and nobody else's. */
  claim(
    operation: LaunchOperation,
    rows: readonly Row[],
    isIts: (row: Row) => boolean,
    warningsOf?: (row: Row) => readonly string[],
  ): void;
  /** The answer of `LaunchCapability.reconcile`. */
  outcomes(operations: readonly LaunchOperation[]): readonly (Outcome | undefined)[];
}

/** `taken` belongs to others. `idField`: where rows have their ids. */
export function createClaims(taken: readonly string[], idField = 'id'): Claims {
  const found = new Map<LaunchOperation, Outcome>();
  const claimed = new Set(taken);
  const idOf = (row: Row): string | undefined => text(row[idField]);
  const claims: Claims = {
    take(operation, ref, warnings = []) {
      if (ref === undefined || claimed.has(ref)) return;
      claimed.add(ref);
      found.set(operation, { state: 'done', ref, ...(warnings.length > 0 && { warnings }) });
    },
    claim(operation, rows, isIts, warningsOf = () => []) {
      const isFree = (id: string | undefined): boolean => id !== undefined && !claimed.has(id);
      const row = rows.find((each) => isFree(idOf(each)) && isIts(each));
      if (row !== undefined) claims.take(operation, idOf(row), warningsOf(row));
    },
    outcomes: (operations) => operations.map((operation) => found.get(operation)),
  };
  return claims;
}

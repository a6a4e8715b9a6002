import { type Row, text } from './json.ts';
import type { AdOperation } from './operations.ts';
import type { LaunchOperation, Outcome } from './ports.ts';

/** Finds the objects of unanswered operations: each object answers one operation. */
export interface Claims {
  /** Does nothing where `ref` is undefined or taken. */
  take(operation: LaunchOperation, ref: string | undefined, warnings?: readonly string[]): void;
  /** Takes the first free row that `isIts`. */
  claim(
    operation: LaunchOperation,
    rows: readonly Row[],
    isIts: (row: Row) => boolean,
    warningsOf?: (row: Row) => readonly string[],
  ): void;
  outcomes(operations: readonly LaunchOperation[]): readonly (Outcome | undefined)[];
}

/** Cuts the words, so that the mark behind them stays whole. */
export function markedName(words: string, mark: string, longest: number): string {
  const room = Math.max(0, longest - mark.length);
  return `${[...words].slice(0, room).join('')}${mark}`.slice(-longest);
}

/** How far our clock may have been off where no answer had told the platform's time. */
const unknownSkewMs = 25 * 60 * 60 * 1000;

/**
 * Older objects cannot be the operation's. Milliseconds of the platform's clock; `slackMs`: times
 * have seconds, and a request travels.
 */
export function madeAfter(
  { sentAt, sentAtPlatform }: Pick<AdOperation, 'sentAt' | 'sentAtPlatform'>,
  slackMs = 5_000,
): number {
  if (sentAtPlatform !== undefined) return sentAtPlatform - slackMs;
  return sentAt === undefined ? 0 : sentAt - unknownSkewMs;
}

/** `taken` belongs to others. */
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
      const isFree = (id: string | undefined) => id !== undefined && !claimed.has(id);
      const row = rows.find((each) => isFree(idOf(each)) && isIts(each));
      if (row !== undefined) claims.take(operation, idOf(row), warningsOf(row));
    },
    outcomes: (operations) => operations.map((operation) => found.get(operation)),
  };
  return claims;
}

import type { Fault, Hint } from '../base/errors.ts';
import { nearestName } from '../base/schema/unknown-fields.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

/** Found by id, or by a name that no other has. */
export function findKept<K extends Named>(kept: readonly K[], wanted: string): K | undefined {
  if (kept.length === 0) return undefined;
  const word = wanted.trim();
  const named = kept.filter(({ name }) => name === word);
  return kept.find(({ id }) => id === word) ?? (named.length === 1 ? named[0] : undefined);
}

export function referred<K extends Named>(
  kept: readonly K[],
  wanted: string | null | undefined,
  at: { readonly path: string; readonly what: string; readonly hint: Hint },
): { readonly found?: K; readonly faults: readonly Fault[] } {
  if (wanted === undefined || wanted === null || wanted.trim() === '') return { faults: [] };
  const found = findKept(kept, wanted);
  if (found !== undefined) return { found, faults: [] };
  const near = nearestName(
    wanted,
    kept.map(({ name }) => name),
  );
  const hint = near === undefined ? '' : ` Did you mean “${near}”?`;
  const message = `There is no ${at.what} ${wanted.slice(0, 100)}.${hint}`;
  return { faults: [{ path: at.path, code: 'unknown_reference', message, hint: at.hint }] };
}

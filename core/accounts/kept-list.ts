import type { Clock } from '../ports/clock.ts';
import { kind, type Store } from '../ports/store.ts';

/** A list of a platform as last read, for all processes. */
interface KeptListRecord {
  readonly rows: readonly object[];
  readonly readAt: number;
}

export const keptListKind = kind<KeptListRecord>('kept-list');

/** Longer lists are read each time. */
const MOST_ROWS = 5_000;

interface Ports {
  readonly store: Store;
  readonly clock: Clock;
}

interface KeptList<R> {
  readonly rows: readonly R[];
  readonly readAt: number;
}

/**
 * A list read within `maxAgeMs`, or now; always now with `refresh`. `id` names the list in the
 * company.
 */
export async function keptList<R extends object>(
  { store, clock }: Ports,
  companyId: string,
  {
    id,
    maxAgeMs,
    refresh = false,
    read,
  }: { readonly maxAgeMs: number; readonly refresh?: boolean } & {
    readonly id: string;
    readonly read: () => Promise<readonly R[]>;
  },
): Promise<KeptList<R>> {
  const kept = await store.get(keptListKind, companyId, id);
  // Rows under this id were written below.
  if (!refresh && kept !== undefined && clock.now() - kept.doc.readAt < maxAgeMs)
    return kept.doc as KeptList<R>;
  const list = { rows: await read(), readAt: clock.now() };
  if (list.rows.length <= MOST_ROWS)
    // Of two that read at once either will do.
    await store.commit([
      { kind: keptListKind, companyId, id, expect: kept?.version ?? 'absent', doc: list },
    ]);
  return list;
}

/** The list is read again when next asked for. */
export async function forgetList(
  { store }: Pick<Ports, 'store'>,
  companyId: string,
  id: string,
): Promise<void> {
  const kept = await store.get(keptListKind, companyId, id);
  if (kept === undefined) return;
  // A conflict means that another process has just read it.
  await store.commit([{ kind: keptListKind, companyId, id, expect: kept.version, doc: undefined }]);
}

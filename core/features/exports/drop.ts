import type { Clock } from '../../ports/clock.ts';
import type { Store } from '../../ports/store.ts';
import { changeDocument } from '../../records/change.ts';
import { DROPPED } from '../../records/drop.ts';
import { exportKind } from './records.ts';

/** Ends an export that the operator of the service gives up. */
export async function dropExport(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  companyId: string,
  id: string,
): Promise<undefined> {
  await changeDocument(store, exportKind, companyId, id, (current) => {
    const isOpen = current?.doc.status === 'queued' || current?.doc.status === 'running';
    const ended = { status: 'error', finishedAt: clock.now(), error: { code: 'dropped', message: DROPPED } } as const;
    return { doc: current && (isOpen ? { ...current.doc, ...ended } : current.doc) };
  });
}

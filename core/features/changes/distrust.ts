import type { Store } from '../../ports/store.ts';
import { allOf } from '../../records/list.ts';
import { changeSetKind } from './records.ts';

/**
 * In a restored database: what was open then may have been done since, and taken back by a person.
 * Nothing of it goes on.
 */
export async function distrustChanges(store: Store, companyId: string, at: number): Promise<void> {
  for (const { id, version, doc } of await allOf(store, changeSetKind, companyId, {
    where: { state: 'running' },
  })) {
    const ended = { ...doc, state: 'finished' as const, doubtedAt: at };
    await store.commit([{ kind: changeSetKind, companyId, id, expect: version, doc: ended }]);
  }
}

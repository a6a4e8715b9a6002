import type { AccountKey } from '../../../base/account-key.ts';
import type { Store, Stored, Write } from '../../../ports/store.ts';
import { allOf } from '../../../records/list.ts';
import { type Act, nothingRemembered, type Remembered, withAct } from '../judge/memory.ts';
import { type MemoryRecord, memoryId, memoryKind } from '../records.ts';

export interface Memory {
  remembered(account: string, id: string): Remembered;
  /** These writes lose where another run was faster. */
  adding(
    companyId: string,
    acts: readonly { readonly account: AccountKey; readonly id: string; readonly act: Act }[],
  ): readonly Write[];
}

export async function readMemory(
  store: Store,
  companyId: string,
  accounts: readonly AccountKey[],
): Promise<Memory> {
  const stored = new Map<string, Stored<MemoryRecord>>();
  for (const account of accounts)
    for (const each of await allOf(store, memoryKind, companyId, { where: { account } }))
      stored.set(each.id, each);
  return {
    remembered: (account, id) => stored.get(`${account}/${id}`)?.doc ?? nothingRemembered,
    adding(companyId_, acts) {
      const changed = new Map<string, MemoryRecord>();
      for (const { account, id, act } of acts) {
        const key = memoryId(account, id);
        const known = changed.get(key) ?? stored.get(key)?.doc ?? nothingRemembered;
        changed.set(key, { ...withAct(known, act), account, at: act.at });
      }
      return [...changed].map(([id, doc]) => ({
        kind: memoryKind,
        companyId: companyId_,
        id,
        expect: stored.get(id)?.version ?? ('absent' as const),
        doc,
      }));
    },
  };
}

/** Acts that happened are closed, the others forgotten. */
export async function settledMemory(
  store: Store,
  companyId: string,
  executionId: string,
  targets: readonly {
    readonly account: AccountKey;
    readonly id: string;
    readonly type: Act['type'];
    readonly happened: boolean;
  }[],
): Promise<readonly Write[]> {
  const ids = [...new Set(targets.map(({ account, id }) => memoryId(account, id)))];
  const writes: Write[] = [];
  for (const id of ids) {
    const known = await store.get(memoryKind, companyId, id);
    if (known === undefined) continue;
    const mine = targets.filter((target) => memoryId(target.account, target.id) === id);
    const acts = known.doc.acts.flatMap((act): Act[] => {
      const settled =
        act.executionId === executionId ? mine.find(({ type }) => type === act.type) : undefined;
      if (settled === undefined) return [act];
      const { open: _, ...closed } = act;
      return settled.happened ? [closed] : [];
    });
    writes.push({
      kind: memoryKind,
      companyId,
      id,
      expect: known.version,
      doc: { ...known.doc, acts },
    });
  }
  return writes;
}

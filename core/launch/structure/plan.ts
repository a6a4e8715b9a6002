import type { AccountKey } from '../../base/account-key.ts';
import { isActive, isTop, type NewParent, newId } from './parents.ts';

interface ParentOperation {
  readonly id: string;
  readonly kind: 'campaign' | 'adset' | 'finish' | 'start';
  readonly adIndex: number;
  readonly account: AccountKey;
  readonly parent: string;
  readonly name?: string;
  readonly dependsOn: readonly string[];
}

/**
 * Operations above the ads: each new campaign and ad set is made before the first ad that needs it,
 * then finished. What stands on top is switched on last, once all that was asked for is in it.
 */
export function planParents(
  parents: readonly NewParent[],
  operations: { push(operation: ParentOperation): unknown },
) {
  const byId = new Map(
    parents.map((parent) => [`${parent.account} ${parent.level} ${newId(parent.ref)}`, parent]),
  );
  const above = new Map<string, string>();
  const held = new Map<string, { readonly ids: string[]; last: number }>();

  const holds = (parent: string, id: string, adIndex: number): void => {
    const known = held.get(parent) ?? { ids: [], last: adIndex };
    held.set(parent, known);
    known.ids.push(id);
    known.last = adIndex;
    const upper = above.get(parent);
    if (upper !== undefined) holds(upper, id, adIndex);
  };

  const make = (parent: NewParent, adIndex: number): string => {
    const { id, account, level, request } = parent;
    if (held.has(id)) return id;
    held.set(id, { ids: [], last: adIndex });
    const upper =
      level === 'adSet' ? byId.get(`${account} campaign ${request.campaignId}`) : undefined;
    const dependsOn = upper === undefined ? [] : [make(upper, adIndex)];
    if (upper !== undefined) above.set(id, upper.id);
    const place = { adIndex, account, parent: id };
    operations.push({
      id,
      kind: level === 'campaign' ? 'campaign' : 'adset',
      ...place,
      name: request.name,
      dependsOn,
    });
    const finish = `finish:${id}`;
    operations.push({ id: finish, kind: 'finish', ...place, dependsOn: [id] });
    holds(id, finish, adIndex);
    return id;
  };

  return {
    /** The operation that makes an ad set. Undefined for one that exists. */
    adSetFor(account: AccountKey, adSetId: string, adIndex: number): string | undefined {
      const parent = byId.get(`${account} adSet ${adSetId}`);
      return parent && make(parent, adIndex);
    },
    holds,
    start(): void {
      for (const parent of parents) {
        const inside = held.get(parent.id);
        if (inside === undefined || !isTop(parent) || !isActive(parent)) continue;
        const { id, account } = parent;
        operations.push({
          id: `start:${id}`,
          kind: 'start',
          adIndex: inside.last,
          account,
          parent: id,
          dependsOn: inside.ids,
        });
      }
    },
  };
}

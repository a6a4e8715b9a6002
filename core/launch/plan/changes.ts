import { defined } from '../../base/defined.ts';
import { isNewId } from '../structure/parents.ts';

export interface SentAd {
  readonly adAccountId?: unknown;
  readonly adName?: unknown;
}

interface ShownPlan {
  readonly operations: readonly {
    readonly kind: string;
    readonly adIndex: number;
    readonly adSetId?: string | undefined;
    readonly adSetName?: string | undefined;
    readonly name?: string | undefined;
  }[];
}

export interface AccountChange {
  readonly id: string;
  readonly adSets: readonly {
    readonly id: string;
    /** Of one that the launch makes, its name. */
    readonly made?: string;
    readonly names: readonly string[];
  }[];
}

export function changesIn(
  { operations }: ShownPlan,
  ads: readonly SentAd[],
): readonly AccountChange[] {
  const accounts = new Map<string, Map<string, string[]>>();
  const made = new Map<string, string>();
  for (const { kind, adIndex, adSetId, adSetName, name } of operations) {
    if (kind !== 'ad') continue;
    const { adAccountId, adName } = ads[adIndex] ?? {};
    const account = String(adAccountId ?? '');
    const adSets = accounts.get(account) ?? new Map<string, string[]>();
    accounts.set(account, adSets);
    const id = adSetId ?? '';
    if (isNewId(id)) made.set(id, adSetName ?? '');
    adSets.set(id, [...(adSets.get(id) ?? []), name ?? String(adName ?? `Ad ${adIndex + 1}`)]);
  }
  return [...accounts].map(([id, adSets]) => ({
    id,
    adSets: [...adSets].map(([adSet, names]) => ({
      id: adSet,
      names,
      ...defined({ made: made.get(adSet) }),
    })),
  }));
}

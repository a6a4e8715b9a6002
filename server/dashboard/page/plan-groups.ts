import type { Plan } from './shapes.ts';

/** An ad as it is sent. */
export interface SentAd {
  readonly adAccountId?: unknown;
  readonly adName?: unknown;
}

export interface AccountChange {
  readonly id: string;
  readonly adSets: readonly {
    readonly id: string;
    /** The names of the ads it gets. */
    readonly names: readonly string[];
  }[];
}

/** Ads by account and ad set, in the order of the rows. */
export function changesIn(plan: Pick<Plan, 'operations'>, ads: readonly SentAd[]): readonly AccountChange[] {
  const accounts = new Map<string, Map<string, string[]>>();
  for (const { kind, adIndex, adSetId } of plan.operations) {
    if (kind !== 'ad') continue;
    const { adAccountId, adName } = ads[adIndex] ?? {};
    const account = String(adAccountId ?? '');
    const adSets = accounts.get(account) ?? new Map<string, string[]>();
    accounts.set(account, adSets);
    const id = adSetId ?? '';
    adSets.set(id, [...(adSets.get(id) ?? []), String(adName ?? `Ad ${adIndex + 1}`)]);
  }
  return [...accounts].map(([id, adSets]) => ({ id, adSets: [...adSets].map(([adSet, names]) => ({ id: adSet, names })) }));
}

import type { Stage } from '../adapters/sandbox/stage.ts';

interface TreeSize {
  readonly adSets: number;
  readonly ads: number;
  readonly status?: 'ACTIVE' | 'PAUSED';
}

/** A campaign with its ad sets and their ads, as a launch takes it; `number` tells trees apart. */
export function treeOf(
  { account, samples, fields, shapeOf }: Pick<Stage, 'account' | 'samples' | 'fields' | 'shapeOf'>,
  name: string,
  number: number,
  { adSets, ads, status = 'ACTIVE' }: TreeSize,
) {
  // The ad sets have the budgets, where they can.
  const { dailyBudget, ...settings } = { dailyBudget: 0, ...samples.campaign };
  const campaign = samples.adSetBudgets === false ? { ...settings, dailyBudget } : settings;
  const adAccountId = account.id;
  const ref = name.replaceAll(' ', '-');
  const sets = Array.from({ length: adSets }, (_, i) => `${ref}-${i}`);
  return {
    campaign: { ref, adAccountId, name, status, ...campaign },
    adSets: sets.map((set, i) => ({
      ref: set,
      adAccountId,
      campaign: { ref },
      name: `${name} set ${i}`,
      status,
      ...samples.adSet,
    })),
    ads: sets.flatMap((set, i) =>
      Array.from({ length: ads }, (_, k) => ({
        ...fields,
        ...shapeOf(number * adSets * ads + i * ads + k),
        adName: `${name} set ${i} ad ${k}`,
        adAccountId,
        adSets: [{ ref: set }],
        status,
      })),
    ),
  };
}

/** Several of them as one request. */
export const launchOf = (trees: readonly ReturnType<typeof treeOf>[]) => ({
  newCampaigns: trees.map(({ campaign }) => campaign),
  newAdSets: trees.flatMap(({ adSets }) => adSets),
  ads: trees.flatMap(({ ads }) => ads),
});

import { asRow, numeric, said, text, wordsIn } from '../../kit/json.ts';
import type { Access } from '../../types.ts';
import type { Api } from '../wire/client.ts';
import { idsIn, quoted, select } from '../wire/gaql.ts';

/** And all campaigns that spend from it. */
export interface BudgetHolder {
  readonly resourceName: string;
  readonly name: string;
  readonly shared: boolean;
  readonly lifetime: boolean;
  readonly sharers: readonly { readonly id: string; readonly name: string }[];
}

const fields = wordsIn(`
  campaign.id campaign.campaign_budget campaign_budget.name campaign_budget.explicitly_shared campaign_budget.amount_micros
  campaign_budget.total_amount_micros
`);

export async function budgetHolder(
  { search }: Api,
  access: Access,
  campaignId: string,
): Promise<BudgetHolder | undefined> {
  const [row] = await search(
    access,
    select(fields, 'campaign', [
      idsIn('campaign.id', [campaignId]),
      "campaign.status != 'REMOVED'",
    ]),
  );
  const resourceName = text(asRow(row?.campaign)?.campaignBudget);
  if (resourceName === undefined) return undefined;
  const budget = asRow(row?.campaignBudget) ?? {};
  const shared = budget.explicitlyShared === true;
  const sharers = shared ? await campaignsWith({ search }, access, resourceName) : [];
  return {
    resourceName,
    name: said(budget.name),
    shared,
    lifetime: (numeric(budget.totalAmountMicros) ?? 0) > 0,
    sharers,
  };
}

async function campaignsWith(
  { search }: Pick<Api, 'search'>,
  access: Access,
  budget: string,
): Promise<BudgetHolder['sharers']> {
  const conditions = [
    `campaign.campaign_budget = ${quoted(budget)}`,
    "campaign.status != 'REMOVED'",
  ];
  const rows = await search(
    access,
    select(['campaign.id', 'campaign.name'], 'campaign', conditions, 'ORDER BY campaign.id'),
  );
  return rows.map(({ campaign }) => ({
    id: said(asRow(campaign)?.id),
    name: said(asRow(campaign)?.name),
  }));
}

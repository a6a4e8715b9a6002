import type { Access } from '../../../core/ports/platform-accounts.ts';
import type { EntityFacts } from '../../../core/ports/platform-reads.ts';
import { at, numeric, type Params, type Row, said, text } from '../kit/json.ts';
import { byCountry, campaignsById, decimal, goalFields, idOf, typeOf } from './read/campaigns.ts';
import { readEntities } from './read/inspect.ts';
import type { Api } from './wire/client.ts';

type Amounts = { readonly [country: string]: number };

/** For all countries, or for each. */
interface CountryAmounts {
  readonly dailyBudgets?: Amounts | undefined;
  readonly goals?: Amounts | undefined;
}

interface CampaignAmounts {
  readonly facts: EntityFacts;
  readonly dailyBudget: number | null;
  readonly dailyBudgets: Amounts | null;
  readonly goalType: string | null;
  readonly goal: number | null;
  readonly goals: Amounts | null;
}

interface LibraryFile {
  readonly id: string;
  readonly name: string;
  readonly url: string | null;
  readonly status: string;
}

export interface AppNetwork {
  /** Throws class 'missing'. */
  amounts(access: Access, campaignId: string): Promise<CampaignAmounts>;
  /** Harmless when repeated. */
  setAmounts(access: Access, campaignId: string, amounts: CountryAmounts): Promise<void>;
  endCards(access: Access): Promise<readonly LibraryFile[]>;
}

export function createAppNetwork(api: Api): AppNetwork {
  const { calls, wire } = api;
  const campaign = async (access: Access, id: string): Promise<Row> => {
    const row = (await campaignsById(calls, access, [id])).get(id);
    if (row === undefined) throw wire.notFound(id);
    return row;
  };
  return {
    async amounts(access, campaignId) {
      const row = await campaign(access, campaignId);
      const [facts] = await readEntities(api, access, [{ type: 'campaign', id: campaignId }]);
      if (facts === undefined || 'failure' in facts) throw wire.notFound(campaignId);
      return { facts, ...amountsOf(row) };
    },
    async setAmounts(access, campaignId, { dailyBudgets, goals }) {
      const row = await campaign(access, campaignId);
      const body: Params = {
        id: campaignId,
        type: typeOf(row),
        ...(dailyBudgets && { budget: { country_code_to_daily_budget: decimals(dailyBudgets) } }),
        ...(goals && { goal: { ...goalFields(row), country_code_to_goal_value: decimals(goals) } }),
      };
      await calls.write(access, 'campaign/update', body, { harmlessTwice: true });
    },
    async endCards(access) {
      const rows = await calls.list(access, 'asset/list', { resource_type: 'html' });
      return rows.map((row) => ({
        id: idOf(row),
        name: said(row.name),
        url: text(row.url) ?? null,
        status: said(row.status),
      }));
    },
  };
}

function amountsOf(row: Row): Omit<CampaignAmounts, 'facts'> {
  const dailyBudgets = byCountry(at(row, 'budget', 'country_code_to_daily_budget'));
  const goals = byCountry(at(row, 'goal', 'country_code_to_goal_value'));
  return {
    dailyBudget: dailyBudgets
      ? null
      : (numeric(at(row, 'budget', 'daily_budget_for_all_countries')) ?? null),
    dailyBudgets: dailyBudgets ?? null,
    goalType: text(at(row, 'goal', 'goal_type')) ?? null,
    goal: goals ? null : (numeric(at(row, 'goal', 'goal_value_for_all_countries')) ?? null),
    goals: goals ?? null,
  };
}

const decimals = (amounts: Amounts): Params =>
  Object.fromEntries(
    Object.entries(amounts).map(([country, amount]) => [country, decimal(amount)]),
  );

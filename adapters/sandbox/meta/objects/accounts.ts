import { zoneOffset } from '../../kit/calendar.ts';
import { number, textOf } from '../../kit/json.ts';
import type { Entity, Table } from '../../types.ts';
import {
  checkKnown,
  type Edge,
  listedOfCompany,
  type NodeType,
  stored,
  string,
  type Turn,
  unset,
} from '../graph/graph.ts';
import { formatTime, GraphError, isList, setOf } from '../graph/params.ts';

/** Meta's list, not ISO's; all others have 100. */
const whole = new Set('CLP COP CRC HUF ISK IDR JPY KRW PYG TWD VND'.split(' '));

export const minorUnits = (currency: string): 1 | 100 => (whole.has(currency) ? 1 : 100);

/** Decimal text in whole units. */
export const asMajor = (minor: number, currency: string) => {
  const units = minorUnits(currency);
  return units === 1 ? String(Math.round(minor)) : (Math.round(minor) / units).toFixed(2);
};

export function accountFor(turn: Turn, node: Entity) {
  const account = node.kind === 'adaccounts' ? node : turn.world.get(node.parents[0] ?? '');
  if (account === undefined) throw new Error(`Object ${node.id} belongs to no ad account.`);
  return account;
}

export const zoneFor = (turn: Turn, node: Entity) =>
  string(accountFor(turn, node).data.timezone_name) ?? 'UTC';

export const currencyOf = (account: Entity) => string(account.data.currency) ?? 'USD';

/** Inactive accounts can be read only. */
export function checkActive(account: Entity): void {
  if (account.data.account_status !== 1)
    throw new GraphError({
      code: 1404163,
      message: 'The ad account is disabled',
      title: 'Ad account disabled',
      userMessage:
        'This ad account cannot create or change ads. Look at its status in the account settings.',
    });
}

/** Daily, minor units. */
export const minimumBudget = (account: Entity) =>
  Number(account.data.min_daily_budget ?? minorUnits(currencyOf(account)));

export const accountType = (edges: Table<Edge>): NodeType => ({
  kind: 'adaccounts',
  word: 'AdAccount',
  defaults: ['account_id', 'id'],
  fields: {
    ...stored(
      'account_id name account_status currency timezone_name timezone_id min_daily_budget min_campaign_group_spend_cap disable_reason user_tasks business capabilities default_dsa_beneficiary default_dsa_payor amount_spent balance spend_cap owner business_name business_country_code funding_source is_personal age',
    ),
    ...unset(
      'business_city business_state business_street business_zip created_time attribution_spec end_advertiser end_advertiser_name media_agency partner tax_id tos_accepted rf_spec is_prepay_account',
    ),
    timezone_offset_hours_utc: (account, turn) =>
      zoneOffset(turn.world.now(), string(account.data.timezone_name) ?? 'UTC') / 3_600_000,
  },
  edges,
  update(turn, account) {
    checkActive(account);
    checkKnown(turn, setOf('default_dsa_beneficiary default_dsa_payor'));
    const { default_dsa_beneficiary, default_dsa_payor } = turn.params;
    turn.world.change(account.id, {
      ...(typeof default_dsa_beneficiary === 'string' && { default_dsa_beneficiary }),
      ...(typeof default_dsa_payor === 'string' && { default_dsa_payor }),
    });
    return { success: true };
  },
});

export const moneyEdges: Table<Edge> = {
  minimum_budgets: {
    list: (_turn, account) => ({
      rows: [
        {
          currency: currencyOf(account),
          min_daily_budget_imp: minimumBudget(account),
          min_daily_budget_video_views: minimumBudget(account),
          min_daily_budget_high_freq: minimumBudget(account) * 5,
          min_daily_budget_low_freq: minimumBudget(account) * 40,
        },
      ],
      known: new Set([
        'currency',
        'min_daily_budget_imp',
        'min_daily_budget_video_views',
        'min_daily_budget_high_freq',
        'min_daily_budget_low_freq',
      ]),
    }),
  },
  dsa_recommendations: {
    list: (_turn, account) => ({
      rows: [{ recommendations: [textOf(account.data.name)] }],
      known: new Set(['recommendations']),
    }),
  },
};

export const businessType: NodeType = {
  kind: 'businesses',
  word: 'Business',
  defaults: ['id', 'name'],
  fields: stored('name'),
  edges: {
    owned_ad_accounts: listedOfCompany('adaccounts'),
    client_ad_accounts: { list: () => ({ ids: [] }) },
    owned_pages: {
      list: (turn) => ({
        ids: turn.world.under('pages', turn.company),
        order: 'oldest',
        keep: (page) => isList(page.data.tasks) && page.data.tasks.includes('MANAGE'),
      }),
    },
    client_pages: { list: () => ({ ids: [] }) },
  },
};

/** Money is text in answers. */
export const money =
  (name: string) =>
  (entity: Entity): string | undefined =>
    entity.data[name] === undefined ? undefined : String(entity.data[name]);

/** Kept as milliseconds under another name, shown in the account's zone. */
export const clockTime =
  (name: string) =>
  (entity: Entity, turn: Turn): string | undefined => {
    const at = number(entity.data[name]);
    return at === undefined || at === 0 ? undefined : formatTime(at, zoneFor(turn, entity));
  };

export const timeFields = {
  created_time: (entity: Entity, turn: Turn): string =>
    formatTime(entity.created, zoneFor(turn, entity)),
  updated_time: (entity: Entity, turn: Turn): string =>
    formatTime(entity.updated, zoneFor(turn, entity)),
  account_id: (entity: Entity): string => (entity.parents[0] ?? '').replace(/^act_/, ''),
};

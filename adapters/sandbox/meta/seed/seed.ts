import type { JsonObject } from '../../entity.ts';
import { addToken } from '../../kit/tokens.ts';
import type { SandboxCompany } from '../../simulation.ts';
import type { World } from '../../world.ts';
import { tokenKind } from '../graph/tokens.ts';
import { seedAudiences } from './audiences.ts';
import { seedAccount } from './campaigns.ts';
import { companyIds } from './ids.ts';
import { seedComments, seedPages } from './pages.ts';

interface AccountSeed {
  readonly name: string;
  readonly currency: string;
  readonly zone: string;
  readonly status: number;
  /** Daily budget and spend cap, minor units. */
  readonly least: number;
  readonly leastCap: number;
  readonly dsa?: string;
  readonly schedules?: boolean;
}

const accounts: readonly AccountSeed[] = [
  { name: 'Europe', currency: 'EUR', zone: 'Europe/Berlin', status: 1, least: 100, leastCap: 10_000, schedules: true },
  { name: 'Japan', currency: 'JPY', zone: 'Asia/Tokyo', status: 1, least: 150, leastCap: 15_000 },
  {
    name: 'America',
    currency: 'USD',
    zone: 'America/New_York',
    status: 1,
    least: 100,
    leastCap: 10_000,
    dsa: 'Sandbox Inc.',
    schedules: true,
  },
  { name: 'Closed', currency: 'EUR', zone: 'Europe/Berlin', status: 2, least: 100, leastCap: 10_000 },
];

export function seedMetaCompany(world: World, company: SandboxCompany): readonly string[] {
  const ids = accounts.map((_, index) => `act_${company.number * 1000 + index + 1}`);
  const first = ids[0] ?? '';
  const shared = companyIds(first);
  const scopes = ['ads_read', 'pages_show_list', 'pages_read_engagement', 'business_management', 'instagram_basic'];
  const writing = [...scopes, 'ads_management', 'pages_manage_ads', 'pages_manage_engagement', 'instagram_manage_comments'];
  const person = { type: 'USER', user: shared.user, name: company.name };
  const token = addToken(world, tokenKind, shared.business, company.token, { ...person, scopes: writing, main: true });
  addToken(world, tokenKind, shared.business, company.readOnlyToken, { ...person, scopes });
  world.add({ id: shared.user, kind: '.users', company: shared.business, parents: [], data: { name: company.name } });
  world.add({
    id: shared.business,
    kind: 'businesses',
    company: shared.business,
    parents: [shared.business],
    data: { name: company.name },
  });
  for (const [index, account] of accounts.entries()) {
    const id = ids[index] ?? '';
    world.add({
      id,
      kind: 'adaccounts',
      company: shared.business,
      parents: [shared.business],
      data: accountData(id, account, company.name, shared.business),
    });
  }
  seedPages(world, company.token, ids);
  for (const [index, id] of ids.entries()) {
    const account = world.get(id);
    if (account !== undefined && accounts[index]?.status === 1) seedAccount(world, token, account, shared);
  }
  seedComments(world, first);
  seedAudiences(world, ids);
  return ids;
}

const accountData = (id: string, account: AccountSeed, company: string, business: string): JsonObject => ({
  account_id: id.replace(/^act_/, ''),
  name: `${company} ${account.name}`,
  account_status: account.status,
  ...(account.status === 1 ? {} : { disable_reason: 1 }),
  currency: account.currency,
  timezone_name: account.zone,
  timezone_id: 1,
  min_daily_budget: account.least,
  min_campaign_group_spend_cap: String(account.leastCap),
  user_tasks: ['DRAFT', 'ANALYZE', 'ADVERTISE', 'MANAGE'],
  capabilities: account.schedules === true ? ['CAN_USE_BUDGET_SCHEDULING_API'] : [],
  business: { id: business, name: company },
  owner: business,
  amount_spent: '0',
  balance: '0',
  age: 400,
  ...(account.dsa === undefined ? {} : { default_dsa_beneficiary: account.dsa, default_dsa_payor: account.dsa }),
});

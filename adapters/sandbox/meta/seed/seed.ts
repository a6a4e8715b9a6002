import { addToken } from '../../kit/tokens.ts';
import type { JsonObject, SandboxCompany, World } from '../../types.ts';
import { tokenKind } from '../graph/tokens.ts';
import { arrive } from '../objects/leads.ts';
import { seedAccount } from './campaigns.ts';
import { companyIds, seedId } from './ids.ts';
import { seedComments, seedPages } from './pages.ts';

const day = 86_400_000;

function seedAudiences(world: World, accounts: readonly string[]): void {
  const [first = ''] = accounts;
  const { business: company, page } = companyIds(first);
  const created = world.now() - 60 * day;
  const add = (kind: string, id: string, parent: string, data: JsonObject) => {
    world.add({ id, kind, company, parents: [parent], created, data });
  };
  for (const account of accounts) {
    const size = { approximate_count_lower_bound: 12_000, approximate_count_upper_bound: 14_100 };
    add('customaudiences', seedId(account, 'pixel', 11), account, {
      name: 'Buyers of 180 days',
      subtype: 'WEBSITE',
      ...size,
    });
    add('customaudiences', seedId(account, 'pixel', 12), account, {
      name: 'Like buyers, 1 percent',
      subtype: 'LOOKALIKE',
      lookalike_spec: { country: 'US', ratio: 0.01 },
      approximate_count_lower_bound: 2_100_000,
      approximate_count_upper_bound: 2_500_000,
    });
    add('saved_audiences', seedId(account, 'pixel', 13), account, {
      name: 'Adults in the US',
      ...size,
      targeting: { geo_locations: { countries: ['US'] }, age_min: 25, age_max: 54 },
    });
  }
  add('leadgen_forms', seedId(first, 'pixel', 21), page, {
    name: 'Newsletter',
    status: 'ACTIVE',
    locale: 'en_US',
    questions: ['full_name', 'email', 'phone_number'].map((key) => ({
      key,
      label: key,
      type: 'CUSTOM',
    })),
  });
  // Of last month: younger ones come with time.
  arrive(world, seedId(first, 'pixel', 21), {
    count: 4,
    startMs: -45 * day,
    everyMs: 3 * day,
    word: 'harbour',
  });
  const catalog = seedId(first, 'pixel', 31);
  add('product_catalogs', catalog, company, {
    name: 'Harbour catalogue',
    vertical: 'commerce',
    product_count: 240,
  });
  add('product_sets', seedId(first, 'pixel', 32), catalog, {
    name: 'All products',
    product_count: 240,
  });
  add('product_sets', seedId(first, 'pixel', 33), catalog, { name: 'Autumn', product_count: 36 });
}

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
  {
    name: 'Europe',
    currency: 'EUR',
    zone: 'Europe/Berlin',
    status: 1,
    least: 100,
    leastCap: 10_000,
    schedules: true,
  },
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
  {
    name: 'Closed',
    currency: 'EUR',
    zone: 'Europe/Berlin',
    status: 2,
    least: 100,
    leastCap: 10_000,
  },
];

export function seedMetaCompany(world: World, company: SandboxCompany): readonly string[] {
  const ids = accounts.map((_, index) => `act_${company.number * 1000 + index + 1}`);
  const first = ids[0] ?? '';
  const shared = companyIds(first);
  const scopes = [
    'ads_read',
    'pages_show_list',
    'pages_read_engagement',
    'business_management',
    'instagram_basic',
  ];
  const writing = [
    ...scopes,
    'ads_management',
    'pages_manage_ads',
    'pages_manage_engagement',
    'instagram_manage_comments',
    'leads_retrieval',
    'pages_manage_metadata',
  ];
  const person = { type: 'USER', user: shared.user, name: company.name };
  const token = addToken(world, tokenKind, shared.business, company.token, {
    ...person,
    scopes: writing,
    main: true,
  });
  addToken(world, tokenKind, shared.business, company.readOnlyToken, { ...person, scopes });
  world.add({
    id: shared.user,
    kind: '.users',
    company: shared.business,
    parents: [],
    data: { name: company.name },
  });
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
    if (account !== undefined && accounts[index]?.status === 1)
      seedAccount(world, token, account, shared);
  }
  seedComments(world, first);
  seedAudiences(world, ids);
  return ids;
}

const accountData = (
  id: string,
  account: AccountSeed,
  company: string,
  business: string,
): JsonObject => ({
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
  ...(account.dsa !== undefined && {
    default_dsa_beneficiary: account.dsa,
    default_dsa_payor: account.dsa,
  }),
});

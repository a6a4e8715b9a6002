import { within } from '../../kit/json.ts';
import { names } from '../../kit/names.ts';
import { seedStart, seedTree } from '../../kit/seed.ts';
import { addToken, refreshTokenOf } from '../../kit/tokens.ts';
import type { Entity, JsonObject, SandboxCompany, Table, World } from '../../types.ts';
import { creativeData } from '../objects/creatives.ts';
import { seedPost } from '../objects/posts.ts';
import { kinds, tokenKind } from '../wire.ts';
import {
  ids,
  type LinkedinCampaign,
  linkedinAccountId,
  linkedinAccounts,
  linkedinOrganizationId,
  linkedinPosts,
} from './ids.ts';

const day = 86_400_000;

const allScopes = names(`
  rw_ads rw_conversions r_marketing_leadgen_automation r_ads r_ads_reporting r_organization_social w_organization_social rw_organization_admin
`);
const readScopes = ['r_ads', 'r_ads_reporting', 'r_organization_social', 'r_organization_admin'];

const accountSeeds: Table<JsonObject> = {
  eur: { currency: 'EUR', status: 'ACTIVE', servingStatuses: ['RUNNABLE'] },
  usd: { currency: 'USD', status: 'ACTIVE', servingStatuses: ['RUNNABLE'] },
  closed: { currency: 'USD', status: 'CANCELED', servingStatuses: ['STOPPED'] },
};

const objectives: { readonly [name in LinkedinCampaign]: string } = {
  visits: 'WEBSITE_VISIT',
  conversions: 'WEBSITE_CONVERSION',
  leads: 'LEAD_GENERATION',
};

export function seedLinkedinCompany(world: World, company: SandboxCompany): readonly string[] {
  const owner = `linkedin_company:${company.number}`;
  for (const [token, scopes] of [
    [company.token, allScopes] as const,
    [company.readOnlyToken, readScopes] as const,
  ]) {
    addToken(world, tokenKind, owner, token, { scopes });
    addToken(world, tokenKind, owner, `refresh of ${refreshTokenOf(token)}`, { scopes });
  }
  const organization = seedOrganization(world, owner, company);
  return linkedinAccounts.map((name, index) => {
    const account = world.add({
      id: linkedinAccountId(company.number, index + 1),
      kind: kinds.account,
      company: owner,
      parents: [owner],
      data: {
        name: `${company.name} ${name.toUpperCase()}`,
        type: 'BUSINESS',
        reference: organization.id,
        test: false,
        ...accountSeeds[name],
      },
    });
    if (account.data.status === 'ACTIVE') seedCampaigns(world, account, organization);
    return account.id;
  });
}

function seedOrganization(world: World, owner: string, company: SandboxCompany): Entity {
  const organization = world.add({
    id: `urn:li:organization:${linkedinOrganizationId(company.number)}`,
    kind: kinds.organization,
    company: owner,
    parents: [],
    data: {
      localizedName: `${company.name} Organization`,
      vanityName: `sandbox-${company.number}`,
    },
  });
  const media = ['image', 'video', 'document', 'image'].map((noun, at) =>
    seedFile(world, organization, noun, at),
  );
  for (const [index, id] of linkedinPosts(company.number).entries())
    seedPost(world, organization, {
      id,
      created: world.now() - (10 - index) * day,
      data: {
        author: organization.id,
        commentary: `Post ${index + 1} #slipway`,
        content: { media: { id: media[index] ?? '', title: `Post ${index + 1}` } },
        lifecycleState: 'PUBLISHED',
        visibility: index === 3 ? 'CONNECTIONS' : 'PUBLIC',
        ...linkOf('https://shop.example.com/post'),
      },
    });
  return organization;
}

const fileKinds: Table<string> = {
  image: kinds.image,
  video: kinds.video,
  document: kinds.document,
};

function seedFile(world: World, organization: Entity, noun: string, number: number) {
  const id = `urn:li:${noun}:SEED${organization.id.slice(-4)}${number}`;
  const data = { name: `seed ${number}`, owner: organization.id, ready_at: 0, bytes: 1_000 };
  return world.add({ id, kind: fileKinds[noun] ?? '', ...within(organization), data }).id;
}

function seedCampaigns(world: World, account: Entity, organization: Entity): void {
  const start = seedStart(world, 'UTC');
  const image = `urn:li:image:SEED${organization.id.slice(-4)}0`;
  seedTree<LinkedinCampaign>(world, account, start, {
    ids,
    kinds: { campaign: kinds.group, adSet: kinds.campaign, ad: kinds.creative },
    campaign: (name, title) => ({
      account: `urn:li:sponsoredAccount:${account.id}`,
      name: title,
      status: 'ACTIVE',
      objectiveType: objectives[name],
      runSchedule: { start },
      ...(name === 'leads' && {
        dailyBudget: { amount: '500.00', currencyCode: String(account.data.currency) },
      }),
    }),
    adSet: (name, title, group) => ({
      ...campaignData(account, organization, name, start),
      name: title,
      ...inGroup(group),
    }),
    ad: (name, { number, status, from }, campaign) => ({
      ...creativeData(campaign),
      name: `${name} creative ${number}`,
      intendedStatus: statuses[status],
      content: {
        reference: darkPost(world, organization, account, {
          key: `${account.id}${name}${number}`,
          image,
          created: from,
        }).id,
      },
      reviewed_at: from,
    }),
  });
}

const statuses = { ACTIVE: 'ACTIVE', PAUSED: 'PAUSED', DELETED: 'PENDING_DELETION' } as const;

export const inGroup = (group: Entity): JsonObject => ({
  campaignGroup: `urn:li:sponsoredCampaignGroup:${group.id}`,
  group_id: group.id,
});

export const campaignData = (
  account: Entity,
  organization: Entity,
  name: LinkedinCampaign,
  start: number,
): JsonObject => ({
  account: `urn:li:sponsoredAccount:${account.id}`,
  type: 'SPONSORED_UPDATES',
  status: 'ACTIVE',
  objectiveType: objectives[name],
  costType: 'CPM',
  unitCost: { amount: '10', currencyCode: String(account.data.currency) },
  dailyBudget: { amount: '100', currencyCode: String(account.data.currency) },
  locale: { language: 'en', country: 'US' },
  targetingCriteria: {
    include: { and: [{ or: { 'urn:li:adTargetingFacet:locations': ['urn:li:geo:103644278'] } }] },
  },
  associatedEntity: organization.id,
  creativeSelection: 'OPTIMIZED',
  offsiteDeliveryEnabled: false,
  politicalIntent: 'NOT_POLITICAL',
  audienceExpansionEnabled: false,
  runSchedule: { start },
});

/** Not shown on the organization's page. */
function darkPost(
  world: World,
  organization: Entity,
  account: Entity,
  {
    key,
    image,
    created,
  }: { readonly key: string; readonly image: string; readonly created: number },
): Entity {
  const number = [...key].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 1_000_000_007, 7);
  return seedPost(world, organization, {
    id: `urn:li:share:71${String(number).padStart(17, '0')}`,
    created,
    data: {
      author: organization.id,
      commentary: 'All about it',
      content: { media: { id: image, title: 'Seed' } },
      lifecycleState: 'PUBLISHED',
      visibility: 'PUBLIC',
      ...linkOf('https://shop.example.com/'),
      adContext: { dscAdAccount: `urn:li:sponsoredAccount:${account.id}`, dscStatus: 'ACTIVE' },
    },
  });
}

const linkOf = (contentLandingPage: string): JsonObject => ({
  contentCallToActionLabel: 'LEARN_MORE',
  contentLandingPage,
  isReshareDisabledByAuthor: false,
});

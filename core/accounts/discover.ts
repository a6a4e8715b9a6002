import { workspaceKind } from '../access/records.ts';
import { SlipwayError } from '../errors.ts';
import type { PlatformId } from '../platforms.ts';
import type { Clock } from '../ports/clock.ts';
import type { Facts } from '../ports/facts.ts';
import type { Secrets } from '../ports/secrets.ts';
import type { Store } from '../ports/store.ts';
import { allOf } from '../records/list.ts';
import type { AdAccountRow, AdSetRow, CampaignRow } from '../schema/accounts.ts';
import { type AccountAccess, accessAccount, type Platforms } from './access.ts';
import { adAccountKind } from './records.ts';

export interface DiscoverPorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly platforms: Platforms;
  readonly facts: Facts;
}

/** A company's ad accounts, by id. */
export async function listAdAccounts(
  ports: Pick<DiscoverPorts, 'store'>,
  companyId: string,
  filter: { readonly platform?: PlatformId | undefined; readonly workspaceId?: string | undefined },
): Promise<AdAccountRow[]> {
  const workspaces = new Map((await allOf(ports.store, workspaceKind, companyId)).map(({ id, doc }) => [id, doc.name]));
  return (await allOf(ports.store, adAccountKind, companyId))
    .filter(({ doc }) => filter.platform === undefined || doc.platform === filter.platform)
    .filter(({ doc }) => filter.workspaceId === undefined || doc.workspaceId === filter.workspaceId)
    .map(({ id, doc: { name, platform, currency, timezone, status, workspaceId } }) => ({
      ...{ id, name, platform, currency, timezone, status, workspaceId },
      workspaceName: workspaces.get(workspaceId) ?? '',
    }));
}

/** An ad account under any of the names it goes by in a query. */
export interface NamedAccount {
  readonly accountId?: string | undefined;
  readonly adAccountId?: string | undefined;
  readonly businessId?: string | undefined;
}

/** Identities the account's ads can be shown under. */
export async function listProfiles(ports: DiscoverPorts, companyId: string, query: NamedAccount) {
  const { platform, access } = await accessNamed(ports, companyId, query);
  return (await platform.accounts.profiles(access)).map((profile) => ({
    page: profile.page,
    primaryName: profile.primaryName,
    pageImageUrl: profile.pageImageUrl ?? null,
    secondary: profile.secondary ?? null,
    secondaryName: profile.secondaryName ?? null,
  }));
}

export async function listCampaigns(
  ports: DiscoverPorts,
  companyId: string,
  query: NamedAccount & { readonly status?: string | undefined },
): Promise<CampaignRow[]> {
  const { platform, access } = await accessNamed(ports, companyId, query);
  const campaigns = await platform.accounts.campaigns(access);
  const spend = await spendBy(ports, companyId, access, 'campaignId');
  return campaigns
    .filter(({ status }) => query.status === undefined || status === query.status)
    .map(({ id, name, objective, status, effectiveStatus, dailyBudget, lifetimeBudget }) => ({
      ...{ id, name, objective, status, effectiveStatus },
      dailyBudget: dailyBudget ?? null,
      lifetimeBudget: lifetimeBudget ?? null,
      spend: spend(id),
    }));
}

/** The account's ad sets as a launch takes them, with the room each has left. */
export async function listAdSets(
  ports: DiscoverPorts,
  companyId: string,
  query: NamedAccount & { readonly campaignId?: string | undefined; readonly status?: string | undefined },
): Promise<AdSetRow[]> {
  const { platform, access } = await accessNamed(ports, companyId, query);
  const adSets = await platform.accounts.adSets(access);
  const spend = await spendBy(ports, companyId, access, 'adsetId');
  return adSets
    .filter(({ status }) => query.status === undefined || status === query.status)
    .filter(({ campaignId }) => query.campaignId === undefined || campaignId === query.campaignId)
    .map((adSet) => ({
      value: adSet.id,
      label: adSet.name,
      adCount: adSet.adCount,
      capacity: adSet.capacity,
      campaign: { id: adSet.campaignId, name: adSet.campaignName, objective: adSet.objective },
      status: adSet.status,
      effectiveStatus: adSet.effectiveStatus,
      dailyBudget: adSet.dailyBudget ?? null,
      lifetimeBudget: adSet.lifetimeBudget ?? null,
      spend: spend(adSet.id),
    }));
}

function accessNamed(ports: DiscoverPorts, companyId: string, query: NamedAccount): Promise<AccountAccess> {
  const id = query.accountId ?? query.adAccountId ?? query.businessId;
  if (id !== undefined) return accessAccount(ports, companyId, id);
  throw new SlipwayError('bad_request', 'The ad account is missing.', {
    details: [{ path: 'accountId', code: 'missing_field', message: 'Name the ad account. GET /v1/adaccounts lists yours.' }],
  });
}

const DAY = 86_400_000;

/** What each campaign or ad set spent in the last 30 days, from the facts at hand; null where no day was fetched yet. */
async function spendBy(
  ports: Pick<DiscoverPorts, 'facts' | 'clock'>,
  companyId: string,
  account: { readonly adAccountId: string },
  level: 'campaignId' | 'adsetId',
): Promise<(id: string) => number | null> {
  const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
  const scope = { from: day(ports.clock.now() - 29 * DAY), to: day(ports.clock.now()), breakdown: 'none' as const };
  const covered = await ports.facts.coverage(companyId, { ...scope, accountId: account.adAccountId });
  if (covered.length === 0) return () => null;
  const { groups } = await ports.facts.aggregate(companyId, {
    ...scope,
    accountIds: [account.adAccountId],
    groupBy: [level],
    measures: ['spend'],
  });
  const spend = new Map(groups.map(({ group, sums }) => [group[level], sums.spend]));
  return (id) => spend.get(id) ?? 0;
}

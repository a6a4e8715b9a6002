import type { Platforms } from '../accounts/find-account.ts';
import { breaks } from '../base/refusal.ts';
import type { AdPlatform } from '../ports/ad-platform.ts';
import type { FactQuery } from '../ports/facts.ts';
import type { EntityType } from '../ports/platform-accounts.ts';
import type { ReportAccount } from './accounts.ts';
import { entityLevelOf } from './dimensions.ts';
import type { QueryPlan } from './plan-query.ts';

const PAGE = 200;
const MOST_ADS = 20_000;

/**
 * The filter narrowed to entities that have the status now: campaigns or ad sets when grouped by
 * them, else ads. Asks the platform, because figures carry no status.
 */
export async function withStatus(
  ports: { readonly platforms: Platforms },
  accounts: readonly ReportAccount[],
  plan: Pick<QueryPlan, 'status' | 'groupBy' | 'filter'>,
): Promise<NonNullable<FactQuery['filter']>> {
  const { status, filter } = plan;
  if (status === undefined) return filter;
  const level = entityLevelOf(plan.groupBy);
  const ids: string[] = [];
  for (const account of accounts) {
    const platform = ports.platforms[account.platform];
    if (platform !== undefined)
      ids.push(...(await idsWithStatus(platform, account, level, status)));
  }
  return narrowedTo(filter, level, ids);
}

export function narrowedTo(
  filter: NonNullable<FactQuery['filter']>,
  level: EntityType,
  ids: readonly string[],
): NonNullable<FactQuery['filter']> {
  const among = (given: readonly string[] | undefined): readonly string[] => {
    const wanted = given && new Set(given);
    return wanted === undefined ? ids : ids.filter((id) => wanted.has(id));
  };
  if (level === 'campaign') return { ...filter, campaignIds: among(filter.campaignIds) };
  return level === 'adset'
    ? { ...filter, adsetIds: among(filter.adsetIds) }
    : { ...filter, adIds: among(filter.adIds) };
}

async function idsWithStatus(
  platform: AdPlatform,
  account: ReportAccount,
  level: EntityType,
  status: NonNullable<QueryPlan['status']>,
): Promise<readonly string[]> {
  const access = await account.access();
  if (level !== 'ad') {
    const entities =
      level === 'campaign'
        ? await platform.accounts.campaigns(access)
        : await platform.accounts.adSets(access);
    return entities.filter((entity) => entity.status === status).map(({ id }) => id);
  }
  if (platform.inspect === undefined)
    throw breaks(
      'filters[status]',
      'unsupported_on_platform',
      `The ${platform.definition.id} platform cannot list ads by status. Leave the filter out.`,
    );
  const ids: string[] = [];
  let after: string | undefined;
  do {
    const page = await platform.inspect.ads(access, {
      status,
      limit: PAGE,
      ...(after === undefined ? {} : { after }),
    });
    ids.push(...page.data.map(({ id }) => id));
    after = page.data.length === 0 ? undefined : page.after;
    if (ids.length > MOST_ADS)
      throw breaks(
        'filters[status]',
        'too_many_ads',
        `More than ${MOST_ADS} ads have this status. Filter by campaign or ad set instead.`,
      );
  } while (after !== undefined);
  return ids;
}

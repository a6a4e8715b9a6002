import { SlipwayError } from '../../../../core/base/errors.ts';
import { adSetFilters, rowsById } from '../../kit/anywhere.ts';
import { chunks, defined, groupedBy, rowsOf, said, text, wordsIn } from '../../kit/json.ts';
import type {
  Access,
  AccountsCapability,
  AdAccount,
  AdSet,
  AdSetsWanted,
  Caller,
  Calls,
  Credentials,
  Row,
} from '../../types.ts';
import {
  endedTrait,
  familyOf,
  formerSmart,
  hasEnded,
  onTiktok,
  smartTrait,
  type Tiktok,
} from '../family.ts';
import { adsIn, withSmart } from './entities.ts';
import type { Identities } from './identities.ts';
import { idsPerFilter, shapes, showsOnTiktok } from './shapes.ts';

export const capacity = 20;
/** Of Upgraded Smart+ ad groups. */
export const smartCapacity = 30;

const accountFields = [
  'advertiser_id',
  'name',
  'currency',
  'timezone',
  'display_timezone',
  'status',
];
const campaignFields = wordsIn(`
  campaign_id campaign_name objective_type operation_status secondary_status modify_time budget budget_mode
  campaign_automation_type is_smart_performance_campaign budget_optimize_on
`);
const adGroupFields = wordsIn(`
  adgroup_id adgroup_name campaign_id operation_status secondary_status budget budget_mode optimization_goal promotion_type
  modify_time schedule_type schedule_start_time schedule_end_time pacing dayparting placement_type placements campaign_automation_type
  billing_event bid_type bid_price conversion_bid_price
`);

export function createAccounts(api: Tiktok, identities: Identities): AccountsCapability {
  const { calls } = api;
  return {
    async list(companyId, credentials) {
      const caller: Caller = { companyId, credentials };
      const ids = await accountIds(calls, caller, credentials);
      const rows: Row[] = [];
      for (const some of chunks(ids, idsPerFilter)) {
        const data = await calls.read(caller, 'advertiser/info/', {
          advertiser_ids: some,
          fields: accountFields,
        });
        rows.push(...rowsOf(data.list));
      }
      return rows.map(adAccount).sort((a, b) => (a.id < b.id ? -1 : 1));
    },
    identities: (access) => identities.all(access),
    async campaigns(access) {
      return (await calls.list(access, 'campaign/get/', { fields: campaignFields })).map(
        shapes.campaign,
      );
    },
    adSets: (access, only) => adGroups(api, access, only),
  };
}

/** The platform tells the accounts of a token only with the app's secret. */
async function accountIds(
  calls: Calls,
  caller: Caller,
  { appId, secret, advertiserIds }: Credentials,
) {
  if (advertiserIds !== undefined) return advertiserIds.split(/[\s,]+/).filter((id) => id !== '');
  if (appId === undefined || secret === undefined)
    throw new SlipwayError(
      'unprocessable_entity',
      'The credentials do not say which ad accounts are meant.',
      {
        details: [
          {
            path: 'credentials',
            code: 'missing_field',
            message:
              'Give appId and secret of the app beside accessToken, or advertiserIds, joined by commas.',
          },
        ],
      },
    );
  const { list } = await calls.read(caller, 'oauth2/advertiser/get/', { app_id: appId, secret });
  return rowsOf(list).flatMap((row) => text(row.advertiser_id) ?? []);
}

function adAccount(row: Row): AdAccount {
  return {
    id: said(row.advertiser_id),
    name: said(row.name),
    currency: said(row.currency),
    // `timezone` is an Etc/GMT name with its inverted sign: a valid zone, for accounts that tell no
    // other.
    timezone: text(row.display_timezone) ?? text(row.timezone) ?? 'UTC',
    status: accountStatus(said(row.status)),
  };
}

function accountStatus(status: string): AdAccount['status'] {
  if (status === 'STATUS_ENABLE') return 'active';
  if (/PENDING|WAIT|CONTRACT/.test(status)) return 'pending';
  return status === 'STATUS_DELETE' || status === 'STATUS_CLOSED' ? 'closed' : 'disabled';
}

/** Newest first, as the platform lists them. */
async function adGroups(
  api: Tiktok,
  access: Access,
  only: AdSetsWanted | undefined,
): Promise<readonly AdSet[]> {
  const { calls } = api;
  const rows: Row[] = [];
  const found: Row[] = [];
  for (const filtering of adSetFilters(only, idsPerFilter, ['adgroup_ids', 'campaign_ids'])) {
    const listed = await calls.list(access, 'adgroup/get/', { filtering, fields: adGroupFields });
    rows.push(...(await withSmart(api, access, 'adset', listed)));
    const hasSmart = listed.some((row) => familyOf(row) === 'smart');
    found.push(
      ...(await adsIn(api, access, filtering, { fields: adFields, mayBe: () => hasSmart })),
    );
  }
  const ads = groupedBy(found, (ad) => said(ad.adgroup_id));
  const campaignIds = rows.flatMap((row) => text(row.campaign_id) ?? []);
  const campaigns = await rowsById(
    campaignIds,
    { size: idsPerFilter, idField: 'campaign_id' },
    (campaign_ids) =>
      calls.list(access, 'campaign/get/', {
        filtering: { campaign_ids, primary_status: 'STATUS_ALL' },
        fields: campaignFields,
      }),
  );
  return rows.map((row) =>
    adGroup(
      api,
      row,
      campaigns.get(said(row.campaign_id)) ?? {},
      ads.get(said(row.adgroup_id)) ?? [],
    ),
  );
}

const adFields = ['ad_id', 'adgroup_id', 'operation_status'];

function adGroup({ end, clock }: Tiktok, row: Row, parent: Row, ads: readonly Row[]): AdSet {
  const family = familyOf(parent);
  const traits =
    family === 'smart'
      ? [smartTrait, ...(showsOnTiktok(row) ? [onTiktok] : [])]
      : hasEnded(end, 'ad', said(parent.objective_type), clock.now())
        ? [endedTrait]
        : [];
  return {
    ...shapes.adSet(row, parent, ads, family === 'smart' ? smartCapacity : capacity),
    ...defined({
      optimizationGoal: text(row.optimization_goal),
      destinationType: text(row.promotion_type),
    }),
    traits,
    ...(family === 'former' && { takesNoAds: formerSmart }),
  };
}

import { asRow, text } from '../../kit/json.ts';
import { copiedName, copiedWindow, rebuild } from '../../kit/rebuild.ts';
import type { Access, Clock, CopyOutcome, CopyRequest, Row } from '../../types.ts';
import { postAdSet } from '../create/ad-sets.ts';
import { withAudienceFlag, writableTargeting } from '../create/targeting.ts';
import type { Calls } from '../wire/calls.ts';
import type { Graph } from '../wire/client.ts';
import { accountNode, isoTime, msOf } from '../wire/params.ts';
import { creativeOfCopy, sourceAdFields } from './creative.ts';

const hour = 3_600_000;

const campaignFields =
  'name,objective,buying_type,special_ad_categories,daily_budget,lifetime_budget,bid_strategy,spend_cap,is_adset_budget_sharing_enabled,promoted_object,start_time,stop_time';

const adSetFields = [
  'name,campaign_id,billing_event,optimization_goal,optimization_sub_event,destination_type,promoted_object,attribution_spec',
  'bid_strategy,bid_amount,bid_constraints,daily_budget,lifetime_budget,daily_min_spend_target,daily_spend_cap',
  'lifetime_min_spend_target,lifetime_spend_cap,start_time,end_time,adset_schedule,pacing_type,is_dynamic_creative,targeting',
  'frequency_control_specs,existing_customer_budget_percentage,placement_soft_opt_out,value_rule_set_id,value_rules_applied',
  'dsa_beneficiary,dsa_payor,campaign{id,daily_budget,lifetime_budget}',
].join(',');

export const sourceFields = {
  campaign: campaignFields,
  adset: adSetFields,
  ad: `source_ad_id,${sourceAdFields}`,
} as const;

export interface CopyPorts {
  readonly calls: Calls;
  readonly graph: Graph;
  readonly clock: Clock;
  readonly version: string;
}

/** More can be read than written: each kind is cleaned first. */
export const recreate = (
  ports: CopyPorts,
  access: Access,
  request: CopyRequest,
): Promise<CopyOutcome> =>
  rebuild(
    ports.graph.fail,
    request,
    () => prepare(ports, access, request),
    ({ body }) => text(body.id),
  );

async function prepare(
  ports: CopyPorts,
  access: Access,
  request: CopyRequest,
): ReturnType<Parameters<typeof rebuild>[2]> {
  const { calls, version, clock } = ports;
  const account = accountNode(access.adAccountId);
  if (request.type === 'ad') {
    const ad = await calls.read(access, request.sourceId, { fields: sourceAdFields });
    return () =>
      calls.tried(access, `${account}/ads`, {
        ...adOf(ad, request),
        name: copiedName(ad.name, request),
      });
  }
  if (request.type === 'campaign') {
    const campaign = await calls.read(access, request.sourceId, { fields: campaignFields });
    const params = { ...campaignOf(campaign, request), name: copiedName(campaign.name, request) };
    return () => calls.tried(access, `${account}/campaigns`, params);
  }
  const adSet = await calls.read(access, request.sourceId, { fields: adSetFields });
  const elsewhere =
    request.parentId &&
    (await calls.read(access, request.parentId, { fields: 'id,daily_budget,lifetime_budget' }));
  const own = adSetOf(adSet, asRow(elsewhere || adSet.campaign) ?? {}, request, clock.now());
  const params = { ...own, name: copiedName(adSet.name, request) };
  const wanted = withAudienceFlag(writableTargeting(asRow(adSet.targeting) ?? {}));
  return () =>
    postAdSet(calls, version, {
      access,
      wanted,
      paramsFor: (targeting) => ({ ...params, targeting }),
    });
}

/** Without other texts the creative is shared: likes and comments stay. */
function adOf(ad: Row, request: CopyRequest) {
  const creative = asRow(ad.creative) ?? {};
  const { adName: _name, ...values } = request.values ?? {};
  const changed = Object.values(values).some((value) => value !== undefined);
  return {
    adset_id: request.parentId ?? ad.adset_id,
    source_ad_id: request.sourceId,
    status: request.status,
    creative: changed
      ? creativeOfCopy(creative, request.values ?? {})
      : { creative_id: creative.id },
    creative_asset_groups_spec: changed ? undefined : newGroups(ad.creative_asset_groups_spec),
    tracking_specs: ad.tracking_specs,
    conversion_domain: ad.conversion_domain,
  };
}

/** Without the names of the source's groups. */
function newGroups(spec: unknown) {
  const row = asRow(spec);
  if (row === undefined) return undefined;
  const groups = Array.isArray(row.groups)
    ? row.groups.map((group) => ({ ...asRow(group), group_uuid: undefined }))
    : row.groups;
  return { ...row, groups };
}

function campaignOf(campaign: Row, request: CopyRequest) {
  const { id: _id, start_time: _start, stop_time: _stop, ...kept } = campaign;
  const ownBudget = campaign.daily_budget !== undefined || campaign.lifetime_budget !== undefined;
  return {
    ...kept,
    source_campaign_id: request.sourceId,
    status: request.status,
    special_ad_categories: campaign.special_ad_categories ?? [],
    is_adset_budget_sharing_enabled: ownBudget
      ? undefined
      : (campaign.is_adset_budget_sharing_enabled ?? false),
  };
}

function adSetOf(adSet: Row, campaign: Row, request: CopyRequest, now: number) {
  const { id: _id, campaign: _campaign, targeting: _targeting, ...kept } = adSet;
  const campaignBudget =
    campaign.daily_budget !== undefined || campaign.lifetime_budget !== undefined;
  const promoted = asRow(adSet.promoted_object);
  return {
    ...kept,
    campaign_id: request.parentId ?? adSet.campaign_id,
    status: request.status,
    ...(campaignBudget && {
      daily_budget: undefined,
      lifetime_budget: undefined,
      bid_strategy: undefined,
    }),
    ...(adSet.destination_type === 'UNDEFINED' && { destination_type: undefined }),
    ...(adSet.optimization_sub_event === 'NONE' && { optimization_sub_event: undefined }),
    ...unsetAmounts(adSet),
    ...(promoted !== undefined && {
      promoted_object: { ...promoted, smart_pse_enabled: undefined },
    }),
    ...schedule(adSet, now),
    fields: 'id',
  };
}

/** The platform sends 0 for unset limits, and refuses it. */
function unsetAmounts(adSet: Row) {
  const names = [
    'daily_min_spend_target',
    'daily_spend_cap',
    'lifetime_min_spend_target',
    'lifetime_spend_cap',
  ];
  return Object.fromEntries(
    names.filter((name) => Number(adSet[name] ?? 0) === 0).map((name) => [name, undefined]),
  );
}

/** A lifetime budget needs a day at least; without an end no start is kept. */
function schedule(adSet: Row, now: number) {
  const own = { start: msOf(adSet.start_time), end: msOf(adSet.end_time) };
  if (own.end === undefined) return { start_time: undefined, end_time: undefined };
  const { start, end } = copiedWindow(own, now, { roomMs: 24 * hour, leastMs: 25 * hour });
  return {
    start_time: start === undefined ? undefined : adSet.start_time,
    end_time: end === own.end ? adSet.end_time : isoTime(end ?? now),
  };
}

import { PlatformError, type PlatformFailure } from '../../../../core/errors.ts';
import type { Clock } from '../../../../core/ports/clock.ts';
import type { Access } from '../../../../core/ports/platform-accounts.ts';
import type { CopyOutcome, CopyRequest } from '../../../../core/ports/platform-changes.ts';
import { asRow, type Row, text } from '../../json.ts';
import type { Params } from '../../params.ts';
import { postAdSet } from '../create/ad-sets.ts';
import { withAudienceFlag, writableTargeting } from '../create/targeting.ts';
import type { Calls } from '../wire/calls.ts';
import { bodyOrThrow, type Graph } from '../wire/client.ts';
import { wireFailure } from '../wire/errors.ts';
import { accountNode, isoTime, msOf } from '../wire/params.ts';
import { creativeOfCopy, sourceAdFields } from './creative.ts';

const campaignFields =
  'name,objective,buying_type,special_ad_categories,daily_budget,lifetime_budget,bid_strategy,spend_cap,is_adset_budget_sharing_enabled,promoted_object,start_time,stop_time';

const adSetFields = [
  'name,campaign_id,billing_event,optimization_goal,optimization_sub_event,destination_type,promoted_object,attribution_spec',
  'bid_strategy,bid_amount,bid_constraints,daily_budget,lifetime_budget,daily_min_spend_target,daily_spend_cap',
  'lifetime_min_spend_target,lifetime_spend_cap,start_time,end_time,adset_schedule,pacing_type,is_dynamic_creative,targeting',
  'frequency_control_specs,existing_customer_budget_percentage,placement_soft_opt_out,value_rule_set_id,value_rules_applied',
  'dsa_beneficiary,dsa_payor,campaign{id,daily_budget,lifetime_budget}',
].join(',');

export interface CopyPorts {
  readonly calls: Calls;
  readonly graph: Graph;
  readonly clock: Clock;
  readonly version: string;
}

/** Reads the object and makes another like it. More can be read than may be written, so each kind is cleaned first. */
export async function recreate(ports: CopyPorts, access: Access, request: CopyRequest): Promise<CopyOutcome> {
  let write: () => Promise<Row>;
  try {
    write = await prepare(ports, access, request);
  } catch (error) {
    // Only reading so far: nothing can have been made.
    return { state: 'failed', failure: failureOf(error) };
  }
  try {
    const id = text((await write()).id);
    if (id !== undefined) return { state: 'done', id, objects: [{ type: request.type, sourceId: request.sourceId, id }] };
    return {
      state: 'unknown',
      failure: wireFailure('transient', 'The platform answered without an id.', ports.graph.newTraceId()),
    };
  } catch (error) {
    const failure = failureOf(error);
    return failure.class === 'transient' ? { state: 'unknown', failure } : { state: 'failed', failure };
  }
}

async function prepare(ports: CopyPorts, access: Access, request: CopyRequest): Promise<() => Promise<Row>> {
  const { calls, version, clock } = ports;
  const account = accountNode(access.adAccountId);
  const named = (name: unknown) => `${text(name) ?? ''}${request.marker === undefined ? '' : ` ${request.marker}`}`;
  if (request.type === 'ad') {
    const ad = await calls.read(access, request.sourceId, { fields: sourceAdFields });
    const params = { ...adOf(ad, request), name: named(request.values?.adName ?? ad.name) };
    return () => calls.write(access, `${account}/ads`, params);
  }
  if (request.type === 'campaign') {
    const campaign = await calls.read(access, request.sourceId, { fields: campaignFields });
    const params = { ...campaignOf(campaign, request), name: named(campaign.name) };
    return () => calls.write(access, `${account}/campaigns`, params);
  }
  const adSet = await calls.read(access, request.sourceId, { fields: adSetFields });
  const elsewhere =
    request.parentId && (await calls.read(access, request.parentId, { fields: 'id,daily_budget,lifetime_budget' }));
  const params = { ...adSetOf(adSet, asRow(elsewhere || adSet.campaign) ?? {}, request, clock.now()), name: named(adSet.name) };
  const wanted = withAudienceFlag(writableTargeting(asRow(adSet.targeting) ?? {}));
  return async () =>
    bodyOrThrow((await postAdSet(calls, version, access, wanted, (targeting) => ({ ...params, targeting }))).answer);
}

function failureOf(error: unknown): PlatformFailure {
  if (error instanceof PlatformError) return error.failure;
  throw error;
}

/** Without other texts the creative itself is used again: cheapest, and the likes and comments stay. */
function adOf(ad: Row, request: CopyRequest): Params {
  const creative = asRow(ad.creative) ?? {};
  const { adName: _name, ...values } = request.values ?? {};
  const changed = Object.values(values).some((value) => value !== undefined);
  return {
    adset_id: request.parentId ?? ad.adset_id,
    source_ad_id: request.sourceId,
    status: request.status,
    creative: changed ? creativeOfCopy(creative, request.values ?? {}) : { creative_id: creative.id },
    creative_asset_groups_spec: changed ? undefined : ad.creative_asset_groups_spec,
    tracking_specs: ad.tracking_specs,
    conversion_domain: ad.conversion_domain,
  };
}

function campaignOf(campaign: Row, request: CopyRequest): Params {
  const { id: _id, start_time: _start, stop_time: _stop, ...kept } = campaign;
  const ownBudget = campaign.daily_budget !== undefined || campaign.lifetime_budget !== undefined;
  return {
    ...kept,
    source_campaign_id: request.sourceId,
    status: request.status,
    special_ad_categories: campaign.special_ad_categories ?? [],
    is_adset_budget_sharing_enabled: ownBudget ? undefined : (campaign.is_adset_budget_sharing_enabled ?? false),
  };
}

function adSetOf(adSet: Row, campaign: Row, request: CopyRequest, now: number): Params {
  const { id: _id, campaign: _campaign, targeting: _targeting, ...kept } = adSet;
  const campaignBudget = campaign.daily_budget !== undefined || campaign.lifetime_budget !== undefined;
  const promoted = asRow(adSet.promoted_object);
  return {
    ...kept,
    campaign_id: request.parentId ?? adSet.campaign_id,
    status: request.status,
    ...(campaignBudget && { daily_budget: undefined, lifetime_budget: undefined, bid_strategy: undefined }),
    ...(adSet.destination_type === 'UNDEFINED' && { destination_type: undefined }),
    ...(adSet.optimization_sub_event === 'NONE' && { optimization_sub_event: undefined }),
    ...unsetAmounts(adSet),
    ...(promoted !== undefined && { promoted_object: { ...promoted, smart_pse_enabled: undefined } }),
    ...schedule(adSet, now),
    fields: 'id',
  };
}

/** The platform writes 0 where no limit was set, and does not take it back. */
function unsetAmounts(adSet: Row): Params {
  const names = ['daily_min_spend_target', 'daily_spend_cap', 'lifetime_min_spend_target', 'lifetime_spend_cap'];
  return Object.fromEntries(names.filter((name) => Number(adSet[name] ?? 0) === 0).map((name) => [name, undefined]));
}

/** A window that has passed starts anew now, as long as it was, and at least the 25 hours a lifetime budget needs. */
function schedule(adSet: Row, now: number): Params {
  const start = msOf(adSet.start_time);
  const end = msOf(adSet.end_time);
  if (end === undefined) return { start_time: undefined, end_time: undefined };
  if (end > now + 24 * 3_600_000) return { start_time: start !== undefined && start > now ? adSet.start_time : undefined };
  const length = Math.max(25 * 3_600_000, end - (start ?? end));
  return { start_time: undefined, end_time: isoTime(now + length) };
}

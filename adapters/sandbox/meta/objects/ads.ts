import { spansAfter } from '../../kit/delivery.ts';
import { textOf } from '../../kit/json.ts';
import type { Entity, Json, JsonObject, Table } from '../../types.ts';
import {
  adSetOf,
  campaignOf,
  checkKnown,
  defined,
  type Edge,
  find,
  hiddenAsNew,
  type NodeType,
  newId,
  number,
  stored,
  string,
  success,
  type Turn,
  unset,
  validateOnly,
} from '../graph/graph.ts';
import { addLabels } from '../graph/label-edges.ts';
import { labelField, labelsOf } from '../graph/labels.ts';
import {
  GraphError,
  given,
  integer,
  invalid,
  isObject,
  items,
  json,
  lacking,
  missing,
  object,
  oneOf,
  type Params,
  refuse,
  required,
  setOf,
  text,
  time,
} from '../graph/params.ts';
import {
  checkEditable,
  configured,
  effectiveStatus,
  listLive,
  newStatus,
  statusFields,
  statusOfEntity,
  verdictOf,
} from '../graph/status.ts';
import { applyChanges, log } from '../history/history.ts';
import { accountFor, checkActive, clockTime, timeFields, zoneFor } from './accounts.ts';
import { checkAdSet, checkFit, checkGroups } from './ad-checks.ts';
import { addCreative, creativeData } from './creative-writes.ts';

const known = setOf(
  `name adset_id adset_spec creative status creative_asset_groups_spec tracking_specs conversion_domain adlabels display_sequence
  ad_schedule_start_time ad_schedule_end_time source_ad_id audience_id bid_amount draft_adgroup_id engagement_audience
  include_demolink_hashes priority`,
);

const reviewMs = 5000;

function createAd(turn: Turn, account: Entity): JsonObject {
  const { params } = turn;
  checkActive(account);
  checkKnown(turn, known);
  const name = required(params, 'name');
  const adSet = checkAdSet(turn, account, find(turn, 'adsets', required(params, 'adset_id')));
  const creative = creativeOf(turn, account, params);
  if (creative === undefined) throw lacking('creative');
  const groups = object(params, 'creative_asset_groups_spec');
  const campaign = campaignOf(turn, adSet);
  const objective = textOf(campaign?.data.objective);
  if (groups !== undefined) checkGroups(turn, account, groups, objective);
  checkFit(turn, adSet, objective, { creative: isEntity(creative) ? creative.data : creative });
  const data = defined({
    name,
    status: newStatus(params),
    ...scheduleOf(turn, account, objective),
    creative_asset_groups_spec: groups,
    tracking_specs: json(params, 'tracking_specs'),
    conversion_domain: text(params, 'conversion_domain'),
    display_sequence: integer(params, 'display_sequence'),
    source_ad_id: text(params, 'source_ad_id'),
  });
  if (validateOnly(turn)) return success;
  const made = isEntity(creative) ? creative : addCreative(turn, account, creative);
  const ad = addAd(turn, adSet, {
    ...data,
    creative_id: made.id,
    ...defined({ adlabels: labelsOf(turn, account, params) }),
  });
  return { id: ad.id, success: true };
}

const isEntity = (creative: Entity | JsonObject): creative is Entity =>
  'kind' in creative && 'parents' in creative;

function creativeOf(turn: Turn, account: Entity, params: Params): Entity | JsonObject | undefined {
  const creative = object(params, 'creative');
  if (creative === undefined) return undefined;
  const id =
    string(creative.creative_id) ??
    string(creative.id) ??
    (typeof creative.creative_id === 'number' ? String(creative.creative_id) : undefined);
  if (id === undefined) return creativeData(turn, account, creative);
  const found = find(turn, 'adcreatives', id);
  if (found === undefined || found.parents[0] !== account.id || hiddenAsNew(turn, found))
    throw new GraphError({
      code: 100,
      subcode: 33,
      type: 'GraphMethodException',
      message: `The creative ${id} does not exist in this ad account`,
      blame: [['creative', 'creative_id']],
    });
  if (found.data.status === 'DELETED') throw refuse(1885088);
  return found;
}

function scheduleOf(turn: Turn, account: Entity, objective: string): JsonObject {
  const zone = zoneFor(turn, account);
  const start = time(turn.params, 'ad_schedule_start_time', zone);
  const end = time(turn.params, 'ad_schedule_end_time', zone);
  if (
    (start ?? end) !== undefined &&
    objective !== 'OUTCOME_SALES' &&
    objective !== 'OUTCOME_APP_PROMOTION'
  )
    throw invalid(
      'Ads have a schedule of their own in sales and app campaigns only',
      'ad_schedule_start_time',
    );
  if (end !== undefined && end <= turn.world.now()) throw refuse(1487033, 'ad_schedule_end_time');
  return defined({ schedule_start_at: start, schedule_end_at: end });
}

export function addAd(
  turn: Turn,
  adSet: Entity,
  data: JsonObject,
  listedUnder: readonly string[] = [],
): Entity {
  const now = turn.world.now();
  const [account = '', campaign = ''] = adSet.parents;
  const labels = Array.isArray(data.adlabels) ? data.adlabels.map(String) : [];
  const disapproved = turn.fired.get('ad-disapproved');
  const issues = turn.fired.get('ad-with-issues');
  const reviewedAt = now + Number(disapproved?.ms ?? issues?.ms ?? reviewMs);
  const ad = turn.world.add({
    id: newId(turn.world),
    kind: 'ads',
    company: adSet.company,
    parents: [account, campaign, adSet.id, ...listedUnder, ...labels],
    data: {
      ...data,
      adset_id: adSet.id,
      campaign_id: campaign,
      reviewed_at: reviewedAt,
      ...(disapproved !== undefined && { verdict: 'DISAPPROVED' }),
      ...(issues !== undefined && { verdict: 'WITH_ISSUES' }),
      spans: spansAfter([], data.status === 'ACTIVE', now),
    },
  });
  log(turn, 'create_ad', {
    object: ad,
    extra: {
      name: data.name ?? '',
      status: data.status ?? '',
      creative_id: data.creative_id ?? '',
    },
  });
  log(turn, disapproved === undefined ? 'ad_review_approved' : 'ad_review_declined', {
    object: ad,
    extra: {},
    at: reviewedAt,
  });
  return ad;
}

function updateAd(turn: Turn, ad: Entity): JsonObject {
  const { params } = turn;
  const account = accountFor(turn, ad);
  checkActive(account);
  checkKnown(turn, known);
  const adSet = adSetOf(turn, ad);
  const objective = textOf(turn.world.get(string(ad.data.campaign_id) ?? '')?.data.objective);
  if (adSet === undefined) throw missing(ad.id, 'post');
  if (given(params, 'adset_id') && text(params, 'adset_id') !== adSet.id)
    throw invalid('An ad cannot move to another ad set', 'adset_id');
  const creative = creativeOf(turn, account, params);
  const groups = object(params, 'creative_asset_groups_spec');
  const status = oneOf(params, 'status', configured);
  checkEditable(
    ad,
    defined({
      name: text(params, 'name'),
      status,
      creative: creative === undefined ? undefined : true,
    }),
    1885088,
  );
  if (groups !== undefined) checkGroups(turn, account, groups, objective);
  if (creative !== undefined)
    checkFit(turn, adSet, objective, {
      creative: isEntity(creative) ? creative.data : creative,
      ad: ad.id,
    });
  if (status === 'ACTIVE') checkStartable(turn, ad, adSet);
  const changes = defined({
    name: text(params, 'name'),
    status,
    creative_asset_groups_spec: groups,
    tracking_specs: json(params, 'tracking_specs'),
    conversion_domain: text(params, 'conversion_domain'),
    ...scheduleOf(turn, account, objective),
    adlabels: labelsOf(turn, account, params),
  });
  if (validateOnly(turn)) return success;
  const made =
    creative === undefined
      ? undefined
      : isEntity(creative)
        ? creative
        : addCreative(turn, account, creative);
  applyChanges(turn, ad, {
    ...changes,
    ...(made !== undefined && {
      creative_id: made.id,
      reviewed_at: turn.world.now() + reviewMs,
      verdict: null,
    }),
  });
  return success;
}

function checkStartable(turn: Turn, ad: Entity, adSet: Entity) {
  if (verdictOf(turn, ad) === 'DISAPPROVED') throw refuse(2490427);
  const end = number(adSet.data.end_at) ?? 0;
  if (end !== 0 && end <= turn.world.now()) throw refuse(1487007);
}

function deleteAd(turn: Turn, ad: Entity): JsonObject {
  checkActive(accountFor(turn, ad));
  if (statusOfEntity(ad) === 'DELETED') throw missing(ad.id, 'delete');
  const adSet = adSetOf(turn, ad);
  if (adSet?.data.is_dynamic_creative === true && statusOfEntity(adSet) !== 'DELETED')
    throw refuse(1340029);
  applyChanges(turn, ad, { status: 'DELETED' });
  return success;
}

export const adType: NodeType = {
  kind: 'ads',
  word: 'Ad',
  fields: {
    ...stored(
      'name adset_id campaign_id tracking_specs conversion_domain display_sequence source_ad_id',
    ),
    ...unset(
      `ad_active_time bid_amount bid_info bid_type conversion_specs demolink_hash engagement_audience failed_delivery_checks last_updated_by_app_id
      placement priority recommendations`,
    ),
    ...statusFields,
    ...timeFields,
    adlabels: labelField,
    creative_asset_groups_spec: groupsOf,
    ad_schedule_start_time: clockTime('schedule_start_at'),
    ad_schedule_end_time: clockTime('schedule_end_at'),
    preview_shareable_link: (ad) => `https://fb.invalid/${ad.id}`,
    targeting: (ad, turn) => adSetOf(turn, ad)?.data.targeting,
    ad_review_feedback: (ad, turn) =>
      verdictOf(turn, ad) === 'DISAPPROVED'
        ? { global: { MISLEADING: 'The ad makes claims that cannot be checked.' } }
        : undefined,
    issues_info: (ad, turn) =>
      effectiveStatus(turn, ad) === 'WITH_ISSUES'
        ? [
            {
              level: 'AD',
              error_code: 1815869,
              error_summary: 'Ad cannot be delivered',
              error_message: 'The post of this ad is not available.',
              error_type: 'HARD_ERROR',
            },
          ]
        : undefined,
  },
  links: {
    creative: (ad) => string(ad.data.creative_id),
    adset: (ad) => string(ad.data.adset_id),
    campaign: (ad) => string(ad.data.campaign_id),
    source_ad: (ad) => string(ad.data.source_ad_id),
  },
  edges: {
    adlabels: addLabels,
    adcreatives: { list: (_turn, ad) => ({ ids: [textOf(ad.data.creative_id)] }) },
  },
  update: updateAd,
  remove: deleteAd,
};

/** The platform names each group. */
function groupsOf(ad: Entity): Json | undefined {
  const spec = ad.data.creative_asset_groups_spec;
  if (!isObject(spec)) return undefined;
  const named = items(spec, 'groups').map((group, at) =>
    isObject(group) ? { group_uuid: `${ad.id}-${at + 1}`, ...group } : group,
  );
  return { ...spec, groups: named };
}

export const adEdges: Table<Edge> = {
  ads: {
    list: (turn, account, params) => listLive(turn, 'ads', account.id, params),
    post: createAd,
  },
};

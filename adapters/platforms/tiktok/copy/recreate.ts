import { PlatformError } from '../../../../core/base/errors.ts';
import { defined, rowsOf, said, text, wordsIn } from '../../kit/json.ts';
import { copiedName, copiedWindow, copyOf, type RebuiltType, rebuild } from '../../kit/rebuild.ts';
import type {
  Access,
  Answer,
  CopyRequest,
  DuplicateCapability,
  EntityType,
  Good,
  Params,
  Row,
} from '../../types.ts';
import { defaultButton, landingPage } from '../check.ts';
import { familyFor, familyOf, formerSmart, manualAnswer, type Tiktok } from '../family.ts';
import { readRows } from '../read/entities.ts';
import { inFamily, refusalOf } from '../read/other-family.ts';
import { adBody, adGroupBody, type Body, campaignBody } from '../smart/bodies.ts';
import type { Buttons } from '../smart/buttons.ts';
import { createSmartAd, smartAdId } from '../smart/create-ad.ts';
import { keptOrGone, newSmartObject } from '../smart/objects.ts';
import { manualLimits } from '../smart/targeting.ts';
import { held } from '../update/ad.ts';
import { msOf, nouns, platformTime, statusWords } from '../wire/values.ts';

const campaignFields = wordsIn(`
  objective_type app_promotion_type campaign_type app_id budget_mode budget budget_optimize_on special_industries
  virtual_objective_type sales_destination disable_skan_campaign is_advanced_dedicated_campaign postback_window_mode po_number
`);
const adGroupFields = wordsIn(`
  promotion_type placement_type placements budget budget_mode billing_event optimization_goal pacing bid_type bid_price
  conversion_bid_price deep_bid_type roas_bid vbo_window deep_cpa_bid pixel_id optimization_event app_id comment_disabled
  video_download_disabled share_disabled dayparting promotion_target_type promotion_website_type click_attribution_window
  view_attribution_window engaged_view_attribution_window attribution_event_count
`);
const adFields = wordsIn(`
  ad_format ad_text call_to_action landing_page_url video_id image_ids identity_id identity_type identity_authorized_bc_id
  tiktok_item_id aigc_disclosure_type
`);
/** Where it leads besides its link, and what counts it. */
const adExtras = wordsIn(`
  page_id deeplink deeplink_type utm_params tracking_pixel_id tracking_app_id tracking_offline_event_set_ids
  impression_tracking_url click_tracking_url video_view_tracking_url
`);

const operationStatus = (_row: Row, { status }: CopyRequest) => ({
  operation_status: statusWords[status],
});

const types: { readonly [T in EntityType]: RebuiltType } = {
  campaign: {
    keep: campaignFields,
    name: 'campaign_name',
    changed: (row, request) => ({
      ...operationStatus(row, request),
      // Described as valid beside the virtual objective alone.
      ...(said(row.virtual_objective_type) === '' && { sales_destination: undefined }),
    }),
  },
  adset: {
    keep: [...adGroupFields, ...manualLimits],
    name: 'adgroup_name',
    parent: 'campaign_id',
    changed: (row, request, now) => ({
      ...schedule(row, now),
      ...operationStatus(row, request),
      // Told as 0 where nothing was set.
      ...(Number(row.roas_bid) === 0 && { roas_bid: undefined }),
      ...(Number(row.deep_cpa_bid) === 0 && { deep_cpa_bid: undefined }),
    }),
  },
  ad: {
    keep: adFields,
    name: 'ad_name',
    parent: 'adgroup_id',
    changed: (row, request) => ({
      ...held(row, adExtras),
      ...otherTexts(row, request),
      ...operationStatus(row, request),
    }),
  },
};

/**
 * An object like the source, in the family of its parent; a campaign in the one that TikTok still
 * makes.
 */
export function createRecreate(api: Tiktok, buttons: Buttons): DuplicateCapability['recreate'] {
  const { calls, wire, clock, end, families } = api;
  return (access, request) =>
    rebuild(
      wire.fail,
      request,
      () => creation(access, request),
      (answer) => idOf(request.type, answer),
    );

  async function creation(access: Access, request: CopyRequest): Promise<() => Promise<Answer>> {
    const { type } = request;
    const source = await rowOf(access, type, request.sourceId);
    const parent = await parentOf(access, request, source);
    const create = await creationIn(access, request, source, parent);
    if (parent === undefined) return create;
    const above = type === 'adset' ? 'campaign' : 'adset';
    const id = request.parentId ?? said(source[`${nouns[above]}_id`]);
    const createIn = async (other: Row): Promise<Answer> => {
      try {
        return await (
          await creationIn(access, request, await rowOf(access, type, request.sourceId), other)
        )();
      } catch (error) {
        if (error instanceof PlatformError)
          return { ok: false, failure: error.failure, maybeDone: false };
        throw error;
      }
    };
    const subject = { type: above, id, family: familyOf(parent) } as const;
    return () =>
      inFamily(
        api,
        access,
        subject,
        (other) => (other === undefined ? create() : createIn(other)),
        refusalOf,
      );
  }

  async function creationIn(
    access: Access,
    request: CopyRequest,
    source: Row,
    parent: Row | undefined,
  ): Promise<() => Promise<Answer>> {
    const { type } = request;
    const isSmart =
      parent === undefined
        ? familyOf(source) === 'smart' ||
          familyFor(end, said(source.objective_type), clock.now()) === 'smart'
        : familyOf(parent) === 'smart';
    if (isSmart) return smartCreation(access, request, source, parent ?? {});
    if (familyOf(source) === 'smart')
      throw wire.error('rule', intoManual, 'Copy it within Upgraded Smart+ campaigns.');
    const { adgroup_id, ...params } = copyOf(types[type], source, request, clock.now());
    const noun = nouns[type];
    const body = type === 'ad' ? { adgroup_id, creatives: [params] } : params;
    return async () => {
      const answer = await manualAnswer(api, calls.tried(access, `${noun}/create/`, body));
      if (answer.ok) families.note(idOf(type, answer) ?? '', 'manual');
      return answer;
    };
  }

  async function rowOf(access: Access, type: EntityType, id: string) {
    const row = (await readRows(api, access, type, [id])).get(id);
    if (row === undefined) throw wire.notFound(id);
    if (familyOf(row) === 'former') throw wire.error('rule', formerSmart, formerSmart);
    return row;
  }

  /** Read only where it may be a Smart+ one: such a copy depends on it. */
  async function parentOf(
    access: Access,
    { type, parentId }: CopyRequest,
    source: Row,
  ): Promise<Row | undefined> {
    if (type === 'campaign') return undefined;
    const above = type === 'adset' ? 'campaign' : 'adset';
    const own = said(source[`${nouns[above]}_id`]);
    const family =
      parentId === undefined || parentId === own ? familyOf(source) : families.of(parentId);
    return family === 'manual' ? {} : rowOf(access, above, parentId ?? own);
  }

  async function smartCreation(
    access: Access,
    request: CopyRequest,
    source: Row,
    parent: Row,
  ): Promise<() => Promise<Answer>> {
    const { type } = request;
    const noun = nouns[type];
    const common = {
      [`${noun}_name`]: copiedName(source[`${noun}_name`], request),
      ...operationStatus(source, request),
    };
    const sent = (built: Body): Params => {
      if (built.refused === undefined) return built.body;
      throw wire.error('rule', built.refused, 'Create another one, as Upgraded Smart+ has it.');
    };
    if (type === 'campaign') {
      const body = { ...sent(campaignBody(source)), ...common };
      return () => newSmartObject(api, access, 'campaign', body, idempotence(request));
    }
    if (type === 'adset') {
      const body = {
        ...sent(adGroupBody(source, parent)),
        ...schedule(source, clock.now()),
        ...common,
        campaign_id: parent.campaign_id,
      };
      return async () =>
        keptOrGone(
          api,
          access,
          body,
          await newSmartObject(api, access, 'adgroup', body, idempotence(request)),
        );
    }
    const campaign = await rowOf(access, 'campaign', said(parent.campaign_id));
    const objective = said(campaign.objective_type);
    const adSet = {
      objective,
      ...defined({
        destinationType: text(parent.promotion_type),
        optimizationGoal: text(parent.optimization_goal),
      }),
    };
    const button =
      familyOf(source) === 'smart'
        ? {}
        : await buttons.of(access, adSet, said(source.call_to_action) || defaultButton(objective));
    const texts = otherTexts(source, request);
    const body = {
      ...sent(adBody(source, parent, button)),
      ...(texts.ad_text !== undefined && { ad_text_list: [{ ad_text: texts.ad_text }] }),
      ...(texts.landing_page_url !== undefined && {
        landing_page_url_list: [{ landing_page_url: texts.landing_page_url }],
      }),
      ...common,
      adgroup_id: parent.adgroup_id,
    };
    return () => createSmartAd(api, access, body);
  }
}

const idOf = (type: EntityType, answer: Good) => {
  if (type !== 'ad') return text(answer.body[`${nouns[type]}_id`]);
  return (
    smartAdId(answer) ?? text(Array.isArray(answer.body.ad_ids) ? answer.body.ad_ids[0] : undefined)
  );
};

const intoManual = 'What is in an Upgraded Smart+ campaign cannot be copied into a manual one.';

/** The same request is made once, however often it is sent. */
const idempotence = ({ sourceId, marker, parentId }: CopyRequest) =>
  `${sourceId} ${parentId ?? ''} ${marker ?? ''}`;

/** One text and one link: of several texts the first counts. */
function otherTexts(
  row: Row,
  { values }: CopyRequest,
): { readonly ad_text?: string; readonly landing_page_url?: string } {
  const { primaryTexts, headlines, url, urlTags } = values ?? {};
  const ad_text = primaryTexts?.[0] ?? headlines?.[0];
  const held =
    text(row.landing_page_url) ?? text(rowsOf(row.landing_page_url_list)[0]?.landing_page_url);
  const link = url ?? (urlTags === undefined ? undefined : held?.split('?', 1)[0]);
  const landing_page_url =
    link === undefined ? undefined : landingPage({ link, ...defined({ utmTags: urlTags }) });
  return { ...defined({ ad_text, landing_page_url }) };
}

/** The platform takes a start at most twelve hours back: one that has passed becomes now. */
function schedule(row: Row, now: number) {
  const end = row.schedule_type === 'SCHEDULE_START_END' ? msOf(row.schedule_end_time) : undefined;
  const window = copiedWindow({ start: msOf(row.schedule_start_time), end }, now);
  const schedule_start_time = platformTime(window.start ?? now);
  if (window.end === undefined) return { schedule_type: 'SCHEDULE_FROM_NOW', schedule_start_time };
  return {
    schedule_type: 'SCHEDULE_START_END',
    schedule_start_time,
    schedule_end_time: platformTime(window.end),
  };
}

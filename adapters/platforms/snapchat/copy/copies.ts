import { asRow, defined, said, text } from '../../kit/json.ts';
import { landingPage } from '../../kit/links.ts';
import {
  type CopyTimes,
  copiedName,
  copiedWindow,
  copyTimes,
  namedIn,
  rebuild,
  type SourceNode,
  sourceTree,
} from '../../kit/rebuild.ts';
import type {
  Access,
  Answer,
  Api,
  Clock,
  CopyRequest,
  CopySource,
  DuplicateCapability,
  EntityType,
  Params,
  Row,
} from '../../types.ts';
import { shapes } from '../read/accounts.ts';
import { type Located, listRows, locate } from '../read/rows.ts';
import { writeOne } from '../wire/bulk.ts';
import { msOf, platformTime, plurals, statusOf, writable } from '../wire/values.ts';
import { creativeLike, creativeOfAd } from './creative.ts';

/** The platform copies nothing. An ad shows the creative of its source. */
export function createCopies(api: Api, clock: Clock, times: CopyTimes): DuplicateCapability {
  return {
    ...copyTimes(times),
    tree: (access, type, id) => readTree(api, access, type, id),
    recreate: (access, request) =>
      rebuild(
        api.wire.fail,
        request,
        () => prepare(api, access, request, clock.now()),
        ({ body }) => text(body.id),
      ),
    named: async (access, type, part) =>
      namedIn(await listRows(api, access, type), part, { id: 'id', name: 'name' }),
  };
}

async function living(api: Api, access: Access, type: EntityType, id: string): Promise<Located> {
  const found = (await locate(api, access, { type, ids: [id], within: access.adAccountId })).get(
    id,
  );
  if (found === undefined || statusOf(found.row) === 'DELETED') throw api.wire.notFound(id);
  return found;
}

async function readTree(
  api: Api,
  access: Access,
  type: EntityType,
  id: string,
): Promise<CopySource> {
  const { row: root, campaign } = await living(api, access, type, id);
  const adSets =
    type === 'campaign' ? await listRows(api, access, 'adset', { under: `campaigns/${id}` }) : [];
  const ads =
    type === 'ad'
      ? []
      : await listRows(api, access, 'ad', {
          under: `${type === 'campaign' ? 'campaigns' : 'adsquads'}/${id}`,
        });
  return sourceTree({ type, root, adSets, ads }, (level, row) =>
    nodeOf(access, level, { ...row, campaign_id: said(campaign.id) }),
  );
}

const nodeOf = (access: Access, type: EntityType, row: Row): SourceNode => ({
  ...shapes.node(access, type, row),
  ...(type === 'adset' && lacksChatFeed(row) && { notCopyable: oldPlacements }),
});

/**
 * Custom placements for goals of pixels and apps must hold CHAT_FEED: announcements of the Ads API,
 * enforced since 2025-11-27. A copy that adds it would deliver where its source does not.
 */
function lacksChatFeed({ placement_v2, optimization_goal }: Row) {
  const { config, snapchat_positions: positions } = asRow(placement_v2) ?? {};
  const isBound = /^(PIXEL|APP)_/.test(said(optimization_goal));
  return (
    config === 'CUSTOM' && isBound && Array.isArray(positions) && !positions.includes('CHAT_FEED')
  );
}

const oldPlacements =
  'The ad squad has custom placements without CHAT_FEED, which the platform takes no more. Add the chat feed to it in Ads Manager, then copy it.';

const parents = { campaign: 'ad_account_id', adset: 'campaign_id', ad: 'ad_squad_id' } as const;
const containers = { campaign: 'adaccounts', adset: 'campaigns', ad: 'adsquads' } as const;

/** Makes the creative where the copy says something else; the copy is made afterwards. */
async function prepare(
  api: Api,
  access: Access,
  request: CopyRequest,
  now: number,
): Promise<() => Promise<Answer>> {
  const { type, sourceId, status, parentId } = request;
  const { row } = await living(api, access, type, sourceId);
  const { id: _id, ...kept } = writable(row);
  const parent =
    type === 'campaign' ? access.adAccountId : (parentId ?? text(row[parents[type]]) ?? '');
  const creative = type === 'ad' ? await otherCreative(api, access, row, request) : undefined;
  const object: Params = {
    ...kept,
    ...(type === 'ad' ? {} : schedule(row, now)),
    ...defined({ creative_id: creative }),
    [parents[type]]: parent,
    name: copiedName(row.name, request),
    status,
  };
  const plural = plurals[type];
  const path = `${containers[type]}/${parent}/${plural}`;
  const send = (body: Params) => api.calls.tried(access, path, body);
  return async () => {
    const item = await writeOne(api, access, { plural, send }, object);
    return item.ok
      ? { ok: true, data: item.row, body: item.row, partial: false, headers: {} }
      : item;
  };
}

/** A start that has passed becomes now. */
function schedule(row: Row, now: number) {
  const { start, end } = copiedWindow(
    { start: msOf(row.start_time), end: msOf(row.end_time) },
    now,
  );
  return {
    start_time: platformTime(start ?? now),
    ...(end !== undefined && { end_time: platformTime(end) }),
  };
}

/**
 * The first text becomes the headline: the platform has no other. Undefined where the copy shows
 * what its source does.
 */
async function otherCreative(api: Api, access: Access, ad: Row, { values, marker }: CopyRequest) {
  const { headlines, primaryTexts, url, urlTags } = values ?? {};
  const headline = headlines?.[0] ?? primaryTexts?.[0];
  if (headline === undefined && url === undefined && urlTags === undefined) return undefined;
  const source = await creativeOfAd(api, access, ad);
  const link = url ?? text(asRow(source.web_view_properties)?.url)?.split('?', 1)[0];
  const isOther = url !== undefined || urlTags !== undefined;
  const address = isOther ? landingPage({ ...defined({ link, utmTags: urlTags }) }) : undefined;
  return creativeLike(api, access, source, {
    name: copiedName(source.name, { marker } as CopyRequest),
    headline,
    address,
  });
}

import { PlatformError, SlipwayError } from '../../../core/errors.ts';
import type { Access, AccountsCapability, Credentials } from '../../../core/ports/ad-platform.ts';
import type { AdCreative, InspectCapability, OrganicPost } from '../../../core/ports/platform-reads.ts';
import { numeric, type Row, rowsOf, text } from '../json.ts';
import { listAds } from './ad-list.ts';
import type { Calls } from './calls.ts';
import type { Api } from './client.ts';
import { missing, readEntities, readRows } from './entities.ts';
import type { Identities } from './identities.ts';
import { picturesOf } from './pictures.ts';

export interface InspectPorts {
  readonly calls: Calls;
  readonly api: Api;
  readonly accounts: AccountsCapability;
  readonly identities: Identities;
}

export function createInspect(ports: InspectPorts): InspectCapability {
  const { calls, api } = ports;
  return {
    ads: (access, query) => listAds(calls, access, query),
    entities: (access, objects) => readEntities({ calls, newTraceId: api.newTraceId }, access, objects),
    pictures: (access, adIds) => picturesOf(calls, access, adIds),
    posts: (access, identity) => posts(ports, access, identity),
    async debug(companyId, credentials, adIds) {
      const rows = await anywhere(ports, companyId, credentials, adIds);
      return adIds.map((adId) => {
        const record = rows.get(adId);
        return record === undefined ? { adId, failure: missing(adId, api.newTraceId()) } : { adId, record };
      });
    },
    async creatives(companyId, credentials, adIds) {
      const rows = await anywhere(ports, companyId, credentials, adIds);
      return adIds.map((adId): AdCreative => {
        const row = rows.get(adId);
        return row === undefined ? { adId, failure: missing(adId, api.newTraceId()) } : creativeOf(adId, row);
      });
    },
    async accountOf(companyId, credentials, id) {
      for (const access of await accesses(ports, companyId, credentials)) {
        const [facts] = await readEntities({ calls, newTraceId: api.newTraceId }, access, [{ id }]);
        if (facts !== undefined && 'type' in facts) return access.adAccountId;
      }
      throw new PlatformError(missing(id, api.newTraceId()));
    },
    async preview() {
      const message = 'short-video offers no previews here. Look at the ad in the ads manager.';
      throw new SlipwayError('unprocessable_entity', message, {
        details: [{ path: 'adId', code: 'unsupported_on_platform', message }],
      });
    },
  };
}

/** The platform answers about an object only to somebody who names its account: each that the token opens is asked in turn. */
async function anywhere(
  ports: InspectPorts,
  companyId: string,
  credentials: Credentials,
  adIds: readonly string[],
): Promise<ReadonlyMap<string, Row>> {
  const found = new Map<string, Row>();
  for (const access of await accesses(ports, companyId, credentials)) {
    const open = adIds.filter((id) => !found.has(id));
    if (open.length === 0) break;
    for (const [id, row] of await readRows(ports.calls, access, 'ad', open)) found.set(id, row);
  }
  return found;
}

async function accesses({ accounts }: InspectPorts, companyId: string, credentials: Credentials): Promise<readonly Access[]> {
  const all = await accounts.list(companyId, credentials);
  return all.map(({ id, currency, timezone }) => ({ companyId, adAccountId: id, currency, timezone, credentials }));
}

function creativeOf(adId: string, row: Row): AdCreative {
  const caption = text(row.ad_text);
  const cta = text(row.call_to_action);
  const link = text(row.landing_page_url);
  const videoId = text(row.video_id);
  const images = Array.isArray(row.image_ids) ? row.image_ids.flatMap((id) => text(id) ?? []) : [];
  const page = text(row.identity_id);
  return {
    adId,
    // The creative is the ad.
    creativeId: adId,
    titles: [],
    bodies: caption === undefined ? [] : [caption],
    descriptions: [],
    ...(cta !== undefined && { cta }),
    ...(link !== undefined && { link }),
    images: images.map((hash) => ({ hash })),
    videos: videoId === undefined ? [] : [{ id: videoId }],
    ...(page !== undefined && { page }),
  };
}

/** Newest first, the first sixty. A post's number holds the second it was made in its upper half. */
async function posts({ calls, identities }: InspectPorts, access: Access, value: string): Promise<readonly OrganicPost[]> {
  const { type, id, centre } = await identities.find(access, value);
  const found: OrganicPost[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < 3; page += 1) {
    const data = await calls.read(access, 'identity/video/get/', {
      ...{ identity_type: type, identity_id: id, identity_authorized_bc_id: centre },
      ...{ count: 20, cursor },
    });
    found.push(...rowsOf(data.video_list).map(postOf));
    cursor = text(data.cursor);
    if (data.has_more !== true || cursor === undefined) break;
  }
  return found;
}

function postOf(row: Row): OrganicPost {
  const id = text(row.item_id) ?? '';
  const message = text(row.text);
  const video = row.video_info as Row | null | undefined; // the platform's own object, or null for a post of photos
  const imageUrl = text(video?.poster_url);
  return {
    id,
    ...(message !== undefined && { message }),
    ...(imageUrl !== undefined && { imageUrl }),
    createdAt: madeAt(id),
    type: row.item_type === 'CAROUSEL' ? 'image' : 'video',
    boostable: row.status !== 'ITEM_STATUS_ONLY_AUTHOR_SEE' && row.item_type !== 'CAROUSEL',
  };
}

/** The list tells no times, but the numbers do: seconds since 1970 stand above their lower 32 bits. */
function madeAt(id: string): number {
  return /^\d{18,19}$/.test(id) ? (numeric(String(BigInt(id) >> 32n)) ?? 0) * 1_000 : 0;
}

import { defined } from '../../../../core/base/defined.ts';
import type { Access } from '../../../../core/ports/platform-accounts.ts';
import type { InspectCapability, OrganicPost } from '../../../../core/ports/platform-reads.ts';
import { at, rowsOf, said, text } from '../../kit/json.ts';
import type { Calls } from '../wire/calls.ts';
import { accountNode, msOf } from '../wire/params.ts';
import { adCreative } from './ad-creatives.ts';
import { bareAds, debugAds } from './ad-debug.ts';
import { listAds } from './ad-list.ts';
import { readEntities } from './entity-facts.ts';

export function createInspect(calls: Calls): InspectCapability {
  return {
    listsDeleted: false,
    ads: (access, query) => listAds(calls, access, query),
    debug: ({ companyId, credentials }, adIds, { captions }) => debugAds(calls, { companyId, credentials }, adIds, captions),
    entities: (access, objects) => readEntities(calls, access, objects),
    async accountOf({ companyId, credentials }, { id }) {
      const row = await calls.read({ companyId, credentials }, id, { fields: 'account_id' });
      return accountNode(said(row.account_id));
    },
    async creatives({ companyId, credentials }, adIds, { brief = false } = {}) {
      const read = brief ? bareAds : debugAds;
      return (await read(calls, { companyId, credentials }, adIds, false)).map(adCreative);
    },
    async pictures(access, adIds) {
      const reads = adIds.map((path) => ({ path, params: { fields: 'creative{thumbnail_url}' } }));
      const pictures = new Map<string, string>();
      for (const [position, answer] of (await calls.readMany(access, reads)).entries()) {
        const url = answer.ok ? text(at(answer.body, 'creative', 'thumbnail_url')) : undefined;
        if (url !== undefined) pictures.set(adIds[position] ?? '', url);
      }
      return pictures;
    },
    async preview(access, adId, format) {
      const rows = await calls.list(access, `${adId}/previews`, { ad_format: format });
      return { html: said(rows[0]?.body) };
    },
    posts: (access, page) => posts(calls, access, page),
  };
}

const postFields = 'id,message,created_time,full_picture,permalink_url,is_eligible_for_promotion,attachments,call_to_action';

async function posts(calls: Calls, access: Access, page: string): Promise<readonly OrganicPost[]> {
  const { rows } = await calls.page(access, `${page}/published_posts`, { fields: postFields, limit: 50 });
  return rows.map((row) => {
    const attachment = rowsOf(row.attachments)[0];
    const kind = text(attachment?.media_type) ?? text(attachment?.type) ?? '';
    const button = row.call_to_action;
    const link = text(at(button, 'value', 'link')) ?? (postType(kind) === 'link' ? text(attachment?.url) : undefined);
    return {
      id: said(row.id),
      ...defined({ message: text(row.message), imageUrl: text(row.full_picture), permalink: text(row.permalink_url) }),
      createdAt: msOf(row.created_time) ?? 0,
      type: postType(kind),
      ...defined({ link, cta: text(at(button, 'type')) }),
      boostable: row.is_eligible_for_promotion !== false,
    };
  });
}

function postType(kind: string): OrganicPost['type'] {
  if (kind.startsWith('video')) return 'video';
  if (kind === 'photo' || kind === 'album') return 'image';
  return kind === 'link' || kind === 'share' ? 'link' : 'text';
}

import type { JsonObject } from '../../entity.ts';
import { type Edge, string } from '../graph/graph.ts';
import { bool, isList, setOf, text, words } from '../graph/params.ts';
import { success } from '../graph/writes.ts';
import { partnershipCodes } from './creative-sources.ts';

/** Found by ad code, creator or link. */
export const partnershipEdges: { readonly [name: string]: Edge } = {
  branded_content_advertisable_medias: {
    list(turn, _profile, params) {
      const code = text(params, 'ad_code')?.replace(/^adcode-/, '');
      const creator = text(params, 'creator_username');
      const links = words(params, 'permalinks');
      const rows = turn.world.all('instagram-media').flatMap((id): readonly JsonObject[] => {
        const media = turn.world.get(id);
        if (media === undefined || media.company !== turn.company || media.data.partner !== true) return [];
        if (code !== undefined && !partnershipCodes(turn).includes(code)) return [];
        if (creator !== undefined && media.data.username !== creator) return [];
        if (links !== undefined && !links.includes(string(media.data.permalink) ?? '')) return [];
        return [
          {
            id,
            owner_id: media.parents[0] ?? '',
            permalink: string(media.data.permalink) ?? '',
            has_permission_for_partnership_ad: true,
            eligibility_errors: [],
          },
        ];
      });
      return { rows, known: setOf('id eligibility_errors owner_id permalink has_permission_for_partnership_ad') };
    },
  },
  branded_content_ad_permissions: {
    list: (_turn, profile) => ({
      rows: isList(profile.data.creators)
        ? profile.data.creators.map((creator) => ({ id: String(creator), permission_status: 'APPROVED' }))
        : [],
      known: setOf('id permission_status'),
    }),
    post(turn, profile) {
      const creator =
        text(turn.call.params, 'creator_instagram_account') ?? text(turn.call.params, 'creator_instagram_username') ?? '';
      const others = (isList(profile.data.creators) ? profile.data.creators.map(String) : []).filter((each) => each !== creator);
      turn.world.change(profile.id, { creators: bool(turn.call.params, 'revoke') === true ? others : [...others, creator] });
      return success;
    },
  },
};

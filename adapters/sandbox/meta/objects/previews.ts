import { invalid } from '../graph/errors.ts';
import type { Edge } from '../graph/graph.ts';
import { required, setOf } from '../graph/params.ts';

const formats = setOf(
  `DESKTOP_FEED_STANDARD MOBILE_FEED_STANDARD MOBILE_FEED_BASIC RIGHT_COLUMN_STANDARD INSTAGRAM_STANDARD INSTAGRAM_STORY INSTAGRAM_REELS
  INSTAGRAM_EXPLORE_CONTEXTUAL INSTAGRAM_EXPLORE_GRID_HOME INSTAGRAM_SEARCH_CHAIN INSTAGRAM_PROFILE_FEED FACEBOOK_STORY_MOBILE FACEBOOK_REELS_MOBILE
  MARKETPLACE_MOBILE MESSENGER_MOBILE_INBOX_MEDIA MESSENGER_MOBILE_STORY_MEDIA AUDIENCE_NETWORK_OUTSTREAM_VIDEO MOBILE_BANNER MOBILE_INTERSTITIAL
  SUGGESTED_VIDEO_MOBILE THREADS_STREAM`,
);

/** An iframe. */
export const previewsEdge: Edge = {
  list(_turn, node, params) {
    const format = required(params, 'ad_format');
    if (!formats.has(format)) throw invalid(`Unknown ad_format ${format}`, 'ad_format');
    return {
      rows: [
        {
          body: `<iframe src="https://www.sandbox.invalid/ads/api/preview_iframe.php?d=${node.id}&amp;t=${format}" width="540" height="690" scrolling="yes" style="border: none;"></iframe>`,
        },
      ],
      known: setOf('body'),
    };
  },
};

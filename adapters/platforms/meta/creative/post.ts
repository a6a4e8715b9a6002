import type { LaunchAd } from '../../../../core/ports/launch-ad.ts';
import { callToAction } from './call-to-action.ts';
import { type Built, UnbuildableAd } from './parts.ts';

/** Without a story spec the profile stands at the top. */
export function postCreative(ad: LaunchAd): Built {
  const story = ad.media[0]?.effectiveStoryId;
  if (story === undefined) {
    throw new UnbuildableAd('The ad names no post to boost.', 'Give media[0].effectiveStoryId as {page}_{post}.');
  }
  return {
    params: {
      object_story_id: story.includes('_') ? story : `${ad.page}_${story}`,
      instagram_user_id: ad.secondary,
      call_to_action: callToAction(ad),
    },
  };
}

/**
 * A creator's post, unlocked by a code. People see the prefix `adcode-`, which the platform leaves out when it tells the code; so
 * do we.
 */
export function partnershipCodeCreative(ad: LaunchAd): Built {
  if (ad.partnershipCode === undefined) {
    throw new UnbuildableAd('The ad has no partnership code.', 'Give partnershipCode.');
  }
  return {
    params: {
      object_id: ad.page,
      instagram_user_id: ad.secondary,
      branded_content: { instagram_boost_post_access_token: ad.partnershipCode.replace(/^adcode-/, ''), ad_format: 1 },
      call_to_action: callToAction(ad),
    },
  };
}

import { type Params, type Row, text } from '../../kit/json.ts';
import type { AdOperation } from '../../kit/operations.ts';
import { defaultButton } from '../call-to-action.ts';
import { captionOf } from '../check.ts';
import type { Identity } from '../identity.ts';
import { landingPage } from '../landing-page.ts';
import { statusWords } from '../wire/values.ts';

const postOf = ({ ad }: AdOperation) => ad.media[0]?.effectiveStoryId?.split('_').pop();

/** The platform switches ads on unless told otherwise. */
export function creativeOf(operation: AdOperation, identity: Identity, cover: string | undefined): Params {
  const { ad, name } = operation;
  return {
    ad_name: name,
    identity_type: identity.type,
    identity_id: identity.id,
    identity_authorized_bc_id: identity.centre,
    ...mediaOf(operation, cover),
    call_to_action: ad.cta ?? defaultButton(operation.adSet.objective),
    landing_page_url: landingPage(ad),
    operation_status: ad.paused ? statusWords.PAUSED : statusWords.ACTIVE,
  };
}

function mediaOf(operation: AdOperation, cover: string | undefined): Params {
  const { ad, assets } = operation;
  if (ad.type === 'postBoost') return { ad_format: 'SINGLE_VIDEO', tiktok_item_id: postOf(operation), ad_text: ad.description };
  const [asset] = assets;
  const caption = { ad_text: captionOf(ad) };
  if (asset?.type === 'video') return { ad_format: 'SINGLE_VIDEO', video_id: asset.ref, image_ids: [cover ?? ''], ...caption };
  return { ad_format: 'SINGLE_IMAGE', image_ids: [asset?.ref ?? ''], ...caption };
}

/** Compares ids alone: the platform may rewrite texts. */
export function showsSame(operation: AdOperation, row: Row): boolean {
  const wanted = mediaOf(operation, undefined);
  const same = (field: 'video_id' | 'tiktok_item_id') => {
    const held = text(row[field]);
    return held === undefined || held === '' || held === (wanted[field] ?? held);
  };
  return same('video_id') && same('tiktok_item_id');
}

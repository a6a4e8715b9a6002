import { asRow } from '../../kit/json.ts';
import { orFailed, outcomeWithId } from '../../kit/send-launch.ts';
import type { Access, AdOperation, Outcome, Params } from '../../types.ts';
import { captionOf, customOnTiktok, defaultButton, landingPage, musicField } from '../check.ts';
import { onTiktok } from '../family.ts';
import { createSmartAd, smartAdId } from '../smart/create-ad.ts';
import { statusWords } from '../wire/values.ts';
import { type AdPorts, type Built, postOf } from './built.ts';

type Outcomes = (readonly [AdOperation, Outcome])[];

/** One ad a call. */
export async function sendSmartAds(
  ports: AdPorts,
  access: Access,
  pack: readonly Built[],
): Promise<Outcomes> {
  const outcomes: Outcomes = [];
  for (const built of pack) {
    const made = await orFailed(async () => ({ body: await smartBody(ports, access, built) }));
    const outcome =
      'body' in made
        ? outcomeWithId(ports.wire.fail, await createSmartAd(ports, access, made.body), smartAdId)
        : made;
    outcomes.push([built.operation, outcome]);
  }
  return outcomes;
}

/** Everything that TikTok would otherwise choose is stated: what was planned is what runs. */
async function smartBody(
  ports: AdPorts,
  access: Access,
  { operation, identity, cover }: Built,
): Promise<Params> {
  const { ad, adSet, name, assets } = operation;
  const isCustom = identity.type === 'CUSTOMIZED_USER';
  if (isCustom && adSet.traits?.includes(onTiktok))
    throw ports.wire.error('rule', customOnTiktok, customOnTiktok);
  const button = ad.cta ?? defaultButton(adSet.objective);
  const { ad_configuration, ...buttons } = isCustom
    ? { call_to_action_list: [{ call_to_action: button }] }
    : await ports.buttons.of(access, adSet, button);
  const who = { identity_type: identity.type, identity_id: identity.id };
  const [asset] = assets;
  const music = ad.platformFields?.[musicField];
  const shown =
    ad.type === 'postBoost'
      ? { ad_format: 'SINGLE_VIDEO', tiktok_item_id: postOf(operation) }
      : asset?.type === 'video'
        ? {
            ad_format: 'SINGLE_VIDEO',
            video_info: { video_id: asset.ref },
            image_info: [{ web_uri: cover ?? '' }],
          }
        : {
            ad_format: 'CAROUSEL_ADS',
            image_info: [{ web_uri: asset?.ref ?? '' }],
            ...(music !== undefined && { music_info: { music_id: music } }),
          };
  const page = landingPage(ad);
  return {
    adgroup_id: adSet.id,
    ad_name: name,
    operation_status: ad.paused ? statusWords.PAUSED : statusWords.ACTIVE,
    creative_list: [
      { creative_info: { ...shown, ...who, identity_authorized_bc_id: identity.centre } },
    ],
    ...(ad.type !== 'postBoost' && { ad_text_list: [{ ad_text: captionOf(ad) }] }),
    ...buttons,
    ...(ad.leadFormId === undefined
      ? page !== undefined && { landing_page_url_list: [{ landing_page_url: page }] }
      : { page_list: [{ page_id: ad.leadFormId }] }),
    ad_configuration: {
      ...asRow(ad_configuration),
      ...(isCustom && who),
      // Ads alone: the video is not put on the profile.
      ...(ad.type !== 'postBoost' && { dark_post_status: 'ON' }),
      creative_auto_add_toggle: false,
      creative_auto_enhancement_strategy_list: [],
    },
  };
}

import { shortVideo } from '../../../adapters/sandbox/tiktok/seed/ids.ts';
import { account, type TiktokClient, type TiktokReply } from './tiktok-client.ts';

/** Good requests of the Smart+ family, against an account that may send them. */

const { profile } = shortVideo.identities;
let requests = 0;
export const requestId = (): string => String(++requests);

export const webCampaign = (more: object = {}): object => ({
  request_id: requestId(),
  objective_type: 'WEB_CONVERSIONS',
  sales_destination: 'WEBSITE',
  campaign_name: 'Smart',
  budget: 100,
  operation_status: 'DISABLE',
  ...more,
});

export const webAdGroup = (campaign_id: string, more: object = {}): object => ({
  request_id: requestId(),
  campaign_id,
  adgroup_name: 'Smart',
  promotion_type: 'WEBSITE',
  optimization_goal: 'CONVERT',
  billing_event: 'OCPM',
  pixel_id: `${account}01`,
  optimization_event: 'SHOPPING',
  bid_type: 'BID_TYPE_NO_BID',
  schedule_type: 'SCHEDULE_FROM_NOW',
  schedule_start_time: '2026-11-15 12:00:00',
  targeting_spec: { location_ids: ['2921044'] },
  ...more,
});

export const videoCreative = (video_id: string, web_uri: string, more: object = {}): object => ({
  creative_info: {
    ad_format: 'SINGLE_VIDEO',
    video_info: { video_id, file_name: 'a.mp4' },
    image_info: [{ web_uri }],
    identity_type: profile.type,
    identity_id: profile.id,
    ...more,
  },
});

export const webAd = (
  adgroup_id: string,
  creative_list: readonly object[],
  more: object = {},
): object => ({
  adgroup_id,
  ad_name: 'Smart',
  creative_list,
  ad_text_list: [{ ad_text: 'Text' }],
  landing_page_url_list: [{ landing_page_url: 'https://shop.example/' }],
  ad_configuration: { call_to_action_id: shortVideo.portfolio(account) },
  ...more,
});

const made = async (answer: Promise<TiktokReply>): Promise<TiktokReply['data']> => {
  const { code, message, data } = await answer;
  if (code !== 0) throw new Error(`${code} ${message}`);
  return data;
};

export const createCampaign = (client: TiktokClient, more: object = {}) =>
  made(client.post('smart_plus/campaign/create', webCampaign(more)));

/** In a campaign of its own. */
export async function createAdGroup(
  client: TiktokClient,
  more: object = {},
  campaign: object = {},
) {
  const { campaign_id } = await createCampaign(client, campaign);
  return made(client.post('smart_plus/adgroup/create', webAdGroup(campaign_id, more)));
}

let files = 0;

/** A video that is ready, with its cover. */
export async function creative(client: TiktokClient, more: object = {}): Promise<object> {
  const [video, image] = [
    await client.video(`clip ${++files}.mp4`),
    await client.image(`cover ${files}`),
  ];
  await client.clock.advance(3_000);
  return videoCreative(video, image, more);
}

export const createAd = async (client: TiktokClient, adGroup: string, more: object = {}) =>
  made(client.post('smart_plus/ad/create', webAd(adGroup, [await creative(client)], more)));

import { appNetwork } from '../../adapters/sandbox/applovin/seed/ids.ts';
import { professionalNetwork } from '../../adapters/sandbox/linkedin/seed/ids.ts';
import { pin } from '../../adapters/sandbox/pinterest/seed/ids.ts';
import { photoMessaging } from '../../adapters/sandbox/snapchat/seed/ids.ts';
import { shortVideo } from '../../adapters/sandbox/tiktok/seed/ids.ts';

const [video, photo, network, app] = [
  shortVideo.accounts.eur,
  photoMessaging.accounts.eur,
  professionalNetwork.accounts.eur,
  appNetwork.accounts.app,
];
const { smart } = shortVideo.accounts;
const reviews = `smart_plus/ad/review_info/?advertiser_id=${smart}&smart_plus_ad_ids=["${shortVideo.smart.ad(smart, 'web', 1)}"]`;
const days = `start_time=2026-10-20&end_time=2026-11-15&search_field=ADGROUP_ID`;

const everyFigure = `ad_account/insights?aggregation_level=ad&${['impressions', 'clicks', 'spend', 'ctr', 'cpc', 'cpm', 'ad_name'].map((name) => `fields[]=${name}`).join('&')}`;

/** Answers of a simulation, the objects that they hold, and where those stand in the answer. */
export const answers: {
  readonly [platform: string]: readonly (readonly [path: string, object: string, at: string])[];
} = {
  pinterest: [
    ['ad_accounts', 'AdAccount', 'items'],
    ['boards', 'Board', 'items'],
    [`boards/${pin.boards.organic}/pins`, 'Pin', 'items'],
    [`ad_accounts/${pin.accounts.eur}/campaigns`, 'CampaignResponse', 'items'],
    [`ad_accounts/${pin.accounts.eur}/ad_groups`, 'AdGroupResponse', 'items'],
    [`ad_accounts/${pin.accounts.eur}/ads`, 'AdResponse', 'items'],
  ],
  tiktok: [
    [`campaign/get/?advertiser_id=${video}`, 'campaign.Campaign', 'data.list'],
    [`adgroup/get/?advertiser_id=${video}`, 'adgroup.Adgroup', 'data.list'],
    [`ad/get/?advertiser_id=${video}`, 'ad.Ad', 'data.list'],
    [`identity/get/?advertiser_id=${video}`, 'identity.Identity', 'data.identity_list'],
    [`advertiser/info/?advertiser_ids=["${video}"]`, 'advertiser.Advertiser', 'data.list'],
    [
      `comment/list/?advertiser_id=${video}&${days}&search_value=${shortVideo.deliveringAdGroup(video, 'traffic')}`,
      'comment.Comment',
      'data.comments',
    ],
    [`smart_plus/campaign/get/?advertiser_id=${smart}`, 'smart_plus.Campaign', 'data.list'],
    [`smart_plus/adgroup/get/?advertiser_id=${smart}`, 'smart_plus.Adgroup', 'data.list'],
    [`smart_plus/ad/get/?advertiser_id=${smart}`, 'smart_plus.Ad', 'data.list'],
    [reviews, 'smart_plus.AdReview', 'data.smart_plus_ad_review_infos'],
    [reviews, 'smart_plus.MaterialReview', 'data.material_review_infos'],
  ],
  snapchat: [
    [`adaccounts/${photo}`, 'ad_accounts', 'adaccounts.adaccount'],
    [`adaccounts/${photo}/campaigns`, 'campaigns', 'campaigns.campaign'],
    [`adaccounts/${photo}/adsquads`, 'ad_squads', 'adsquads.adsquad'],
    [`adaccounts/${photo}/ads`, 'ads', 'ads.ad'],
    [`adaccounts/${photo}/creatives`, 'creatives', 'creatives.creative'],
    [`adaccounts/${photo}/media`, 'media', 'media.media'],
    [`adaccounts/${photo}/pixels`, 'pixels', 'pixels.pixel'],
  ],
  linkedin: [
    ['adAccounts?q=search', 'accounts', 'elements'],
    [`adAccounts/${network}/adCampaignGroups?q=search`, 'campaignGroups', 'elements'],
    [`adAccounts/${network}/adCampaigns?q=search`, 'campaigns', 'elements'],
    [`adAccounts/${network}/creatives?q=criteria`, 'creatives', 'elements'],
  ],
  openai: [
    ['ad_account', 'Account', ''],
    ['campaigns', 'Campaign', 'data'],
    ['ad_groups', 'AdGroup', 'data'],
    ['ads', 'Ad', 'data'],
    [everyFigure, 'InsightRow', 'data'],
  ],
  applovin: [
    [`campaign/list?account_id=${app}`, 'Campaign', ''],
    [`creative_set/list?account_id=${app}`, 'CreativeSet', ''],
    [`asset/list?account_id=${app}`, 'Asset', ''],
  ],
};

/** How a field of an object is written. */
interface Written {
  readonly at: string;
  body(field: string): object;
}

const inList = (at: string, list: string, given: object = {}): Written => ({
  at,
  body: (field) => ({ ...given, [list]: [{ [field]: '1' }] }),
});
const alone = (at: string, given: object = {}): Written => ({
  at,
  body: (field) => ({ ...given, [field]: '1' }),
});

/** The creations of the same objects. */
export const creations: { readonly [platform: string]: { readonly [object: string]: Written } } = {
  pinterest: {
    Pin: alone('POST pins'),
    CampaignResponse: inList('POST ad_accounts/{ad_account_id}/campaigns', '[]'),
    AdGroupResponse: inList('POST ad_accounts/{ad_account_id}/ad_groups', '[]'),
    AdResponse: inList('POST ad_accounts/{ad_account_id}/ads', '[]'),
  },
  tiktok: {
    'campaign.Campaign': alone('POST campaign/create', { advertiser_id: video }),
    'adgroup.Adgroup': alone('POST adgroup/create', { advertiser_id: video }),
    'ad.Ad': inList('POST ad/create', 'creatives', {
      advertiser_id: video,
      adgroup_id: shortVideo.emptyAdGroups(video, 'traffic')[0],
    }),
    'identity.Identity': alone('POST identity/create', { advertiser_id: video }),
    'comment.Comment': alone('POST comment/post', { advertiser_id: video }),
    'smart_plus.Campaign': alone('POST smart_plus/campaign/create', { advertiser_id: video }),
    'smart_plus.Adgroup': alone('POST smart_plus/adgroup/create', { advertiser_id: video }),
    'smart_plus.Ad': alone('POST smart_plus/ad/create', { advertiser_id: video }),
  },
  snapchat: {
    campaigns: inList(`POST adaccounts/${photo}/campaigns`, 'campaigns'),
    ad_squads: inList(
      `POST campaigns/${photoMessaging.campaign(photo, 'traffic')}/adsquads`,
      'adsquads',
    ),
    ads: inList(`POST adsquads/${photoMessaging.emptyAdSquads(photo, 'traffic')[0]}/ads`, 'ads'),
    creatives: inList(`POST adaccounts/${photo}/creatives`, 'creatives'),
    media: inList(`POST adaccounts/${photo}/media`, 'media'),
  },
  linkedin: {
    campaignGroups: alone(`POST adAccounts/${network}/adCampaignGroups`),
    campaigns: alone(`POST adAccounts/${network}/adCampaigns`),
    creatives: alone(`POST adAccounts/${network}/creatives`),
  },
  openai: {
    Campaign: alone('POST campaigns'),
    AdGroup: alone('POST ad_groups'),
    Ad: alone('POST ads'),
  },
  applovin: {
    Campaign: alone('POST campaign/create'),
    CreativeSet: alone('POST creative_set/create'),
  },
};

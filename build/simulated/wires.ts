import { version as googleVersion } from '../../adapters/platforms/google/version.ts';
import { version as linkedinVersion } from '../../adapters/platforms/linkedin/version.ts';
import { appNetwork } from '../../adapters/sandbox/applovin/seed/ids.ts';
import { demoCompany } from '../../adapters/sandbox/companies.ts';
import { searchAds } from '../../adapters/sandbox/google/seed/ids.ts';
import { professionalNetwork } from '../../adapters/sandbox/linkedin/seed/ids.ts';
import { ids as openai, openaiAccountId } from '../../adapters/sandbox/openai/seed/ids.ts';
import { pin } from '../../adapters/sandbox/pinterest/seed/ids.ts';
import { simulations } from '../../adapters/sandbox/registry.ts';
import { photoMessaging } from '../../adapters/sandbox/snapchat/seed/ids.ts';
import { shortVideo } from '../../adapters/sandbox/tiktok/seed/ids.ts';

/** How a platform is spoken to, and what of it there is. */
export interface Wire {
  readonly base: string;
  readonly headers: { readonly [name: string]: string };
  /** Behind every path. */
  readonly ending?: string;
  readonly query?: { readonly [name: string]: string };
  readonly ids: { readonly [placeholder: string]: string };
  /** Parameters that are files. */
  readonly files?: readonly string[];
  /** Values that have an effect where a parameter is read. */
  readonly values?: { readonly [param: string]: string };
  /** What an endpoint asks for before it looks at other parameters. */
  readonly needs?: { readonly [methodAndPath: string]: object };
}

const baseOf = (platform: string): string =>
  simulations.find(({ name }) => name === platform)?.basePath ?? '';
const { token } = demoCompany;
const account = shortVideo.accounts.eur;
const bearer = { authorization: `Bearer ${token}` };

export const wires: { readonly [platform: string]: Wire } = {
  pinterest: {
    base: baseOf('pinterest'),
    headers: bearer,
    ids: {
      ad_account_id: pin.accounts.eur,
      board_id: pin.boards.organic,
      pin_id: pin.pins[0] ?? '',
    },
  },
  tiktok: {
    base: baseOf('tiktok'),
    ending: '/',
    headers: { 'access-token': token },
    ids: {},
    files: ['image_file', 'video_file'],
    needs: {
      'POST ad/create': {
        advertiser_id: account,
        adgroup_id: shortVideo.emptyAdGroups(account, 'traffic')[0] ?? '',
      },
      'POST ad/update': {
        advertiser_id: account,
        adgroup_id: shortVideo.deliveringAdGroup(account, 'traffic'),
        creatives: [{ ad_id: shortVideo.ad(account, 'traffic', 1) }],
      },
      'POST creative/portfolio/create': { advertiser_id: account },
      'POST smart_plus/ad/create': { advertiser_id: account },
      'POST smart_plus/ad/update': { advertiser_id: account },
    },
  },
  snapchat: {
    base: baseOf('snapchat'),
    headers: bearer,
    ids: { parent_id: photoMessaging.accounts.eur },
  },
  linkedin: {
    base: baseOf('linkedin'),
    headers: {
      ...bearer,
      'linkedin-version': linkedinVersion.pinned,
      'x-restli-protocol-version': '2.0.0',
      'x-restli-method': 'FINDER',
    },
    ids: { account: professionalNetwork.accounts.eur },
  },
  openai: {
    base: baseOf('openai'),
    headers: { ...bearer, 'user-agent': 'coverage' },
    ids: {
      campaign_id: openai.campaign(openaiAccountId(1), 'clicks'),
      ad_group_id: openai.delivering(openaiAccountId(1), 'clicks'),
      ad_id: openai.ad(openaiAccountId(1), 'clicks', 1),
    },
    files: ['file'],
  },
  applovin: {
    base: baseOf('applovin'),
    headers: { authorization: token },
    query: { account_id: appNetwork.accounts.app },
    ids: {},
    files: ['files'],
  },
  google: {
    base: `${baseOf('google')}/${googleVersion.pinned}`,
    headers: { authorization: `Bearer ya29.${token}.seed`, 'login-customer-id': searchAds.manager },
    ids: { customer_id: searchAds.accounts.eur },
  },
};

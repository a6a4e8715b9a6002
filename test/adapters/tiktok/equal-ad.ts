import { shortVideo } from '../../two-platforms.ts';

const account = shortVideo.accounts.eur;
const { profile } = shortVideo.identities;

/** An ad that cannot be told from another of its kind by anything but its id. */
export const equalAd = {
  adName: 'Twin',
  adAccountId: account,
  selectedShortVideoUserAccount: `${profile.type}:${profile.id}`,
  description: 'What it says',
  cta: 'SHOP_NOW',
  link: 'https://shop.example/',
  adSets: [shortVideo.emptyAdGroups(account, 'traffic')[0]],
  media: [{ url: 'https://cdn.example/pic-0.png' }],
};

import { contentHash } from '../../kit/image-bytes.ts';
import { choices } from '../../kit/names.ts';
import { treeIds } from '../../kit/seed.ts';

/** 18 digits of account, kind and number, apart from later ids. */
const digits = {
  campaign: 1,
  adSet: 2,
  ad: 3,
  creative: 4,
  video: 5,
  pixel: 6,
  page: 7,
  post: 8,
  profile: 9,
  media: 0,
} as const;

export const seedId = (account: string, kind: keyof typeof digits, number: number) =>
  `1200${account.replace(/^act_/, '').padStart(8, '0')}${digits[kind]}${String(number).padStart(5, '0')}`;

/** `legacy` has ad sets of its own kind; none delivers. */
const campaigns = choices('awareness traffic engagement leads app sales advantage legacy');
export type SeedCampaign = (typeof campaigns)[number];

const emptyIn = (account: string, campaign: SeedCampaign) => {
  if (campaign === 'traffic') return account.endsWith('001') ? 12 : 3;
  return campaign === 'sales' ? 4 : campaign === 'legacy' ? 0 : 1;
};

export const ids = treeIds<SeedCampaign>(campaigns, seedId, emptyIn);
export const {
  campaign: campaignId,
  delivering: deliveringAdSetId,
  empty: emptyAdSetIds,
  adSet: adSetNumber,
  ad: adId,
} = ids;

/** `first` is the company's first account. */
export const companyIds = (first: string) => ({
  business: seedId(first, 'page', 99),
  user: seedId(first, 'page', 98),
  page: seedId(first, 'page', 1),
  /** May not be advertised for. */
  foreignPage: seedId(first, 'page', 2),
  /** Of a creator who gave ad codes. */
  creatorPage: seedId(first, 'page', 3),
  profile: seedId(first, 'profile', 1),
  creatorProfile: seedId(first, 'profile', 2),
  pixel: seedId(first, 'pixel', 1),
  customConversion: seedId(first, 'pixel', 2),
  posts: {
    /** Has a link and a button. */
    link: `${seedId(first, 'page', 1)}_${seedId(first, 'post', 1)}`,
    image: `${seedId(first, 'page', 1)}_${seedId(first, 'post', 2)}`,
    video: `${seedId(first, 'page', 1)}_${seedId(first, 'post', 3)}`,
    /** Cannot be promoted. */
    unpromotable: `${seedId(first, 'page', 1)}_${seedId(first, 'post', 4)}`,
    creator: `${seedId(first, 'page', 3)}_${seedId(first, 'post', 5)}`,
  },
  media: {
    image: seedId(first, 'media', 1),
    reel: seedId(first, 'media', 2),
    /** Holds unlicensed music. */
    music: seedId(first, 'media', 3),
    creator: seedId(first, 'media', 4),
  },
  /** People write `adcode-` in front. */
  adCodes: { instagram: 'SANDBOXIGCODE1', facebook: 'SANDBOXFBCODE1' },
});

export type Shared = ReturnType<typeof companyIds>;

/** @param name of a picture; without, the one that no ad shows */
export const imageHash = (account: string, name = '') =>
  contentHash(new TextEncoder().encode(`seed image ${name}of ${account}`));

export const videoId = (account: string) => seedId(account, 'video', 1);

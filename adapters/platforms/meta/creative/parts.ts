import type { AdSetFacts, Asset, LaunchAd, Row } from '../../types.ts';

export interface Built {
  readonly params: Row;
  readonly warnings?: readonly string[];
}

/** Although every check passed. */
export class UnbuildableAd extends Error {
  readonly fix: string;

  constructor(message: string, fix: string) {
    super(message);
    this.name = 'UnbuildableAd';
    this.fix = fix;
  }
}

export function identity(ad: LaunchAd) {
  return {
    page_id: ad.page,
    ...(ad.secondary !== undefined && { instagram_user_id: ad.secondary }),
  };
}

export function assetAt(assets: readonly Asset[], position: number): Asset {
  const asset = assets[position];
  if (asset === undefined) {
    throw new UnbuildableAd(
      'The ad has fewer uploaded media than it needs.',
      'Launch it again with all of its media.',
    );
  }
  return asset;
}

/** The platform's own, else the user's. */
export function thumbnailOf(ad: LaunchAd, asset: Asset, position: number) {
  const url =
    (asset.type === 'video' ? asset.thumbnailUrl : undefined) ?? ad.media[position]?.thumbnail;
  if (url === undefined) {
    throw new UnbuildableAd(
      'The video has no thumbnail yet.',
      'Launch it again in a few minutes, or give the media a thumbnail.',
    );
  }
  return url;
}

/** The platform refuses empty ones. */
export function textOptions(texts: readonly (string | undefined)[]) {
  return texts
    .filter((text): text is string => text !== undefined && text !== '')
    .map((text) => ({ text }));
}

/** The variations, else the ad's one text. */
export const headlinesOf = (ad: LaunchAd): readonly (string | undefined)[] =>
  ad.headlineVariations?.length ? ad.headlineVariations : [ad.title];

export const bodiesOf = (ad: LaunchAd): readonly (string | undefined)[] =>
  ad.bodyVariations?.length ? ad.bodyVariations : [ad.description];

/** With texts of single media; the platform refuses repeated ones. */
export const allBodiesOf = (ad: LaunchAd): readonly (string | undefined)[] => [
  ...new Set([...bodiesOf(ad), ...ad.media.map(({ adCopyDescription }) => adCopyDescription)]),
];

/** With the address the platform expects. */
const ways: {
  readonly [word: string]: {
    readonly type: string;
    readonly app_destination: string;
    readonly link: string;
  };
} = {
  MESSENGER: {
    type: 'MESSAGE_PAGE',
    app_destination: 'MESSENGER',
    link: 'https://fb.com/messenger_doc/',
  },
  INSTAGRAM: {
    type: 'INSTAGRAM_MESSAGE',
    app_destination: 'INSTAGRAM_DIRECT',
    link: 'https://www.instagram.com',
  },
  WHATSAPP: {
    type: 'WHATSAPP_MESSAGE',
    app_destination: 'WHATSAPP',
    link: 'https://api.whatsapp.com/send',
  },
};

/** People choose an app to write in: the creative must name all (2446493 otherwise). */
export const choosesApp = (adSet: Pick<AdSetFacts, 'destinationType'>) =>
  adSet.destinationType?.startsWith('MESSAGING_') === true;

/** For a destination such as MESSAGING_INSTAGRAM_DIRECT_MESSENGER. */
export function messagingFeed(destination: string) {
  const words = destination.split('_');
  const named = Object.entries(ways).filter(([word]) => words.includes(word));
  return {
    optimization_type: 'DOF_MESSAGING_DESTINATION',
    call_to_actions: named.map(([, { type, ...value }]) => ({ type, value })),
  };
}

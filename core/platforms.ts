/**
 * The one list of ad platforms. Core and the API speak the neutral ids; the adapters' folders carry the
 * real names, because they implement those wire protocols.
 */
export const platforms = {
  primary: {
    name: 'Primary',
    aliases: ['meta', 'facebook'],
    adSetWord: 'ad set',
  },
  'short-video': {
    name: 'Short-video',
    aliases: ['tiktok'],
    adSetWord: 'ad group',
  },
  'photo-messaging': {
    name: 'Photo-messaging',
    aliases: ['snapchat', 'snap'],
    adSetWord: 'ad squad',
  },
  pin: { name: 'Pin', aliases: ['pinterest'], adSetWord: 'ad group' },
  'search-ads': {
    name: 'Search-ads',
    aliases: ['google-ads', 'google'],
    adSetWord: 'ad group',
  },
  'professional-network': {
    name: 'Professional-network',
    aliases: ['linkedin'],
    adSetWord: 'campaign',
  },
  'app-network': {
    name: 'App-network',
    aliases: ['applovin', 'axon'],
    adSetWord: 'campaign',
  },
} as const;

export type PlatformId = keyof typeof platforms;

export const platformIds = Object.keys(platforms) as readonly PlatformId[];

/** The platform a word means (`primary`, `meta`, `Facebook`), or undefined. */
export function platformByName(name: string): PlatformId | undefined {
  const wanted = name.trim().toLowerCase();
  return platformIds.find((id) => id === wanted || (platforms[id].aliases as readonly string[]).includes(wanted));
}

/**
 * The platform an account id's form points to. The last resort, after an explicit type and the
 * registered account: several platforms use bare digits, which here mean short-video.
 */
export function platformByAccountId(accountId: string): PlatformId | undefined {
  if (/^act_\d+$/.test(accountId)) return 'primary';
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(accountId)) return 'photo-messaging';
  if (/^urn:li:sponsoredAccount:\d+$/.test(accountId)) return 'professional-network';
  if (/^customers\/\d+$/.test(accountId) || /^\d{3}-\d{3}-\d{4}$/.test(accountId)) return 'search-ads';
  if (/^\d+$/.test(accountId)) return 'short-video';
  return undefined;
}

/** The one spelling under which an account is registered: `act_` added, dashes, URN and `customers/` removed. */
export function canonicalAccountId(platform: PlatformId, accountId: string): string {
  const id = accountId.trim();
  switch (platform) {
    case 'primary':
      return /^\d+$/.test(id) ? `act_${id}` : id;
    case 'search-ads':
      return id.replace(/^customers\//, '').replace(/-/g, '');
    case 'professional-network':
      return id.replace(/^urn:li:sponsoredAccount:/, '');
    case 'photo-messaging':
      return id.toLowerCase();
    default:
      return id;
  }
}

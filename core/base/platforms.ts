/**
 * Platform names fixed by the public interface, in the order of lists. A service may add others;
 * their definitions (core/ports/platform-definition.ts) describe them.
 */
export const publicPlatforms = [
  'primary',
  'short-video',
  'photo-messaging',
  'pin',
  'search-ads',
  'professional-network',
  'app-network',
] as const;

/** One of `publicPlatforms`, or an added platform. */
export type PlatformId = string;

export const isPublicPlatform = (word: string): boolean =>
  (publicPlatforms as readonly string[]).includes(word.trim().toLowerCase());

/** In the order of `publicPlatforms`, all others after them by name. */
export function comparePlatforms(a: PlatformId, b: PlatformId): number {
  const place = (id: PlatformId): number => {
    const at = (publicPlatforms as readonly string[]).indexOf(id);
    return at < 0 ? publicPlatforms.length : at;
  };
  return place(a) - place(b) || (a < b ? -1 : a > b ? 1 : 0);
}

/** As people call a platform: the name in brackets at the end of its label, or the label. */
export const platformCalled = (label: string): string => /\(([^()]+)\)$/.exec(label)?.[1] ?? label;

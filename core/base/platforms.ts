/**
 * The names of ad platforms that the public interface fixes, in the order lists show them. A service may offer other
 * platforms under names of their own: which ones it has, and all that is known of each, is in their definitions
 * (core/ports/platform-definition.ts).
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

/** One of `publicPlatforms`, or the name of a platform that was added to the service. */
export type PlatformId = string;

/** Whether the public interface has a platform of this name. */
export const isPublicPlatform = (word: string): boolean =>
  (publicPlatforms as readonly string[]).includes(word.trim().toLowerCase());

/** Orders platforms as `publicPlatforms` does, all others after them by name. */
export function comparePlatforms(a: PlatformId, b: PlatformId): number {
  const place = (id: PlatformId): number => {
    const at = (publicPlatforms as readonly string[]).indexOf(id);
    return at < 0 ? publicPlatforms.length : at;
  };
  return place(a) - place(b) || (a < b ? -1 : a > b ? 1 : 0);
}

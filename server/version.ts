/**
 * Of the package; a test compares the two. It stands in the header X-Slipway-Version of every
 * answer.
 */
export const VERSION = '0.2.0';

/**
 * What the older surface under /api/ says of itself: since when no new client should use it (RFC
 * 9745), and from when it may no longer answer (RFC 8594).
 */
export const olderSurface = {
  deprecatedSince: Date.UTC(2026, 10, 15),
  sunset: Date.UTC(2027, 11, 31),
} as const;

export const deprecationHeaders = (publicUrl: string): { readonly [name: string]: string } => ({
  Deprecation: `@${olderSurface.deprecatedSince / 1000}`,
  Sunset: new Date(olderSurface.sunset).toUTCString(),
  Link: `<${publicUrl}/docs#stability>; rel="deprecation"`,
});

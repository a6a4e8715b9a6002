const hour = 60 * 60 * 1000;

/** No zone is told with any time: this is the widest that a time read as UTC can be off. */
export const unknownZoneMs = 14 * hour;

/** A time as the platform writes times, without a zone: `2026-05-04T00:00:00`. */
export const platformTime = (ms: number): string => new Date(ms).toISOString().slice(0, 19);

/** Milliseconds of such a time read as UTC; undefined when it is none. */
export function msOf(time: unknown): number | undefined {
  if (typeof time !== 'string') return undefined;
  const written = time.trim().replace(' ', 'T');
  const ms = Date.parse(
    /(Z|[+-]\d\d:?\d\d)$/.test(written) ? written : `${written}${written.includes('T') ? 'Z' : 'T00:00:00Z'}`,
  );
  return Number.isNaN(ms) ? undefined : ms;
}

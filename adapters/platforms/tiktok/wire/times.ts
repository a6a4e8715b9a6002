/** UTC without saying so, to the second. */
export const platformTime = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');

/** Undefined where it is no time. */
export function msOf(time: unknown): number | undefined {
  if (typeof time !== 'string') return undefined;
  const ms = Date.parse(`${time.replace(' ', 'T').replace(/Z$/, '')}Z`);
  return Number.isNaN(ms) ? undefined : ms;
}

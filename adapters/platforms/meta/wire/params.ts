export const accountNode = (adAccountId: string): string => (adAccountId.startsWith('act_') ? adAccountId : `act_${adAccountId}`);

/** ISO 8601 as the platform writes it. */
export const isoTime = (ms: number): string => new Date(ms).toISOString().replace(/\.\d{3}Z$/, '+0000');

/** `2026-10-03T23:33:10+0000`; undefined where it is no time. */
export function msOf(time: unknown): number | undefined {
  if (typeof time !== 'string') return undefined;
  const ms = Date.parse(time.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));
  return Number.isNaN(ms) ? undefined : ms;
}

/** Sent as Unix seconds; read as that or as a date. */
export const secondsOf = (time: unknown): number | undefined => {
  const number = Number(time);
  if (Number.isFinite(number)) return number;
  const ms = msOf(time);
  return ms === undefined ? undefined : Math.floor(ms / 1000);
};

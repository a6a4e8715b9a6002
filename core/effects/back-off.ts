/** 1 s, 2 s, 4 s … at most a minute, spread by a quarter so that siblings do not come back together. */
export function pauseBefore(key: string, attempts: number): number {
  const pause = Math.min(60_000, 1000 * 2 ** Math.max(0, attempts - 1));
  let hash = attempts;
  for (const char of key) hash = (hash * 31 + char.charCodeAt(0)) % 1009;
  return Math.round(pause * (0.75 + hash / 2018));
}

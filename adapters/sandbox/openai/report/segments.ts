import { type Measures, split } from '../../kit/metrics.ts';

export const segments = ['country', 'device', 'platform', 'product'] as const;
export type Segment = (typeof segments)[number];

/** How often each is used is ours. */
const shares: { readonly [S in Exclude<Segment, 'country'>]: readonly string[] } = {
  device: ['desktop', 'mobile'],
  platform: ['desktop_web', 'ios_app', 'android_app'],
  product: ['none'],
};

const hours = Array.from({ length: 24 }, (_, at) => String(at));

interface DayPart {
  readonly measures: Measures;
  readonly from: number;
  readonly to: number;
  readonly country: string;
  readonly salt: string;
}

interface Piece {
  readonly measures: Measures;
  readonly from: number;
  readonly to: number;
  readonly segment: string;
}

/** A day as its hours, or as what it is divided by. Pieces add up to it. */
export function segmented(
  { measures, from, to, country, salt }: DayPart,
  { byHour, segment }: { readonly byHour: boolean; readonly segment: Segment | undefined },
): readonly Piece[] {
  if (byHour) {
    const length = (to - from) / hours.length;
    return [...split(measures, hours, salt)].map(([at, share]) => {
      const start = from + Number(at) * length;
      return {
        measures: share,
        from: start,
        to: start + length,
        segment: segment === 'country' ? country : '',
      };
    });
  }
  if (segment === undefined || segment === 'country')
    return [{ measures, from, to, segment: segment === undefined ? '' : country }];
  return [...split(measures, shares[segment], `${salt}|${segment}`)].map(([word, share]) => ({
    measures: share,
    from,
    to,
    segment: word,
  }));
}

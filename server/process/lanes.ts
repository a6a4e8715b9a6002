import * as v from 'valibot';
import type { Feature, LaneName } from '../../core/operations/feature.ts';
import type { Lane } from '../../core/ports/jobs.ts';
import { SWEEP_QUEUE } from '../../core/upkeep/sweep.ts';

/** How many jobs of one kind a process carries out at the same time. */
export interface LanePlaces {
  readonly places: number;
  readonly perCompany: number;
  /** Of those on one ad account, or to one webhook. */
  readonly perAccount: number;
}

export interface Places {
  readonly launches: LanePlaces;
  readonly deliveries: LanePlaces;
  readonly exports: LanePlaces;
  readonly syncs: LanePlaces;
  /**
   * Launches of one platform at a time, of all companies. Platforms that are not named may have all
   * places.
   */
  readonly platforms?: { readonly [platform: string]: number };
}

export const defaultPlaces: Places = {
  launches: { places: 12, perCompany: 6, perAccount: 4 },
  deliveries: { places: 16, perCompany: 4, perAccount: 2 },
  exports: { places: 4, perCompany: 2, perAccount: 2 },
  syncs: { places: 6, perCompany: 3, perAccount: 2 },
};

/** Lanes whose places no setting names. */
const fixed: { readonly [lane in Exclude<LaneName, keyof Places>]: LanePlaces } = {
  rules: { places: 6, perCompany: 4, perAccount: 2 },
  conversions: { places: 6, perCompany: 3, perAccount: 2 },
  imports: { places: 4, perCompany: 2, perAccount: 2 },
  upkeep: { places: 2, perCompany: 2, perAccount: 1 },
  backups: { places: 1, perCompany: 1, perAccount: 1 },
};

export function lanesOf(places: Places, features: readonly Feature[]): readonly Lane[] {
  const { platforms, ...set } = places;
  const queues = features.flatMap((each) => Object.entries(each.queues ?? {}));
  return Object.entries({ ...set, ...fixed }).map(([name, { perAccount, ...size }]) => ({
    name,
    queues: [
      ...queues.flatMap(([queue, { lane }]) => (lane === name ? [queue] : [])),
      ...(name === 'upkeep' ? [SWEEP_QUEUE] : []),
    ],
    ...size,
    perUse: perAccount,
    ...(name === 'launches' && platforms && { perGroup: platforms }),
  }));
}

/** The lane of each queue that these features know. */
export const laneNames = (features: readonly Feature[]): ReadonlyMap<string, string> =>
  new Map(
    lanesOf(defaultPlaces, features).flatMap((lane) =>
      lane.queues.map((queue) => [queue, lane.name] as const),
    ),
  );

/** Default: half of the places for a company and a third for an ad account. */
export function lanePlaces(
  places: number,
  perCompany = Math.ceil(places / 2),
  perAccount = Math.min(perCompany, Math.ceil(places / 3)),
): LanePlaces {
  return { places, perCompany, perAccount };
}

const MOST_PLACES = 200;

export const textOf = ({ places, perCompany, perAccount }: LanePlaces): string =>
  `${places},${perCompany},${perAccount}`;

/** `12`, `12,6` or `12,6,4`: of the process, of a company, of an ad account. */
export const placesText = v.pipe(
  v.string(),
  v.regex(
    /^\d+(\s*,\s*\d+){0,2}$/,
    'must be one to three whole numbers with commas between them, such as 12,6,4',
  ),
  v.transform((text) => text.split(',').map(Number)),
  v.check(
    (numbers) => numbers.every((n) => n >= 1 && n <= MOST_PLACES),
    `must be numbers from 1 to ${MOST_PLACES}`,
  ),
  v.check(
    ([places = 1, perCompany = 1, perAccount = 1]) =>
      perCompany <= places && perAccount <= Math.max(perCompany, 1),
    'must not give a company more than the process, nor an ad account more than a company',
  ),
  v.transform(([places = 1, perCompany, perAccount]) => lanePlaces(places, perCompany, perAccount)),
);

/** `short-video=4,pin=2`: places for launches of some of these platforms. */
export const platformPlacesText = (platforms: readonly string[]) =>
  v.pipe(
    v.string(),
    v.regex(
      /^[a-z-]+=\d{1,3}(,[a-z-]+=\d{1,3})*$/,
      'must name platforms with numbers, such as short-video=4,pin=2',
    ),
    v.transform((text) => text.split(',').map((each) => each.split('=') as [string, string])),
    v.check(
      (pairs) => pairs.every(([name]) => platforms.includes(name)),
      `must name some of ${platforms.join(', ')}`,
    ),
    v.check((pairs) => pairs.every(([, n]) => Number(n) >= 1), 'must be numbers from 1'),
    v.transform((pairs): { readonly [platform: string]: number } =>
      Object.fromEntries(pairs.map(([name, n]) => [name, Number(n)])),
    ),
  );

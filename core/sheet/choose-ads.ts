import { newId } from '../launch/structure/parents.ts';
import { rowRef } from '../launch/structure/row-ref.ts';
import type { RowHistory, SentAd } from './launch-record.ts';
import type { SheetAd } from './read-rows.ts';

export interface KeyedAd extends SheetAd {
  readonly keys: SentAd['rows'];
  /**
   * Why it is unknown whether the ad was launched already; it is not launched until that is clear.
   */
  readonly unclear?: string | undefined;
}

/** What launching does with an ad, and why. */
export type Turn = 'launch' | 'not ready' | 'faulty' | 'launching' | 'launched' | 'unclear';

export interface ChosenAd {
  readonly keyed: KeyedAd;
  readonly turn: Turn;
  /** Without ad sets it is in already. */
  readonly ad: { readonly [field: string]: unknown };
  readonly adSets: readonly string[];
  /** Ads that its rows made in ad sets which they no longer name. */
  readonly elsewhere: readonly string[];
  /** How often its rows were launched before. */
  readonly launches: number;
}

/**
 * Decides for every ad whether it goes out now. A row makes at most one ad in each ad set, however
 * often it is launched: existing ads are left out, failed and added ones are sent. `scope`: all
 * ready rows, or only those whose last launch failed somewhere.
 */
export function chooseAds(
  ads: readonly KeyedAd[],
  isFaulty: (position: number) => boolean,
  history: ReadonlyMap<string, RowHistory>,
  scope: 'ready' | 'failed' = 'ready',
): ChosenAd[] {
  return ads.map((keyed, position) => {
    const past = keyed.keys.flatMap(([key]) => history.get(key) ?? []);
    const named = Array.isArray(keyed.ad.adSets) ? (keyed.ad.adSets as readonly string[]) : [];
    const described = describedAdSet(keyed.ad);
    const wanted = [...named, ...described];
    const adSets = wanted.filter((id) => !past.some(({ made }) => made.has(id)));
    const chosen = {
      keyed,
      ad: adSets.length === wanted.length ? keyed.ad : without(keyed.ad, adSets),
      adSets,
      elsewhere: [
        ...new Set(
          past.flatMap(({ made }) =>
            [...made].flatMap(([id, ad]) => (wanted.includes(id) ? [] : ad)),
          ),
        ),
      ],
      launches: Math.max(0, ...past.map(({ launches }) => launches)),
    };
    const failed = past.some(({ last }) => last.ad.failed !== undefined);
    const turn = (): Turn => {
      if (keyed.unclear !== undefined) return 'unclear';
      if (past.some(({ open }) => open)) return 'launching';
      if (wanted.length > 0 && adSets.length === 0) return 'launched';
      if (scope === 'ready' ? !keyed.ready : !failed) return 'not ready';
      return isFaulty(position) ? 'faulty' : 'launch';
    };
    return { ...chosen, turn: turn() };
  });
}

/** What stands for the ad set that a row describes, until and after it is made. */
function describedAdSet({ adAccountId, newCampaign, newAdSet }: ChosenAd['ad']): readonly string[] {
  const [above, name] = [nameOf(newCampaign), nameOf(newAdSet)];
  return above === '' || name === '' ? [] : [newId(rowRef(String(adAccountId ?? ''), above, name))];
}

const nameOf = (level: unknown): string =>
  typeof level === 'object' && level !== null && 'name' in level
    ? String(level.name ?? '').trim()
    : '';

/** The ad without the ad sets that it is in already. */
function without(ad: ChosenAd['ad'], left: readonly string[]): ChosenAd['ad'] {
  const { newCampaign, newAdSet, ...rest } = ad;
  const isDescribed = describedAdSet(ad).some((id) => left.includes(id));
  const adSets = left.filter((id) => !id.startsWith('new:'));
  return {
    ...rest,
    ...(isDescribed && { newCampaign, newAdSet }),
    ...(Array.isArray(ad.adSets) && { adSets }),
  };
}

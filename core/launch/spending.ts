import { SlipwayError } from '../errors.ts';
import { countIn, type Judgement, judgeDemand, refuseExceeded } from '../guard/gate.ts';
import type { GuardedAccount, Verdict } from '../guard/judge.ts';
import { type CampaignState, campaignsOf, startedBetween } from '../guard/started.ts';
import type { AdSet } from '../ports/platform-accounts.ts';
import type { Store } from '../ports/store.ts';
import type { MoneyAtStake } from '../schema/guardrails.ts';

/** An active ad in one ad set, and where the request names that ad set. */
export interface ActiveAd {
  readonly adAccountId: string;
  readonly adSetId: string;
  readonly path: string;
}

/** What a launch means in money, by account. */
export interface LaunchSpending {
  readonly verdicts: readonly Verdict[];
  readonly moneyAtStake: readonly MoneyAtStake[];
  /** Accounts with active ads whose ad sets could not be read: what these ads would spend is not known. */
  readonly unread: readonly string[];
}

/** What is known of an account when a launch is judged. */
export interface SpendingAccount extends GuardedAccount {
  /** All its live ad sets; undefined where the platform could not be asked. */
  readonly adSets: ReadonlyMap<string, AdSet> | undefined;
}

/** What the gate says to a launch. Paused ads start nothing. No calls: the ad sets were read for the plan. */
export async function judgeLaunch(
  ports: { readonly store: Store },
  active: readonly ActiveAd[],
  accountOf: (adAccountId: string) => SpendingAccount | undefined,
  now: number,
): Promise<LaunchSpending> {
  const verdicts: Verdict[] = [];
  const moneyAtStake: MoneyAtStake[] = [];
  const unread: string[] = [];
  for (const adAccountId of new Set(active.map((ad) => ad.adAccountId))) {
    const account = accountOf(adAccountId);
    const ads = active.filter((ad) => ad.adAccountId === adAccountId);
    const judgement = account && (await judgeAccount(ports, account, ads, now));
    if (judgement === undefined) unread.push(adAccountId);
    else {
      verdicts.push(...judgement.verdicts);
      moneyAtStake.push(judgement.moneyAtStake);
    }
  }
  return { verdicts, moneyAtStake, unread };
}

async function judgeAccount(
  ports: { readonly store: Store },
  { adSets, ...account }: SpendingAccount,
  ads: readonly ActiveAd[],
  now: number,
): Promise<Judgement | undefined> {
  if (adSets === undefined) return undefined;
  const paths = new Map([...ads].reverse().map(({ adSetId, path }) => [adSetId, path]));
  const before = campaignsOf(adSets.values());
  const after = before.map(
    (campaign): CampaignState => ({
      ...campaign,
      adSets: campaign.adSets.map((adSet) => (paths.has(adSet.id) ? { ...adSet, hasActiveAds: true } : adSet)),
    }),
  );
  return judgeDemand(ports, account, {
    wanted: [],
    started: startedBetween(before, after, now, countIn(account)),
    pathOf: ([adSetId]) => paths.get(adSetId ?? '') ?? ads[0]?.path ?? 'ads',
  });
}

/** Throws when a guard is exceeded, and when it cannot be known whether one is: `unavailable`. */
export function refuseSpending({ verdicts, unread }: LaunchSpending): void {
  refuseExceeded(verdicts);
  if (unread.length === 0) return;
  const message = `The platform could not be asked about the ad sets of ${unread.join(', ')}, so it is not known what active ads would spend there. Nothing was launched: try again in a minute, or launch the ads paused.`;
  throw new SlipwayError('unavailable', message, { details: [{ path: 'ads', code: 'spend_unknown', message }] });
}

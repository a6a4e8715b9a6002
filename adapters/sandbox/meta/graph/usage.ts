import type { CallBudget, Table, World } from '../../types.ts';
import { GraphError, refuse } from './params.ts';

interface Tier {
  /** A read costs 1, a write 3. */
  readonly maxScore: number;
  /** The score decays evenly to 0 in this time. */
  readonly decaySeconds: number;
  readonly blockSeconds: number;
  readonly accessTier: 'development_access' | 'standard_access';
  /** Per account. */
  readonly mutationsPerSecond: number;
}

/** Ours: limits that tests do not reach. */
const generous: Tier = {
  maxScore: 9_000_000,
  decaySeconds: 300,
  blockSeconds: 60,
  accessTier: 'standard_access',
  mutationsPerSecond: 1_000_000,
};

const tiers: Table<Tier> = {
  generous,
  limited: {
    maxScore: 60,
    decaySeconds: 300,
    blockSeconds: 300,
    accessTier: 'development_access',
    mutationsPerSecond: 100,
  },
  full: {
    maxScore: 9000,
    decaySeconds: 300,
    blockSeconds: 60,
    accessTier: 'standard_access',
    mutationsPerSecond: 100,
  },
};

export interface Usage extends CallBudget {
  /** Refuses when the score is used up. */
  count(account: string, write: boolean): void;
  /** A page has its own budget (code 32). */
  countPage(page: string, write: boolean): void;
  /** Per cent of the highest score. */
  raise(account: string, percent: number): void;
  /** Refuses everything for that long. */
  block(account: string, seconds: number): void;
  /** Headers show it as full until then; nothing is refused. */
  show(account: string, budget: 'account' | 'app', seconds: number): void;
  headers(account: string | undefined, insights: boolean): Table<string>;
}

interface Meter {
  score: number;
  at: number;
  blockedUntil: number;
  second: number;
  mutations: number;
}

/** Tier and blocks are kept with the world, scores are not. */
export function createUsage(world: World, platform: string): Usage {
  const tierNote = `tier ${platform}`;
  const blockNote = `blocked ${platform} `;
  let tier = tiers[String(world.notes.get(tierNote) ?? '')] ?? generous;
  const shown = new Map<string, { readonly budget: 'account' | 'app'; readonly seconds: number }>();
  const meters = new Map<string, Meter>();

  const meterOf = (account: string): Meter => {
    const now = world.now();
    let meter = meters.get(account);
    if (meter === undefined) {
      const blockedUntil = Number(world.notes.get(`${blockNote}${account}`) ?? 0);
      meter = { score: 0, at: now, blockedUntil, second: 0, mutations: 0 };
      meters.set(account, meter);
    }
    meter.score = Math.max(
      0,
      meter.score - (tier.maxScore * (now - meter.at)) / (tier.decaySeconds * 1000),
    );
    meter.at = now;
    return meter;
  };

  const block = (account: string, seconds: number) => {
    const until = world.now() + seconds * 1000;
    meterOf(account).blockedUntil = until;
    world.notes.set(`${blockNote}${account}`, until);
  };

  const take = (whose: string, write: boolean, refusal: () => GraphError): void => {
    const meter = meterOf(whose);
    const score = meter.score + (write ? 3 : 1);
    if (score > tier.maxScore) {
      block(whose, tier.blockSeconds);
      throw refusal();
    }
    meter.score = score;
  };

  const percentOf = (meter: Meter) => {
    if (meter.blockedUntil > world.now()) return 100;
    return Math.min(100, Math.floor((meter.score / tier.maxScore) * 10_000) / 100);
  };

  const forget = () => {
    meters.clear();
    world.notes.forget(blockNote);
  };

  return {
    tiers: Object.keys(tiers),
    count(account, write) {
      const meter = meterOf(account);
      const now = world.now();
      if (meter.blockedUntil > now) throw throttled();
      if (write) {
        const second = Math.floor(now / 1000);
        meter.mutations = meter.second === second ? meter.mutations + 1 : 1;
        meter.second = second;
        if (meter.mutations > tier.mutationsPerSecond) throw refuse(5044001);
      }
      take(account, write, throttled);
    },
    countPage(page, write) {
      if (meterOf(`page ${page}`).blockedUntil > world.now()) throw pageThrottled();
      take(`page ${page}`, write, pageThrottled);
    },
    raise(account, percent) {
      const meter = meterOf(account);
      meter.score = Math.min(tier.maxScore, meter.score + (tier.maxScore * percent) / 100);
    },
    block,
    show: (account, budget, seconds) => void shown.set(account, { budget, seconds }),
    headers(account, insights) {
      const meter = meterOf(account ?? '');
      const pretended = shown.get(account ?? '');
      shown.delete(account ?? '');
      const app = pretended?.budget === 'app' ? 100 : 0;
      const percent = pretended === undefined ? percentOf(meter) : 100;
      const whole = Math.ceil(percent);
      const seconds =
        pretended?.seconds ?? Math.max(0, Math.ceil((meter.blockedUntil - world.now()) / 1000));
      const figures = { call_count: whole, total_cputime: whole, total_time: whole };
      const { accessTier: ads_api_access_tier } = tier;
      const id = account?.replace(/^act_/, '');
      return {
        'x-app-usage': JSON.stringify({ call_count: app, total_time: app, total_cputime: app }),
        ...(id === undefined
          ? {}
          : {
              'x-ad-account-usage': JSON.stringify({
                acc_id_util_pct: percent,
                reset_time_duration: seconds,
                ads_api_access_tier,
              }),
              'x-business-use-case-usage': JSON.stringify({
                [id]: [
                  {
                    type: insights ? 'ads_insights' : 'ads_management',
                    ...figures,
                    // Rounded up: no client comes back too early.
                    estimated_time_to_regain_access: Math.ceil(seconds / 60),
                    ads_api_access_tier,
                  },
                ],
              }),
              ...(insights
                ? {
                    'x-fb-ads-insights-throttle': JSON.stringify({
                      app_id_util_pct: app,
                      acc_id_util_pct: percent,
                      ads_api_access_tier,
                    }),
                  }
                : {}),
            }),
      };
    },
    setTier(name) {
      tier = tiers[name] ?? generous;
      world.notes.set(tierNote, name);
      forget();
    },
    forget,
  };
}

const throttled = () =>
  new GraphError({
    code: 17,
    subcode: 2446079,
    message: '(#17) User request limit reached',
    title: 'Too many calls',
    userMessage: 'There have been too many calls for this ad account. Wait a while and try again.',
  });

const pageThrottled = () =>
  new GraphError({ code: 32, message: '(#32) Page request limit reached' });

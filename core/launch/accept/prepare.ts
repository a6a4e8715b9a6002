import { findAccount, type Platforms } from '../../accounts/access.ts';
import type { AdSetReader } from '../../accounts/ad-sets.ts';
import type { AdAccountRecord } from '../../accounts/records.ts';
import { type Fault, SlipwayError } from '../../errors.ts';
import type { Clock } from '../../ports/clock.ts';
import type { LaunchAd } from '../../ports/launch-ad.ts';
import type { MediaFacts, MediaSource } from '../../ports/media.ts';
import type { AdSet } from '../../ports/platform-accounts.ts';
import type { Asset } from '../../ports/platform-launch.ts';
import type { Secrets } from '../../ports/secrets.ts';
import type { Store, Stored } from '../../ports/store.ts';
import type { Turns } from '../../ports/turns.ts';
import { inTurns, pausing, turnFor } from '../../records/steps.ts';
import type { Warning } from '../../schema/unknown-fields.ts';
import type { LaunchStatus } from '../journal/records.ts';
import { recallAsset } from '../plan/assets.ts';
import { type Plan, planLaunch } from '../plan/plan.ts';
import { namesIn, readLaunchBody, type SentLaunch } from './body.ts';
import { refuseOversizedLaunch } from './bounds.ts';
import { faultsOfLaunch } from './check.ts';
import { type LaunchDefaults, readLaunchDefaults } from './defaults.ts';
import { fieldWarnings } from './field-warnings.ts';
import { type NormalizedLaunch, normalizeSent } from './normalize.ts';
import { type ActiveAd, activeIn, readAdSets } from './spending.ts';
import { trackingWarnings } from './tracking.ts';

export interface PreparePorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly platforms: Platforms;
  readonly media: MediaSource;
  readonly adSets: AdSetReader;
  /** Absent where nobody else waits for the thread. */
  readonly turns?: Turns;
}

export interface PreparedLaunch {
  readonly plan: Plan;
  /** Of everything that will happen: the same body in the same surroundings gives the same digest. */
  readonly digest: string;
  readonly launchStatus: LaunchStatus;
  /** What is to start delivering: the gate is asked about it when the launch is planned and when it is committed. */
  readonly active: readonly ActiveAd[];
  readonly warnings: readonly Warning[];
  readonly name?: string;
}

/**
 * From a body to a plan: looks everything up, normalises, checks, plans. Nothing is created or changed.
 * Throws `bad_request` when the body is no launch, `unprocessable_entity` with every fault of every ad, and
 * `conflict` when the caller agreed to another plan.
 */
export async function prepareLaunch(ports: PreparePorts, companyId: string, body: unknown): Promise<PreparedLaunch> {
  refuseOversizedLaunch(body);
  const sent = await inTurns(ports.turns, readLaunchBody(body));
  const looked = await lookUp(ports, companyId, sent);
  const normalizing = normalizeSent(sent, {
    account: (id) => {
      const account = looked.accounts.get(id);
      return account && { id: account.id, platform: account.doc.platform };
    },
    media: (url) => looked.media.get(url),
    defaults: (adAccountId) => looked.defaults.get(adAccountId) ?? looked.companyDefaults,
    companyPaused: looked.companyDefaults.launchPaused,
  });
  const request = await inTurns(ports.turns, normalizing);
  const check = (around: Surroundings): Promise<readonly Fault[]> => {
    const checking = faultsOfLaunch(request, {
      platforms: ports.platforms,
      accountStatus: (adAccountId) => looked.byId.get(adAccountId)?.doc.status,
      adSets: (adAccountId) => around.adSets.get(adAccountId),
      missingMedia: looked.missingMedia,
    });
    return inTurns(ports.turns, checking);
  };
  let surroundings = await readSurroundings(ports, companyId, request, looked);
  let faults = await check(surroundings);
  if (faults.some(({ code }) => code === 'ad_set_full')) {
    // Cached ad counts may include ads that failed later: re-read before refusing with ad_set_full.
    for (const { adAccountId } of request.ads) ports.adSets.forget(companyId, adAccountId);
    surroundings = await readSurroundings(ports, companyId, request, looked);
    faults = await check(surroundings);
  }
  if (faults.length > 0) {
    const [count, it] = faults.length === 1 ? ['1 fault', 'it'] : [`${faults.length} faults`, 'them'];
    throw new SlipwayError(
      'unprocessable_entity',
      `Nothing was launched: the request has ${count}. Mend ${it} and send it again.`,
      { details: faults },
    );
  }

  const planning = planLaunch(request.ads, {
    platforms: ports.platforms,
    adSetFacts: (adAccountId, adSetId) => factsOf(surroundings.adSets.get(adAccountId)?.get(adSetId)),
    knownAsset: (adAccountId, { sha256 }) => surroundings.assets.get(`${adAccountId} ${sha256}`),
    timezone: (adAccountId) => looked.byId.get(adAccountId)?.doc.timezone ?? 'UTC',
    now: ports.clock.now(),
  });
  const plan = await inTurns(ports.turns, planning);
  await turnFor(ports.turns, plan.operations.length);
  const planned = JSON.stringify([plan.ads, plan.operations]);
  await turnFor(ports.turns, plan.operations.length);
  const digest = await ports.secrets.sha256(planned);
  if (request.planDigest !== undefined && request.planDigest !== digest)
    throw new SlipwayError(
      'conflict',
      'What would happen now differs from the plan you agreed to. Look at the new plan and send its digest.',
      {
        details: [{ path: 'planDigest', code: 'plan_differs', message: `The plan is now ${digest}.` }],
      },
    );
  return {
    plan,
    digest,
    launchStatus: launchStatusOf(request.ads),
    active: activeIn(request.ads),
    warnings: [
      ...(await inTurns(ports.turns, fieldWarnings(sent))),
      ...(await inTurns(ports.turns, trackingWarnings(request.ads, ports.platforms))),
      ...surroundings.warnings,
    ],
    ...(request.name === undefined ? {} : { name: request.name }),
  };
}

interface LookedUp {
  /** By the spelling the request used. */
  readonly accounts: ReadonlyMap<string, Stored<AdAccountRecord>>;
  readonly byId: ReadonlyMap<string, Stored<AdAccountRecord>>;
  readonly media: ReadonlyMap<string, MediaFacts>;
  readonly missingMedia: ReadonlySet<string>;
  readonly defaults: ReadonlyMap<string, LaunchDefaults>;
  readonly companyDefaults: LaunchDefaults;
}

async function lookUp(ports: PreparePorts, companyId: string, sent: SentLaunch): Promise<LookedUp> {
  const { accountIds, mediaUrls } = namesIn(sent);
  const accounts = new Map<string, Stored<AdAccountRecord>>();
  const byId = new Map<string, Stored<AdAccountRecord>>();
  const media = new Map<string, MediaFacts>();
  const missingMedia = new Set<string>();
  const defaults = new Map<string, LaunchDefaults>();
  // A store in this very process answers at once: without a pause all of this would be one turn.
  const pause = pausing(ports.turns);
  for (const id of accountIds) {
    await pause();
    const account = await findAccount(ports.store, companyId, id);
    if (account === undefined) continue;
    accounts.set(id, account);
    byId.set(account.id, account);
    defaults.set(account.id, await readLaunchDefaults(ports, companyId, account.id));
  }
  for (const url of mediaUrls) {
    await pause();
    const facts = await ports.media.describe(companyId, url);
    if (facts === 'missing') missingMedia.add(url);
    else if (facts !== undefined) media.set(url, facts);
  }
  return { accounts, byId, media, missingMedia, defaults, companyDefaults: await readLaunchDefaults(ports, companyId) };
}

interface Surroundings {
  readonly adSets: ReadonlyMap<string, ReadonlyMap<string, AdSet> | undefined>;
  /** By `<account> <sha256>`. */
  readonly assets: ReadonlyMap<string, Asset>;
  readonly warnings: readonly Warning[];
}

/** The ad sets of every account named, and the media those accounts already hold. */
async function readSurroundings(
  ports: PreparePorts,
  companyId: string,
  request: NormalizedLaunch,
  looked: LookedUp,
): Promise<Surroundings> {
  const adSets = new Map<string, ReadonlyMap<string, AdSet> | undefined>();
  const assets = new Map<string, Asset>();
  const warnings: Warning[] = [];
  const accountIds = [...new Set(request.ads.map(({ adAccountId }) => adAccountId))].filter(
    (id) => looked.byId.get(id)?.doc.status === 'active',
  );
  const wantedBy = adSetsByAccount(request.ads);
  await Promise.all(
    accountIds.map(async (adAccountId) => {
      const read = await readAdSets(ports, companyId, adAccountId, [...(wantedBy.get(adAccountId) ?? [])]);
      adSets.set(adAccountId, read);
      if (read === undefined)
        warnings.push({
          path: 'ads',
          code: 'ad_sets_unread',
          message: `The platform could not be asked about the ad sets of ${adAccountId}; their names and room were not checked.`,
        });
    }),
  );
  const contents = new Map(
    request.ads.flatMap(({ adAccountId, media }) =>
      media.flatMap(({ sha256 }) =>
        sha256 === undefined ? [] : [[`${adAccountId} ${sha256}`, { adAccountId, sha256 }] as const],
      ),
    ),
  );
  const pause = pausing(ports.turns);
  for (const [key, { adAccountId, sha256 }] of contents) {
    await pause();
    const asset = await recallAsset(ports.store, companyId, adAccountId, sha256);
    if (asset !== undefined) assets.set(key, asset);
  }
  return { adSets, assets, warnings };
}

function adSetsByAccount(ads: readonly LaunchAd[]): ReadonlyMap<string, ReadonlySet<string>> {
  const byAccount = new Map<string, Set<string>>();
  for (const { adAccountId, adSets } of ads) {
    const ids = byAccount.get(adAccountId) ?? new Set<string>();
    byAccount.set(adAccountId, ids);
    for (const { id } of adSets) ids.add(id);
  }
  return byAccount;
}

function factsOf(adSet: AdSet | undefined) {
  if (adSet === undefined) return undefined;
  const { id, name, objective, optimizationGoal, destinationType, promotedPage } = adSet;
  return {
    id,
    name,
    objective,
    ...(optimizationGoal === undefined ? {} : { optimizationGoal }),
    ...(destinationType === undefined ? {} : { destinationType }),
    ...(promotedPage === undefined ? {} : { promotedPage }),
  };
}

function launchStatusOf(ads: readonly LaunchAd[]): LaunchStatus {
  const paused = ads.filter((ad) => ad.paused).length;
  return paused === ads.length ? 'PAUSED' : paused === 0 ? 'ACTIVE' : 'MIXED';
}

import { accountKeyOf } from '../../base/account-key.ts';
import { defined } from '../../base/defined.ts';
import { type Fault, SlipwayError } from '../../base/errors.ts';
import type { Warning } from '../../base/schema/unknown-fields.ts';
import type { LaunchAd } from '../../ports/launch-ad.ts';
import type { AdSet } from '../../ports/platform-accounts.ts';
import { asOfNow } from '../../records/as-of-now.ts';
import { inTurns, turnFor } from '../../records/steps.ts';
import type { Addition, Filling } from '../hooks.ts';
import type { LaunchStatus } from '../journal/records.ts';
import { type Plan, planLaunch } from '../plan/plan.ts';
import type { AdsInto } from '../request-schema.ts';
import type { AdSource } from '../source-schema.ts';
import { newId } from '../structure/parents.ts';
import { readStructure } from '../structure/read.ts';
import { unusedRefs } from '../structure/refs.ts';
import type { Structure } from '../structure/structure.ts';
import { adWarnings } from './ad-warnings.ts';
import { readLaunchBody } from './body.ts';
import { refuseOversizedLaunch } from './bounds.ts';
import { faultsOfLaunch } from './check.ts';
import { fieldWarnings } from './field-warnings.ts';
import { withKeptMedia } from './keep-media.ts';
import { lookUp, type PreparePorts, readSurroundings, type Surroundings } from './look-up.ts';
import { type NormalizedLaunch, normalizeSent } from './normalize.ts';
import { activeIn, type Spending } from './spending.ts';

export type { PreparePorts } from './look-up.ts';

export interface PreparedLaunch {
  readonly plan: Plan;
  /** The same body in the same surroundings gives the same digest. */
  readonly digest: string;
  readonly launchStatus: LaunchStatus;
  /**
   * What is to start delivering: the gate judges it when the launch is planned and again when it is
   * committed.
   */
  readonly spending: Spending;
  readonly additions: readonly Addition[];
  readonly warnings: readonly Warning[];
  readonly fillings: readonly Filling[];
  readonly name?: string;
  readonly sources: readonly (AdSource | undefined)[];
  readonly corrects: readonly (string | undefined)[];
  readonly described: Structure['described'];
  /** Of the parts before this one. */
  readonly after: readonly AdsInto[];
}

/**
 * From a body to a plan; changes nothing. Throws `bad_request` when the body is no launch,
 * `unprocessable_entity` with every fault of every ad, and `conflict` when the caller agreed to
 * another plan.
 */
export async function prepareLaunch(
  all: PreparePorts,
  companyId: string,
  body: unknown,
): Promise<PreparedLaunch> {
  refuseOversizedLaunch(body, all.launchLimits);
  // A plan reads documents as they are when planning begins, or later: its commit names the
  // versions that were read.
  const ports = { ...all, store: asOfNow(all.store) };
  const read = await inTurns(ports.turns, readLaunchBody(body));
  const looked = await lookUp(ports, companyId, read);
  const { sent, ...structure } = await readStructure(ports, companyId, read);
  const normalized = await inTurns(
    ports.turns,
    normalizeSent(sent, { ...looked.facts, adSets: () => undefined }),
  );
  const kept = await withKeptMedia(ports.media, companyId, normalized.ads);
  const request = {
    ...normalized,
    ads: kept.ads,
    faults: [
      ...normalized.faults,
      ...kept.faults,
      ...structure.faults,
      ...unusedRefs(structure, normalized),
    ],
  };
  const check = (around: Surroundings): Promise<readonly Fault[]> =>
    inTurns(
      ports.turns,
      faultsOfLaunch(request, {
        ...looked.facts,
        adSets: (account) => around.adSets.get(account),
        post: around.post,
        knowsNew: true,
      }),
    );
  let surroundings = await readSurroundings(ports, companyId, request, {
    ...looked,
    made: structure.adSets,
  });
  let faults = await check(surroundings);
  if (faults.some(({ code }) => code === 'ad_set_full')) {
    // Cached ad counts may include ads that failed later: re-read before refusing with ad_set_full.
    for (const ad of request.ads) ports.adSets.forget(companyId, accountKeyOf(ad));
    surroundings = await readSurroundings(ports, companyId, request, {
      ...looked,
      made: structure.adSets,
    });
    faults = await check(surroundings);
  }
  // A request with other faults is refused without a call to the platform.
  if (faults.length === 0) faults = await faultsOfHooks(ports, companyId, request);
  refuseLaunch(faults);

  const planning = planLaunch(request.ads, {
    platforms: ports.platforms,
    adSetFacts: (account, adSetId) => factsOf(surroundings.adSets.get(account)?.get(adSetId)),
    knownAsset: (account, { sha256 }) => surroundings.assets.get(`${account} ${sha256}`),
    timezone: (account) => looked.accounts.get(account)?.timezone ?? 'UTC',
    now: ports.clock.now(),
    parents: structure.parents,
  });
  const plan = await inTurns(ports.turns, planning);
  await turnFor(ports.turns, plan.operations.length);
  const additions: Addition[] = [];
  const planned = {
    plan,
    sent,
    ads: request.ads,
    definitions: looked.facts.definitions,
    fillings: looked.facts.fillings ?? [],
    adSets: surroundings.adSets,
    media: looked.facts.media,
    isAgreed: request.planDigest !== undefined,
    again: request.again,
  };
  for (const add of ports.hooks.planned) additions.push(await add(ports, companyId, planned));
  await turnFor(ports.turns, plan.operations.length);
  const digest = await digestOf(ports, plan, [
    ...(plan.parents === undefined ? [] : [parentsAgreed(plan.parents)]),
    ...additions.flatMap(({ agreed }) => (agreed === undefined ? [] : [agreed])),
  ]);
  if (request.planDigest !== undefined && request.planDigest !== digest)
    throw planDiffers(`The plan is now ${digest}.`);
  return {
    plan,
    digest,
    launchStatus: launchStatusOf(request.ads),
    spending: { active: activeIn(request.ads), ...(structure.parents.length > 0 && { structure }) },
    warnings: [
      ...structure.warnings,
      ...(await inTurns(ports.turns, fieldWarnings(sent, looked.facts.definitions))),
      ...(await inTurns(
        ports.turns,
        adWarnings(request.ads, sent, looked.facts.definitions, surroundings),
      )),
      ...surroundings.warnings,
    ],
    fillings: planned.fillings,
    additions,
    ...defined({ name: request.name }),
    sources: sent.ads.map(({ input }) => input?.source ?? undefined),
    corrects: sent.ads.map(({ input }) => input?.corrects ?? undefined),
    after: request.after ?? [],
    described: structure.described,
  };
}

/** Throws with each fault. */
export function refuseLaunch(faults: readonly Fault[]): void {
  if (faults.length === 0) return;
  const [count, it] = faults.length === 1 ? ['1 fault', 'it'] : [`${faults.length} faults`, 'them'];
  const message = `Nothing was launched: the request has ${count}. Fix ${it} and send it again.`;
  throw new SlipwayError('unprocessable_entity', message, { details: faults });
}

async function faultsOfHooks(
  ports: PreparePorts,
  companyId: string,
  { ads, sentAs }: NormalizedLaunch,
): Promise<readonly Fault[]> {
  const faults: Fault[] = [];
  for (const check of ports.hooks.checked) faults.push(...(await check(ports, companyId, ads)));
  return faults.map((fault) => ({ ...fault, path: sentAs.get(fault.path) ?? fault.path }));
}

const SLICE = 100;

/**
 * A ref is a name inside one request: another door calls the same object otherwise, and means the
 * same.
 */
function withoutRefs(
  parents: Plan['parents'],
): ((key: string, value: unknown) => unknown) | undefined {
  if (parents === undefined) return undefined;
  const own = new Map(
    parents.flatMap(({ level, ref, id }) => (level === 'adSet' ? [[newId(ref), newId(id)]] : [])),
  );
  return (key, value) =>
    key === 'id' || key === 'adSetId' ? (own.get(String(value)) ?? value) : value;
}

function parentsAgreed(parents: NonNullable<Plan['parents']>): readonly object[] {
  const campaigns = new Map(
    parents.flatMap(({ level, ref, id }) =>
      level === 'campaign' ? [[newId(ref), newId(id)]] : [],
    ),
  );
  return parents.map(({ ref: _ref, request, ...rest }) => {
    const { campaignId } = request;
    const known = campaignId === undefined ? undefined : campaigns.get(campaignId);
    return { ...rest, request: { ...request, ...(known !== undefined && { campaignId: known }) } };
  });
}

/**
 * A large plan is read slice by slice: as one text it would hold memory and the thread for as long
 * as all else together.
 */
async function digestOf(
  { secrets, turns }: PreparePorts,
  { ads, operations, parents }: Plan,
  also: readonly unknown[],
): Promise<string> {
  const told = withoutRefs(parents);
  if (ads.length <= SLICE && operations.length <= 10 * SLICE)
    return secrets.sha256(JSON.stringify([ads, operations, ...also], told));
  const digests: string[] = [];
  for (const [list, most] of [
    [ads, SLICE],
    [operations, 10 * SLICE],
    [also, 1],
  ] as const)
    for (let start = 0; start < list.length; start += most) {
      digests.push(await secrets.sha256(JSON.stringify(list.slice(start, start + most), told)));
      await turns?.next();
    }
  return secrets.sha256(digests.join(' '));
}

export const planDiffers = (why: string): SlipwayError =>
  new SlipwayError(
    'conflict',
    'What would happen now differs from the plan you agreed to. Look at the new plan and send its digest.',
    { details: [{ path: 'planDigest', code: 'plan_differs', message: why }] },
  );

function factsOf(adSet: AdSet | undefined) {
  if (adSet === undefined) return undefined;
  const {
    id,
    name,
    objective,
    campaignId,
    optimizationGoal,
    destinationType,
    promotedPage,
    traits,
  } = adSet;
  return {
    id,
    name,
    objective,
    campaignId,
    ...defined({ optimizationGoal, destinationType, promotedPage, traits }),
  };
}

function launchStatusOf(ads: readonly LaunchAd[]): LaunchStatus {
  const paused = ads.filter((ad) => ad.paused).length;
  return paused === ads.length ? 'PAUSED' : paused === 0 ? 'ACTIVE' : 'MIXED';
}

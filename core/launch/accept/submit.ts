import type * as v from 'valibot';
import { auditWrite } from '../../access/audit.ts';
import type { Actor } from '../../access/caller.ts';
import type { AccountKey } from '../../base/account-key.ts';
import { SlipwayError } from '../../base/errors.ts';
import { refuseExceeded } from '../../gate/gate.ts';
import { readGuardrails } from '../../gate/records.ts';
import { hostOf, noteHosts } from '../../media/hosts.ts';
import type { Jobs } from '../../ports/jobs.ts';
import type { Secrets } from '../../ports/secrets.ts';
import type { Store, Stored, Write } from '../../ports/store.ts';
import { asOfNow } from '../../records/as-of-now.ts';
import { jobId, jobWrite } from '../../records/job.ts';
import { type Conclude, type Once, unkeyed } from '../../records/once.ts';
import { reserve } from '../../records/sequence.ts';
import { turnFor } from '../../records/steps.ts';
import { takeName } from '../../records/unique-name.ts';
import { type BatchRecord, batchKind, LAUNCH_QUEUE, planKind } from '../journal/records.ts';
import { keepPlan } from '../plan/pages.ts';
import type { Plan } from '../plan/plan.ts';
import { type Repeat, repeatsOf, repeatWarnings } from '../repeats/find.ts';
import { launchedIntoWrites, readLaunchedInto } from '../repeats/records.ts';
import { accountsOf } from '../run/schedule.ts';
import type { launchAccepted } from '../schema.ts';
import { refuseOverAdQuota } from './ad-quota.ts';
import { inLineFor } from './in-line.ts';
import { expandLateTokens } from './late-tokens.ts';
import { judgeWhole } from './launch-guards.ts';
import { type PreparedLaunch, type PreparePorts, planDiffers, prepareLaunch } from './prepare.ts';
import { readTracking, schemeWrites } from './scheme.ts';
import { passedInTurn } from './spending.ts';

/** A launch of so many ads does not wait for large ones of its ad account to end. */
const SMALL_ADS = 10;

export interface SubmitPorts extends PreparePorts {
  readonly jobs: Jobs;
}

export type SubmittedLaunch = v.InferOutput<typeof launchAccepted>;

/**
 * Accepts a launch: batch, plan, job and idempotency record in one commit. Once this resolves the launch
 * happens, even if the process dies in the next instant.
 */
export function submitLaunch(
  ports: SubmitPorts,
  caller: Actor,
  body: unknown,
  once: Once = unkeyed(ports.store),
): Promise<SubmittedLaunch> {
  return once.inOneCommit(async (conclude) => {
    const prepared = await prepareLaunch(ports, caller.companyId, body);
    return inLineFor(ports.store, sharedBy(caller.companyId, prepared), async (hasWaited) => {
      for (let attempt = 0; ; attempt++) {
        // At first one look does for the number and the limits; whoever lost reads the number until it is won.
        const looked = attempt === 0 ? { ...ports, store: asOfNow(ports.store) } : ports;
        const { first, writes } = await reserve(looked, caller.companyId, 'batch', { attempt });
        const launch = { batchId: String(first), slug: newSlug(ports.secrets), prepared, attempt, also: writes, hasWaited };
        const now = attempt === 0 ? { current: looked.store } : {};
        const accepted = await commitLaunch(ports, caller, { ...launch, ...now }, conclude);
        // Somebody took the number meanwhile: another one. The plan stands.
        if (accepted !== undefined) return accepted;
      }
    });
  });
}

/** The documents that launches of a company contend for. */
const sharedBy = (companyId: string, { launchedInto, schemes }: PreparedLaunch): string[] =>
  [...launchedInto.keys(), ...schemes.keys()].map((id) => `${companyId} ${id}`);

export interface LaunchToCommit {
  readonly batchId: string;
  readonly slug: string;
  readonly prepared: PreparedLaunch;
  /** How often committing it was tried before. */
  readonly attempt: number;
  /** Others may have launched into its ad sets since it was planned. */
  readonly hasWaited?: boolean;
  readonly also?: readonly Write[];
  /** The store as it is now, for what is only looked at. */
  readonly current?: Store;
  /** What it was until now; a new batch when there is none. */
  readonly draft?: Stored<BatchRecord>;
}

/** Writes a batch down as queued, if the gate lets it pass. Undefined when somebody else was faster with one of its documents. */
export async function commitLaunch(
  ports: SubmitPorts,
  caller: Actor,
  {
    batchId,
    slug,
    prepared,
    attempt,
    hasWaited = false,
    also = [],
    current: store = asOfNow(ports.store),
    draft,
  }: LaunchToCommit,
  conclude: Conclude<SubmittedLaunch>,
): Promise<SubmittedLaunch | undefined> {
  const { clock, jobs } = ports;
  const { companyId } = caller;
  const current = { store, clock };
  refuseExceeded(await judgeWhole(current, caller, prepared.plan));
  const totalAds = prepared.plan.operations.filter(({ kind }) => kind === 'ad').length;
  await refuseOverAdQuota(current, companyId, totalAds);
  const now = clock.now();
  const named = await expandLateTokens(ports, companyId, slug, prepared.plan, attempt);
  const record: BatchRecord = {
    slug,
    name: draft?.doc.name ?? prepared.name ?? '',
    rawStatus: 'Queued',
    createdAt: draft?.doc.createdAt ?? now,
    createdBy: caller.keyId,
    totalAds,
    successfulAds: 0,
    failedAds: 0,
    launchStatus: prepared.launchStatus,
    entries: 0,
    lastEvent: 0,
  };
  const { plan, launchStatus, sources } = prepared;
  const claimed: Write[] = [];
  for (const accept of ports.hooks.accepted)
    claimed.push(...(await accept(ports, companyId, { batchId, now, plan, launchStatus, sources })));
  // The commit expects the versions that were read for the plan: where one has changed since, it is tried again with the new ones.
  const { prints } = prepared;
  const isAsPlanned = attempt === 0 && !hasWaited;
  const known = isAsPlanned ? prepared.launchedInto : await readLaunchedInto(ports.store, companyId, prints);
  const schemes = isAsPlanned ? prepared.schemes : await readTracking(ports.store, companyId, prepared.schemes.keys());
  const repeats = isAsPlanned ? prepared.repeats : await repeatsOf(ports, companyId, prints, known);
  await refuseRepeats(current, companyId, prepared, repeats);
  const answer = acceptance(Number(batchId), slug, prepared, repeats);
  const text = named.plan === prepared.plan ? prepared.text : undefined;
  const kept = await keepPlan(ports, companyId, `${slug}.${attempt}`, named.plan, text);
  const paged = kept.plan.pages && { pages: { ...kept.plan.pages, ads: named.plan.ads.length } };
  const writes: Write[] = [
    { kind: batchKind, companyId, id: batchId, expect: draft?.version ?? 'absent', doc: { ...record, ...paged } },
    { kind: planKind, companyId, id: batchId, expect: 'absent', doc: kept.plan, ...(kept.text && { text: kept.text }) },
    ...kept.writes,
    ...(draft === undefined ? [takeName(companyId, 'batch-slug', slug, batchId)] : []),
    jobWrite(LAUNCH_QUEUE, companyId, batchId, now, accountsOf(named.plan), 0, named.plan.ads.length <= SMALL_ADS),
    auditWrite(ports, caller, 'batch.launch', batchId, { totalAds: record.totalAds, launchStatus: record.launchStatus }),
    ...named.writes,
    ...launchedIntoWrites(companyId, batchId, prints, known, now),
    ...schemeWrites(companyId, plan, schemes),
    ...claimed,
    ...also,
  ];
  await turnFor(ports.turns, named.plan.operations.length);
  const conflict = await passedInTurn(ports, caller, prepared.active, () => conclude(writes, answer));
  if (conflict !== undefined) return undefined;
  for (const [account, ads] of adsByAdSet(prepared.plan)) ports.adSets.fill(companyId, account, ads);
  await jobs.wake(jobId(LAUNCH_QUEUE, companyId, batchId));
  for (const { note } of prepared.fillings) await note?.(ports.store, companyId, { id: Number(batchId), at: now });
  await noteHosts(ports, caller, hostsIn(prepared.plan));
  return answer;
}

/** Other hosts that files of a launch are fetched from. */
const hostsIn = ({ ads }: Plan): readonly string[] =>
  ads.flatMap(({ media }) =>
    media.flatMap(({ url, sha256 }) => (url === undefined || sha256 !== undefined ? [] : (hostOf(url) ?? []))),
  );

/** How many ads go into each ad set, by account. */
function adsByAdSet(plan: Plan): Map<AccountKey, Map<string, number>> {
  const byAccount = new Map<AccountKey, Map<string, number>>();
  for (const { account, adSetId } of plan.operations) {
    if (adSetId === undefined) continue;
    const counts = byAccount.get(account) ?? new Map<string, number>();
    byAccount.set(account, counts.set(adSetId, (counts.get(adSetId) ?? 0) + 1));
  }
  return byAccount;
}

/**
 * Throws `conflict` where ads would be launched a second time against the caller's will: the plan they agreed to did not
 * say so, or the request or the company wants to be asked.
 */
async function refuseRepeats(
  ports: Pick<SubmitPorts, 'store'>,
  companyId: string,
  prepared: PreparedLaunch,
  repeats: readonly Repeat[],
): Promise<void> {
  if (repeats.length === 0 || prepared.again === true) return;
  if (prepared.isAgreed && repeats.length !== prepared.repeats.length)
    throw planDiffers('Some of these ads have been launched since, by another request.');
  const isAsked = prepared.again === false || (await readGuardrails(ports, companyId))?.doc.refuseRepeats === true;
  if (!isAsked) return;
  const told = repeatWarnings(prepared.plan, repeats);
  const message = `${told.length === 1 ? 'One of these ads was' : `${told.length} of these ads were`} launched already. Nothing was launched. Send again: true to launch them a second time.`;
  throw new SlipwayError('conflict', message, { details: told.map((each) => ({ ...each, code: 'already_launched' })) });
}

function acceptance(
  batchId: number,
  slug: string,
  { plan, launchStatus, digest, warnings }: PreparedLaunch,
  repeats: readonly Repeat[],
): SubmittedLaunch {
  const totalAds = plan.operations.filter(({ kind }) => kind === 'ad').length;
  const they = totalAds === 1 ? 'It' : 'They';
  const how =
    launchStatus === 'PAUSED'
      ? `${they} will be created paused.`
      : launchStatus === 'ACTIVE'
        ? `${they} will start delivering.`
        : 'Some will be created paused, some will start delivering.';
  return {
    success: true,
    message: `${totalAds === 1 ? '1 ad' : `${totalAds} ads`} accepted. ${how} The status of batch ${batchId} tells how far it is.`,
    adBatchId: batchId,
    adBatchSlug: slug,
    isAsync: true,
    totalAds,
    launchStatus,
    planDigest: digest,
    warnings: [...repeatWarnings(plan, repeats), ...warnings],
  };
}

/** Ten characters that are easy to read out: no vowels, so no words; no digits that look like letters. */
export function newSlug(secrets: Secrets): string {
  const alphabet = 'bcdfghjkmnpqrstvwxz23456789';
  return Array.from(secrets.random(10), (byte) => alphabet[byte % alphabet.length]).join('');
}

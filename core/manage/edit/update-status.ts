import type { Actor } from '../../access/caller.ts';
import { whileHeld } from '../../accounts/access.ts';
import { offeredMember } from '../../accounts/capabilities.ts';
import { statusWordsOf } from '../../accounts/status-words.ts';
import { defined } from '../../base/defined.ts';
import type { SlipwayError } from '../../base/errors.ts';
import { itemOutcomeOf } from '../../base/outcomes.ts';
import { itemError, refusal } from '../../base/refusal.ts';
import { noteChange } from '../../gate/changes.ts';
import { throughGate } from '../../gate/gate.ts';
import { oneAtATime } from '../../gate/one-at-a-time.ts';
import { type Preview, previewOf, untilOf } from '../../gate/preview.ts';
import type { EntityType } from '../../ports/platform-accounts.ts';
import type { EditResult } from '../../ports/platform-changes.ts';
import type { Write } from '../../ports/store.ts';
import { type Once, type Steps, unkeyed } from '../../records/once.ts';
import { type ManagePorts, type Opened, openToChange } from '../open-account.ts';
import type { ItemsResponse, UpdateStatusRequest } from '../schema/edit.ts';
import { type KeptObject, keepObjects } from '../undo/kept.ts';
import { type EndWay, endWays } from './ad-ends.ts';
import {
  type ItemOutcome,
  idsOf,
  itemsAnswer,
  namedIn,
  objectsIn,
  type Read,
  readBefore,
  refuseUnfit,
  whyNot,
} from './entities.ts';
import { forgetEnd, scheduleEnd } from './scheduled-ends.ts';
import { judgeStatus } from './started-by-status.ts';
import { type Change, changeWrite, refusedWrite } from './trace.ts';
import type { WatchedPorts } from './update-budget.ts';
import { mayStart, pathOfChange, type WantedStatus, wantedStatus } from './wanted-status.ts';

/**
 * Pauses, resumes or ends. Two calls for each object, none for what is as wanted already, and one for the ad sets of the
 * campaigns in which something is switched on.
 */
export function updateStatus(
  ports: WatchedPorts,
  caller: Actor,
  request: UpdateStatusRequest,
  once: Once = unkeyed(ports.store),
): Promise<ItemsResponse> {
  return once.inSteps<Switched, ItemsResponse>(async (steps) => {
    const ids = idsOf(request);
    const wanted = wantedStatus(request, ports.clock.now());
    const opened = await openForStatus(ports, caller, request);
    const change = (isHeld: () => boolean) => {
      const account = whileHeld(opened, () => steps.isHeld() && isHeld());
      return changeStatus(ports, caller, request, { ids, wanted, account, steps });
    };
    const { results, refused, objects } = await (mayStart(wanted)
      ? oneAtATime(ports, { companyId: caller.companyId, key: opened.key }, change)
      : change(() => true));
    const { updateId, writes } = keepObjects(ports, caller.companyId, { account: opened.key, of: 'status', objects });
    const answer = { ...itemsAnswer(ids.flatMap((id) => results.get(id) ?? [])), ...defined({ updateId }) };
    await steps.conclude(answer, [...refused, ...writes]);
    return answer;
  });
}

export async function previewStatus(ports: ManagePorts, caller: Actor, request: UpdateStatusRequest): Promise<Preview> {
  const wanted = wantedStatus(request, ports.clock.now());
  const ids = idsOf(request);
  const account = await openForStatus(ports, caller, request);
  const before = await readBefore(account, request.entityType, ids);
  await refuseUnfit(account, request, before, whyNotNow);
  const judgement = await judgeStatus(ports, caller, account, {
    wanted,
    reads: before,
    pathOf: (id) => pathOfChange(request, id),
  });
  const { endTime, status } = wanted;
  const verb = endTime !== undefined ? 'End' : status === 'ACTIVE' ? 'Switch on' : 'Pause';
  const when = endTime === undefined ? '' : ` at ${new Date(endTime).toISOString()}`;
  const summary = `${verb} ${objectsIn(before, account.access.adAccountId)}${when}`;
  const then = endTime !== undefined ? 'ended' : status === 'ACTIVE' ? 'on' : 'paused';
  const ends = untilOf(before.filter((read) => 'status' in read));
  return {
    ...ends,
    ...previewOf(judgement),
    ...(endTime !== undefined && { until: endTime }),
    summary,
    ...namedIn(account, before, { state: then, look: mayStart(wanted) ? 'whole' : 'named' }),
  };
}

async function openForStatus(ports: ManagePorts, caller: Actor, request: UpdateStatusRequest): Promise<Opened<'edit'>> {
  const account = await openToChange(ports, caller, request, 'edit');
  if (request.entityType === undefined && account.platform.inspect === undefined)
    throw typeRequired(account.platform.definition.id);
  return account;
}

interface StatusChange {
  readonly ids: readonly string[];
  readonly wanted: WantedStatus;
  readonly account: Opened<'edit'>;
  readonly steps: Steps<Switched, ItemsResponse>;
}

/** What was switched, by an attempt that was cut off too: an undo sets all of it back. */
interface Switched {
  readonly objects?: readonly KeptObject[];
}

/** A repetition of what was cut off finds part of it as wanted and changes the rest. */
async function changeStatus(
  ports: WatchedPorts,
  caller: Actor,
  request: UpdateStatusRequest,
  { ids, wanted, account, steps }: StatusChange,
): Promise<{
  readonly results: ReadonlyMap<string, ItemOutcome>;
  readonly refused: readonly Write[];
  readonly objects: readonly KeptObject[];
}> {
  const { watch } = ports;
  const { adAccountId } = account.access;
  const before = await readBefore(account, request.entityType, ids);
  const results = new Map<string, ItemOutcome>();
  const open: { readonly read: Read; readonly change: Change }[] = [];
  const words = statusWordsOf(account.platform);
  for (const read of before) {
    if ('status' in read) watch?.seen?.(read);
    if ('failure' in read) watch?.failed?.(read.failure);
    const refused = whyNot(read, adAccountId) ?? whyNotNow(read);
    const status = 'status' in read ? words(read.status) : undefined;
    if (refused !== undefined) results.set(read.id, { entityId: read.id, success: false, ...defined({ status }), ...refused });
    else if ('status' in read && wanted.endTime === undefined && read.status === wanted.status) {
      if (request.endTime !== undefined) await forgetEnd(ports.store, caller.companyId, account.key, read.id);
      results.set(read.id, { entityId: read.id, success: true, status: words(read.status) });
    } else open.push({ read, change: changeOf(read, request.entityType, wanted, adAccountId) });
  }

  const reads = open.map(({ read }) => read);
  const objects = [...(steps.begun?.objects ?? []), ...(watch === undefined ? switchable(reads, wanted) : [])];
  const judgement = await judgeStatus(ports, caller, account, { wanted, reads, pathOf: (id) => pathOfChange(request, id) });
  const edited = await throughGate(ports, [judgement], async () => {
    if (open.length > 0)
      await steps.begin(
        { objects },
        open.map(({ change }) => changeWrite(ports, caller, change)),
      );
    return carryOut(ports, caller, account, { request, wanted, reads }).finally(() =>
      noteChange(ports, account.access.companyId, account.key),
    );
  });
  const refused = open.flatMap(({ change }, position) => {
    const failure = edited[position]?.failure;
    return failure === undefined ? [] : [refusedWrite(ports, caller, change, failure)];
  });
  open.forEach(({ read }, position) => {
    const failure = edited[position]?.failure;
    if (failure !== undefined) watch?.failed?.(failure);
    const was = 'status' in read ? read.status : undefined;
    const status = failure === undefined ? (wanted.status ?? was) : was;
    const endsBy = failure === undefined ? edited[position]?.endsBy : undefined;
    results.set(read.id, {
      entityId: read.id,
      success: failure === undefined,
      outcome: itemOutcomeOf(failure),
      ...(status !== undefined && { status: words(status) }),
      ...defined({ endsBy }),
      ...(failure !== undefined && itemError(failure)),
    });
  });
  return { results, refused, objects: objects.filter(({ id }) => results.get(id)?.success === true) };
}

/** An end is not set back: most platforms take none away. */
const switchable = (reads: readonly Read[], { status, endTime }: WantedStatus): readonly KeptObject[] =>
  status === undefined || endTime !== undefined
    ? []
    : reads.flatMap((read) =>
        'status' in read
          ? [
              {
                type: read.type,
                id: read.id,
                name: read.name,
                changes: [{ field: 'status', before: read.status, after: status }],
              },
            ]
          : [],
      );

function whyNotNow(read: Read): { readonly error: string } | undefined {
  if (!('status' in read) || (read.status !== 'DELETED' && read.status !== 'ARCHIVED')) return undefined;
  return { error: `This ${read.type} is ${read.status.toLowerCase()} and can no longer be switched on, off or ended.` };
}

function changeOf(read: Read, type: EntityType | undefined, wanted: WantedStatus, adAccountId: string): Change {
  const known = 'status' in read ? read : undefined;
  return {
    action: `${known?.type ?? type ?? 'entity'}.status`,
    subject: read.id,
    adAccountId,
    ...(known !== undefined && { before: { status: known.status, ...defined({ endTime: known.endTime }) } }),
    after: { ...wanted },
  };
}

interface Edited extends EditResult {
  readonly endsBy?: EndWay['by'];
}

/** Status first: what could not be switched gets no end either. Only an end that we keep comes before, so that nothing is switched on without it. */
async function carryOut(
  ports: ManagePorts,
  caller: Actor,
  account: Opened<'edit'>,
  { request, wanted, reads }: { request: UpdateStatusRequest; wanted: WantedStatus; reads: readonly Read[] },
): Promise<readonly Edited[]> {
  const { status, endTime } = wanted;
  if (reads.length === 0) return [];
  const { key } = account;
  const typeOf = (read: Read): EntityType | undefined => ('type' in read ? read.type : request.entityType);
  const ways = endTime === undefined ? undefined : await endWays(account, reads, endTime, typeOf);
  const schedule = (adId: string): Promise<void> => scheduleEnd(ports, caller, key, { adId, endTime: endTime ?? 0 });
  const forget = (adId: string): Promise<void> => forgetEnd(ports.store, caller.companyId, key, adId);
  for (const [id, { by }] of ways ?? []) if (by === 'schedule') await schedule(id);

  const failed = await switched(account, status, reads, typeOf);
  const unchanged = (id: string): Edited => failed.get(id) ?? { id };
  if (ways === undefined || endTime === undefined) {
    // An end in the past replaces one that was to come.
    if (request.endTime !== undefined) for (const { id } of reads) if (!failed.has(id)) await forget(id);
    return reads.map(({ id }) => unchanged(id));
  }
  for (const id of failed.keys()) if (ways.get(id)?.by === 'schedule') await forget(id);
  const ends = { endTime, reads: reads.filter(({ id }) => !failed.has(id)), ways, typeOf };
  const ended = await endedBy(account, ends);
  const results: Edited[] = [];
  for (const { id } of reads) {
    const by = ways.get(id)?.by ?? 'platform';
    const { failure } = ended.get(id) ?? {};
    if (failed.has(id) || by === 'schedule') results.push(failed.get(id) ?? { id, endsBy: by });
    else if (failure === undefined) {
      await forget(id);
      results.push({ id, endsBy: by });
    } else if (by === 'adset') {
      await schedule(id);
      results.push({ id, endsBy: 'schedule' });
    } else results.push({ id, failure });
  }
  return results;
}

async function switched(
  { access, can }: Opened<'edit'>,
  status: WantedStatus['status'],
  reads: readonly Read[],
  typeOf: (read: Read) => EntityType | undefined,
): Promise<ReadonlyMap<string, EditResult>> {
  const changes = reads.filter((read) => !('status' in read) || read.status !== status);
  if (status === undefined || changes.length === 0) return new Map();
  const results = await can.setStatus(
    access,
    changes.map((read) => ({ id: read.id, status, ...defined({ type: typeOf(read) }) })),
  );
  return new Map(results.filter(({ failure }) => failure !== undefined).map((result) => [result.id, result]));
}

interface Ends {
  readonly endTime: number;
  readonly reads: readonly Read[];
  readonly ways: ReadonlyMap<string, EndWay>;
  typeOf(read: Read): EntityType | undefined;
}

/** Gives objects their end, or the ad set of an ad its own. By the object that was asked for. */
async function endedBy(
  { access, platform }: Opened<'edit'>,
  { endTime, reads, ways, typeOf }: Ends,
): Promise<ReadonlyMap<string, EditResult>> {
  const changes = reads.flatMap((read) => {
    const way = ways.get(read.id);
    const objective = 'status' in read ? read.objective : undefined;
    if (way?.by === 'schedule') return [];
    const object =
      way?.by === 'adset' ? { type: 'adset' as const, id: way.adSetId } : { type: typeOf(read) ?? ('ad' as const), id: read.id };
    return [{ of: read.id, change: { ...object, endTime, objective } }];
  });
  if (changes.length === 0) return new Map();
  const setEnd = offeredMember(platform, 'edit', 'setEnd', 'endTime');
  const results = await setEnd(
    access,
    changes.map(({ change }) => change),
  );
  return new Map(changes.map(({ of }, position) => [of, results[position] ?? { id: of }]));
}

function typeRequired(platform: string): SlipwayError {
  const message = `On ${platform} say what the ids stand for: give entityType (campaign, adset or ad).`;
  return refusal('bad_request', { path: 'entityType', code: 'missing_field', message });
}

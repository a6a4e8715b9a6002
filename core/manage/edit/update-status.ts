import type { Actor } from '../../access/caller.ts';
import { offeredMember } from '../../accounts/capabilities.ts';
import { statusWordsOf } from '../../accounts/status-words.ts';
import { defined } from '../../base/defined.ts';
import type { SlipwayError } from '../../base/errors.ts';
import { refusal } from '../../base/refusal.ts';
import { type Preview, previewOf, untilOf } from '../../gate/preview.ts';
import type { EntityStatus, EntityType } from '../../ports/platform-accounts.ts';
import type { EditResult } from '../../ports/platform-changes.ts';
import type { Once } from '../../records/once.ts';
import { changeOnce } from '../change/change.ts';
import type { Changed, ChangePlan, ChangeStep, Changing } from '../change/changing.ts';
import { type ManagePorts, type Opened, openToChange } from '../open-account.ts';
import type { ItemsResponse, UpdateStatusRequest } from '../schema/edit.ts';
import { keepChanged } from '../undo/kept.ts';
import { type EndWay, endWays } from './ad-ends.ts';
import {
  type ItemOutcome,
  type Items,
  idsIn,
  idsOf,
  inOrder,
  itemOf,
  itemsAnswer,
  lookByFacts,
  namedIn,
  objectsIn,
  type Read,
  readBefore,
  refuseUnfit,
  rememberReads,
  whyNot,
} from './entities.ts';
import { forgetEnd, scheduleEnd } from './scheduled-ends.ts';
import { judgeStatus } from './started-by-status.ts';
import { mayStart, pathOfChange, type WantedStatus, wantedStatus } from './wanted-status.ts';

/**
 * Pauses, resumes or ends. Two calls for each object, none for what is as wanted already, and one
 * for the ad sets of the campaigns in which something is switched on.
 */
export const updateStatus = (
  ports: ManagePorts,
  caller: Actor,
  request: UpdateStatusRequest,
  once?: Once,
): Promise<ItemsResponse> =>
  changeOnce(ports, caller, () => switching(ports, caller, request), once);

/** A repetition of what was cut off finds part of it as wanted and changes the rest. */
export async function switching(
  ports: ManagePorts,
  caller: Actor,
  request: UpdateStatusRequest,
): Promise<Changing<Items, ItemsResponse, Opened<'edit'>>> {
  const ids = idsOf(request);
  const wanted = wantedStatus(request, ports.clock.now());
  const opened = await openForStatus(ports, caller, request);
  const { adAccountId } = opened.access;
  const words = statusWordsOf(opened.platform);
  const readEach = rememberReads(ids.map((id) => ({ id, type: request.entityType })));
  // A repetition means what was planned: an end may have passed meanwhile.
  const planned = ({ steps }: ChangePlan<Items>): WantedStatus =>
    (steps[0]?.after as WantedStatus | undefined) ?? wanted;
  return {
    account: opened,
    inTurn: mayStart(wanted),
    async draw(account) {
      const settled: ItemOutcome[] = [];
      const steps: ChangeStep[] = [];
      for (const read of await readEach(account, ids)) {
        const { id: entityId } = read;
        const refused = whyNot(read, adAccountId) ?? whyNotNow(read);
        const status = 'status' in read ? words(read.status) : undefined;
        if (refused !== undefined)
          settled.push({ entityId, success: false, ...defined({ status }), ...refused });
        else if (
          wanted.endTime === undefined &&
          'status' in read &&
          read.status === wanted.status
        ) {
          if (request.endTime !== undefined)
            await forgetEnd(ports.store, caller.companyId, account.key, entityId);
          settled.push({ entityId, success: true, ...defined({ status }) });
        } else steps.push(stepOf(read, request.entityType, wanted));
      }
      return { steps, own: { settled } };
    },
    async judge(account, plan) {
      const reads = await readEach(account, idsIn(plan.steps));
      return judgeStatus(ports, caller, account, {
        wanted: planned(plan),
        reads,
        pathOf: (id) => pathOfChange(request, id),
      });
    },
    send: async (account, plan) =>
      carryOut(ports, caller, account, {
        request,
        wanted: planned(plan),
        reads: await readEach(account, idsIn(plan.steps)),
      }),
    // Only the platform knows how ends stand; to set them again is harmless.
    look: async (account, plan) =>
      planned(plan).endTime === undefined
        ? lookByFacts(account, plan)
        : plan.steps.map(() => 'before'),
    async answer(plan, changed) {
      const { steps, own } = plan;
      const { status: switched, endTime } = planned(plan);
      const results = steps.map((step): ItemOutcome => {
        const { failure, endsBy } = changed.get(step.id) ?? {};
        const was = step.before?.status as EntityStatus | undefined;
        const status = failure === undefined ? (switched ?? was) : was;
        return {
          ...itemOf(step, failure),
          ...defined({ endsBy, status: status && words(status) }),
        };
      });
      const isDone = ({ id }: ChangeStep) => changed.get(id)?.failure === undefined;
      // An end is not set back: most platforms take none away.
      const kept = endTime === undefined ? steps.filter(isDone) : [];
      const { undo, writes } = keepChanged(
        ports,
        caller.companyId,
        { account: opened.key, of: 'status' },
        kept,
      );
      return {
        answer: { ...itemsAnswer(inOrder(ids, [...own.settled, ...results])), ...undo },
        writes,
      };
    },
  };
}

export async function previewStatus(
  ports: ManagePorts,
  caller: Actor,
  request: UpdateStatusRequest,
): Promise<Preview> {
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
    ...namedIn(account, before, {
      does: (object) => `${verb} ${object}${when}`,
      state: then,
      look: mayStart(wanted) ? 'whole' : 'named',
    }),
  };
}

async function openForStatus(
  ports: ManagePorts,
  caller: Actor,
  request: UpdateStatusRequest,
): Promise<Opened<'edit'>> {
  const account = await openToChange(ports, caller, request, 'edit');
  if (request.entityType === undefined && account.platform.inspect === undefined)
    throw typeRequired(account.platform.definition.id);
  return account;
}

function whyNotNow(read: Read): { readonly error: string } | undefined {
  if (!('status' in read) || (read.status !== 'DELETED' && read.status !== 'ARCHIVED'))
    return undefined;
  return {
    error: `This ${read.type} is ${read.status.toLowerCase()} and can no longer be switched on, off or ended.`,
  };
}

function stepOf(read: Read, type: EntityType | undefined, wanted: WantedStatus): ChangeStep {
  const { id } = read;
  if (!('status' in read))
    return { id, ...defined({ type }), action: `${type ?? 'entity'}.status`, after: { ...wanted } };
  const before = { status: read.status, ...defined({ endTime: read.endTime }) };
  return {
    id,
    type: read.type,
    name: read.name,
    action: `${read.type}.status`,
    before,
    after: { ...wanted },
  };
}

/**
 * Status first: what could not be switched gets no end either. Only an end that we keep comes
 * before, so that nothing is switched on without it.
 */
async function carryOut(
  ports: ManagePorts,
  caller: Actor,
  account: Opened<'edit'>,
  {
    request,
    wanted,
    reads,
  }: { request: UpdateStatusRequest; wanted: WantedStatus; reads: readonly Read[] },
): Promise<readonly Changed[]> {
  const typeOf = (read: Read): EntityType | undefined =>
    'type' in read ? read.type : request.entityType;
  const isOver = (wanted.endTime ?? Number.POSITIVE_INFINITY) <= ports.clock.now();
  // An end that passed before a repetition came: no platform takes it any more. Of an ad the
  // schedule does the same.
  const { status, endTime }: WantedStatus =
    isOver && !reads.every((read) => typeOf(read) === 'ad') ? { status: 'PAUSED' } : wanted;
  if (reads.length === 0) return [];
  const { key } = account;
  const ways = endTime === undefined ? undefined : await endWays(account, reads, endTime, typeOf);
  const schedule = (adId: string): Promise<void> =>
    scheduleEnd(ports, caller, key, { adId, endTime: endTime ?? 0 });
  const forget = (adId: string): Promise<void> =>
    forgetEnd(ports.store, caller.companyId, key, adId);
  const isEnded = (id: string) =>
    isOver && reads.some((read) => read.id === id && 'status' in read && read.status === 'PAUSED');
  for (const [id, { by }] of ways ?? []) if (by === 'schedule' && !isEnded(id)) await schedule(id);

  const failed = await switched(account, status, reads, typeOf);
  const unchanged = (id: string): Changed => failed.get(id) ?? { id };
  if (ways === undefined || endTime === undefined) {
    // An end in the past replaces one that was to come.
    if (request.endTime !== undefined)
      for (const { id } of reads) if (!failed.has(id)) await forget(id);
    return reads.map(({ id }) => unchanged(id));
  }
  for (const id of failed.keys()) if (ways.get(id)?.by === 'schedule') await forget(id);
  const ends = { endTime, reads: reads.filter(({ id }) => !failed.has(id)), ways, typeOf };
  const ended = await endedBy(account, ends);
  const results: Changed[] = [];
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
  return new Map(
    results.filter(({ failure }) => failure !== undefined).map((result) => [result.id, result]),
  );
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
      way?.by === 'adset'
        ? { type: 'adset' as const, id: way.adSetId }
        : { type: typeOf(read) ?? ('ad' as const), id: read.id };
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

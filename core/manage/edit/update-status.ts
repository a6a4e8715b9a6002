import type { Actor } from '../../access/caller.ts';
import { whileHeld } from '../../accounts/access.ts';
import { offeredMember } from '../../capabilities.ts';
import { SlipwayError } from '../../errors.ts';
import { noteChange } from '../../guard/changes.ts';
import { type Judgement, refuseExceeded } from '../../guard/gate.ts';
import { oneAtATime } from '../../guard/one-at-a-time.ts';
import type { EntityType } from '../../ports/platform-accounts.ts';
import type { EditCapability, EditResult } from '../../ports/platform-changes.ts';
import type { Write } from '../../ports/store.ts';
import { type Once, type Steps, unkeyed } from '../../records/once.ts';
import type { ItemsResponse, UpdateStatusRequest } from '../../schema/manage-edit.ts';
import { type ManagePorts, type Opened, openAccount } from '../open-account.ts';
import { itemError } from '../refusal.ts';
import { type ItemOutcome, idsOf, itemsAnswer, type Read, readBefore, whyNot } from './entities.ts';
import { judgeStatus } from './started-by-status.ts';
import { type Change, changeWrite, refusedWrite } from './trace.ts';
import { mayStart, pathOfId, type WantedStatus, wantedStatus } from './wanted-status.ts';

/**
 * Pauses, resumes or ends campaigns, ad sets and ads. Two calls for each, none for what is as wanted already, and one
 * for the ad sets of the campaigns in which something is switched on.
 */
export function updateStatus(
  ports: ManagePorts,
  caller: Actor,
  request: UpdateStatusRequest,
  once: Once = unkeyed(ports.store),
): Promise<ItemsResponse> {
  return once.inSteps<object, ItemsResponse>(async (steps) => {
    const ids = idsOf(request);
    const wanted = wantedStatus(request, ports.clock.now());
    const opened = await openForStatus(ports, caller, request);
    const change = (isHeld: () => boolean) => {
      const account = whileHeld(opened, () => steps.isHeld() && isHeld());
      return changeStatus(ports, caller, request, { ids, wanted, account, steps });
    };
    const { results, refused } = await (mayStart(wanted)
      ? oneAtATime(ports, { companyId: caller.companyId, key: opened.key }, change)
      : change(() => true));
    const answer = itemsAnswer(ids.flatMap((id) => results.get(id) ?? []));
    await steps.conclude(answer, refused);
    return answer;
  });
}

/** What the gate would say to it; undefined where nothing would start to deliver. Nothing is sent. */
export async function checkStatusChange(
  ports: ManagePorts,
  caller: Actor,
  request: UpdateStatusRequest,
): Promise<Judgement | undefined> {
  const wanted = wantedStatus(request, ports.clock.now());
  const ids = idsOf(request);
  const account = await openForStatus(ports, caller, request);
  const before = await readBefore(account, request.entityType, ids);
  const open = before.filter((read) => (whyNot(read, account.access.adAccountId) ?? whyNotNow(read)) === undefined);
  return judgeStatus(ports, account, wanted, open, (id) => pathOfId(request, id));
}

async function openForStatus(ports: ManagePorts, caller: Actor, request: UpdateStatusRequest): Promise<Opened<'edit'>> {
  const account = await openAccount(ports, caller.companyId, request, 'edit');
  if (request.entityType === undefined && account.platform.inspect === undefined)
    throw typeRequired(account.platform.definition.id);
  return account;
}

/** A repetition of what was cut off finds part of it as wanted and changes the rest. */
async function changeStatus(
  ports: ManagePorts,
  caller: Actor,
  request: UpdateStatusRequest,
  {
    ids,
    wanted,
    account,
    steps,
  }: {
    readonly ids: readonly string[];
    readonly wanted: WantedStatus;
    readonly account: Opened<'edit'>;
    readonly steps: Steps<object, ItemsResponse>;
  },
): Promise<{ readonly results: ReadonlyMap<string, ItemOutcome>; readonly refused: readonly Write[] }> {
  const { adAccountId } = account.access;
  const before = await readBefore(account, request.entityType, ids);
  const results = new Map<string, ItemOutcome>();
  const open: { readonly read: Read; readonly change: Change }[] = [];
  const words = vocabulary(account.can);
  for (const read of before) {
    const refused = whyNot(read, adAccountId) ?? whyNotNow(read);
    const status = 'status' in read ? words(read.status) : undefined;
    if (refused !== undefined)
      results.set(read.id, { entityId: read.id, success: false, ...(status !== undefined && { status }), ...refused });
    else if ('status' in read && wanted.endTime === undefined && read.status === wanted.status)
      results.set(read.id, { entityId: read.id, success: true, status: words(read.status) });
    else open.push({ read, change: changeOf(read, request.entityType, wanted, adAccountId) });
  }

  const reads = open.map(({ read }) => read);
  const judgement = await judgeStatus(ports, account, wanted, reads, (id) => pathOfId(request, id));
  refuseExceeded(judgement?.verdicts ?? []);
  if (open.length > 0)
    await steps.begin(
      {},
      open.map(({ change }) => changeWrite(ports, caller, change)),
    );
  const edited = await carryOut(account, request.entityType, wanted, reads).finally(() =>
    noteChange(ports, account.access.companyId, account.key),
  );
  const refused = open.flatMap(({ change }, position) => {
    const failure = edited[position]?.failure;
    return failure === undefined ? [] : [refusedWrite(ports, caller, change, failure)];
  });
  open.forEach(({ read }, position) => {
    const failure = edited[position]?.failure;
    const was = 'status' in read ? read.status : undefined;
    const status = failure === undefined ? (wanted.status ?? was) : was;
    results.set(read.id, {
      entityId: read.id,
      success: failure === undefined,
      ...(status !== undefined && { status: words(status) }),
      ...(failure !== undefined && itemError(failure)),
    });
  });
  return { results, refused };
}

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
    ...(known !== undefined && {
      before: { status: known.status, ...(known.endTime !== undefined && { endTime: known.endTime }) },
    }),
    after: { ...wanted },
  };
}

/** Status first, then the end: what could not be switched is not given an end either. */
async function carryOut(
  { access, can, platform }: Opened<'edit'>,
  type: EntityType | undefined,
  { status, endTime }: WantedStatus,
  reads: readonly Read[],
): Promise<readonly EditResult[]> {
  if (reads.length === 0) return [];
  const typeOf = (read: Read): EntityType | undefined => ('type' in read ? read.type : type);
  const changes = reads.filter((read) => !('status' in read) || read.status !== status);
  const switched =
    status === undefined || changes.length === 0
      ? []
      : await can.setStatus(
          access,
          changes.map((read) => {
            const known = typeOf(read);
            return { id: read.id, status, ...(known !== undefined && { type: known }) };
          }),
        );
  const failed = new Map(switched.filter(({ failure }) => failure !== undefined).map((result) => [result.id, result]));
  if (endTime === undefined) return reads.map(({ id }) => failed.get(id) ?? { id });
  const toEnd = reads.filter(({ id }) => !failed.has(id));
  const ended = await offeredMember(
    platform,
    'edit',
    'setEnd',
    'endTime',
  )(
    access,
    toEnd.map((read) => ({
      type: typeOf(read) ?? 'ad',
      id: read.id,
      endTime,
      objective: 'status' in read ? read.objective : undefined,
    })),
  );
  const endedById = new Map(ended.map((result) => [result.id, result]));
  return reads.map(({ id }) => failed.get(id) ?? endedById.get(id) ?? { id });
}

/** The platform's own words for on and off. */
function vocabulary({ statusWords }: EditCapability): (status: string) => string {
  const words: { readonly [status: string]: string } = { ...statusWords };
  return (status) => words[status] ?? status;
}

function typeRequired(platform: string): SlipwayError {
  const message = `On ${platform} say what the ids stand for: give entityType (campaign, adset or ad).`;
  return new SlipwayError('bad_request', message, { details: [{ path: 'entityType', code: 'missing_field', message }] });
}

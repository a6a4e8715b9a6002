import { auditWrite } from '../../access/audit.ts';
import type { Caller } from '../../access/caller.ts';
import { makerBehind } from '../../access/keys.ts';
import { breaks, refusal } from '../../base/refusal.ts';
import type { PageWindow } from '../../base/schema/envelope.ts';
import { nearestName } from '../../base/schema/unknown-fields.ts';
import type { Event, Listener } from '../../events/events.ts';
import { asksSecondKeyInAll } from '../../gate/gate.ts';
import { approverOf } from '../../gate/guardrails.ts';
import type { MoneyAtStake } from '../../gate/schema.ts';
import { fetchingMedia, inWords } from '../../media/kept-media.ts';
import { portsFor, refuseWithoutRight } from '../../operations/carry-out.ts';
import type { Operation } from '../../operations/operation.ts';
import type { ServicePorts } from '../../operations/ports.ts';
import type { Store, Stored, Write } from '../../ports/store.ts';
import { canonicalJson } from '../../records/canonical-json.ts';
import { changeDocument } from '../../records/change.ts';
import { expiredOf, type Forgotten, forgetExpired } from '../../records/expired.ts';
import { type ListPage, pageOfMatching } from '../../records/list.ts';
import type { Once } from '../../records/once.ts';
import { randomId } from '../../records/random-id.ts';
import {
  approvalNow,
  isAnother,
  missing,
  ownPlan,
  plannerOf,
  programApproves,
  refuseYounger,
  tooLate,
  tooMany,
} from './approvers.ts';
import { type PreviewedStep, previewStep } from './preview.ts';
import { type ApprovalRecord, approvalKind } from './records.ts';
import type { ApprovalAnswer, ApprovalRequest, ApprovalStatus } from './schema.ts';
import { settledApproval, settleRunning } from './settle.ts';
import { approveUrl, isOpen, type Known, shown, shownWhole, statusOf } from './shown.ts';

const DAY = 24 * 60 * 60 * 1000;
/** Not longer than an Idempotency-Key is kept: the operations of a plan run under keys. */
const LASTS_MS = DAY;
const KEPT_MS = 30 * DAY;
const MOST_OPEN = { caller: 100, company: 1_000 } as const;
/**
 * Plans that are kept, because their list is read whole. Beyond it the oldest that have ended are
 * forgotten.
 */
const MOST_KEPT = 2_000;
/** Kept of what one step is about. */
const MOST_OBJECTS = 300;

/**
 * Checks each operation as if it were carried out now, and keeps the plan under a digest. The same
 * request finds an open plan.
 */
export async function requestApproval(
  ports: ServicePorts,
  caller: Caller,
  {
    known,
    request,
    once,
  }: { readonly known: Known; readonly request: ApprovalRequest; readonly once: Once },
): Promise<ApprovalAnswer> {
  const steps: PreviewedStep[] = [];
  for (const [i, step] of request.operations.entries()) {
    // Files at addresses are part of what is approved: they are fetched now, and never again.
    const { media, planned } = fetchingMedia(ports, caller);
    const operation = knownOperation(known, step.operation, i);
    const previewed = await previewStep({ ...ports, media }, caller, {
      operation,
      step,
      path: `operations[${i}]`,
    });
    const fetched = planned();
    const withFiles = {
      summary: [...previewed.summary, ...inWords(fetched)],
      step: { ...previewed.step, media: fetched },
    };
    steps.push({ ...previewed, ...(fetched.length > 0 && withFiles) });
  }
  const { companyId, keyId } = caller;
  const isSecondKeyWanted =
    steps.some(({ needsSecondKey }) => needsSecondKey) ||
    (await asksSecondKeyInAll(ports, caller, together(steps).moneyAtStake));
  const needs = isSecondKeyWanted ? 'another-key' : await approverOf(ports, companyId);
  // Of a world that has changed since, the same operations are another plan.
  const worlds = steps.map(({ world }) => world);
  const seen = steps.map((each) => each.seen);
  const content = { steps: steps.map(({ step }) => step), worlds, seen, createdBy: keyId };
  const plannedFor = makerBehind(caller);
  const destroys = operationsOf(known, content).some(({ effects }) => effects === 'destroys');
  const base = await ports.secrets.sha256(canonicalJson({ companyId, ...content }));
  return once.inOneCommit(async (conclude) => {
    for (let round = 0; ; round++) {
      const digest = (await ports.secrets.sha256(`${base} ${round}`)).slice(0, 32);
      const found = await ports.store.get(approvalKind, companyId, digest);
      if (found !== undefined && isOpen(ports, found.doc)) {
        const answer = shownWhole(ports, known, found);
        await conclude([], answer);
        return answer;
      }
      if (found !== undefined) continue;
      const now = ports.clock.now();
      const forgotten = await makeRoom(ports, caller);
      const doc: ApprovalRecord = {
        ...content,
        ...(plannedFor !== undefined && { plannedFor }),
        openOf: keyId,
        run: randomId(ports.secrets, 'run'),
        ...(request.comment !== undefined && { comment: request.comment }),
        preview: together(steps),
        ...(destroys && { destroys }),
        about: steps.map(({ title, objects, adAccountIds }) => ({
          title,
          objects: objects.slice(0, MOST_OBJECTS),
          adAccountIds,
        })),
        needs,
        planner: await plannerOf(ports.store, caller),
        createdAt: now,
        expiresAt: now + LASTS_MS,
      };
      const answer = shownWhole(ports, known, { id: digest, version: 1, doc });
      const audit = auditWrite(ports, caller, {
        action: 'plan.create',
        subject: digest,
        details: { operations: doc.steps.map(({ operation }) => operation) },
      });
      const conflict = await conclude(
        [
          { kind: approvalKind, companyId, id: digest, expect: 'absent', doc },
          audit,
          ...(await ports.events.writes(companyId, requestedEvent(answer, now))),
          ...forgotten,
        ],
        answer,
      );
      if (conflict === undefined) return answer;
    }
  });
}

/**
 * Throws where a caller or the company has too many open plans. Answers writes that forget ended
 * ones.
 */
async function makeRoom(
  { store, clock }: ServicePorts,
  { companyId, keyId }: Caller,
): Promise<readonly Write[]> {
  const waiting = { expiresAt: { from: clock.now() + 1 } };
  if (
    (await store.count(approvalKind, companyId, { where: { ...waiting, openOf: keyId } })) >=
    MOST_OPEN.caller
  )
    throw tooMany('caller', MOST_OPEN.caller);
  if (
    (await store.count(approvalKind, companyId, {
      where: { ...waiting, openOf: { from: '!' } },
    })) >= MOST_OPEN.company
  )
    throw tooMany('company', MOST_OPEN.company);
  if ((await store.count(approvalKind, companyId)) < MOST_KEPT) return [];
  const old = await expiredOf(store, approvalKind, companyId, {
    by: 'expiresAt',
    before: clock.now(),
    limit: FORGOTTEN_AT_ONCE,
  });
  const ended = await expiredOf(store, approvalKind, companyId, {
    by: 'endedAt',
    before: clock.now(),
    limit: FORGOTTEN_AT_ONCE,
  });
  const gone = (old.items.length > 0 ? old : ended).items;
  return gone.map(({ id, version }) => ({
    kind: approvalKind,
    companyId,
    id,
    expect: version,
    doc: undefined,
  }));
}

/** More than one, so that a company with too many comes down to what it may have. */
const FORGOTTEN_AT_ONCE = 5;

const EVENT = 'approval-';

/** A plan that a person approved, or that ended, asks for nothing more. */
export const approvalListener = ({ store }: Pick<ServicePorts, 'store'>): Listener => ({
  writes: async () => [],
  async isOver(companyId, id, now) {
    if (!id.startsWith(EVENT)) return false;
    const found = await store.get(approvalKind, companyId, id.slice(EVENT.length));
    return (
      found === undefined ||
      statusOf({ clock: { now: () => now } }, found.doc) !== 'awaiting_approval'
    );
  },
});

const requestedEvent = ({ digest, summary, expiresAt }: ApprovalAnswer, at: number): Event => ({
  id: `${EVENT}${digest}`,
  at,
  call: { name: 'approval.requested', data: { digest, summary, expiresAt } },
  news: {
    kind: 'approval.waits',
    title: 'A plan waits for approval',
    text: summary.join(' '),
    link: `approvals/${digest}`,
  },
});

/**
 * Approves or declines a plan, for a caller who could carry out all of it or who takes it back.
 * Throws `conflict` when it is too late.
 */
export async function decide(
  ports: ServicePorts,
  caller: Caller,
  {
    known,
    digest,
    decision,
    comment,
  }: { readonly decision: 'approve' | 'decline'; readonly comment?: string | undefined } & {
    readonly known: Known;
    readonly digest: string;
  },
): Promise<ApprovalAnswer> {
  const { companyId, keyId } = caller;
  const found = await storedApproval(ports.store, companyId, digest);
  // The planner may decline it, also with a key that may only plan.
  if (decision === 'approve' || keyId !== found.doc.createdBy)
    await refuseUnable(ports, caller, known, found.doc);
  const now = ports.clock.now();
  if (decision === 'approve' && caller.grant !== undefined) throw programApproves();
  if (decision === 'approve') await refuseYounger({ store: ports.store, now }, caller, found.doc);
  const isAnotherWanted =
    (await approverOf(ports, companyId)) === 'another-key' || found.doc.needs === 'another-key';
  const worth = await approvalNow(
    { store: ports.store, now },
    companyId,
    found.doc,
    operationsOf(known, found.doc),
  );
  const who = { by: keyId, person: await plannerOf(ports.store, caller) };
  await changeDocument(ports.store, approvalKind, {
    companyId,
    id: digest,
    change: (current) => {
      if (current === undefined) throw missing();
      const { doc } = current;
      const status = statusOf(ports, doc);
      const word = { ...who, at: now, ...(comment !== undefined && { comment }) };
      if (decision === 'decline') {
        if (status === 'declined') return { doc };
        if (status !== 'awaiting_approval' && status !== 'approved') throw tooLate(status);
        if (doc.startedAt !== undefined) throw tooLate('applied');
        return {
          doc: ended({ ...doc, declined: word }, now),
          also: [auditWrite(ports, caller, { action: 'plan.decline', subject: digest })],
        };
      }
      const isGood =
        doc.approved?.by !== found.doc.approved?.by ||
        worth === 'another' ||
        (worth === 'anyone' && !isAnotherWanted);
      if (status === 'approved' && isGood) return { doc };
      if (status !== 'awaiting_approval' && status !== 'approved') throw tooLate(status);
      if (isAnotherWanted && !isAnother(doc, makerBehind(caller))) throw ownPlan();
      return {
        doc: { ...doc, approved: word },
        also: [auditWrite(ports, caller, { action: 'plan.approve', subject: digest })],
      };
    },
  });
  return readApproval(ports, companyId, known, digest);
}

export const ended = ({ openOf: _, ...doc }: ApprovalRecord, endedAt: number): ApprovalRecord => ({
  ...doc,
  endedAt,
});

/**
 * Throws `forbidden` where a caller could not carry out all of a plan, or does not see the ad
 * accounts it is about.
 */
export async function refuseUnable(
  ports: ServicePorts,
  caller: Caller,
  known: Known,
  doc: ApprovalRecord,
): Promise<void> {
  for (const [i, step] of doc.steps.entries()) {
    const operation = knownOperation(known, step.operation);
    refuseWithoutRight(caller, operation);
    // For a role in some workspaces only a preview tells whether it sees the accounts.
    if (doc.startedAt === undefined && portsFor(ports, caller, operation) !== ports)
      await previewStep(ports, caller, { operation, step, path: `operations[${i}]` });
  }
}

export const operationsOf = (
  known: Known,
  { steps }: Pick<ApprovalRecord, 'steps'>,
): readonly Operation[] => steps.map(({ operation }) => knownOperation(known, operation));

/**
 * Throws `conflict` (`approval_required`) unless this caller may apply a plan by the policy, the
 * limits and the keys of now, and takes back an approval that is worth nothing any more. Answers
 * whether another person has approved it.
 *
 * @param second whether a limit wants a second key by now
 */
export async function refuseUnapproved(
  ports: ServicePorts,
  caller: Caller,
  { id, doc }: Stored<ApprovalRecord>,
  {
    known,
    second,
    isAgain,
  }: { readonly known: Known; readonly second: boolean; readonly isAgain: boolean },
): Promise<boolean> {
  const { companyId, keyId } = caller;
  const status = statusOf(ports, doc);
  if (!isAgain && status !== 'approved' && status !== 'awaiting_approval') throw tooLate(status);
  const isAnotherWanted =
    second || doc.needs === 'another-key' || (await approverOf(ports, companyId)) === 'another-key';
  const at = { store: ports.store, now: ports.clock.now() };
  const worth = await approvalNow(at, companyId, doc, operationsOf(known, doc));
  const mayAlone = caller.scopes.includes('unattended') && keyId === doc.createdBy;
  if (worth === 'another' || (!isAnotherWanted && (worth === 'anyone' || mayAlone)))
    return worth === 'another';
  if (doc.approved !== undefined) await takeBack(ports, caller, id, doc.approved.by);
  const who = isAnotherWanted ? 'another person than planned it' : 'a person';
  const lapsed =
    doc.approved === undefined
      ? ''
      : ' It was approved, but by the policy, the limits and the keys of now that is not enough.';
  const message = `This plan waits for ${who}, at ${approveUrl(ports, id)}.${lapsed} Ask again when it is approved.`;
  throw refusal('conflict', { path: 'digest', code: 'approval_required', message });
}

const takeBack = (ports: ServicePorts, caller: Caller, digest: string, by: string) =>
  changeDocument(ports.store, approvalKind, {
    companyId: caller.companyId,
    id: digest,
    change: (current) => {
      if (current?.doc.approved?.by !== by || current.doc.results !== undefined)
        return { doc: current?.doc };
      const { approved: _, ...doc } = current.doc;
      return {
        doc,
        also: [
          auditWrite(ports, caller, { action: 'plan.lapse', subject: digest, details: { by } }),
        ],
      };
    },
  });

export async function listApprovals(
  ports: ServicePorts,
  companyId: string,
  { status, known }: { readonly status?: ApprovalStatus | undefined; readonly known?: Known },
  window: PageWindow,
): Promise<ListPage<ReturnType<typeof shown>>> {
  if (known !== undefined) await settleRunning(ports, companyId, known);
  const query = { order: { by: 'createdAt', direction: 'desc' } } as const;
  const matches = (doc: ApprovalRecord) => status === undefined || statusOf(ports, doc) === status;
  const { items, total } = await pageOfMatching(ports.store, approvalKind, {
    companyId,
    query,
    ...window,
    matches,
    turns: ports.turns,
  });
  return { items: items.map((found) => shown(ports, found)), total };
}

export const readApproval = async (
  ports: ServicePorts,
  companyId: string,
  known: Known,
  digest: string,
) => shownWhole(ports, known, await settledApproval(ports, companyId, known, digest));

export async function storedApproval(
  store: Store,
  companyId: string,
  digest: string,
): Promise<Stored<ApprovalRecord>> {
  const found = await store.get(approvalKind, companyId, digest);
  if (found === undefined) throw missing();
  return found;
}

export const forgetApprovals = (
  { store, clock }: Pick<ServicePorts, 'store' | 'clock'>,
  companyId: string,
): Promise<Forgotten> =>
  forgetExpired(store, approvalKind, companyId, { by: 'expiresAt', before: clock.now() - KEPT_MS });

export function knownOperation(known: Known, name: string, position = 0): Operation {
  const operation = known.get(name);
  if (operation !== undefined) return operation;
  const near = nearestName(name, [...known.keys()]);
  const message = `There is no operation ${name}${near === undefined ? '' : `; did you mean ${near}?`}`;
  throw breaks(`operations[${position}].operation`, 'unknown_operation', message);
}

function together(steps: readonly PreviewedStep[]): ApprovalRecord['preview'] {
  return {
    summary: steps.flatMap(({ summary }) => summary),
    adAccountIds: [...new Set(steps.flatMap(({ adAccountIds }) => adAccountIds))],
    startsDelivering: steps.some(({ startsDelivering }) => startsDelivering),
    guards: steps.flatMap(({ guards }) => guards),
    moneyAtStake: addedUp(steps.flatMap(({ moneyAtStake }) => moneyAtStake)),
  };
}

/** By account: steps may concern the same one. */
export function addedUp(money: readonly MoneyAtStake[]): readonly MoneyAtStake[] {
  const sums = new Map<string, MoneyAtStake>();
  for (const each of money) {
    const before = sums.get(each.adAccountId);
    const sum = (name: 'dailyBudget' | 'lifetimeBudget' | 'delivering') =>
      (before?.[name] ?? 0) + each[name];
    const perDay = [before, each].map((one) => one?.perDay ?? one?.dailyBudget ?? 0);
    const raises = [...(before?.raises ?? []), ...(each.raises ?? [])];
    sums.set(each.adAccountId, {
      ...each,
      dailyBudget: sum('dailyBudget'),
      lifetimeBudget: sum('lifetimeBudget'),
      delivering: sum('delivering'),
      ...((before?.perDay ?? each.perDay) !== undefined && {
        perDay: (perDay[0] ?? 0) + (perDay[1] ?? 0),
      }),
      ...(raises.length > 0 && { raises }),
    });
  }
  return [...sums.values()];
}

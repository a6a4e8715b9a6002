import { auditWrite, personLabel } from '../access/audit.ts';
import type { Caller } from '../access/caller.ts';
import { SlipwayError } from '../errors.ts';
import { asksSecondKeyInAll } from '../guard/gate.ts';
import { approverOf } from '../guard/guardrails.ts';
import { fetchingMedia, inWords } from '../media/kept-media.ts';
import { approvalNews } from '../notifications/news.ts';
import { tellWrites } from '../notifications/tell.ts';
import { refuseWithoutRight } from '../operations/carry-out.ts';
import type { Operation } from '../operations/operation.ts';
import type { ServicePorts } from '../operations/ports.ts';
import type { Clock } from '../ports/clock.ts';
import type { Store, Stored, Write } from '../ports/store.ts';
import { canonicalJson } from '../records/canonical-json.ts';
import { changeDocument } from '../records/change.ts';
import { type Forgotten, forgetExpired } from '../records/expired.ts';
import { type ListPage, pageOfMatching } from '../records/list.ts';
import type { Once } from '../records/once.ts';
import type { ApprovalAnswer, ApprovalRequest, ApprovalStatus } from '../schema/approvals.ts';
import type { PageWindow } from '../schema/envelope.ts';
import { nearestName } from '../schema/unknown-fields.ts';
import { deliveryWrites } from '../webhooks/deliver.ts';
import { type PreviewedStep, previewStep } from './preview.ts';
import { type ApprovalRecord, approvalKind } from './records.ts';
import { missing, ownPlan, tooLate, tooMany } from './refusals.ts';
import { approveUrl, shown, shownWhole } from './shown.ts';
import { isOpen, statusOf } from './status.ts';

const DAY = 24 * 60 * 60 * 1000;
/** How long a plan can be approved and applied. Not longer than an Idempotency-Key is kept: its operations run under keys. */
const LASTS_MS = DAY;
const KEPT_MS = 30 * DAY;
/** Plans of a company that wait or are kept: the list of them is read whole. */
const MOST = 2_000;

/** The operations that can be planned, by name. */
export type Known = ReadonlyMap<string, Operation>;

/**
 * Plans operations: checks each as if it were carried out now, and writes the plan down under a digest. Nothing else
 * happens. The same plan asked for again while it is open is the same plan.
 */
export async function requestApproval(
  ports: ServicePorts,
  caller: Caller,
  known: Known,
  request: ApprovalRequest,
  once: Once,
): Promise<ApprovalAnswer> {
  const steps: PreviewedStep[] = [];
  for (const [i, step] of request.operations.entries()) {
    // What an address leads to is part of what is approved: it is fetched now, and never again.
    const { media, planned } = fetchingMedia(ports, caller);
    const operation = knownOperation(known, step.operation, i);
    const previewed = await previewStep({ ...ports, media }, caller, operation, step, `operations[${i}]`);
    const fetched = planned();
    if (fetched.length === 0) steps.push(previewed);
    else
      steps.push({
        ...previewed,
        summary: [...previewed.summary, ...inWords(fetched)],
        step: { ...previewed.step, media: fetched },
      });
  }
  const { companyId, keyId } = caller;
  const isSecondKeyWanted =
    steps.some(({ needsSecondKey }) => needsSecondKey) || (await asksSecondKeyInAll(ports, caller, together(steps).moneyAtStake));
  const needs = isSecondKeyWanted ? 'another-key' : await approverOf(ports, companyId);
  // Of a world that has changed since, the same operations are another plan.
  const worlds = steps.map(({ world }) => world);
  const content = { steps: steps.map(({ step }) => step), worlds, createdBy: keyId };
  const base = await ports.secrets.sha256(canonicalJson({ companyId, ...content }));
  return once.inOneCommit(async (conclude) => {
    if ((await ports.store.count(approvalKind, companyId)) >= MOST) throw tooMany(MOST);
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
      const doc: ApprovalRecord = {
        ...content,
        ...(request.comment !== undefined && { comment: request.comment }),
        preview: together(steps),
        needs,
        ...(caller.person && { planner: personLabel(caller.person) }),
        createdAt: now,
        expiresAt: now + LASTS_MS,
      };
      const answer = shownWhole(ports, known, { id: digest, version: 1, doc });
      const audit = auditWrite(ports, caller, 'plan.create', digest, { operations: doc.steps.map(({ operation }) => operation) });
      const conflict = await conclude(
        [
          { kind: approvalKind, companyId, id: digest, expect: 'absent', doc },
          audit,
          ...(await requestedWrites(ports, companyId, answer, now)),
        ],
        answer,
      );
      if (conflict === undefined) return answer;
    }
  });
}

/** Tells whoever can approve it. */
async function requestedWrites(
  { store }: ServicePorts,
  companyId: string,
  plan: ApprovalAnswer,
  now: number,
): Promise<readonly Write[]> {
  const { digest, summary, expiresAt } = plan;
  const eventId = `approval-${digest}`;
  return [
    ...(await deliveryWrites(store, companyId, 'approval.requested', eventId, { digest, summary, expiresAt }, now)),
    ...(await tellWrites(store, companyId, eventId, approvalNews(plan), now)),
  ];
}

/** A person's word on a plan: of somebody who could carry out all of it himself. Throws `conflict` when it is too late for it. */
export async function decide(
  ports: ServicePorts,
  caller: Caller,
  known: Known,
  digest: string,
  { decision, comment }: { readonly decision: 'approve' | 'decline'; readonly comment?: string | undefined },
): Promise<ApprovalAnswer> {
  const { companyId, keyId } = caller;
  const approver = await approverOf(ports, companyId);
  await changeDocument(ports.store, approvalKind, companyId, digest, (current) => {
    if (current === undefined) throw missing();
    const { doc } = current;
    for (const { operation } of doc.steps) refuseWithoutRight(caller, knownOperation(known, operation));
    const status = statusOf(ports, doc);
    const who = { by: keyId, ...(caller.person && { person: personLabel(caller.person) }) };
    const word = { ...who, at: ports.clock.now(), ...(comment !== undefined && { comment }) };
    if (decision === 'decline') {
      if (status === 'declined') return { doc };
      if (status !== 'awaiting_approval' && status !== 'approved') throw tooLate(status);
      if (doc.startedAt !== undefined) throw tooLate('applied');
      return { doc: { ...doc, declined: word }, also: [auditWrite(ports, caller, 'plan.decline', digest)] };
    }
    if (status === 'approved') return { doc };
    if (status !== 'awaiting_approval') throw tooLate(status);
    if ((approver === 'another-key' || doc.needs === 'another-key') && keyId === doc.createdBy) throw ownPlan();
    return { doc: { ...doc, approved: word }, also: [auditWrite(ports, caller, 'plan.approve', digest)] };
  });
  return readApproval(ports, companyId, known, digest);
}

/** Throws `conflict` (`approval_required`) unless a plan may be applied by this caller now. */
export async function refuseUnapproved(ports: ServicePorts, caller: Caller, { id, doc }: Stored<ApprovalRecord>): Promise<void> {
  const status = statusOf(ports, doc);
  if (status === 'approved') return;
  const isAnotherWanted = doc.needs === 'another-key' || (await approverOf(ports, caller.companyId)) === 'another-key';
  const mayAlone = caller.scopes.includes('unattended') && caller.keyId === doc.createdBy && !isAnotherWanted;
  if (status === 'awaiting_approval' && mayAlone) return;
  if (status !== 'awaiting_approval') throw tooLate(status);
  const who = isAnotherWanted ? 'somebody with another key than the one that planned it' : 'a person';
  const message = `This plan waits for ${who}, at ${approveUrl(ports, id)}. Ask again when it is approved.`;
  throw new SlipwayError('conflict', message, { details: [{ path: 'digest', code: 'approval_required', message }] });
}

/** The plans of a company, the latest first. */
export async function listApprovals(
  ports: ServicePorts,
  companyId: string,
  { status }: { readonly status?: ApprovalStatus | undefined },
  window: PageWindow,
): Promise<ListPage<ReturnType<typeof shown>>> {
  const query = { order: { by: 'createdAt', direction: 'desc' } } as const;
  const matches = (doc: ApprovalRecord): boolean => status === undefined || statusOf(ports, doc) === status;
  const { items, total } = await pageOfMatching(ports.store, approvalKind, companyId, query, window, matches, ports.turns);
  return { items: items.map((found) => shown(ports, found)), total };
}

export async function readApproval(
  ports: ServicePorts,
  companyId: string,
  known: Known,
  digest: string,
): Promise<ApprovalAnswer> {
  return shownWhole(ports, known, await storedApproval(ports.store, companyId, digest));
}

/** Throws `not_found`. */
export async function storedApproval(store: Store, companyId: string, digest: string): Promise<Stored<ApprovalRecord>> {
  const found = await store.get(approvalKind, companyId, digest);
  if (found === undefined) throw missing();
  return found;
}

/** Plans whose time is long over. */
export const forgetApprovals = (
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  companyId: string,
): Promise<Forgotten> => forgetExpired(store, approvalKind, companyId, { by: 'expiresAt', before: clock.now() - KEPT_MS });

export function knownOperation(known: Known, name: string, position?: number): Operation {
  const operation = known.get(name);
  if (operation !== undefined) return operation;
  const near = nearestName(name, [...known.keys()]);
  const message = `There is no operation ${name}${near === undefined ? '' : `; did you mean ${near}?`}`;
  throw new SlipwayError('unprocessable_entity', message, {
    details: [{ path: `operations[${position ?? 0}].operation`, code: 'unknown_operation', message }],
  });
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
export function addedUp(money: ApprovalRecord['preview']['moneyAtStake']): ApprovalRecord['preview']['moneyAtStake'] {
  const sums = new Map<string, ApprovalRecord['preview']['moneyAtStake'][number]>();
  for (const each of money) {
    const before = sums.get(each.adAccountId);
    const sum = (name: 'dailyBudget' | 'lifetimeBudget' | 'delivering'): number => (before?.[name] ?? 0) + each[name];
    const perDay = [before, each].map((one) => one?.perDay ?? one?.dailyBudget ?? 0);
    const raises = [...(before?.raises ?? []), ...(each.raises ?? [])];
    sums.set(each.adAccountId, {
      ...each,
      ...{ dailyBudget: sum('dailyBudget'), lifetimeBudget: sum('lifetimeBudget'), delivering: sum('delivering') },
      ...((before?.perDay ?? each.perDay) !== undefined && { perDay: (perDay[0] ?? 0) + (perDay[1] ?? 0) }),
      ...(raises.length > 0 && { raises }),
    });
  }
  return [...sums.values()];
}

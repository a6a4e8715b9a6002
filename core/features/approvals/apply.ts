import { auditWrite } from '../../access/audit.ts';
import type { Caller } from '../../access/caller.ts';
import { type ErrorCode, SlipwayError } from '../../base/errors.ts';
import { refusal } from '../../base/refusal.ts';
import { plannedMedia, planOutdated } from '../../media/kept-media.ts';
import { carryOut, partsOf } from '../../operations/carry-out.ts';
import type { ServicePorts } from '../../operations/ports.ts';
import type { Stored } from '../../ports/store.ts';
import { canonicalJson } from '../../records/canonical-json.ts';
import { changeDocument } from '../../records/change.ts';
import { type IdempotentRequest, openRecord } from '../../records/idempotency.ts';
import { keyed, type Once } from '../../records/once.ts';
import { addedUp, ended, knownOperation, readApproval, refuseUnable, refuseUnapproved, storedApproval } from './approvals.ts';
import { previewStep } from './preview.ts';
import { type ApprovalRecord, approvalKind, type Step } from './records.ts';
import type { ApprovalAnswer, StepResult } from './schema.ts';
import type { Known } from './shown.ts';

/**
 * Carries out an approved plan, once: each operation runs under a key that follows from the digest. An operation that is
 * refused ends it; where the platform or the service is away, asking again goes on.
 */
export async function applyApproved(ports: ServicePorts, caller: Caller, known: Known, digest: string): Promise<ApprovalAnswer> {
  const { companyId } = caller;
  const found = await storedApproval(ports.store, companyId, digest);
  if (found.doc.results !== undefined) return readApproval(ports, companyId, known, digest);
  await refuseUnapproved(ports, caller, found, { known, second: false });
  const second = await refuseChanged(ports, caller, known, found);
  const secondKey = await refuseUnapproved(ports, caller, found, { known, second });
  if (found.doc.startedAt === undefined) await begin(ports, caller, digest);
  // A person has seen what a model chose.
  const door = found.doc.approved === undefined ? caller.door : undefined;
  const results = await carryOutSteps(ports, { ...caller, secondKey, door }, known, found);
  await changeDocument(ports.store, approvalKind, {
    companyId,
    id: digest,
    change: (current) => {
      if (current === undefined || current.doc.results !== undefined) return { doc: current?.doc };
      const done = results.filter(({ status }) => status === 'done').length;
      const audit = auditWrite(ports, caller, { action: 'plan.apply', subject: digest, details: { done, of: results.length } });
      const now = ports.clock.now();
      return { doc: { ...ended(current.doc, now), results, finishedAt: now }, also: [audit] };
    },
  });
  return readApproval(ports, companyId, known, digest);
}

export async function refuseToApply(ports: ServicePorts, caller: Caller, known: Known, digest: string): Promise<void> {
  await refuseUnable(ports, caller, known, (await storedApproval(ports.store, caller.companyId, digest)).doc);
}

/** A plan that has begun cannot be declined. */
async function begin(ports: ServicePorts, caller: Caller, digest: string): Promise<void> {
  let isDeclined = false;
  await changeDocument(ports.store, approvalKind, {
    companyId: caller.companyId,
    id: digest,
    change: (current) => {
      if (current === undefined || current.doc.startedAt !== undefined) return { doc: current?.doc };
      isDeclined = current.doc.declined !== undefined;
      return { doc: isDeclined ? current.doc : { ...current.doc, startedAt: ports.clock.now() } };
    },
  });
  if (isDeclined) throw refusal('conflict', { path: 'digest', code: 'plan_declined', message: 'This plan was declined.' });
}

/**
 * Throws where more money would be at stake than was approved, or where the plan would change something else. Steps that have
 * begun are not looked at again: they changed the world themselves. Answers whether a limit wants a second key by now.
 */
async function refuseChanged(ports: ServicePorts, caller: Caller, known: Known, found: Stored<ApprovalRecord>): Promise<boolean> {
  const { doc } = found;
  const now = [];
  let second = false;
  for (const [i, step] of doc.steps.entries()) {
    if (doc.startedAt !== undefined && (await hasBegun(ports, caller, found, i))) continue;
    const operation = knownOperation(known, step.operation);
    const preview = await previewStep(asPlanned(ports, caller, step), caller, {
      operation,
      step,
      path: `operations[${i}]`,
    }).catch(differs);
    const world = doc.worlds?.[i];
    const isSame = canonicalJson(preview.step.input) === canonicalJson(step.input);
    if (!isSame || (world !== undefined && world !== preview.world)) throw planOutdated(changed(step));
    second ||= preview.needsSecondKey;
    now.push(...preview.moneyAtStake);
  }
  for (const asked of addedUp(now)) {
    const approved = doc.preview.moneyAtStake.find(({ adAccountId }) => adAccountId === asked.adAccountId);
    const isMore = (['dailyBudget', 'lifetimeBudget', 'delivering'] as const).some(
      (name) => asked[name] > (approved?.[name] ?? 0),
    );
    if (!isMore) continue;
    const message = `In ${asked.adAccountId} more would be at stake now than was approved: ${asked.dailyBudget} ${asked.currency} a day instead of ${approved?.dailyBudget ?? 0}. Plan it again.`;
    throw planOutdated(message);
  }
  return second;
}

const changed = ({ operation }: Step) =>
  `What ${operation} would do or change is no longer as it was when it was planned. Plan it again.`;

/** A launch refuses other ads and files than its digest stands for. */
function differs(error: unknown): never {
  const has = (wanted: string) => error instanceof SlipwayError && error.details.some(({ code }) => code === wanted);
  if (has('plan_differs'))
    throw planOutdated('What launch would create is no longer as it was when it was planned. Plan it again.');
  throw has('unknown_media') ? planOutdated('A file that this plan shows was deleted. Plan it again.') : error;
}

const asPlanned = (ports: ServicePorts, { companyId }: Caller, { media = [] }: Step): ServicePorts => ({
  ...ports,
  media: plannedMedia(ports, companyId, media),
});

/** These pass: the plan can be applied again. */
const PASSING: readonly ErrorCode[] = ['unavailable', 'closed', 'rate_limit_exceeded', 'platform_error', 'internal_server_error'];

async function carryOutSteps(
  ports: ServicePorts,
  caller: Caller,
  known: Known,
  found: Stored<ApprovalRecord>,
): Promise<readonly StepResult[]> {
  const results: StepResult[] = [];
  for (const [i, step] of found.doc.steps.entries()) {
    const { operation: name, input } = step;
    if (results.some(({ status }) => status === 'failed')) {
      results.push({ operation: name, status: 'not_attempted' });
      continue;
    }
    const operation = knownOperation(known, name);
    try {
      const answer = await carryOut(asPlanned(ports, caller, step), operation, caller, partsOf(operation, input), () =>
        onceOf(ports, caller, found, i),
      );
      results.push({ operation: name, status: 'done', answer: answer as { [name: string]: unknown } });
    } catch (error) {
      if (!(error instanceof SlipwayError) || PASSING.includes(error.code) || isUnderWay(error)) throw error;
      const { code, message, details } = error;
      results.push({
        operation: name,
        status: 'failed',
        error: { code, message, details: details.map((fault) => ({ ...fault })) },
      });
    }
  }
  return results;
}

const isUnderWay = ({ details }: SlipwayError) => details.some(({ code }) => code === 'in_progress');

const onceOf = async (
  ports: ServicePorts,
  { companyId }: Caller,
  found: Stored<ApprovalRecord>,
  position: number,
): Promise<Once> => keyed(ports, companyId, await requestOf(ports, found, position));

async function hasBegun(
  ports: ServicePorts,
  { companyId }: Caller,
  found: Stored<ApprovalRecord>,
  position: number,
): Promise<boolean> {
  const { begun, answer } = await openRecord(ports, companyId, await requestOf(ports, found, position));
  return begun !== undefined || answer !== undefined;
}

/** The key of a step: a plan that is made again after it was forgotten has another. */
async function requestOf(
  { secrets }: ServicePorts,
  { id, doc: { steps, run = id } }: Stored<ApprovalRecord>,
  position: number,
): Promise<IdempotentRequest> {
  const key = await secrets.sha256(JSON.stringify(['approval', run, position]));
  return { key, bodyDigest: await secrets.sha256(canonicalJson(steps[position]?.input ?? {})) };
}

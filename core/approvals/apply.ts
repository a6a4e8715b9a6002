import { auditWrite } from '../access/audit.ts';
import type { Caller } from '../access/caller.ts';
import { type ErrorCode, SlipwayError } from '../errors.ts';
import { plannedMedia, planOutdated } from '../media/kept-media.ts';
import { carryOut, partsOf, refuseWithoutRight } from '../operations/carry-out.ts';
import type { ServicePorts } from '../operations/ports.ts';
import type { Stored } from '../ports/store.ts';
import { canonicalJson } from '../records/canonical-json.ts';
import { changeDocument } from '../records/change.ts';
import { keyed, type Once } from '../records/once.ts';
import type { ApprovalAnswer, StepResult } from '../schema/approvals.ts';
import { addedUp, type Known, knownOperation, readApproval, refuseUnapproved, storedApproval } from './approvals.ts';
import { previewStep } from './preview.ts';
import { type ApprovalRecord, approvalKind, type Step } from './records.ts';

/**
 * Carries out an approved plan: every operation under a key of its own that follows from the digest, so that a plan is
 * applied once, however often and from however many places it is asked for. An operation that is refused ends it; where
 * the platform or the service is away, asking again goes on.
 */
export async function applyApproved(ports: ServicePorts, caller: Caller, known: Known, digest: string): Promise<ApprovalAnswer> {
  const { companyId } = caller;
  const found = await storedApproval(ports.store, companyId, digest);
  if (found.doc.results !== undefined) return readApproval(ports, companyId, known, digest);
  for (const { operation } of found.doc.steps) refuseWithoutRight(caller, knownOperation(known, operation));
  await refuseUnapproved(ports, caller, found);
  const { approved, createdBy } = found.doc;
  const approvedCaller = {
    ...caller,
    secondKey: approved !== undefined && approved.by !== createdBy,
    // A person has seen what a model chose.
    door: approved === undefined ? caller.door : undefined,
  };
  if (found.doc.startedAt === undefined) {
    await refuseChanged(ports, approvedCaller, known, found);
    await begin(ports, caller, digest);
  }
  const results = await carryOutSteps(ports, approvedCaller, known, digest, found.doc.steps);
  await changeDocument(ports.store, approvalKind, companyId, digest, (current) => {
    // Whoever asked at the same time may have been faster with the same results.
    if (current === undefined || current.doc.results !== undefined) return { doc: current?.doc };
    const done = results.filter(({ status }) => status === 'done').length;
    const audit = auditWrite(ports, caller, 'plan.apply', digest, { done, of: results.length });
    return { doc: { ...current.doc, results, finishedAt: ports.clock.now() }, also: [audit] };
  });
  return readApproval(ports, companyId, known, digest);
}

/** From here on the plan is not declined any more, nor compared with a world that it has changed itself. */
async function begin(ports: ServicePorts, caller: Caller, digest: string): Promise<void> {
  let refusal: unknown;
  await changeDocument(ports.store, approvalKind, caller.companyId, digest, (current) => {
    if (current === undefined || current.doc.startedAt !== undefined) return { doc: current?.doc };
    if (current.doc.declined !== undefined) {
      refusal = new SlipwayError('conflict', 'This plan was declined.', {
        details: [{ path: 'digest', code: 'plan_declined', message: 'This plan was declined.' }],
      });
      return { doc: current.doc };
    }
    return { doc: { ...current.doc, startedAt: ports.clock.now() } };
  });
  if (refusal !== undefined) throw refusal;
}

/** More money than was approved is not what was approved, nor is a change of something else than was there. Launches carry the digest of their own plan besides. */
async function refuseChanged(ports: ServicePorts, caller: Caller, known: Known, { doc }: Stored<ApprovalRecord>): Promise<void> {
  const now = [];
  for (const [i, step] of doc.steps.entries()) {
    const operation = knownOperation(known, step.operation);
    const preview = await previewStep(asPlanned(ports, caller, step), caller, operation, step, `operations[${i}]`).catch(
      (error: unknown) => {
        const isGone = error instanceof SlipwayError && error.details.some(({ code }) => code === 'unknown_media');
        throw isGone ? planOutdated('A file that this plan shows was deleted. Plan it again.') : error;
      },
    );
    const world = doc.worlds?.[i];
    if (world !== undefined && world !== preview.world)
      throw planOutdated(`What ${step.operation} would change is no longer as it was when it was planned. Plan it again.`);
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
}

/** The service with the files that a step was planned with. */
const asPlanned = (ports: ServicePorts, { companyId }: Caller, { media = [] }: Step): ServicePorts => ({
  ...ports,
  media: plannedMedia(ports, companyId, media),
});

/** What passes, or what somebody else is at: the plan can be applied again. */
const PASSING: readonly ErrorCode[] = ['unavailable', 'closed', 'rate_limit_exceeded', 'platform_error', 'internal_server_error'];

async function carryOutSteps(
  ports: ServicePorts,
  caller: Caller,
  known: Known,
  digest: string,
  steps: readonly Step[],
): Promise<readonly StepResult[]> {
  const results: StepResult[] = [];
  for (const [i, step] of steps.entries()) {
    const { operation: name, input } = step;
    if (results.some(({ status }) => status === 'failed')) {
      results.push({ operation: name, status: 'not_attempted' });
      continue;
    }
    const operation = knownOperation(known, name);
    try {
      const answer = await carryOut(asPlanned(ports, caller, step), operation, caller, partsOf(operation, input), () =>
        onceOf(ports, caller, digest, i, input),
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

const isUnderWay = ({ details }: SlipwayError): boolean => details.some(({ code }) => code === 'in_progress');

async function onceOf(
  ports: ServicePorts,
  { companyId }: Caller,
  digest: string,
  position: number,
  input: object,
): Promise<Once> {
  const key = await ports.secrets.sha256(JSON.stringify(['approval', digest, position]));
  return keyed(ports, companyId, { key, bodyDigest: await ports.secrets.sha256(canonicalJson(input)) });
}

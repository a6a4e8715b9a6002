import { auditWrite } from '../../access/audit.ts';
import { countsOf, countWords, partWords, statusWords } from '../../base/outcome-words.ts';
import type { Event } from '../../events/events.ts';
import type { ServicePorts } from '../../operations/ports.ts';
import type { Json, Stored } from '../../ports/store.ts';
import { changeDocument } from '../../records/change.ts';
import { missing } from './approvers.ts';
import { type ApprovalRecord, approvalKind } from './records.ts';
import { answeredStep, mergedStep, shownResult } from './results.ts';
import type { StepResult } from './schema.ts';
import { endOf, type Known } from './shown.ts';

/**
 * A plan with what has become by now of what went on after its answers. Keeps it once all of that
 * has ended.
 */
export async function settledApproval(
  ports: ServicePorts,
  companyId: string,
  known: Known,
  digest: string,
): Promise<Stored<ApprovalRecord>> {
  const found = await ports.store.get(approvalKind, companyId, digest);
  if (found === undefined) throw missing();
  if (found.doc.running === undefined) return found;
  const results = await Promise.all(
    (found.doc.results ?? []).map((result, at) =>
      settledStep(ports, companyId, known, { found, result, at }),
    ),
  );
  const doc = withResults(found.doc, results, ports.clock.now());
  if (doc.running !== undefined) return { ...found, doc };
  const by = { companyId, keyId: doc.appliedBy ?? doc.createdBy };
  const audit = auditWrite(ports, by, {
    action: 'plan.end',
    subject: digest,
    details: outcomeOf(results),
  });
  await changeDocument(ports.store, approvalKind, {
    companyId,
    id: digest,
    change: (current) =>
      current?.version === found.version ? { doc, also: [audit] } : { doc: current?.doc },
  });
  return { ...found, doc };
}

async function settledStep(
  ports: ServicePorts,
  companyId: string,
  known: Known,
  {
    found: { doc },
    result,
    at,
  }: { readonly found: Stored<ApprovalRecord>; readonly result: StepResult; readonly at: number },
): Promise<StepResult> {
  const [step, operation] = [doc.steps[at], known.get(result.operation)];
  if (
    result.status !== 'running' ||
    result.answer === undefined ||
    step === undefined ||
    operation === undefined
  )
    return result;
  const about = doc.about?.[at]?.objects ?? [];
  const now = await answeredStep(ports, companyId, operation, {
    step,
    answer: result.answer,
    about,
  });
  return mergedStep(shownResult(result), now);
}

/** At most once for each list: those that went on. */
export async function settleRunning(
  ports: ServicePorts,
  companyId: string,
  known: Known,
): Promise<void> {
  const { items } = await ports.store.find(approvalKind, companyId, {
    where: { running: 1 },
    limit: 50,
  });
  for (const { id } of items) await settledApproval(ports, companyId, known, id);
}

export function withResults(
  { running: _, attempt: __, ...doc }: ApprovalRecord,
  results: readonly StepResult[],
  finishedAt: number,
): ApprovalRecord {
  const isRunning = results.some(({ status }) => status === 'running');
  return { ...doc, results, finishedAt, ...(isRunning && { running: 1 as const }) };
}

/** For the audit: the word for all of it, and how many objects became what. */
export function outcomeOf(results: readonly StepResult[]): { readonly [name: string]: Json } {
  const { done = 0, refused, unknown, running, not_begun: notBegun } = countsOf(results);
  const rest = Object.entries({ refused, unknown, running, notBegun }).filter(
    ([, count]) => count !== undefined,
  );
  const status = endOf(results);
  const outcome = status === 'applied' ? 'done' : status;
  return { outcome, done, ...(Object.fromEntries(rest) as { [name: string]: number }) };
}

/** For the bell. What goes on is told by its own news when it ends. */
export function endedEvent(
  digest: string,
  results: readonly StepResult[],
  { at, run }: { readonly at: number; readonly run: string },
): Event {
  const status = endOf(results);
  const bad = results
    .flatMap(({ objects }) => objects)
    .filter(({ outcome }) => outcome === 'refused' || outcome === 'unknown');
  const text = [`${countWords(countsOf(results))}.`, ...bad.slice(0, 3).map(partWords)].join(' ');
  return {
    id: `approval-end-${run}`,
    at,
    news: {
      kind: 'approval.ended',
      title: `A plan ${statusWords[status]}`,
      text,
      link: `approvals/${digest}`,
    },
  };
}

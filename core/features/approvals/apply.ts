import { auditWrite } from '../../access/audit.ts';
import type { Caller } from '../../access/caller.ts';
import { type ErrorCode, PlatformError, SlipwayError } from '../../base/errors.ts';
import { refusal } from '../../base/refusal.ts';
import { inTurn } from '../../gate/one-at-a-time.ts';
import type { Named } from '../../gate/preview.ts';
import type { MoneyAtStake } from '../../gate/schema.ts';
import { stakeWords } from '../../gate/words.ts';
import { plannedMedia, planOutdated } from '../../media/kept-media.ts';
import { carryOut, partsOf as partsIn } from '../../operations/carry-out.ts';
import type { ServicePorts } from '../../operations/ports.ts';
import type { Stored } from '../../ports/store.ts';
import { canonicalJson } from '../../records/canonical-json.ts';
import { changeDocument } from '../../records/change.ts';
import { type IdempotentRequest, openRecord } from '../../records/idempotency.ts';
import { keyed, type Once } from '../../records/once.ts';
import { randomId } from '../../records/random-id.ts';
import {
  addedUp,
  ended,
  knownOperation,
  readApproval,
  refuseUnable,
  refuseUnapproved,
  storedApproval,
} from './approvals.ts';
import { tooLate } from './approvers.ts';
import { previewStep } from './preview.ts';
import { type ApprovalRecord, type Attempt, approvalKind, type Step } from './records.ts';
import {
  answeredStep,
  mergedStep,
  partsOf,
  refusedStep,
  shownResult,
  stepNotBegun,
} from './results.ts';
import type { ApprovalAnswer, StepResult } from './schema.ts';
import { differences } from './seen.ts';
import { endedEvent, outcomeOf, settledApproval, withResults } from './settle.ts';
import { type Known, shownWhole, statusOf } from './shown.ts';

/**
 * Carries out an approved plan, once: each operation runs under a key that follows from the digest.
 * A step that is not wholly done ends it; where the platform or the service is away, asking again
 * goes on. `again`: what was not done of a plan that ended, and nothing else.
 */
export const applyApproved = (
  ports: ServicePorts,
  caller: Caller,
  known: Known,
  wanted: { readonly digest: string; readonly again?: boolean },
): Promise<ApprovalAnswer> =>
  // One at a time: what a first request is refused would be carried out by a second one that runs
  // beside it.
  inTurn(ports, caller.companyId, { name: `plan:${wanted.digest}`, busy: underWay }, () =>
    applyNow(ports, caller, known, wanted),
  );

const underWay = (): SlipwayError =>
  refusal('conflict', {
    path: 'digest',
    code: 'in_progress',
    message: 'This plan is being carried out. Ask again in a moment.',
  });

async function applyNow(
  ports: ServicePorts,
  caller: Caller,
  known: Known,
  { digest, again = false }: { readonly digest: string; readonly again?: boolean },
): Promise<ApprovalAnswer> {
  const { companyId } = caller;
  let found = await settledApproval(ports, companyId, known, digest);
  const isAgain = again && found.doc.results !== undefined;
  if (found.doc.results !== undefined && !isAgain) return shownWhole(ports, known, found);
  const attempt = isAgain ? await attemptOf(ports, companyId, known, found) : undefined;
  await refuseUnapproved(ports, caller, found, { known, second: false, isAgain });
  const second = await refuseChanged(ports, caller, known, { found, attempt });
  const secondKey = await refuseUnapproved(ports, caller, found, { known, second, isAgain });
  if (found.doc.startedAt === undefined || isAgain)
    found = await begin(ports, caller, digest, attempt);
  // A person has seen what a model chose.
  const door = found.doc.approved === undefined ? caller.door : undefined;
  const { createdBy } = found.doc;
  const plannedBy = createdBy === caller.keyId ? undefined : createdBy;
  const actor = { ...caller, secondKey, door, plannedBy };
  const tried = await carryOutSteps(ports, actor, known, { found, attempt });
  await keepResults(ports, caller, { digest, attempt, tried });
  return readApproval(ports, companyId, known, digest);
}

/**
 * What is tried again: the steps that were not begun or refused as a whole, and of the others the
 * objects that are left.
 */
async function attemptOf(
  ports: ServicePorts,
  companyId: string,
  known: Known,
  { doc }: Stored<ApprovalRecord>,
): Promise<Attempt> {
  const status = statusOf(ports, doc);
  if (status !== 'partly' && status !== 'failed') throw tooLate(status);
  if (ports.clock.now() >= doc.expiresAt) throw tooLate('expired');
  if (doc.attempt !== undefined) return doc.attempt;
  const steps: { at: number; step: Step }[] = [];
  for (const [at, { status: became, answer }] of (doc.results ?? []).entries()) {
    const step = doc.steps[at];
    if (step === undefined || became === 'done') continue;
    if (answer === undefined) {
      steps.push({ at, step });
      continue;
    }
    const operation = knownOperation(known, step.operation);
    const all = (await partsOf(ports, companyId, operation, step, answer)) ?? [];
    const left = all.filter(({ outcome }) => outcome !== 'done');
    const rest = operation.parts?.again?.(step.input, left, all, answer);
    if (rest === undefined) throw onlyAsNew(step);
    steps.push({ at, step: { ...step, ...rest } });
  }
  return { run: randomId(ports.secrets, 'run'), steps };
}

function onlyAsNew({ operation }: Step): SlipwayError {
  const message = `What is left of ${operation} cannot be tried again by itself. Plan it again.`;
  return refusal('conflict', { path: 'digest', code: 'plan_again', message });
}

/**
 * The results in the commit of their audit and their news. An equal request may have kept them
 * before.
 */
async function keepResults(
  ports: ServicePorts,
  caller: Caller,
  {
    digest,
    attempt,
    tried,
  }: { readonly digest: string; readonly attempt: Attempt | undefined; readonly tried: Tried },
): Promise<void> {
  const { companyId } = caller;
  const now = ports.clock.now();
  const before = await storedApproval(ports.store, companyId, digest);
  const results = before.doc.steps.flatMap((_, at) => {
    const [was, is] = [before.doc.results?.[at], tried.get(at)];
    return is === undefined
      ? (was ?? [])
      : was === undefined || attempt === undefined
        ? is
        : mergedStep(shownResult(was), is);
  });
  const news = await ports.events.writes(
    companyId,
    endedEvent(digest, results, { at: now, run: attempt?.run ?? before.doc.run ?? digest }),
  );
  await changeDocument(ports.store, approvalKind, {
    companyId,
    id: digest,
    change: (current) => {
      const isKept =
        attempt === undefined
          ? current?.doc.results !== undefined
          : current?.doc.attempt?.run !== attempt.run;
      if (current === undefined || isKept) return { doc: current?.doc };
      const action = attempt === undefined ? 'plan.apply' : 'plan.retry';
      const audit = auditWrite(ports, caller, {
        action,
        subject: digest,
        details: outcomeOf(results),
      });
      return { doc: withResults(ended(current.doc, now), results, now), also: [audit, ...news] };
    },
  });
}

export async function refuseToApply(
  ports: ServicePorts,
  caller: Caller,
  known: Known,
  digest: string,
): Promise<void> {
  await refuseUnable(
    ports,
    caller,
    known,
    (await storedApproval(ports.store, caller.companyId, digest)).doc,
  );
}

/** A plan that has begun cannot be declined. */
async function begin(
  ports: ServicePorts,
  { companyId, keyId }: Caller,
  digest: string,
  attempt: Attempt | undefined,
): Promise<Stored<ApprovalRecord>> {
  let isDeclined = false;
  await changeDocument(ports.store, approvalKind, {
    companyId,
    id: digest,
    change: (current) => {
      if (current === undefined) return { doc: undefined };
      const { doc } = current;
      if (attempt !== undefined)
        return { doc: { ...doc, attempt: doc.attempt ?? attempt, appliedBy: keyId } };
      if (doc.startedAt !== undefined) return { doc };
      isDeclined = doc.declined !== undefined;
      return { doc: isDeclined ? doc : { ...doc, startedAt: ports.clock.now(), appliedBy: keyId } };
    },
  });
  if (isDeclined)
    throw refusal('conflict', {
      path: 'digest',
      code: 'plan_declined',
      message: 'This plan was declined.',
    });
  return storedApproval(ports.store, companyId, digest);
}

/**
 * Throws where more money would be at stake than was approved, or where the plan would change
 * something else. Steps that have begun are not looked at again: they changed the world themselves.
 * Answers whether a limit wants a second key by now.
 */
async function refuseChanged(
  ports: ServicePorts,
  caller: Caller,
  known: Known,
  trying: Trying,
): Promise<boolean> {
  const { doc } = trying.found;
  const now = [];
  let second = false;
  for (const { at: i, step } of stepsOf(trying)) {
    if (doc.startedAt !== undefined && (await hasBegun(ports, caller, trying, i))) continue;
    const operation = knownOperation(known, step.operation);
    const preview = await previewStep(asPlanned(ports, caller, step), caller, {
      operation,
      step,
      path: `operations[${i}]`,
    }).catch(differs);
    const unsure = new Set(
      doc.results?.[i]?.objects?.flatMap(({ id, outcome }) => (outcome === 'unknown' ? [id] : [])),
    );
    const found = doc.seen?.[i] === undefined ? [] : differences(doc.seen[i], preview.seen, unsure);
    if (found.length > 0) throw planOutdated(`${found.join(' ')} Plan it again.`);
    // What is left of a step has a world of its own.
    const world = doc.steps[i] === step ? doc.worlds?.[i] : undefined;
    const isSame = canonicalJson(preview.step.input) === canonicalJson(step.input);
    if (!isSame || (world !== undefined && world !== preview.world))
      throw planOutdated(changed(step));
    second ||= preview.needsSecondKey;
    now.push(...preview.moneyAtStake);
  }
  for (const asked of addedUp(now)) {
    const approved = doc.preview.moneyAtStake.find(
      ({ adAccountId }) => adAccountId === asked.adAccountId,
    );
    const isMore = (['dailyBudget', 'lifetimeBudget', 'delivering'] as const).some(
      (name) => asked[name] > (approved?.[name] ?? 0),
    );
    const isFaster = paceOf(asked) > paceOf(approved) * PACE_SLACK;
    if (!isMore && !isFaster) continue;
    const was = approved && stakeWords(approved);
    const message = `More would be at stake now than was approved: ${stakeWords(asked)}, instead of ${was ?? 'nothing'}. Plan it again.`;
    throw planOutdated(message);
  }
  return second;
}

/**
 * What a day may spend. A lifetime budget is spent faster the less time is left, so it grows while
 * a plan waits.
 */
const paceOf = (stake: MoneyAtStake | undefined): number =>
  stake?.perDay ?? stake?.dailyBudget ?? 0;
const PACE_SLACK = 1.05;

const changed = ({ operation }: Step) =>
  `What ${operation} would do or change is no longer as it was when it was planned. Plan it again.`;

/**
 * A launch refuses other ads and files than its digest stands for. What was there when it was
 * planned, and is not now, has changed.
 */
function differs(error: unknown): never {
  const has = (wanted: string) =>
    error instanceof SlipwayError && error.details.some(({ code }) => code === wanted);
  if (has('plan_differs'))
    throw planOutdated(
      'What launch would create is no longer as it was when it was planned. Plan it again.',
    );
  if (has('unknown_media'))
    throw planOutdated('A file that this plan shows was deleted. Plan it again.');
  throw error instanceof SlipwayError && isGone(error)
    ? planOutdated(`${error.message} Plan it again.`)
    : error;
}

const GONE = ['unknown_object', 'gone', 'other_account', 'source_gone', 'target_gone'];
const isGone = ({ details }: SlipwayError) => details.some(({ code }) => GONE.includes(code));

const asPlanned = (
  ports: ServicePorts,
  { companyId }: Caller,
  { media = [] }: Step,
): ServicePorts => ({
  ...ports,
  media: plannedMedia(ports, companyId, media),
});

const PASSING: readonly ErrorCode[] = [
  'unavailable',
  'closed',
  'rate_limit_exceeded',
  'internal_server_error',
];

/**
 * Asked again, the plan goes on under the same keys: what may have happened is looked for, and not
 * done twice.
 */
const passes = (error: SlipwayError): boolean =>
  error instanceof PlatformError
    ? error.failure.retryable
    : PASSING.includes(error.code) || error.details.some(({ code }) => code === 'in_progress');

interface Trying {
  readonly found: Stored<ApprovalRecord>;
  readonly attempt: Attempt | undefined;
}

const stepsOf = ({ found, attempt }: Trying): Attempt['steps'] =>
  attempt?.steps ?? found.doc.steps.map((step, at) => ({ at, step }));

type Tried = ReadonlyMap<number, StepResult>;

async function carryOutSteps(
  ports: ServicePorts,
  caller: Caller,
  known: Known,
  trying: Trying,
): Promise<Tried> {
  const tried = new Map<number, StepResult>();
  let isOver = false;
  for (const { at, step } of stepsOf(trying)) {
    const about = trying.found.doc.about?.[at]?.objects ?? [];
    const result: StepResult = isOver
      ? stepNotBegun(step, about)
      : await tryStep(ports, caller, known, { trying, at, step, about });
    isOver ||= result.status !== 'done' && result.status !== 'running';
    tried.set(at, result);
  }
  return tried;
}

async function tryStep(
  ports: ServicePorts,
  caller: Caller,
  known: Known,
  {
    trying,
    at,
    step,
    about,
  }: {
    readonly trying: Trying;
    readonly at: number;
    readonly step: Step;
    readonly about: readonly Named[];
  },
): Promise<StepResult> {
  const operation = knownOperation(known, step.operation);
  try {
    const answer = await carryOut(
      asPlanned(ports, caller, step),
      operation,
      caller,
      partsIn(operation, step.input),
      () => onceOf(ports, caller, trying, at),
    );
    return await answeredStep(ports, caller.companyId, operation, {
      step,
      answer: answer as object,
      about,
    });
  } catch (error) {
    if (!(error instanceof SlipwayError) || passes(error)) throw error;
    // A refusal frees its key: one that has begun may have left in an earlier attempt.
    return refusedStep(
      step,
      error,
      about,
      (await hasBegun(ports, caller, trying, at)) ? 'unknown' : 'refused',
    );
  }
}

const onceOf = async (
  ports: ServicePorts,
  { companyId }: Caller,
  trying: Trying,
  at: number,
): Promise<Once> => keyed(ports, companyId, await requestOf(ports, trying, at));

async function hasBegun(
  ports: ServicePorts,
  { companyId }: Caller,
  trying: Trying,
  at: number,
): Promise<boolean> {
  const { begun, answer } = await openRecord(ports, companyId, await requestOf(ports, trying, at));
  return begun !== undefined || answer !== undefined;
}

/** The key of a step: a plan that is made again after it was forgotten has another. */
async function requestOf(
  { secrets }: ServicePorts,
  trying: Trying,
  at: number,
): Promise<IdempotentRequest> {
  const { id, doc } = trying.found;
  const run = trying.attempt?.run ?? doc.run ?? id;
  const step = stepsOf(trying).find((each) => each.at === at)?.step;
  const key = await secrets.sha256(JSON.stringify(['approval', run, at]));
  return { key, bodyDigest: await secrets.sha256(canonicalJson(step?.input ?? {})) };
}

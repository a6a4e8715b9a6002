import type { Actor } from '../../../access/caller.ts';
import { makerOf } from '../../../access/keys.ts';
import { offeredGroup } from '../../../accounts/capabilities.ts';
import type { AccountKey } from '../../../base/account-key.ts';
import { PlatformError, type PlatformFailure, SlipwayError } from '../../../base/errors.ts';
import { sameValue } from '../../../base/money.ts';
import type { Effect } from '../../../effects/effect.ts';
import type { EffectHandlers } from '../../../effects/run.ts';
import { refuseBlocked } from '../../../gate/blocked.ts';
import { updateBudget } from '../../../manage/edit/update-budget.ts';
import { updateStatus } from '../../../manage/edit/update-status.ts';
import type { ManagePorts } from '../../../manage/open-account.ts';
import type { AdPlatform } from '../../../ports/ad-platform.ts';
import type { Access, EntityType } from '../../../ports/platform-accounts.ts';
import type { Unanswered } from '../../../ports/platform-create.ts';
import type { EntityFacts } from '../../../ports/platform-reads.ts';
import type { Json } from '../../../ports/store.ts';
import { type Once, type Steps, unkeyed } from '../../../records/once.ts';
import { ruleKind } from '../records.ts';

/** Both values are absolute and stored before anything is sent. */
export interface ChangeInput {
  readonly account: AccountKey;
  readonly ruleId: string;
  /** The rule writer's workspace; and whether another key approved. */
  readonly workspaceId?: string | undefined;
  readonly secondKey?: boolean | undefined;
  readonly type: EntityType;
  readonly id: string;
  readonly field: 'status' | 'dailyBudget' | 'lifetimeBudget';
  readonly before: string | number;
  readonly wanted: string | number;
}

export const CHANGE_EFFECT = 'automation.change';

/** Rules change objects through the use cases, gate and trace that callers use. */
export const automationEffects = (ports: ManagePorts): EffectHandlers => ({
  // Written by plan.ts.
  [CHANGE_EFFECT]: (account, input) => changeEffect(ports, account, input as unknown as ChangeInput),
});

/** Where the platform says nothing about these times. */
const DEFAULT_TIMES = { settleMs: 60_000, answerMs: 120_000 };

function changeEffect(
  ports: ManagePorts,
  { platform, access }: { readonly platform: AdPlatform; readonly access: Access },
  input: ChangeInput,
): Effect<Json> {
  const { settleMs, answerMs } = platform.launch ?? platform.duplicate ?? DEFAULT_TIMES;
  const find = async (): Promise<Json | undefined> => {
    const read = await readOne(platform, access, input);
    return stands(read, input) === 'wanted' ? { after: input.wanted } : undefined;
  };
  return {
    what: `the change of the ${input.type} ${input.id}`,
    times: { settleMs, answerMs, lagMs: platform.duplicate?.lagMs ?? 0 },
    find,
    prepare: async () => ({
      trace: () => [],
      refused: () => [],
      send: () => send(ports, access, input, find),
    }),
  };
}

/** Reads, compares, passes the gate, writes the trace and sends, in the account's one turn. */
async function send(
  ports: ManagePorts,
  access: Access,
  input: ChangeInput,
  find: () => Promise<Json | undefined>,
): Promise<Json | Unanswered> {
  const { ruleId, workspaceId, secondKey } = input;
  const { companyId } = access;
  const writer = (await ports.store.get(ruleKind, companyId, ruleId))?.doc.createdBy;
  const madeBy = writer && ((await makerOf(ports.store, companyId, writer)) ?? writer);
  const actor: Actor = { companyId, keyId: `automation:${ruleId}`, workspaceId, secondKey, madeBy };
  try {
    await refuseBlocked(ports, actor, input.field === 'status' ? 'manage.updateStatus' : 'manage.updateBudget');
    await (input.field === 'status' ? sendStatus(ports, actor, access, input) : sendBudget(ports, actor, access, input));
    return { after: input.wanted };
  } catch (error) {
    if (error instanceof AsWanted) return { after: input.wanted };
    if (error instanceof PlatformError && error.failure.class === 'transient') return { unanswered: error.failure };
    // An earlier send that came late may have done it.
    const isDone = error instanceof PlatformError && error.failure.class === 'throttled' && (await find().catch(() => undefined));
    if (isDone) return isDone;
    throw passing(error);
  }
}

async function sendBudget(ports: ManagePorts, actor: Actor, access: Access, input: ChangeInput): Promise<void> {
  const { account, type, id, field, wanted } = input;
  const entityType = type === 'campaign' ? 'campaign' : 'adset';
  const request = { businessId: account, entityType, entityId: id, [field]: Number(wanted), confirm: true } as const;
  const watch = { seen: (now: EntityFacts) => refuseUnlessBefore(now, input) };
  await updateBudget({ ...ports, watch }, actor, request, heldOnce(ports, access));
}

async function sendStatus(ports: ManagePorts, actor: Actor, access: Access, input: ChangeInput): Promise<void> {
  const { account, type, id, wanted } = input;
  const failures: PlatformFailure[] = [];
  const newStatus = wanted === 'ACTIVE' ? 'ACTIVE' : 'PAUSED';
  const request = { businessId: account, entityType: type, entityId: id, newStatus } as const;
  const watch = {
    seen: (now: EntityFacts) => refuseUnlessBefore(now, input),
    failed: (failure: PlatformFailure) => failures.push(failure),
  };
  const { results } = await updateStatus({ ...ports, watch }, actor, request, heldOnce(ports, access));
  const [failure] = failures;
  if (failure !== undefined) throw new PlatformError(failure);
  const [result] = results;
  if (result?.success !== true) throw new SlipwayError('unprocessable_entity', result?.error ?? 'It was not changed.');
}

/** The use case asks before it sends whether the run's lease is held. The plan knows that it is sent. */
function heldOnce({ store }: ManagePorts, { isLeaseHeld = () => true }: Access): Once {
  const plain = unkeyed(store);
  return {
    ...plain,
    inSteps: <P extends object, A extends object>(work: (steps: Steps<P, A>) => Promise<A>) =>
      plain.inSteps<P, A>((steps) => work({ ...steps, isHeld: isLeaseHeld })),
  };
}

class AsWanted extends Error {}

function refuseUnlessBefore(now: EntityFacts, input: ChangeInput): void {
  if (stands(now, input) === 'wanted') throw new AsWanted();
}

/** Throws `changedSince` where it is neither: a person or another program decided. */
function stands(now: EntityFacts, { field, before, wanted, type, id }: ChangeInput): 'before' | 'wanted' {
  const value = now[field];
  if (sameValue(value, wanted)) return 'wanted';
  if (sameValue(value, before)) return 'before';
  const message = `The ${type} ${id} has ${field} ${value ?? 'none'} now, neither ${before} as when the rule judged it nor ${wanted}: a person has changed it since, so the rule left it as it is.`;
  throw new SlipwayError('conflict', message, { details: [{ path: '', code: 'changedSince', message }] });
}

async function readOne(platform: AdPlatform, access: Access, { type, id }: ChangeInput): Promise<EntityFacts> {
  const [read] = await offeredGroup(platform, 'inspect', 'scope.level').entities(access, [{ type, id }]);
  if (read !== undefined && 'status' in read) return read;
  throw new PlatformError(read?.failure ?? notThere(platform, id));
}

const notThere = (platform: AdPlatform, id: string): PlatformFailure => ({
  platform: platform.definition.id,
  class: 'missing',
  message: `There is no object ${id}.`,
  fix: 'Look for it at the platform.',
  retryable: false,
  traceId: '',
});

/** The plan tries again what passes by itself. */
function passing(error: unknown): unknown {
  if (!(error instanceof SlipwayError) || error instanceof PlatformError) return error;
  const isBusy = error.code === 'unavailable' || error.details.some(({ code }) => code === 'account_busy');
  if (!isBusy) return error;
  const { message } = error;
  return new PlatformError({
    platform: '',
    class: 'throttled',
    message,
    fix: 'It is tried again.',
    retryable: true,
    traceId: '',
  });
}

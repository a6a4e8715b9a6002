import type { Actor } from '../../../access/caller.ts';
import { makerOf } from '../../../access/keys.ts';
import { offeredGroup } from '../../../accounts/capabilities.ts';
import type { AccountKey } from '../../../base/account-key.ts';
import { PlatformError, type PlatformFailure, SlipwayError } from '../../../base/errors.ts';
import { sameValue } from '../../../base/money.ts';
import type { Effect } from '../../../effects/effect.ts';
import type { EffectHandlers } from '../../../effects/run.ts';
import { refuseBlocked } from '../../../gate/blocked.ts';
import { changeNow } from '../../../manage/change/change.ts';
import type { Changing } from '../../../manage/change/changing.ts';
import { passing } from '../../../manage/change/passing.ts';
import type { Items } from '../../../manage/edit/entities.ts';
import { budgeting } from '../../../manage/edit/update-budget.ts';
import { switching } from '../../../manage/edit/update-status.ts';
import type { ManagePorts, Opened } from '../../../manage/open-account.ts';
import type { UpdateBudgetRequest, UpdateStatusRequest } from '../../../manage/schema/edit.ts';
import type { AdPlatform } from '../../../ports/ad-platform.ts';
import type { Access, EntityType } from '../../../ports/platform-accounts.ts';
import type { Unanswered } from '../../../ports/platform-create.ts';
import type { EntityFacts } from '../../../ports/platform-reads.ts';
import type { Json, Write } from '../../../ports/store.ts';
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
  [CHANGE_EFFECT]: (account, input) =>
    changeEffect(ports, account, input as unknown as ChangeInput),
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
    return stands(read[input.field], input) === 'wanted' ? { after: input.wanted } : undefined;
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
    await refuseBlocked(
      ports,
      actor,
      input.field === 'status' ? 'manage.updateStatus' : 'manage.updateBudget',
    );
    await (input.field === 'status'
      ? sendChange(ports, actor, access, input, await switching(ports, actor, statusRequest(input)))
      : sendChange(
          ports,
          actor,
          access,
          input,
          await budgeting(ports, actor, budgetRequest(input)),
        ));
    return { after: input.wanted };
  } catch (error) {
    if (error instanceof PlatformError && error.failure.class === 'transient')
      return { unanswered: error.failure };
    // An earlier send that came late may have done it.
    const isDone =
      error instanceof PlatformError &&
      error.failure.class === 'throttled' &&
      (await find().catch(() => undefined));
    if (isDone) return isDone;
    throw passing(error);
  }
}

const statusRequest = ({
  account: businessId,
  type: entityType,
  id: entityId,
  wanted,
}: ChangeInput): UpdateStatusRequest => ({
  businessId,
  entityType,
  entityId,
  newStatus: wanted === 'ACTIVE' ? 'ACTIVE' : 'PAUSED',
});

const budgetRequest = ({ account, type, id, field, wanted }: ChangeInput): UpdateBudgetRequest => ({
  businessId: account,
  entityType: type === 'campaign' ? 'campaign' : 'adset',
  entityId: id,
  [field]: Number(wanted),
  confirm: true,
});

/** As a person's request is carried out, except that the plan of the rule is its journal. */
async function sendChange<X extends object, A extends object>(
  ports: ManagePorts,
  actor: Actor,
  { isLeaseHeld = () => true }: Access,
  input: ChangeInput,
  changing: Changing<X, A, Opened<'edit'>>,
): Promise<void> {
  const commit = async (writes: readonly Write[]): Promise<void> => {
    if (writes.length > 0) await ports.store.commit(writes);
  };
  const steps = {
    begun: undefined,
    isHeld: isLeaseHeld,
    begin: (_: X, writes: readonly Write[]) => commit(writes),
    refuse: commit,
  };
  const draw: typeof changing.draw = async (account, former) => {
    const plan = await changing.draw(account, former);
    const isOpen = plan.steps.some(
      ({ before }) => stands(before?.[input.field], input) === 'before',
    );
    return isOpen ? plan : { ...plan, steps: [] };
  };
  await changeNow(
    ports,
    actor,
    { ...changing, draw },
    steps,
    async ({ steps: sent, own }, changed) => {
      const failure = sent.map(({ id }) => changed.get(id)?.failure)[0];
      if (failure !== undefined) throw new PlatformError(failure);
      const refused =
        'settled' in own
          ? (own as unknown as Items).settled.find(({ success }) => !success)
          : undefined;
      if (refused !== undefined)
        throw new SlipwayError('unprocessable_entity', refused.error ?? 'It was not changed.');
    },
  );
}

/** Throws `changedSince` where it is neither: a person or another program decided. */
function stands(
  value: unknown,
  { field, before, wanted, type, id }: ChangeInput,
): 'before' | 'wanted' {
  if (sameValue(value, wanted)) return 'wanted';
  if (sameValue(value, before)) return 'before';
  const message = `The ${type} ${id} has ${field} ${value ?? 'none'} now, neither ${before} as when the rule judged it nor ${wanted}: a person has changed it since, so the rule left it as it is.`;
  throw new SlipwayError('conflict', message, {
    details: [{ path: '', code: 'changedSince', message }],
  });
}

async function readOne(
  platform: AdPlatform,
  access: Access,
  { type, id }: ChangeInput,
): Promise<EntityFacts> {
  const [read] = await offeredGroup(platform, 'inspect', 'scope.level').entities(access, [
    { type, id },
  ]);
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

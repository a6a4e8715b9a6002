import type { Actor } from '../../access/caller.ts';
import { counted } from '../../base/counted.ts';
import { PlatformError, SlipwayError } from '../../base/errors.ts';
import { withItsSource } from '../../base/schema/unknown-fields.ts';
import type { Named, Preview } from '../../gate/preview.ts';
import { previewBudget } from '../../manage/edit/update-budget.ts';
import { previewStatus } from '../../manage/edit/update-status.ts';
import type { ManagePorts } from '../../manage/open-account.ts';
import { previewUpdate } from '../../manage/update/update-object.ts';
import { digestOf } from './apply.ts';
import {
  askedIn,
  type ChangePart,
  type DrawnChange,
  drawChanges,
  LEVELS,
  settingsBody,
} from './plan.ts';
import type { ChangesBody } from './schema.ts';
import { shownChange } from './show.ts';

/** Checks, compares and prices changes. Nothing is sent. */
export async function planChanges(ports: ManagePorts, caller: Actor, body: ChangesBody) {
  const drawn = await drawChanges(ports, caller, body);
  const { preview, judged } = await judgeAll(ports, caller, drawn, body.confirm);
  const { guards, moneyAtStake, startsDelivering } = preview;
  const changes = judged.map((change) => ({
    ...shownChange(change),
    ...(change.costs && { costs: [...change.costs] }),
    plan: planned(change),
  }));
  const count = (plan: Planned) => changes.filter((change) => change.plan === plan).length;
  return {
    success: true as const,
    digest: await digestOf(ports, drawn),
    counts: {
      objects: changes.length,
      change: count('change'),
      nothing: count('nothing'),
      conflict: count('conflict'),
      refused: count('refused'),
    },
    changes,
    moneyAtStake: [...moneyAtStake],
    guards: [...guards],
    startsDelivering,
  };
}

type Planned = 'change' | 'nothing' | 'conflict' | 'refused';

function planned({
  parts,
  conflicts,
  reason,
}: Pick<DrawnChange, 'parts' | 'conflicts' | 'reason'>): Planned {
  if (conflicts !== undefined) return 'conflict';
  if (reason !== undefined) return 'refused';
  return parts.length === 0 ? 'nothing' : 'change';
}

/** For a plan that waits for approval: it is outdated once an object would be changed otherwise. */
export async function previewChanges(
  ports: ManagePorts,
  caller: Actor,
  body: ChangesBody,
): Promise<Preview> {
  const drawn = await drawChanges(ports, caller, body);
  const { preview, judged } = await judgeAll(ports, caller, drawn, body.confirm);
  const objects = judged.flatMap(({ type, id, name = id, parts }): readonly Named[] =>
    parts.length === 0 ? [] : [{ type, id, name, does: parts.map(({ does }) => does).join('; ') }],
  );
  const left = judged.flatMap(({ name, id, reason, conflicts }) => {
    const fields = conflicts?.map(({ field }) => field).join(', ');
    const why = reason ?? (fields && `${fields} was changed by others meanwhile.`);
    return why === undefined ? [] : [`“${name ?? id}” stays as it is: ${why}`];
  });
  return {
    ...preview,
    summary: `Change ${counted(objects.length, 'object')}`,
    objects,
    lines: left,
    world: drawn,
  };
}

/**
 * What the guards say to all that may start or raise spending. What the verb of an object refuses,
 * it refuses for this object alone.
 */
async function judgeAll(
  ports: ManagePorts,
  caller: Actor,
  drawn: readonly DrawnChange[],
  confirm: boolean | undefined,
): Promise<{ readonly preview: Preview; readonly judged: readonly DrawnChange[] }> {
  const previews: Preview[] = [];
  const judged: DrawnChange[] = [];
  for (const change of drawn)
    try {
      const own: Preview[] = [];
      for (const part of change.parts)
        own.push(...(await previewPart(ports, caller, change, part, confirm)));
      previews.push(...own);
      const costs = [
        ...new Set([
          ...(change.costs ?? []),
          ...own.flatMap((each) => each.warnings?.map(withItsSource) ?? []),
        ]),
      ];
      judged.push(costs.length === 0 ? change : { ...change, costs });
    } catch (error) {
      if (!(error instanceof SlipwayError) || isPassing(error)) throw error;
      judged.push({ ...change, parts: [], reason: error.message });
    }
  return { preview: together(previews, ''), judged };
}

const isPassing = (error: SlipwayError): boolean =>
  error instanceof PlatformError && error.failure.retryable;

async function previewPart(
  ports: ManagePorts,
  caller: Actor,
  { account, type, id }: DrawnChange,
  { part, fields }: ChangePart,
  confirm: boolean | undefined,
): Promise<readonly Preview[]> {
  const wanted = askedIn(fields);
  const named = { businessId: account, entityId: id };
  if (part === 'status' && wanted.status === 'ACTIVE')
    return [
      await previewStatus(ports, caller, { ...named, entityType: type, newStatus: 'ACTIVE' }),
    ];
  if (part === 'budget') {
    const entityType = type === 'campaign' ? 'campaign' : 'adset';
    return [await previewBudget(ports, caller, { ...named, entityType, ...wanted })];
  }
  if (part !== 'settings' || type === 'ad') return [];
  const body = { ...settingsBody(account, type, id, wanted), ...(confirm === true && { confirm }) };
  return [await previewUpdate(ports, caller, LEVELS[type], body)];
}

export function together(previews: readonly Preview[], summary: string): Preview {
  return {
    guards: previews.flatMap(({ guards }) => guards),
    moneyAtStake: added(previews.flatMap(({ moneyAtStake }) => moneyAtStake)),
    startsDelivering: previews.some(({ startsDelivering }) => startsDelivering),
    summary,
    objects: previews.flatMap(({ objects = [] }) => objects),
    look: async () =>
      (await Promise.all(previews.map(async ({ look }) => (await look?.()) ?? []))).flat(),
  };
}

type Stake = Preview['moneyAtStake'][number];

/** By ad account. */
function added(stakes: readonly Stake[]): readonly Stake[] {
  const sums = new Map<string, Stake>();
  for (const stake of stakes) {
    const before = sums.get(stake.adAccountId);
    const perDay = (each: Stake) => each.perDay ?? each.dailyBudget;
    sums.set(
      stake.adAccountId,
      before === undefined
        ? stake
        : {
            ...before,
            dailyBudget: before.dailyBudget + stake.dailyBudget,
            lifetimeBudget: before.lifetimeBudget + stake.lifetimeBudget,
            perDay: perDay(before) + perDay(stake),
            delivering: before.delivering + stake.delivering,
            ...((before.raises ?? stake.raises) && {
              raises: [...(before.raises ?? []), ...(stake.raises ?? [])],
            }),
          },
    );
  }
  return [...sums.values()];
}

import type { Actor } from '../../access/caller.ts';
import type { AccountAccess } from '../../accounts/access.ts';
import { type RequestFields, withRequestErrors } from '../../base/refusal.ts';
import { quoted } from '../../base/schema/quoted.ts';
import type { Warning } from '../../base/schema/unknown-fields.ts';
import { type Judgement, refuseExceeded } from '../../gate/gate.ts';
import type { EntityType } from '../../ports/platform-accounts.ts';
import type { FieldChange, Patch, Updating } from '../../ports/platform-update.ts';
import type { Write } from '../../ports/store.ts';
import type { ChangeStep, Changing } from '../change/changing.ts';
import { changedSince } from '../change/since.ts';
import type { ManagePorts } from '../open-account.ts';
import type { UpdateResponse } from '../schema/update.ts';
import { type Level, updateWrite } from '../undo/kept.ts';

/** What a change of settings tells of itself, and what finishing it takes. */
export type Progress = {
  readonly updateId: string;
  readonly level: Level;
  readonly entityId: string;
  readonly name: string;
  readonly changes: readonly FieldChange[];
  readonly patch: Patch;
  readonly warnings: readonly Warning[];
};

export const entityTypes: { readonly [L in Level]: EntityType } = {
  campaign: 'campaign',
  adSet: 'adset',
  ad: 'ad',
};

/** What is about to change, judged. Without an `updateId` nothing is sent. */
export interface DrawnSettings extends Omit<Progress, 'updateId'> {
  readonly judgement: Judgement | undefined;
  readonly updateId?: string;
}

interface Settings {
  readonly account: AccountAccess;
  readonly updating: Updating;
  readonly at: RequestFields;
  readonly isDry: boolean;
  draw(account: AccountAccess): Promise<DrawnSettings>;
  /**
   * The same judgement for an attempt that goes on with what an earlier one drew: limits may be
   * others by now.
   */
  judge(account: AccountAccess, changes: readonly FieldChange[]): Promise<Judgement | undefined>;
  /** In the commit of the answer. */
  more?(updateId: string): readonly Write[];
}

/**
 * Settings of one object, by the platform's own values: those that stand as before are set, those
 * as wanted are left.
 */
export function setting(
  ports: ManagePorts,
  caller: Actor,
  settings: Settings,
): Changing<Progress, UpdateResponse> {
  const { account: opened, updating, at, isDry, more = () => [] } = settings;
  let drawn: DrawnSettings | undefined;
  let open: Patch | undefined;
  return {
    account: opened,
    inTurn: true,
    at,
    async draw(account, former) {
      if (former !== undefined) return { steps: [stepOf(former)], own: former };
      drawn = await settings.draw(account);
      const { judgement: _, updateId = '', ...rest } = drawn;
      const own = { updateId, ...rest };
      return { steps: updateId === '' ? [] : [stepOf(own)], own };
    },
    async judge(account, { own }) {
      if (drawn !== undefined) return drawn.judgement;
      const judgement = await settings.judge(account, own.changes);
      refuseExceeded(judgement?.verdicts ?? []);
      return judgement;
    },
    async send({ access }, { own: { entityId: id, patch } }) {
      await updating.write(access, id, open ?? patch);
      return [{ id }];
    },
    async look({ access }, { own: { entityId, patch } }) {
      const standings = await withRequestErrors(at, () =>
        updating.standing(access, entityId, patch),
      );
      const others = patch
        .filter((_, position) => standings[position] === 'other')
        .map(({ field }) => field);
      if (others.length > 0) throw changedSince(others, '');
      open = patch.filter((_, position) => standings[position] === 'before');
      return [open.length === 0 ? 'after' : 'before'];
    },
    async answer({ steps, own: { updateId, warnings, ...kept } }) {
      const object = { id: kept.entityId, name: kept.name };
      const answer = answerOf({ ...kept, object, isDry, warnings });
      if (steps.length === 0) return { answer };
      ports.adSets?.forget(caller.companyId, opened.key);
      const doc = { account: opened.key, at: ports.clock.now(), ...kept };
      const writes = [updateWrite(caller.companyId, updateId, doc), ...more(updateId)];
      return { answer: { ...answer, updateId }, writes };
    },
  };
}

function stepOf({ level, entityId: id, name, changes }: Progress): ChangeStep {
  const type = entityTypes[level];
  const shown = (side: 'before' | 'after') =>
    Object.fromEntries(changes.map((change) => [change.field, change[side]]));
  return {
    id,
    type,
    name,
    action: `${type}.update`,
    before: shown('before'),
    after: shown('after'),
  };
}

/** A plan of these changes is outdated once a field has another value. */
export const worldOf = (changes: readonly FieldChange[]): unknown =>
  changes.map(({ field, before, after }) => ({ field, before, after }));

/** `dailyBudget from 50 to 80`. */
export const changeWords = (changes: readonly FieldChange[]): string =>
  changes
    .map(({ field, before, after }) => `${field} from ${told(before)} to ${told(after)}`)
    .join(', ');

const told = (value: unknown) =>
  typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : quoted(typeof value === 'string' ? value : JSON.stringify(value ?? null));

const answerOf = ({
  level,
  object,
  changes,
  isDry,
  warnings,
}: {
  readonly level: Level;
  readonly object: { readonly id: string; readonly name: string };
  readonly changes: readonly FieldChange[];
  readonly isDry: boolean;
  readonly warnings: readonly Warning[];
}): UpdateResponse => ({
  success: true,
  dryRun: isDry,
  entityType: entityTypes[level],
  entityId: object.id,
  name: object.name,
  changes: changes.map((change) => ({ ...change })),
  resetsLearning: resetsLearning(changes),
  ...(warnings.length > 0 && { warnings: [...warnings] }),
});

function resetsLearning(changes: readonly FieldChange[]): boolean | null {
  if (changes.some(({ learning }) => learning === 'resets')) return true;
  return changes.every(({ learning }) => learning === 'keeps') ? false : null;
}

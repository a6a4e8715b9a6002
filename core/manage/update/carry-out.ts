import type { Actor } from '../../access/caller.ts';
import type { AccountAccess } from '../../accounts/access.ts';
import { SlipwayError } from '../../base/errors.ts';
import type { RequestFields } from '../../base/refusal.ts';
import { quoted } from '../../base/schema/quoted.ts';
import type { Warning } from '../../base/schema/unknown-fields.ts';
import type { Access, EntityType } from '../../ports/platform-accounts.ts';
import type { FieldChange, Patch, Updating } from '../../ports/platform-update.ts';
import type { Json, Write } from '../../ports/store.ts';
import type { Steps } from '../../records/once.ts';
import { type Change, traced } from '../edit/trace.ts';
import type { ManagePorts } from '../open-account.ts';
import type { UpdateResponse } from '../schema/update.ts';
import { type Level, updateWrite } from '../undo/kept.ts';

/** What finishing a begun change takes. Written down before anything is sent. */
export type Progress = {
  readonly updateId: string;
  readonly level: Level;
  readonly entityId: string;
  readonly name: string;
  readonly changes: readonly FieldChange[];
  readonly patch: Patch;
  readonly warnings: readonly Warning[];
};

export const entityTypes: { readonly [L in Level]: EntityType } = { campaign: 'campaign', adSet: 'adset', ad: 'ad' };

interface Begun {
  readonly account: AccountAccess;
  readonly progress: Progress;
  readonly steps: Steps<Progress, UpdateResponse>;
}

export function begin(
  ports: ManagePorts,
  caller: Actor,
  { account, progress, steps, at }: Begun & { readonly at: RequestFields },
  send: () => Promise<void>,
): Promise<void> {
  const shown = (side: 'before' | 'after'): { readonly [field: string]: Json } =>
    Object.fromEntries(progress.changes.map((change) => [change.field, change[side]]));
  const change: Change = {
    action: `${entityTypes[progress.level]}.update`,
    subject: progress.entityId,
    adAccountId: account.access.adAccountId,
    before: shown('before'),
    after: shown('after'),
  };
  return traced(ports, caller, { change, at, progress, steps }, send);
}

/** After a crash: sends what stands as before, leaves what stands as wanted, refuses anything else. */
export async function settled(updating: Updating, access: Access, { entityId, patch }: Progress): Promise<void> {
  const standings = await updating.standing(access, entityId, patch);
  const others = patch.filter((_, position) => standings[position] === 'other');
  if (others.length > 0)
    throw changedSince(
      others.map(({ field }) => field),
      '',
    );
  const open = patch.filter((_, position) => standings[position] === 'before');
  if (open.length > 0) await updating.write(access, entityId, open);
}

/** Keeps the change with its answer, so that it can be undone. */
export async function finish(
  ports: ManagePorts,
  caller: Actor,
  { account, progress, steps }: Begun,
  more: readonly Write[] = [],
): Promise<UpdateResponse> {
  const { updateId, warnings, ...kept } = progress;
  ports.adSets?.forget(caller.companyId, account.key);
  const answer: UpdateResponse = {
    ...answerOf({ ...kept, object: { id: kept.entityId, name: kept.name }, isDry: false, warnings }),
    updateId,
  };
  const doc = { account: account.key, at: ports.clock.now(), ...kept };
  await steps.conclude(answer, [updateWrite(caller.companyId, updateId, doc), ...more]);
  return answer;
}

/** A plan of these changes is outdated once a field has another value. */
export const worldOf = (changes: readonly FieldChange[]): unknown =>
  changes.map(({ field, before, after }) => ({ field, before, after }));

/** `dailyBudget from 50 to 80`. */
export const changeWords = (changes: readonly FieldChange[]): string =>
  changes.map(({ field, before, after }) => `${field} from ${told(before)} to ${told(after)}`).join(', ');

const told = (value: unknown) =>
  typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : quoted(typeof value === 'string' ? value : JSON.stringify(value ?? null));

export const answerOf = ({
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

export function changedSince(fields: readonly string[], path: string): SlipwayError {
  const message = `${fields.join(', ')} ${fields.length === 1 ? 'has' : 'have'} been changed since, on the platform or by another request. Nothing was sent. Read the object and decide again.`;
  return new SlipwayError('conflict', message, { details: fields.map(() => ({ path, code: 'changed_since', message })) });
}

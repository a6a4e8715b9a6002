import type { Actor } from '../../access/caller.ts';
import type { AccountAccess } from '../../accounts/access.ts';
import { offeredGroup } from '../../accounts/capabilities.ts';
import { counted } from '../../base/counted.ts';
import { defined } from '../../base/defined.ts';
import { PlatformError, SlipwayError } from '../../base/errors.ts';
import { sameValue } from '../../base/money.ts';
import { itemOutcomeOf, wholeOf } from '../../base/outcomes.ts';
import { itemError, refusal } from '../../base/refusal.ts';
import type { Preview } from '../../gate/preview.ts';
import type { CopySource } from '../../ports/platform-changes.ts';
import type { EntityFacts } from '../../ports/platform-reads.ts';
import type { Write } from '../../ports/store.ts';
import type { Answered, ChangeStep, Changing } from '../change/changing.ts';
import { changedSince } from '../change/since.ts';
import { deleting } from '../edit/delete-entities.ts';
import { previewQuiet } from '../edit/entities.ts';
import { previewRename, renaming } from '../edit/rename-entity.ts';
import { budgeting, previewBudget } from '../edit/update-budget.ts';
import { previewStatus, switching } from '../edit/update-status.ts';
import type { ManagePorts, Opened } from '../open-account.ts';
import type { UpdateBudgetRequest, UpdateStatusRequest } from '../schema/edit.ts';
import type { UndoUpdateRequest, UpdateResponse } from '../schema/update.ts';
import { objectsBelow } from './below.ts';
import { type KeptObject, type KeptObjects, reverse } from './kept.ts';

interface Undoing {
  readonly account: AccountAccess;
  readonly doc: Pick<KeptObjects, 'of' | 'objects'>;
  readonly request: UndoUpdateRequest;
  readonly path: string;
}

/**
 * Objects that still stand as the change left them. Throws where one has been changed since, or
 * cannot be taken back.
 */
async function standingAs({
  account,
  doc: { of, objects },
  path,
}: Undoing): Promise<readonly KeptObject[]> {
  if (of !== 'creation') return changed(account, objects, path);
  const open = await standing(account, objects, path);
  refuseUnremovable(account, open, path);
  return open;
}

/** Those that have the value which the change gave them. */
async function changed(
  account: AccountAccess,
  objects: readonly KeptObject[],
  path: string,
): Promise<readonly KeptObject[]> {
  const reads = await offeredGroup(account.platform, 'inspect', path).entities(
    account.access,
    objects.map(({ type, id }) => ({ type, id })),
  );
  const others: string[] = [];
  const open = objects.filter((object, position) => {
    const read = reads[position];
    if (read === undefined || 'failure' in read)
      throw read?.failure === undefined
        ? new Error(`${object.id} was not read.`)
        : new PlatformError(read.failure);
    const value = (field: string) =>
      (read as EntityFacts & { readonly [field: string]: unknown })[field] ?? null;
    const isOther = object.changes.some(
      ({ field, before, after }) =>
        !sameValue(value(field), after) && !sameValue(value(field), before),
    );
    if (isOther) others.push(...object.changes.map(({ field }) => `${field} of ${object.name}`));
    return object.changes.some(({ field, after }) => sameValue(value(field), after));
  });
  if (others.length > 0) throw changedSince(others, path);
  return open;
}

/** Objects that exist and hold nothing but what was made with them. */
async function standing(
  account: AccountAccess,
  objects: readonly KeptObject[],
  path: string,
): Promise<readonly KeptObject[]> {
  const { inspect, duplicate } = account.platform;
  const reads = await inspect?.entities(
    account.access,
    objects.map(({ type, id }) => ({ type, id })),
  );
  const made = new Set(objects.map(({ id }) => id));
  const open = objects.filter((_, position) => {
    const read = reads?.[position];
    if (read === undefined || 'status' in read)
      return read?.status !== 'DELETED' && read?.status !== 'ARCHIVED';
    if (read.failure.class !== 'missing') throw new PlatformError(read.failure);
    return false;
  });
  for (const { type, id, name } of open) {
    if (type === 'ad' || duplicate === undefined) continue;
    const tree = await duplicate.tree(account.access, type, id);
    const foreign = objectsBelow(tree).filter((child) => !made.has(child.id));
    if (foreign.length > 0) throw holdsOthers(name, foreign, path);
  }
  return open;
}

function holdsOthers(name: string, foreign: readonly CopySource[], path: string): SlipwayError {
  const [first] = foreign;
  const message = `“${name}” holds ${counted(foreign.length, 'object')} by now that ${foreign.length === 1 ? 'was' : 'were'} not made with it, for instance “${first?.name}”. Nothing was deleted. Delete it yourself if that is meant, or pause it.`;
  return new SlipwayError('conflict', message, {
    details: [{ path, code: 'changed_since', message }],
  });
}

/** Before anything is deleted: a platform may take ads away and no ad sets. */
function refuseUnremovable(
  { platform }: AccountAccess,
  objects: readonly KeptObject[],
  path: string,
): void {
  const { removes } = offeredGroup(platform, 'edit', path);
  const left = objects.find(({ type }) => removes !== undefined && !removes.includes(type));
  if (left === undefined) return;
  const message = `“${left.name}” cannot be deleted here, so nothing was taken back. Pause it instead.`;
  throw refusal('conflict', { path, code: 'cannot_undo', message });
}

/**
 * The usual change that sets a status, a budget or a name back: gate, trace and turn are its own.
 */
function inverseOf(
  ports: ManagePorts,
  caller: Actor,
  { account, doc, request }: Undoing,
): Promise<Inverse> {
  const { key: businessId, platform } = account;
  const { of, objects } = doc;
  const [first] = objects;
  if (first === undefined) throw new Error('There is nothing to take back.');
  const { id: entityId, type: entityType } = first;
  switch (of) {
    case 'creation':
      return Promise.resolve(
        deleting(
          ports,
          caller,
          { ...account, can: offeredGroup(platform, 'edit') },
          bottomUp(objects),
        ),
      );
    case 'status':
      return switching(ports, caller, statusBefore(businessId, objects));
    case 'name':
      return renaming(ports, caller, {
        businessId,
        entityType,
        entityId,
        name: String(before(first, 'name')),
      });
    case 'budget':
      return budgeting(ports, caller, budgetBefore(businessId, first, request.confirm));
  }
}

// Each knows its own record and answer.
type Inverse = Changing<object, { readonly updateId?: string | undefined }, Opened<'edit'>>;

const before = ({ changes }: KeptObject, field: string) =>
  changes.find((change) => change.field === field)?.before;

function statusBefore(businessId: string, objects: readonly KeptObject[]): UpdateStatusRequest {
  const [first] = objects;
  // A platform that switched several types in one request needs no type to switch them back.
  const isOne = objects.every(({ type }) => type === first?.type);
  const newStatus = first && before(first, 'status') === 'ACTIVE' ? 'ACTIVE' : 'PAUSED';
  return {
    businessId,
    ...(isOne && { entityType: first?.type }),
    entityIds: objects.map(({ id }) => id),
    newStatus,
  };
}

function budgetBefore(
  businessId: string,
  object: KeptObject,
  confirm: boolean | undefined,
): UpdateBudgetRequest {
  const amounts = object.changes.flatMap(({ field, before: was }) =>
    typeof was === 'number' ? [[field, was]] : [],
  );
  const entityType = object.type === 'campaign' ? 'campaign' : 'adset';
  return {
    businessId,
    entityType,
    entityId: object.id,
    ...Object.fromEntries(amounts),
    ...(confirm && { confirm }),
  };
}

/** What is below is deleted first. */
const bottomUp = (objects: readonly KeptObject[]): readonly KeptObject[] =>
  (['ad', 'adset', 'campaign'] as const).flatMap((type) =>
    objects.filter((object) => object.type === type),
  );

/**
 * Harmless when repeated: what is back already is found so and left. `undone`: in the commit of the
 * answer.
 */
export async function undoingObjects(
  ports: ManagePorts,
  caller: Actor,
  undoing: Undoing,
  undone: (updateId: string | undefined) => readonly Write[],
): Promise<Changing<{ readonly open: readonly KeptObject[] }, UpdateResponse, Opened<'edit'>>> {
  const { doc, request } = undoing;
  const inverse = await inverseOf(ports, caller, undoing);
  const isDry = request.dryRun === true;
  return {
    ...inverse,
    async draw(account, former) {
      const open = former?.open ?? (await standingAs({ ...undoing, account }));
      if (isDry || open.length === 0) return { steps: [], own: { open } };
      const { steps, own } = await inverse.draw(account, undefined);
      const objects = new Map(open.map((object) => [object.id, object]));
      // The inverse has read the objects a second time: another person may have changed one between
      // the two reads.
      const others = steps.flatMap((step) => changedSinceIn(step, objects.get(step.id)));
      if (others.length > 0) throw changedSince(others, undoing.path);
      return { steps: steps.filter(({ id }) => objects.has(id)), own: { ...own, open } };
    },
    async answer(plan, changed) {
      const { open } = plan.own;
      const results = open.map(({ id, type, name, changes }) => {
        const failure = changed.get(id)?.failure;
        const error = failure && itemError(failure).error;
        const outcome = itemOutcomeOf(failure);
        const back = changes.map(reverse);
        return {
          entityType: type,
          entityId: id,
          name,
          success: failure === undefined,
          outcome,
          ...defined({ error }),
          changes: back,
        };
      });
      const isSent = plan.steps.length > 0;
      const done: Answered<{ readonly updateId?: string | undefined }> = isSent
        ? await inverse.answer(plan, changed)
        : { answer: {} };
      const { updateId } = done.answer;
      const outcome = wholeOf(results.map(({ success }) => success));
      const answer: UpdateResponse = {
        ...answerOf(doc, results, isDry),
        outcome,
        ...defined({ updateId }),
      };
      return {
        answer,
        writes: [...(done.writes ?? []), ...(!isDry && outcome === 'done' ? undone(updateId) : [])],
      };
    },
  };
}

const changedSinceIn = (
  { before: now = {} }: ChangeStep,
  object: KeptObject | undefined,
): readonly string[] =>
  object?.changes.flatMap(({ field, after }) =>
    field in now && !sameValue(now[field] ?? null, after) ? [`${field} of ${object.name}`] : [],
  ) ?? [];

function answerOf(
  { objects: [first] }: Undoing['doc'],
  results: NonNullable<UpdateResponse['results']>,
  isDry: boolean,
) {
  if (first === undefined) throw new Error('There is nothing to take back.');
  return {
    success: (results.length === 0 || results.some(({ success }) => success)) as true,
    dryRun: isDry,
    entityType: first.type,
    entityId: first.id,
    name: first.name,
    changes: (results[0]?.changes ?? []).map((change) => ({
      ...change,
      learning: 'unknown' as const,
    })),
    resetsLearning: null,
    results,
  };
}

export async function previewUndoObjects(
  ports: ManagePorts,
  caller: Actor,
  undoing: Undoing,
): Promise<Preview> {
  const open = await standingAs(undoing);
  const previews: Preview[] = [];
  for (const preview of previewsOf(ports, caller, undoing, open)) previews.push(await preview());
  return {
    guards: previews.flatMap(({ guards }) => guards),
    moneyAtStake: previews.flatMap(({ moneyAtStake }) => moneyAtStake),
    startsDelivering: previews.some(({ startsDelivering }) => startsDelivering),
    summary:
      previews.length === 0
        ? 'Take back nothing: all of it is as before'
        : previews.map(({ summary }) => summary).join('; '),
    objects: previews.flatMap(({ objects = [] }) => objects),
    world: open,
    look: async () =>
      (await Promise.all(previews.map(async ({ look }) => (await look?.()) ?? []))).flat(),
  };
}

function previewsOf(
  ports: ManagePorts,
  caller: Actor,
  { account: { key: businessId }, doc: { of }, request: { confirm } }: Undoing,
  open: readonly KeptObject[],
): readonly (() => Promise<Preview>)[] {
  const [first] = open;
  if (first === undefined) return [];
  const { type: entityType, id: entityId } = first;
  switch (of) {
    case 'status':
      return [() => previewStatus(ports, caller, statusBefore(businessId, open))];
    case 'budget':
      return [() => previewBudget(ports, caller, budgetBefore(businessId, first, confirm))];
    case 'name':
      return [
        () =>
          previewRename(ports, caller, {
            businessId,
            entityType,
            entityId,
            name: String(before(first, 'name')),
          }),
      ];
    case 'creation':
      return [...new Set(bottomUp(open).map(({ type }) => type))].map((type) => () => {
        const entityIds = open.flatMap((object) => (object.type === type ? [object.id] : []));
        return previewQuiet(
          ports,
          caller,
          { businessId, entityType: type, entityIds },
          { verb: 'Delete', state: 'deleted for good' },
        );
      });
  }
}

import type { Actor } from '../../access/caller.ts';
import type { AccountAccess } from '../../accounts/access.ts';
import { offeredGroup } from '../../accounts/capabilities.ts';
import { counted } from '../../base/counted.ts';
import { PlatformError, SlipwayError } from '../../base/errors.ts';
import { sameValue } from '../../base/money.ts';
import { itemOutcomeOf, wholeOf } from '../../base/outcomes.ts';
import { refusal } from '../../base/refusal.ts';
import type { Preview } from '../../gate/preview.ts';
import type { EntityType } from '../../ports/platform-accounts.ts';
import type { CopySource } from '../../ports/platform-changes.ts';
import type { EntityFacts } from '../../ports/platform-reads.ts';
import { deleteEntities } from '../edit/delete-entities.ts';
import { previewQuiet } from '../edit/entities.ts';
import { renameEntity } from '../edit/rename-entity.ts';
import { previewBudget, updateBudget } from '../edit/update-budget.ts';
import { previewStatus, updateStatus } from '../edit/update-status.ts';
import type { ManagePorts } from '../open-account.ts';
import type { ItemsResponse } from '../schema/edit.ts';
import type { UndoUpdateRequest, UpdateResponse } from '../schema/update.ts';
import { changedSince } from '../update/carry-out.ts';
import { type KeptObject, type KeptObjects, reverse } from './kept.ts';

/** What takes a change back, as requests for the operations that everybody uses: the gate and the trace see them too. */
type Inverse =
  | { readonly do: 'status'; readonly request: Parameters<typeof updateStatus>[2] }
  | { readonly do: 'budget'; readonly request: Parameters<typeof updateBudget>[2] }
  | { readonly do: 'rename'; readonly request: Parameters<typeof renameEntity>[2] }
  | { readonly do: 'delete'; readonly request: Parameters<typeof deleteEntities>[2] };

interface Undoing {
  readonly account: AccountAccess;
  readonly doc: Pick<KeptObjects, 'of' | 'objects'>;
  readonly request: UndoUpdateRequest;
  readonly path: string;
}

/** Objects that still stand as the change left them, and what takes them back. Throws where one has been changed since. */
async function wayBack({ account, doc, request, path }: Undoing) {
  const open = doc.of === 'creation' ? await standing(account, doc.objects, path) : await changed(account, doc.objects, path);
  if (doc.of === 'creation') refuseUnremovable(account, open, path);
  const inverses = grouped(open, doc.of).map((objects) => ({
    objects,
    ...inverseOf(account.key, doc.of, objects, request.confirm),
  }));
  return { open, inverses };
}

/** Those that have the value which the change gave them. */
async function changed(account: AccountAccess, objects: readonly KeptObject[], path: string): Promise<readonly KeptObject[]> {
  const reads = await offeredGroup(account.platform, 'inspect', path).entities(
    account.access,
    objects.map(({ type, id }) => ({ type, id })),
  );
  const others: string[] = [];
  const open = objects.filter((object, position) => {
    const read = reads[position];
    if (read === undefined || 'failure' in read)
      throw read?.failure === undefined ? new Error(`${object.id} was not read.`) : new PlatformError(read.failure);
    const value = (field: string) => (read as EntityFacts & { readonly [field: string]: unknown })[field] ?? null;
    const isOther = object.changes.some(
      ({ field, before, after }) => !sameValue(value(field), after) && !sameValue(value(field), before),
    );
    if (isOther) others.push(...object.changes.map(({ field }) => `${field} of ${object.name}`));
    return object.changes.some(({ field, after }) => sameValue(value(field), after));
  });
  if (others.length > 0) throw changedSince(others, path);
  return open;
}

/** Objects that exist and hold nothing but what was made with them. */
async function standing(account: AccountAccess, objects: readonly KeptObject[], path: string): Promise<readonly KeptObject[]> {
  const { inspect, duplicate } = account.platform;
  const reads = await inspect?.entities(
    account.access,
    objects.map(({ type, id }) => ({ type, id })),
  );
  const made = new Set(objects.map(({ id }) => id));
  const open = objects.filter((_, position) => {
    const read = reads?.[position];
    if (read === undefined || 'status' in read) return read?.status !== 'DELETED' && read?.status !== 'ARCHIVED';
    if (read.failure.class !== 'missing') throw new PlatformError(read.failure);
    return false;
  });
  for (const { type, id, name } of open) {
    if (type === 'ad' || duplicate === undefined) continue;
    const tree = await duplicate.tree(account.access, type, id);
    const foreign = below(tree).filter((child) => !made.has(child.id));
    if (foreign.length > 0) throw holdsOthers(name, foreign, path);
  }
  return open;
}

const below = ({ children }: CopySource): CopySource[] => children.flatMap((child) => [child, ...below(child)]);

function holdsOthers(name: string, foreign: readonly CopySource[], path: string): SlipwayError {
  const [first] = foreign;
  const message = `“${name}” holds ${counted(foreign.length, 'object')} by now that ${foreign.length === 1 ? 'was' : 'were'} not made with it, for instance “${first?.name}”. Nothing was deleted. Delete it yourself if that is meant, or pause it.`;
  return new SlipwayError('conflict', message, { details: [{ path, code: 'changed_since', message }] });
}

/** Before anything is deleted: a platform may take ads away and no ad sets. */
function refuseUnremovable({ platform }: AccountAccess, objects: readonly KeptObject[], path: string): void {
  const { removes } = offeredGroup(platform, 'edit', path);
  const left = objects.find(({ type }) => removes !== undefined && !removes.includes(type));
  if (left === undefined) return;
  const message = `“${left.name}” cannot be deleted here, so nothing was taken back. Pause it instead.`;
  throw refusal('conflict', { path, code: 'cannot_undo', message });
}

/** One request each. What is below is deleted first; all of a status goes back at once, whatever its types. */
function grouped(objects: readonly KeptObject[], of: KeptObjects['of']): readonly (readonly KeptObject[])[] {
  if (of === 'status') return objects.length === 0 ? [] : [objects];
  if (of !== 'creation') return objects.map((object) => [object]);
  const bottomUp: readonly EntityType[] = ['ad', 'adset', 'campaign'];
  return bottomUp.map((type) => objects.filter((object) => object.type === type)).filter(({ length }) => length > 0);
}

function inverseOf(
  businessId: string,
  of: KeptObjects['of'],
  objects: readonly KeptObject[],
  confirm: boolean | undefined,
): Inverse {
  const [first] = objects;
  if (first === undefined) throw new Error('There is nothing to take back.');
  const { type: entityType, id: entityId, changes } = first;
  const before = (field: string) => changes.find((change) => change.field === field)?.before;
  const entityIds = objects.map(({ id }) => id);
  if (of === 'creation') return { do: 'delete', request: { businessId, entityType, entityIds, confirm: true } };
  if (of === 'status') {
    // A platform that switched several types in one request needs no type to switch them back.
    const type = objects.every((object) => object.type === entityType) ? { entityType } : {};
    const newStatus = before('status') === 'ACTIVE' ? 'ACTIVE' : 'PAUSED';
    return { do: 'status', request: { businessId, ...type, entityIds, newStatus } };
  }
  if (of === 'name') return { do: 'rename', request: { businessId, entityType, entityId, name: String(before('name')) } };
  const amounts = Object.fromEntries(
    changes.flatMap((change) => (typeof change.before === 'number' ? [[change.field, change.before]] : [])),
  );
  const holder = entityType === 'campaign' ? 'campaign' : 'adset';
  return { do: 'budget', request: { businessId, entityType: holder, entityId, ...amounts, ...(confirm && { confirm }) } };
}

export async function previewUndoObjects(ports: ManagePorts, caller: Actor, undoing: Undoing): Promise<Preview> {
  const { open, inverses } = await wayBack(undoing);
  const previews: Preview[] = [];
  for (const inverse of inverses) previews.push(await previewOfInverse(ports, caller, inverse));
  return {
    guards: previews.flatMap(({ guards }) => guards),
    moneyAtStake: previews.flatMap(({ moneyAtStake }) => moneyAtStake),
    startsDelivering: previews.some(({ startsDelivering }) => startsDelivering),
    summary:
      previews.length === 0 ? 'Take back nothing: all of it is as before' : previews.map(({ summary }) => summary).join('; '),
    objects: open.map(({ type, id, name }) => ({ type, id, name })),
    world: open,
    look: async () => (await Promise.all(previews.map(async ({ look }) => (await look?.()) ?? []))).flat(),
  };
}

function previewOfInverse(ports: ManagePorts, caller: Actor, inverse: Inverse): Promise<Preview> {
  switch (inverse.do) {
    case 'status':
      return previewStatus(ports, caller, inverse.request);
    case 'budget':
      return previewBudget(ports, caller, inverse.request);
    case 'rename':
      return previewQuiet(ports, caller, inverse.request, { verb: 'Rename', rest: ` to “${inverse.request.name}”` });
    case 'delete':
      return previewQuiet(ports, caller, inverse.request, { verb: 'Delete', state: 'deleted for good' });
  }
}

/** Harmless when repeated: what is back already is found so and left. */
export async function undoObjects(ports: ManagePorts, caller: Actor, undoing: Undoing): Promise<UpdateResponse> {
  const { doc, request } = undoing;
  const { open, inverses } = await wayBack(undoing);
  const isDry = request.dryRun === true;
  const results = new Map<string, ItemsResponse['results'][number]>();
  let updateId: string | undefined;
  if (!isDry)
    for (const inverse of inverses) {
      const done = await takeBack(ports, caller, inverse).catch((error: unknown) => {
        // Once something was taken back, the answer tells what became of each.
        if (results.size === 0 || !(error instanceof SlipwayError)) throw error;
        return { results: inverse.objects.map(({ id }) => notTakenBack(id, error)), updateId: undefined };
      });
      updateId ??= done.updateId;
      for (const result of done.results) results.set(result.entityId, result);
    }
  const [first] = doc.objects;
  if (first === undefined) throw new Error('There is nothing to take back.');
  const shown = open.map(({ type, id, name, changes }) => {
    const { success = true, outcome = 'done', error } = results.get(id) ?? {};
    return {
      entityType: type,
      entityId: id,
      name,
      success,
      outcome,
      ...(error !== undefined && { error }),
      changes: changes.map(reverse),
    };
  });
  return {
    success: shown.length === 0 || shown.some(({ success }) => success),
    dryRun: isDry,
    entityType: first.type,
    entityId: first.id,
    name: first.name,
    changes: (shown[0]?.changes ?? []).map((change) => ({ ...change, learning: 'unknown' as const })),
    resetsLearning: null,
    outcome: wholeOf(shown.map(({ outcome }) => outcome === 'done')),
    results: shown,
    ...(updateId !== undefined && { updateId }),
  } as UpdateResponse;
}

const notTakenBack = (entityId: string, error: SlipwayError): ItemsResponse['results'][number] => ({
  entityId,
  success: false,
  outcome: error instanceof PlatformError ? itemOutcomeOf(error.failure) : 'refused',
  status: null,
  error: error.message,
});

async function takeBack(
  ports: ManagePorts,
  caller: Actor,
  inverse: Inverse,
): Promise<Pick<ItemsResponse, 'results'> & { readonly updateId?: string | undefined }> {
  const done = (entityId: string) => [{ entityId, success: true, outcome: 'done' as const, status: null }];
  switch (inverse.do) {
    case 'status':
      return updateStatus(ports, caller, inverse.request);
    case 'delete':
      return deleteEntities(ports, caller, inverse.request);
    case 'budget': {
      const { entityId, updateId } = await updateBudget(ports, caller, inverse.request);
      return { results: done(entityId), updateId };
    }
    case 'rename': {
      const { entityId, updateId } = await renameEntity(ports, caller, inverse.request);
      return { results: done(entityId), updateId };
    }
  }
}

import { PlatformError } from '../../../../core/base/errors.ts';
import { toMinor } from '../../../../core/base/money.ts';
import { harmlessTwice, orThrow } from '../../kit/calls.ts';
import { editEach, editResults, withTypes } from '../../kit/edits.ts';
import { asRow, at, chunks, text } from '../../kit/json.ts';
import type {
  Access,
  Clock,
  EditCapability,
  EntityType,
  Params,
  PlatformFailure,
} from '../../types.ts';
import { definition } from '../definition.ts';
import { parametersFor } from '../names.ts';
import { type BudgetHolder, budgetHolder } from '../read/budgets.ts';
import { objectOf, readEntities, readRows } from '../read/entities.ts';
import type { Api } from '../wire/client.ts';
import { failuresByIndex } from '../wire/errors.ts';
import { levels, msOf, platformTime, statusWords } from '../wire/values.ts';

/** Removed objects are as they should be. */
const removedBefore = 'contextError.OPERATION_NOT_PERMITTED_FOR_REMOVED_RESOURCE';
const perRequest = 1_000;

interface Identified {
  readonly id: string;
}

interface Named extends Identified {
  readonly type: EntityType;
}

type Failures = Map<string, PlatformFailure>;

interface Operations {
  readonly collection: string;
  readonly operations: readonly Params[];
}

export function createEdit(api: Api, clock: Clock): EditCapability {
  const { wire } = api;
  return {
    async setStatus(access, changes) {
      const typed = await withTypes(changes, (untyped) => readEntities(api, access, untyped));
      const failed = await changeAll(access, typed, ({ status }, resourceName) => ({
        update: { resourceName, status: statusWords[status] },
        updateMask: 'status',
      }));
      return editResults(changes, failed);
    },
    ends: { types: ['campaign'], wholeDays: true },
    setEnd: (access, changes) =>
      editEach(changes, (change) => endCampaign(api, access, change, clock.now())),
    async remove(access, objects) {
      // What is below goes first: removing a parent removes it too.
      const order = ['ad', 'adset', 'campaign'] as const;
      const failed = await changeAll(
        access,
        objects,
        (_object, resourceName) => ({ remove: resourceName }),
        order,
      );
      for (const [id, failure] of failed) if (failure.code === removedBefore) failed.delete(id);
      return editResults(objects, failed);
    },
    async rename(access, changes) {
      const failed = await changeAll(
        access,
        changes.filter(({ type }) => type !== 'ad'),
        ({ name }, resourceName) => ({ update: { resourceName, name }, updateMask: 'name' }),
      );
      const ads = changes.filter(({ type }) => type === 'ad');
      for (const [id, failure] of await renameAds(access, ads)) failed.set(id, failure);
      return editResults(changes, failed);
    },
    async setBudget(access, type, id, budget) {
      if (type === 'adset') throw new PlatformError(await noBudget(access, id));
      const holder = await budgetHolder(api, access, id);
      if (holder === undefined) throw wire.notFound(id);
      if (budget.confirmed !== true) refuseShared(holder);
      await writeBudget(api, access, holder, budget);
    },
  };

  /** An ad group spends from the budget of its campaign. */
  async function noBudget(access: Access, id: string) {
    if (!(await readRows(api, access, 'adset', [id])).has(id)) return wire.missing(id);
    return wire.fail(
      'rule',
      'An ad group has no budget on this platform.',
      'Change the budget of its campaign.',
    );
  }

  function refuseShared({ sharers }: BudgetHolder) {
    if (sharers.length < 2) return;
    const names = sharers.map(({ name }) => name).join(', ');
    const message = `This budget is shared: changing it changes what all of these may spend: ${names}.`;
    const fix = 'Send confirm: true if it is to change for all of them.';
    throw wire.error('rule', message, fix);
  }

  /** One request for each level; operations are refused one by one. */
  async function changeAll<T extends Named>(
    access: Access,
    objects: readonly T[],
    operationOf: (object: T, resourceName: string) => Params,
    order: readonly EntityType[] = ['campaign', 'adset', 'ad'],
  ): Promise<Failures> {
    const failed: Failures = new Map();
    for (const type of order) {
      const all = [
        ...new Map(
          objects.filter((each) => each.type === type).map((each) => [each.id, each]),
        ).values(),
      ];
      const wanted = all.filter(({ id }) => !isLinkId(id));
      await changeLinks(api, access, {
        objects: all.filter(({ id }) => isLinkId(id)),
        operationOf,
        failed,
      });
      const named = await resourceNames(access, type, wanted, failed);
      for (const some of chunks(named, perRequest)) {
        const operations = some.map(({ object, name }) => operationOf(object, name));
        const ids = some.map(({ object }) => object.id);
        await mutateSome(access, { collection: levels[type].collection, ids, operations, failed });
      }
      // An unknown ad group may be an asset group.
      const absent =
        type === 'adset' ? wanted.filter(({ id }) => failed.get(id)?.class === 'missing') : [];
      await changeAssetGroups(api, access, { objects: absent, operationOf, failed });
    }
    return failed;
  }

  async function mutateSome(
    access: Access,
    {
      collection,
      ids,
      operations,
      failed,
    }: Operations & { readonly ids: readonly string[]; readonly failed: Failures },
  ) {
    const answer = await api.mutate(
      access,
      collection,
      { operations, partialFailure: true },
      harmlessTwice,
    );
    const refused = answer.ok ? failuresByIndex(answer.body, wire.newTraceId()) : undefined;
    ids.forEach((id, index) => {
      const failure = answer.ok ? refused?.get(index)?.failure : answer.failure;
      if (failure !== undefined) failed.set(id, failure);
    });
  }

  /** The resource name of an ad holds its ad group. */
  async function resourceNames<T extends Named>(
    access: Access,
    type: EntityType,
    objects: readonly T[],
    failed: Failures,
  ) {
    if (type !== 'ad')
      return objects.map((object) => ({
        object,
        name: `customers/${access.adAccountId}/${levels[type].collection}/${object.id}`,
      }));
    if (objects.length === 0) return [];
    const rows = await readOrFail(access, objects, failed);
    return objects.flatMap((object) => {
      const name = text(objectOf('ad', rows.get(object.id) ?? {}).resourceName);
      if (name !== undefined) return [{ object, name }];
      if (!failed.has(object.id)) failed.set(object.id, wire.missing(object.id));
      return [];
    });
  }

  async function readOrFail(access: Access, objects: readonly Named[], failed: Failures) {
    const ids = objects.map(({ id }) => id);
    try {
      return await readRows(api, access, 'ad', ids);
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      for (const id of ids) failed.set(id, error.failure);
      return new Map();
    }
  }

  /** A custom parameter of the ad (names.ts). */
  async function renameAds(
    access: Access,
    changes: readonly (Named & { readonly name: string })[],
  ): Promise<Failures> {
    const failed: Failures = new Map();
    if (changes.length === 0) return failed;
    const rows = await readOrFail(access, changes, failed);
    const there = changes.flatMap((change) => {
      const ad = asRow(at(rows.get(change.id) ?? {}, 'adGroupAd', 'ad'));
      if (ad === undefined && !failed.has(change.id))
        failed.set(change.id, wire.missing(change.id));
      return ad === undefined ? [] : [{ change, ad }];
    });
    if (there.length === 0) return failed;
    const operations = there.map(({ change, ad }) => ({
      update: {
        resourceName: `customers/${access.adAccountId}/ads/${change.id}`,
        urlCustomParameters: parametersFor(ad, change.name),
      },
      updateMask: 'url_custom_parameters',
    }));
    await mutateSome(access, {
      collection: 'ads',
      ids: there.map(({ change }) => change.id),
      operations,
      failed,
    });
    return failed;
  }
}

/** A refused request about asset groups did nothing: its objects are then sent one by one. */
const together = 20;

interface Changes<T> {
  readonly objects: readonly T[];
  readonly operationOf: (object: T, resourceName: string) => Params;
  readonly failed: Failures;
}

/** `{asset group}~{asset}~{field type}` stands for an ad. */
const isLinkId = (id: string) => id.includes('~');

async function changeLinks<T extends Identified>(
  api: Api,
  access: Access,
  { objects, ...changes }: Changes<T>,
) {
  for (const some of chunks(objects, together))
    await changed(api, access, 'assetGroupAssets', { objects: some, ...changes });
}

/** Removes the failure of an id that is an asset group. */
async function changeAssetGroups<T extends Identified>(
  api: Api,
  access: Access,
  { objects, operationOf, failed }: Changes<T>,
) {
  for (const group of objects) {
    const own: Failures = new Map();
    await changed(api, access, 'assetGroups', { objects: [group], operationOf, failed: own });
    const failure = own.get(group.id);
    if (failure === undefined) failed.delete(group.id);
    else if (failure.class !== 'missing') failed.set(group.id, failure);
  }
}

async function changed<T extends Identified>(
  api: Api,
  access: Access,
  collection: string,
  changes: Changes<T>,
): Promise<void> {
  const { objects, operationOf, failed } = changes;
  const nameOf = ({ id }: T) => `customers/${access.adAccountId}/${collection}/${id}`;
  const operations = objects.map((object) => operationOf(object, nameOf(object)));
  const answer = await api.mutate(access, collection, { operations }, harmlessTwice);
  if (answer.ok) return;
  const [only, ...others] = objects;
  if (only !== undefined && others.length === 0) failed.set(only.id, answer.failure);
  else
    for (const each of objects)
      await changed(api, access, collection, { ...changes, objects: [each] });
}

interface End extends Named {
  readonly endTime: number;
}

/** With a day of the account: which campaign types take other times is not known. */
async function endCampaign(api: Api, access: Access, { type, id, endTime }: End, now: number) {
  const { wire } = api;
  if (!(await readRows(api, access, type, [id])).has(id)) throw wire.notFound(id);
  if (type !== 'campaign')
    throw wire.error(
      'rule',
      'Only campaigns have an end on this platform.',
      'Give its campaign an end.',
    );
  if (endTime <= now)
    throw wire.error('rule', 'This end has passed.', 'Give an end that is still to come.');
  const fault = endFault(endTime, access.timezone);
  if (fault !== undefined) throw wire.error('rule', fault.says, fault.fix);
  const update = {
    resourceName: `customers/${access.adAccountId}/campaigns/${id}`,
    endDateTime: platformTime(endTime, access.timezone),
  };
  orThrow(
    await api.mutate(
      access,
      'campaigns',
      { operations: [{ update, updateMask: 'end_date_time' }] },
      harmlessTwice,
    ),
  );
}

/** An end that is not the last second of a day there. */
export function endFault(endTime: number, zone: string) {
  const local = platformTime(endTime, zone);
  const last = `${local.slice(0, 10)} 23:59:59`;
  if (local === last) return undefined;
  const fix = `Give the last second of a day, such as ${new Date(msOf(last, zone) ?? endTime).toISOString()}.`;
  const says = `Campaigns end with a day here, at 23:59:59 in ${zone}.`;
  return { code: 'whole_days', says, fix, message: `${says} ${fix}` };
}

/** From an amount no finer than the currency. */
export const microsOf = ({ currency }: Access, amount: number) => {
  const minor = toMinor(definition.currencies, currency, amount);
  return String(
    BigInt(minor) * BigInt(1_000_000 / (definition.currencies.minorUnits(currency) ?? 1)),
  );
};

/** The amount alone: the period was chosen when the budget was made. */
async function writeBudget(
  { wire, mutate }: Api,
  access: Access,
  { resourceName, lifetime }: BudgetHolder,
  budget: { readonly daily?: number; readonly lifetime?: number },
) {
  if ((budget.lifetime !== undefined) !== lifetime) {
    const has = lifetime ? 'lifetime' : 'daily';
    const message = `This campaign has a ${has} budget, and the platform does not change one into the other.`;
    throw wire.error('rule', message, `Give a ${has} budget.`);
  }
  const [field, mask] = lifetime
    ? ['totalAmountMicros', 'total_amount_micros']
    : ['amountMicros', 'amount_micros'];
  const micros = microsOf(access, budget.daily ?? budget.lifetime ?? 0);
  const operations = [{ update: { resourceName, [field]: micros }, updateMask: mask }];
  orThrow(await mutate(access, 'campaignBudgets', { operations }, harmlessTwice));
}

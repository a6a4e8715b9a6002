import { harmlessTwice } from '../kit/calls.ts';
import { editEach, editResults, failureOf, resultOf } from '../kit/edits.ts';
import { at, chunks } from '../kit/json.ts';
import type { Access, EditCapability, EntityType, Params, Row } from '../types.ts';
import { byCountry, campaignsById, decimal, perCountry, typeOf } from './read/campaigns.ts';
import { isLive, setRows, setsById } from './read/creative-sets.ts';
import type { Api } from './wire/client.ts';
import { statusWords } from './wire/values.ts';

const perRemoval = 50;

interface Named {
  readonly type?: EntityType;
  readonly id: string;
}

interface Found {
  readonly path: 'campaign/update' | 'creative_set/update';
  readonly row: Row;
}

export function createEdit(api: Api): EditCapability {
  const { calls, wire } = api;
  return {
    statusWords,
    // No call deletes a campaign.
    removes: ['ad'],
    async setStatus(access, changes) {
      const found = finder(access, changes);
      return editEach(changes, ({ id, status }) =>
        update(access, found, id, { status: statusWords[status] }),
      );
    },
    async rename(access, changes) {
      const found = finder(access, changes);
      return editEach(changes, ({ id, name }) => update(access, found, id, { name }));
    },
    async setBudget(access, type, id, { daily }) {
      if (daily === undefined)
        throw wire.error(
          'rule',
          'Campaigns have daily budgets alone on this platform.',
          'Give a daily budget.',
        );
      const found = finder(access, [{ type, id }]);
      const { row } = await found(id);
      const countries = byCountry(at(row, 'budget', 'country_code_to_daily_budget'));
      if (countries !== undefined) throw wire.error('rule', ...perCountry(countries));
      await update(access, found, id, {
        budget: { daily_budget_for_all_countries: decimal(daily) },
      });
    },
    async remove(access, objects) {
      const results = new Map<string, Awaited<ReturnType<EditCapability['remove']>>[number]>();
      const sets = objects.filter(({ type }) => type === 'ad');
      for (const [position, result] of (await removeSets(api, access, sets)).entries())
        results.set(sets[position]?.id ?? '', result);
      const others = objects.filter(({ type }) => type !== 'ad');
      const found = finder(access, others);
      const kept = await editEach(others, async ({ id }) => {
        await update(access, found, id, { status: statusWords.PAUSED });
        throw wire.error(
          'rule',
          'The platform deletes no campaigns; it was paused.',
          'Archive it in the dashboard.',
        );
      });
      const keptById = new Map(kept.map((each) => [each.id, each]));
      return objects.map(({ type, id }) => (type === 'ad' ? results : keptById).get(id) ?? { id });
    },
  };

  /** Reads the objects of all changes at once, when the first change asks. */
  function finder(access: Access, objects: readonly Named[]): (id: string) => Promise<Found> {
    let reading: Promise<ReadonlyMap<string, Found>> | undefined;
    return async (id) => {
      reading ??= read(access, objects);
      const found = (await reading).get(id);
      if (found === undefined) throw wire.notFound(id);
      return found;
    };
  }

  async function read(access: Access, objects: readonly Named[]) {
    const found = new Map<string, Found>();
    const campaigns = objects.filter(({ type }) => type !== 'ad').map(({ id }) => id);
    if (campaigns.length > 0)
      for (const [id, row] of await campaignsById(calls, access, campaigns))
        found.set(id, { path: 'campaign/update', row });
    const sets = objects
      .filter(({ type, id }) => type === 'ad' || (type === undefined && !found.has(id)))
      .map(({ id }) => id);
    if (sets.length > 0)
      for (const [id, { row }] of await setsById(calls, access, sets))
        found.set(id, { path: 'creative_set/update', row });
    return found;
  }

  async function update(
    access: Access,
    find: (id: string) => Promise<Found>,
    id: string,
    change: Params,
  ) {
    const { path, row } = await find(id);
    await calls.write(access, path, { id, type: typeOf(row), ...change }, harmlessTwice);
  }
}

/** Takes creative sets out of all campaigns, paused: the sets stay in the account. */
async function removeSets(
  { calls, wire }: Api,
  access: Access,
  objects: readonly { readonly id: string }[],
) {
  if (objects.length === 0) return [];
  let rows: ReadonlyMap<string, Row> = new Map();
  const unread = await failureOf(async () => {
    rows = await setRows(
      calls,
      access,
      objects.map(({ id }) => id),
    );
  });
  if (unread !== undefined) return objects.map((object) => resultOf(object, unread));
  const paused = await editEach(objects, async ({ id }) => {
    const row = rows.get(id);
    if (row === undefined) throw wire.notFound(id);
    if (isLive(row))
      await calls.write(
        access,
        'creative_set/update',
        { id, type: typeOf(row), status: statusWords.PAUSED },
        harmlessTwice,
      );
  });
  const failed = new Map(
    paused.flatMap(({ id, failure }) => (failure === undefined ? [] : [[id, failure] as const])),
  );
  for (const some of chunks(
    objects.filter(({ id }) => !failed.has(id)),
    perRemoval,
  )) {
    // The only call that takes numbers.
    const creative_set_ids = some.map(({ id }) => Number(id));
    const failure = await failureOf(() =>
      calls.write(
        access,
        'creative_set/remove-from-all-campaigns',
        { creative_set_ids },
        harmlessTwice,
      ),
    );
    if (failure !== undefined) for (const { id } of some) failed.set(id, failure);
  }
  return editResults(objects, failed);
}

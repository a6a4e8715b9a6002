import { describe, expect, test } from 'vitest';
import { platformModules } from '../../../../adapters/platforms/registry.ts';
import { simulations } from '../../../../adapters/sandbox/registry.ts';
import { applyChanges } from '../../../../core/features/changes/apply.ts';
import { changesOfTable, tableOf } from '../../../../core/features/changes/file.ts';
import { drawChanges } from '../../../../core/features/changes/plan.ts';
import { listObjects } from '../../../../core/features/changes/rows.ts';
import { unkeyed } from '../../../../core/records/once.ts';
import { createTestService } from '../../../test-service.ts';

/** Fields that an object has no value of when it is brought in. */

const LEVELS = ['campaign', 'adset', 'ad'] as const;
const END = { theirs: '2027-05-31T22:59:59.000Z', mine: '2027-06-30T22:59:59.000Z' };
const WANTED: { readonly [field: string]: unknown } = {
  dailyBudget: 77,
  lifetimeBudget: 7_777,
  bidAmount: 3,
  startTime: '2027-01-01T00:00:00.000Z',
  endTime: END.mine,
  link: 'https://shop.example/other',
  urlTags: 'utm_source=other',
  primaryTexts: ['Text'],
  headlines: ['Headline'],
};

async function open(platform: string) {
  const service = await createTestService({
    platforms: platformModules.filter(({ definition }) => definition.id === platform),
  });
  const { stage } = simulations.find((each) => each.platform === platform) ?? {};
  const adAccountId = stage?.account.id ?? '';
  return {
    ...service,
    adAccountId,
    rows: async (level: (typeof LEVELS)[number]) =>
      (await listObjects(service.ports, service.caller, { adAccountId, level, limit: 200 })).data,
  };
}

describe.each(simulations.map(({ platform }) => platform))('on %s', (platform) => {
  test('can be set where nobody else has: that they were empty is no conflict', async () => {
    const { ports, caller, adAccountId, rows } = await open(platform);
    let empty = 0;
    for (const level of LEVELS) {
      for (const { id, revision } of await rows(level)) {
        const was = JSON.parse(revision) as { readonly [field: string]: unknown };
        for (const field of Object.keys(was).filter((each) => was[each] === null)) {
          empty += 1;
          const set = { [field]: WANTED[field] };
          const changes = [{ level, id, adAccountId, set, revision }];
          const drawn = await drawChanges(ports, caller, { changes, confirm: true });
          expect([level, id, field, drawn[0]?.conflicts]).toEqual([level, id, field, undefined]);
        }
      }
    }
    expect(empty).toBeGreaterThan(10);
  });
});

test('are a conflict where others have set them since, through the API and files, and are not overwritten', async () => {
  const { ports, caller, adAccountId, rows } = await open('primary');
  const cases = [
    { level: 'adset', field: 'endTime', theirs: END.theirs, mine: END.mine },
    { level: 'ad', field: 'urlTags', theirs: 'utm_source=theirs', mine: 'utm_source=mine' },
  ] as const;
  for (const { level, field, theirs, mine } of cases) {
    const row = (await rows(level)).findLast(
      ({ values, canChange }) => values[field] === undefined && canChange.includes(field),
    );
    if (row === undefined) throw new Error(`No ${level} is without ${field}.`);
    const { id, revision } = row;
    const others = { changes: [{ level, id, adAccountId, set: { [field]: theirs } }] };
    expect(await applyChanges(ports, caller, others, unkeyed(ports.store))).toMatchObject({
      counts: { done: 1 },
    });
    const conflicts = [{ field, was: null, live: expect.anything(), wanted: mine }];
    const asked = { level, id, adAccountId, set: { [field]: mine }, revision };
    expect(await drawChanges(ports, caller, { changes: [asked] })).toMatchObject([
      { id, parts: [], conflicts },
    ]);
    const [header = [], line = []] = tableOf([row]);
    const at = [...header, field].indexOf(field);
    const table = [at < header.length ? header : [...header, field], [...line]];
    (table[1] as string[])[at] = mine;
    expect(changesOfTable(table)).toEqual({ faults: [], changes: [asked] });
    const live = (await rows(level)).find((each) => each.id === id);
    expect(live?.values[field]).toEqual(theirs);
  }
});

import { describe, expect, test } from 'vitest';
import { simulations } from '../../../adapters/sandbox/registry.ts';
import { createSandbox } from '../../../adapters/sandbox/sandbox.ts';
import { type HeldLists, heldObjects, type ObjectKind } from '../../../adapters/sandbox/stage.ts';
import { sandboxControl } from '../../../adapters/testing/sandbox-control.ts';
import type { SandboxFavourite } from '../../../core/ports/sandbox.ts';

describe.each(simulations)('the stage of $name', (simulation) => {
  const { name, stage } = simulation;
  const { control } = sandboxControl(createSandbox());
  const held = async (kind: ObjectKind) =>
    heldObjects(
      simulation,
      ((await control('GET', 'state?objects=1')) as unknown as { list: HeldLists }).list,
      kind,
    );

  test('has ad sets without ads, all different', async () => {
    const adSets = new Map((await held('adSet')).map((adSet) => [adSet.id, adSet]));
    const parents = new Set((await held('ad')).map(({ parentId }) => parentId));
    expect(new Set(stage.adSetIds).size).toBe(stage.adSetIds.length);
    for (const id of stage.adSetIds) {
      expect(adSets.get(id)).toMatchObject({ status: 'ACTIVE' });
      expect(parents).not.toContain(id);
    }
  });

  test('holds objects of every kind with a name; ads and ad sets name the one above them', async () => {
    for (const kind of Object.keys(stage.objects) as ObjectKind[])
      for (const object of await held(kind)) expect(object.name).toBeTruthy();
    const campaigns = (await held('campaign')).map(({ id }) => id);
    const adSets = await held('adSet');
    // Where campaigns hold the ads, an ad set is one.
    const isFlat = stage.objects.adSet.kind === stage.objects.campaign.kind;
    for (const { id, parentId } of adSets) expect(campaigns).toContain(isFlat ? id : parentId);
    const ids = adSets.map(({ id }) => id);
    for (const { parentId } of await held('ad')) expect(ids).toContain(parentId);
  });

  test('takes more ad sets, with as many ads as one has room for', async () => {
    const before = await control('GET', 'state');
    const { adSetIds } = await control('POST', 'ad-sets', {
      platform: name,
      count: 2,
      ads: stage.room,
    });
    expect(adSetIds).toHaveLength(2);
    expect(await control('GET', 'state')).toMatchObject({
      ads: Number(before.ads) + 2 * stage.room,
    });
    const ads = (await held('ad')).filter(({ parentId }) => parentId === (adSetIds as string[])[1]);
    expect(ads.map(({ name: called, status }) => [called, status])).toEqual(
      Array.from({ length: stage.room }, (_, i) => [`Ad ${i + 1}`, 'PAUSED']),
    );
    await expect(
      control('POST', 'ad-sets', { platform: name, ads: stage.room + 1 }),
    ).rejects.toThrow('at most');
  });

  test('names faults that the simulation knows, and that fit the calls they are for', async () => {
    const rules = [...Object.values(stage.troubles), ...stage.badDay, ...stage.badDayForCopies];
    for (const rule of rules) await control('POST', 'faults', { platform: name, ...rule });
    expect((await control('GET', 'faults')).active).toHaveLength(rules.length);
    await control('DELETE', 'faults');
  });

  test('shapes ads of which each has media, where they show any', () => {
    if (stage.media.length > 0)
      for (let number = 0; number < 10; number += 1)
        expect(stage.shapeOf(number).media.length).toBeGreaterThan(0);
  });
});

test.each(simulations.filter(({ stage }) => stage.automated !== undefined))(
  'the stage of $name takes ad sets in automated campaigns, beside those of people',
  async (simulation) => {
    const { name, stage } = simulation;
    const { control } = sandboxControl(createSandbox());
    const { room = 0, shapeOf } = stage.automated ?? {};
    const before = await control('GET', 'state');
    const { adSetIds } = await control('POST', 'ad-sets', {
      platform: name,
      count: 32,
      ads: 2,
      automated: true,
    });
    const { list, ...after } = (await control('GET', 'state?objects=1')) as unknown as {
      list: HeldLists;
      ads: number;
    };
    expect(after.ads).toBe(Number(before.ads) + 64);
    const adSets = heldObjects(simulation, list, 'adSet').filter(({ id }) =>
      (adSetIds as string[]).includes(id),
    );
    // A campaign takes thirty.
    expect([adSets.length, new Set(adSets.map(({ parentId }) => parentId)).size]).toEqual([32, 2]);
    const tooMany = { platform: name, ads: room + 1, automated: true };
    await expect(control('POST', 'ad-sets', tooMany)).rejects.toThrow('at most');
    for (let number = 0; number < 10; number += 1)
      expect(shapeOf?.(number).media.length).toBeGreaterThan(0);
  },
);

test.each(simulations.filter(({ stage }) => stage.automated === undefined))(
  'the stage of $name has one family of campaigns, and says so',
  async ({ name }) => {
    const { control } = sandboxControl(createSandbox());
    await expect(control('POST', 'ad-sets', { platform: name, automated: true })).rejects.toThrow(
      'one family',
    );
  },
);

test('favourites are rules that can be played: one for each platform, or for the platform that does so', async () => {
  const { control } = sandboxControl(createSandbox());
  const favourites = (await control('GET', 'faults')).favourites as readonly SandboxFavourite[];
  const [made] = favourites;
  expect(made?.rules.map(({ platform }) => platform)).toEqual(simulations.map(({ name }) => name));
  for (const { rules } of favourites)
    for (const rule of rules) await control('POST', 'faults', rule);
  expect(new Set(favourites.map(({ title }) => title)).size).toBe(favourites.length);
});

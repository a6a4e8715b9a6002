import { expect, test } from 'vitest';
import { platformModules } from '../../../../adapters/platforms/registry.ts';
import { applyChanges } from '../../../../core/features/changes/apply.ts';
import { listObjects } from '../../../../core/features/changes/rows.ts';
import { undoChanges } from '../../../../core/features/changes/undo.ts';
import { submitLaunch } from '../../../../core/launch/accept/submit.ts';
import { unkeyed } from '../../../../core/records/once.ts';
import { simulationOf } from '../../../simulations.ts';
import { createTestService } from '../../../test-service.ts';

/**
 * Creatives that cannot be edited: another one is made, with all else that the first has, and shown
 * by the same ad.
 */

const { name, stage } = simulationOf('primary');
const CREATIVES = { multi: 7, carousel: 8, video: 9, single: 0 } as const;

/** Each creative has these for itself, and the mark of its batch. */
const OWN: readonly string[] = [
  ...['id', 'name', 'created', 'updated', 'adlabels'],
  ...['effective_object_story_id', 'effective_instagram_media_id'],
];

async function launched(shape: number, more: object = {}) {
  const service = await createTestService({
    platforms: platformModules.filter(({ definition }) => definition.id === 'primary'),
  });
  const { adSetIds } = (await service.control('POST', 'ad-sets', { platform: name, count: 1 })) as {
    adSetIds: string[];
  };
  const ad = {
    ...stage.fields,
    ...stage.shapeOf(shape),
    ...more,
    adName: 'Shaped',
    adAccountId: stage.account.id,
    adSets: adSetIds,
  };
  const { adBatchId } = await submitLaunch(service.ports, service.caller, { ads: [ad] });
  await service.run(adBatchId);
  const read = async () => {
    const query = { adAccountId: stage.account.id, level: 'ad' as const, name: 'Shaped' };
    const [row] = (await listObjects(service.ports, service.caller, query)).data;
    if (row === undefined) throw new Error('The ad is not there.');
    const creativeId = (await service.held('ads')).find(({ id }) => id === row.id)?.creative_id;
    const held = (await service.held('adcreatives')).find(({ id }) => id === creativeId);
    return { row, creativeId, held };
  };
  const change = async (set: object) => {
    const { row } = await read();
    const body = {
      changes: [
        {
          level: 'ad' as const,
          id: row.id,
          adAccountId: stage.account.id,
          set: { ...set },
          revision: row.revision,
        },
      ],
    };
    return applyChanges(service.ports, service.caller, body, unkeyed(service.store));
  };
  return { service, read, change };
}

test.each(Object.entries(CREATIVES))(
  'the texts and the link of a %s ad are changed in place, and the undo shows the old creative',
  async (_, shape) => {
    const { service, read, change } = await launched(shape);
    const before = await read();
    const { values } = before.row;
    const other = (texts: unknown) => (texts as string[]).map((text) => `${text}!`);
    const set = {
      link: 'https://other.example/',
      ...(values.primaryTexts && { primaryTexts: other(values.primaryTexts) }),
      ...(values.headlines && { headlines: other(values.headlines) }),
    };
    const { results, changeId } = await change(set);
    expect(results).toMatchObject([{ outcome: 'done' }]);
    const now = await read();
    expect([now.row.values, now.row.id]).toEqual([{ ...values, ...set }, before.row.id]);
    expect(now.creativeId).not.toBe(before.creativeId);
    // All that was not to be changed is as it was.
    const plain = ({ held = {} }: { readonly held?: object | undefined }) => {
      const own = Object.entries(held).filter(([field]) => !OWN.includes(field));
      return JSON.stringify(Object.fromEntries(own))
        .replaceAll('!"', '"')
        .replaceAll('https://other.example/', 'https://shop.example/');
    };
    expect(plain(now)).toBe(plain(before));
    const undone = await undoChanges(service.ports, service.caller, {
      id: changeId,
      once: unkeyed(service.store),
    });
    expect(undone.status).toBe('done');
    expect((await read()).creativeId).toBe(before.creativeId);
  },
);

test('other numbers of texts than places have are refused', async () => {
  const { change } = await launched(CREATIVES.carousel);
  const { results } = await change({ headlines: ['One', 'Two'] });
  expect(results).toMatchObject([
    { outcome: 'refused', reason: expect.stringContaining('as many texts') },
  ]);
});

test('a creative that the platform made otherwise than asked for is not shown', async () => {
  const { service, read, change } = await launched(CREATIVES.multi);
  const before = await read();
  await service.fault({ platform: name, fault: 'feed-collapsed', times: 1 });
  const { results } = await change({ link: 'https://other.example/' });
  expect(results).toMatchObject([
    { outcome: 'refused', reason: expect.stringContaining('with another value of') },
  ]);
  expect(await read()).toEqual(before);
});

import { describe, expect, test } from 'vitest';
import { pixelId } from '../../../adapters/sandbox/tiktok/objects/events.ts';
import type { CreationRequest } from '../../../core/ports/platform-create.ts';
import type { UpdateRequest } from '../../../core/ports/platform-update.ts';
import { shortVideo, type TiktokAtSandbox, tiktokAtSandbox } from './tiktok-at-sandbox.ts';

const account = shortVideo.accounts.smart;
const { smart } = shortVideo;
const day = 86_400_000;

/** Objects of each family. */
const objects = {
  smart: {
    campaign: smart.campaign(account, 'web'),
    adset: smart.delivering(account, 'leads'),
    ad: smart.ad(account, 'leads', 1),
  },
  manual: {
    campaign: shortVideo.campaign(account, 'conversions'),
    adset: shortVideo.deliveringAdGroup(account, 'traffic'),
    ad: shortVideo.ad(account, 'traffic', 1),
  },
};
type Family = keyof typeof objects;
type Type = keyof typeof objects.smart;
const nouns = { campaign: 'campaign', adset: 'adgroup', ad: 'ad' } as const;
const kinds = { campaign: 'tiktok_campaigns', adset: 'tiktok_adgroups', ad: 'tiktok_ads' } as const;

const heldAs = async (at: TiktokAtSandbox, type: Type, id: string) =>
  (await at.held(kinds[type])).find((each) => each.id === id) ?? {};

/** Writes since the lists began to lie. */
const writes = (at: TiktokAtSandbox) =>
  at.sent.flatMap(({ method, url }) =>
    method === 'POST' ? [new URL(url).pathname.replace(/^.*\/v1\.3\//, '').replace(/\/$/, '')] : [],
  );

/** The next list at this path tells the other family of what it lists. */
async function lie(at: TiktokAtSandbox, path: string) {
  at.sent.length = 0;
  await at.fault({ fault: 'family-told-wrong', path, times: 1 });
}

const both = (family: Family, path: string) =>
  family === 'smart' ? [path, `smart_plus/${path}`] : [`smart_plus/${path}`, path];

const campaignAndAdSet = (['smart', 'manual'] as const).flatMap((family) =>
  (['campaign', 'adset'] as const).map((type) => [family, type] as const),
);
/** A Smart+ ad is in its own list alone, which cannot be wrong about it. */
const all = [...campaignAndAdSet, ['manual', 'ad'] as const];

test.each(campaignAndAdSet)(
  'the budget of a %s %s goes to its family after one refusal',
  async (family, type) => {
    const at = await tiktokAtSandbox({ account: 'smart' });
    const id =
      family === 'manual' && type === 'campaign'
        ? shortVideo.campaign(account, 'reach')
        : objects[family][type];
    await lie(at, `/${nouns[type]}/get`);
    await at.platform.edit.setBudget(at.access, type, id, { daily: 777 });
    expect(await heldAs(at, type, id)).toMatchObject({ budget: 777 });
    const inSmart = `smart_plus/${nouns[type]}/${type === 'adset' ? 'budget/' : ''}update`;
    const inManual = `${nouns[type]}/update`;
    expect(writes(at)).toEqual(family === 'smart' ? [inManual, inSmart] : [inSmart, inManual]);
  },
);

test.each(all)('the name of a %s %s goes to its family after one refusal', async (family, type) => {
  const at = await tiktokAtSandbox({ account: 'smart' });
  const id = objects[family][type];
  await lie(at, `/${nouns[type]}/get`);
  expect(await at.platform.edit.rename(at.access, [{ type, id, name: 'Other' }])).toEqual([{ id }]);
  expect(await heldAs(at, type, id)).toMatchObject({ [`${nouns[type]}_name`]: 'Other' });
  expect(writes(at)).toEqual(both(family, `${nouns[type]}/update`));
});

test.each(all)('settings of a %s %s go to its family after one refusal', async (family, type) => {
  const at = await tiktokAtSandbox({ account: 'smart' });
  const level = ({ campaign: 'campaign', adset: 'adSet', ad: 'ad' } as const)[type];
  const id = objects[family][type];
  const updating = at.platform.update[level];
  const prepared = await updating.prepare(at.access, {
    accountId: account,
    name: 'Other',
    [`${level}Id`]: id,
  } as UpdateRequest);
  const patch = await prepared.settle();
  await lie(at, `/${nouns[type]}/get`);
  await updating.write(at.access, id, patch);
  expect(await heldAs(at, type, id)).toMatchObject({ [`${nouns[type]}_name`]: 'Other' });
  expect(writes(at)).toEqual(both(family, `${nouns[type]}/update`));
});

test.each(['campaign', 'adset', 'ad'] as const)(
  'the deletion of a manual %s goes to its family after one refusal',
  async (type) => {
    const at = await tiktokAtSandbox({ account: 'smart' });
    const id = objects.manual[type];
    await lie(at, `/${nouns[type]}/get`);
    expect(await at.platform.edit.remove(at.access, [{ type, id }])).toEqual([{ id }]);
    expect((await at.held(kinds[type])).some((each) => each.id === id)).toBe(false);
    expect(writes(at)).toEqual(both('manual', `${nouns[type]}/status/update`));
  },
);

test.each(['smart', 'manual'] as const)(
  'the end of a %s ad group goes to its family after one refusal',
  async (family) => {
    const at = await tiktokAtSandbox({ account: 'smart' });
    const id = objects[family].adset;
    await at.fault({ fault: 'end-with-any-budget' });
    await lie(at, '/adgroup/get');
    const endTime = at.clock.now() + 5 * day;
    expect(await at.platform.edit.setEnd(at.access, [{ type: 'adset', id, endTime }])).toEqual([
      { id },
    ]);
    expect(await heldAs(at, 'adset', id)).toMatchObject({ schedule_type: 'SCHEDULE_START_END' });
    expect(writes(at)).toEqual(both(family, 'adgroup/update'));
  },
);

describe('copies', () => {
  test.each(['smart', 'manual'] as const)(
    'of a %s ad group are made once, in the family of its campaign',
    async (family) => {
      const at = await tiktokAtSandbox({ account: 'smart' });
      const sourceId = family === 'smart' ? smart.delivering(account, 'web') : objects.manual.adset;
      const before = (await at.held(kinds.adset)).length;
      // A manual source that looks like Smart+ makes the campaign be read, too.
      for (const path of family === 'smart' ? ['/adgroup/get'] : ['/adgroup/get', '/campaign/get'])
        await lie(at, path);
      const request = {
        type: 'adset',
        sourceId,
        deep: false,
        status: 'PAUSED',
        marker: '[copy 1]',
      } as const;
      const made = await at.platform.duplicate.recreate(at.access, request);
      if (made.state !== 'done') throw new Error(made.failure.message);
      expect(await at.held(kinds.adset)).toHaveLength(before + 1);
      expect(writes(at)).toEqual(both(family, 'adgroup/create'));
    },
  );

  test('of a Smart+ campaign are tasks of its family', async () => {
    const at = await tiktokAtSandbox({ account: 'smart' });
    const request = {
      type: 'campaign',
      sourceId: objects.smart.campaign,
      deep: true,
      status: 'PAUSED',
      marker: '[1]',
    } as const;
    await lie(at, '/campaign/get');
    expect(await at.platform.duplicate.native?.start?.(at.access, [request])).toMatchObject([
      { state: 'started' },
    ]);
    expect(writes(at)).toEqual(both('smart', 'campaign/copy/task/create'));
  });
});

test.each(['smart', 'manual'] as const)(
  'an ad group is created once, in the family of its %s campaign',
  async (family) => {
    const at = await tiktokAtSandbox({ account: 'smart' });
    const creation = at.platform.create.adSet;
    const request = {
      accountId: account,
      campaignId: objects[family].campaign,
      name: 'New',
      status: 'ACTIVE',
      optimizationGoal: 'CONVERT',
      promotedObject: { pixel_id: pixelId(account), optimization_event: 'SHOPPING' },
      targeting: { location_ids: ['2921044'] },
      ...(family === 'manual' && { dailyBudget: 50 }),
    } as CreationRequest;
    const before = (await at.held(kinds.adset)).length;
    await lie(at, '/campaign/get');
    const made = await (await creation.prepare(at.access, request, undefined)).send('slipway-1');
    if (!('id' in made)) throw new Error(JSON.stringify(made));
    expect(made.warnings.map(({ message }) => message)).toEqual(
      family === 'smart' ? [expect.stringContaining('becomes an Upgraded Smart+ ad group')] : [],
    );
    expect(writes(at)).toEqual(both(family, 'adgroup/create'));
    // What finishes it is told wrongly, too.
    await lie(at, '/adgroup/get');
    expect(await creation.finish?.(at.access, request, made, true)).toEqual([]);
    expect(await at.held(kinds.adset)).toHaveLength(before + 1);
    expect(await heldAs(at, 'adset', made.id)).toMatchObject({
      adgroup_name: 'New',
      operation_status: 'ENABLE',
    });
  },
);

test('an object of the family that was tried is not written again, and the refusal is told', async () => {
  const at = await tiktokAtSandbox({ account: 'smart' });
  const message = 'This API does not support Upgraded Smart Plus ads.';
  await at.fault({ fault: 'error', method: 'POST', path: '/adgroup/*', code: 40002, message });
  const id = objects.manual.adset;
  const [renamed] = await at.platform.edit.rename(at.access, [
    { type: 'adset', id, name: 'Other' },
  ]);
  expect(renamed?.failure).toMatchObject({
    code: '40002',
    message: expect.stringContaining(message),
  });
  await expect(at.platform.edit.setBudget(at.access, 'adset', id, { daily: 777 })).rejects.toThrow(
    message,
  );
  const request = { type: 'adset', sourceId: id, deep: false, status: 'PAUSED' } as const;
  expect(await at.platform.duplicate.recreate(at.access, request)).toMatchObject({
    state: 'failed',
  });
  expect(writes(at)).toEqual(['adgroup/update', 'adgroup/update', 'adgroup/create']);
});

test('a write that may have been carried out is not sent to the other family', async () => {
  const at = await tiktokAtSandbox({ account: 'smart' });
  const request = {
    type: 'adset',
    sourceId: objects.manual.adset,
    deep: false,
    status: 'PAUSED',
  } as const;
  await at.fault({ fault: 'answer-lost', path: '/adgroup/create', times: 1 });
  expect(await at.platform.duplicate.recreate(at.access, request)).toMatchObject({
    state: 'unknown',
  });
  expect(writes(at)).toEqual(['adgroup/create']);
});

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createMemoryStore } from '../../adapters/store/memory.ts';
import type { SlipwayError } from '../../core/base/errors.ts';
import { batchKind } from '../../core/launch/journal/records.ts';
import { toy } from '../../examples/platform/platform.ts';
import { toySimulation } from '../../examples/platform/simulation.ts';
import { createSlipway, type Slipway, type SlipwayEvents } from '../../server/embed/embed.ts';
import { PIXEL } from '../named-media.ts';

/** Two ads, launched with nobody at work yet or with workers, as the options say. */
async function launchTwo(slipway: Slipway): Promise<number> {
  const accountId = 'act_1001';
  const { data: adSets } = await slipway.reports.adSets({
    accountId,
    status: 'ACTIVE',
    limit: 200,
  });
  const [profile] = (await slipway.accounts.profiles({ accountId })).data;
  const { url } = await slipway.media.upload({ name: 'pixel.png', content: PIXEL });
  const adSet = adSets.find(({ adCount }) => adCount === 0)?.value ?? '';
  const ad = {
    adAccountId: accountId,
    adSets: [adSet],
    page: profile?.page,
    secondary: profile?.secondary,
    media: [{ url }],
  };
  const ads = ['One', 'Two'].map((adName) => ({ ...ad, adName, link: 'https://example.com' }));
  return (await slipway.launch({ ads })).adBatchId;
}

describe('a program that embeds the service', () => {
  test('asks who it is', async () => {
    const slipway = await createSlipway();
    const { company, key, person } = await slipway.me();
    expect([company.id, key, person]).toEqual([
      slipway.companyId,
      { id: 'embedded', name: 'embedded', prefix: '', scopes: ['admin', 'operator'] },
      null,
    ]);
    await slipway.close();
  });

  test('follows a batch event by event, from the beginning or from where it stopped', async () => {
    const slipway = await createSlipway();
    const id = await launchTwo(slipway);
    const seen: { readonly id: number; readonly type: string }[] = [];
    for await (const event of await slipway.batches.events({ id })) seen.push(event);
    expect(seen.map((event) => event.id)).toEqual(seen.map((_, i) => i + 1));
    expect(seen.filter(({ type }) => type === 'ad').length).toBeGreaterThanOrEqual(2);
    expect(seen[seen.length - 1]?.type).toBe('done');
    const later: number[] = [];
    for await (const event of await slipway.batches.events({ id, after: 2 })) later.push(event.id);
    expect(later).toEqual(seen.map((event) => event.id).slice(2));
    await expect(slipway.batches.events({ id: 999 })).rejects.toMatchObject({ code: 'not_found' });
    await slipway.close();
  });

  test('that stops listening to a batch early leaves nothing behind, and one that listens when it closes is told', async () => {
    const busy = await createSlipway();
    for await (const event of await busy.batches.events({ id: await launchTwo(busy) })) {
      expect(event.id).toBe(1);
      break;
    }
    await busy.close();
    const slipway = await createSlipway({ work: false });
    const id = await launchTwo(slipway);
    const events = await slipway.batches.events({ id });
    const listening = (async () => {
      for await (const _ of events);
    })();
    const outcome = listening.catch((error: unknown) => error);
    await slipway.close();
    expect(await outcome).toMatchObject({ code: 'closed' });
  });

  test('is told once of each end of a batch, also after a retry, until it asks no more', async () => {
    const slipway = await createSlipway();
    const told: SlipwayEvents['batch.finished'][] = [];
    let wake = (): void => undefined;
    const next = () =>
      new Promise<void>((resolve) => {
        wake = resolve;
      });
    const off = slipway.on('batch.finished', (event) => {
      told.push(event);
      wake();
    });
    // A listener that throws stops neither the others nor the service.
    slipway.on('batch.finished', () => {
      throw new Error('mine');
    });
    const refusal = {
      fault: 'error',
      path: '*/ads',
      method: 'POST',
      code: 100,
      subcode: 1885252,
      status: 400,
    } as const;
    await slipway.sandbox.addFault(refusal);
    const first = next();
    const id = await launchTwo(slipway);
    await first;
    expect(told).toMatchObject([
      { companyId: slipway.companyId, batch: { adBatchId: id, rawStatus: 'Error' } },
    ]);
    await slipway.sandbox.clearFaults();
    const second = next();
    await slipway.batches.retry({ id });
    await second;
    expect(told.map(({ batch }) => batch.rawStatus)).toEqual(['Error', 'Success']);
    off();
    await slipway.finished(await launchTwo(slipway));
    expect(told).toHaveLength(2);
    expect(() => slipway.on('batch.started' as 'batch.finished', () => undefined)).toThrow(
      'There is no event batch.started',
    );
    await slipway.close();
  });

  test('brings a store of its own, which stays its own', async () => {
    const store = createMemoryStore();
    const own = {
      store,
      folder: mkdtempSync(join(tmpdir(), 'slipway-own-')),
      secret: 'a secret that is long enough',
    };
    const first = await createSlipway(own);
    const id = await launchTwo(first);
    expect((await first.finished(id)).successfulAds).toBe(2);
    await expect(first.backup({ to: own.folder })).rejects.toMatchObject({ code: 'bad_request' });
    await first.close();
    expect(await store.count(batchKind, first.companyId)).toBe(1);
    const again = await createSlipway(own);
    expect([again.companyId, (await again.batches.status({ id })).successfulAds]).toEqual([
      first.companyId,
      2,
    ]);
    await again.close();
  });

  test('brings a platform of its own', async () => {
    const slipway = await createSlipway({ modules: [toy], simulations: [toySimulation] });
    expect((await slipway.platforms.list()).data.map(({ id }) => id)).toContain('toy');
    const { data } = await slipway.accounts.list();
    expect(data.filter(({ platform }) => platform === 'toy')).toHaveLength(1);
    await slipway.close();
  });

  test('is refused in the names of its functions, never with an address', async () => {
    const slipway = await createSlipway({ work: false });
    const texts = async (call: Promise<unknown>): Promise<string[]> => {
      const error = await call.then(
        () => undefined,
        (thrown: SlipwayError) => thrown,
      );
      return error === undefined
        ? []
        : [error.message, ...error.details.map(({ message }) => message)];
    };
    const dates = { startDate: '2026-10-01', endDate: '2026-10-02' };
    const tiktok = { adName: 'A', adAccountId: '7000000000000000101', adSets: ['1'], media: [] };
    const refusals = await Promise.all([
      texts(slipway.reports.query({ accountIds: 'act_404', ...dates })),
      texts(slipway.launch({ ads: [{ adName: 'A' }, { ...tiktok, adAccountType: 'tiktok' }] })),
      texts(slipway.batches.get({ id: 404 })),
      texts(slipway.webhooks.delete({ id: 'wh_none' })),
      texts(slipway.connections.create({ platform: 'nowhere!', credentials: { a: 'b' } })),
      texts(slipway.adCopyTemplates.get({ id: 'none' })),
    ]);
    expect(refusals.every((each) => each.length > 0)).toBe(true);
    expect(refusals.flat().filter((text) => text.includes('/v1/'))).toEqual([]);
    expect(refusals[0]?.[0]).toContain('accounts.list() lists them.');
    expect(refusals[1]?.join(' ')).toContain('platforms.identities() lists them.');
    await slipway.close();
  });

  test('asks any platform for its identities and posts by one name', async () => {
    const slipway = await createSlipway({ work: false });
    const { data } = await slipway.platforms.identities({ platform: 'tiktok' });
    const whose = data[1]?.value ?? '';
    expect(
      (await slipway.platforms.posts({ platform: 'short-video', of: whose })).data.length,
    ).toBeGreaterThan(0);
    await expect(
      slipway.platforms.posts({ platform: 'primary', of: 'a page' }),
    ).rejects.toMatchObject({
      code: 'unprocessable_entity',
      details: [{ path: 'of' }],
    });
    await expect(slipway.platforms.posts({ platform: 'nowhere', of: '1' })).rejects.toMatchObject({
      details: [{ code: 'unknown_platform' }],
    });
    await slipway.close();
  });

  test.each([
    [
      { store: createMemoryStore(), database: 'memory' },
      'store and database: leave one of them out',
    ],
    [{ store: createMemoryStore() }, 'folder is missing'],
    [{ store: { get: () => undefined } }, 'store must have get, find and commit'],
    [{ modules: [{}] }, 'modules.0 must have definition and open'],
    [{ clock: {} }, 'clock must have now, monotonic and sleep'],
    [
      { simulations: [toySimulation], platforms: 'live' },
      'simulations is for the sandbox inside this process',
    ],
  ])('is told what is wrong with parts of its own: %#', async (options, words) => {
    await expect(createSlipway(options as object)).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining(words),
    });
  });
});

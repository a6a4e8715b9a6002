import { expect, test } from 'vitest';
import { createApp } from '../../server/app.ts';
import { createSlipway } from '../../server/embed/embed.ts';
import { failOnDrift } from './harness.ts';

failOnDrift();

const ADS = 2_000;

/** Ads of more values and more bytes than a request may hold by default. */
const ads = (adSets: readonly string[]) =>
  Array.from({ length: ADS }, (_, i) => ({
    adName: `Large ${i}`,
    adAccountId: 'act_1001',
    link: 'https://example.com',
    adSets: [adSets[i % adSets.length] ?? ''],
    title: 'Title',
    description: 'x'.repeat(2_000),
    adDescription: 'Text',
    cta: 'LEARN_MORE',
    status: 'PAUSED' as const,
    promoCode: 'LARGE',
    utmTags: {
      utm_source: 'a',
      utm_medium: 'b',
      utm_campaign: 'c',
      utm_content: `${i}`,
      utm_term: 'd',
    },
    media: [
      {
        url: `https://cdn.example/${i % 10}.png`,
        type: 'image' as const,
        name: 'a.png',
        carouselTitle: 'T',
        platform: 'primary',
      },
    ],
  }));

test('where an installation takes them, large launches come in over HTTP and by embedding, and their status comes in pages', async () => {
  const slipway = await createSlipway({
    work: false,
    launchLimits: { ads: 3_000, creations: 6_000 },
  });
  try {
    const settings = { readLimit: 1_000, writeLimit: 1_000 };
    const app = createApp(slipway.ports, { ...settings, bodyLimit: 16 * 1024 * 1024 });
    const { key } = await slipway.keys.create({ name: 'large', scopes: ['read', 'launch'] });
    const { data } = await slipway.reports.adSets({
      accountId: 'act_1001',
      status: 'ACTIVE',
      limit: 200,
    });
    const body = {
      useDefaults: true,
      force: true,
      ads: ads(data.filter(({ adCount }) => adCount === 0).map(({ value }) => value)),
    };
    const send = (to: typeof app) =>
      to.request('/v1/launch', {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    expect((await send(createApp(slipway.ports, settings))).status).toBe(413);

    const accepted = await send(app);
    const { adBatchId, totalAds } = (await accepted.json()) as {
      adBatchId: number;
      totalAds: number;
    };
    expect([accepted.status, totalAds]).toEqual([202, ADS]);
    const headers = { authorization: `Bearer ${key}` };
    const status = await (
      await app.request(`/v1/batch-status/${adBatchId}?offset=1950&limit=100`, { headers })
    ).json();
    expect(status).toMatchObject({
      status: 'processing',
      totalAds: ADS,
      pagination: { offset: 1_950, total: ADS, hasMore: false },
    });

    const embedded = await slipway.launch({ ...body, again: true });
    expect(await slipway.batches.status({ id: embedded.adBatchId })).toMatchObject({
      rawStatus: 'Queued',
      totalAds: ADS,
      pagination: { offset: 0, limit: 100, total: ADS, hasMore: true },
    });
    expect((await slipway.batches.get({ id: adBatchId })).ads).toHaveLength(ADS);
  } finally {
    await slipway.close();
  }
});

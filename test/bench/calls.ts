import { listen } from '../../adapters/sandbox/listen.ts';
import { simulations } from '../../adapters/sandbox/registry.ts';
import { createSandbox } from '../../adapters/sandbox/sandbox.ts';
import type { Simulation } from '../../adapters/sandbox/simulation.ts';
import { createSlipway, type Slipway } from '../../server/embed/embed.ts';
import { png } from '../samples/media.ts';
import { type Figure, figure } from './figure.ts';

const ads = 50;
const adSets = 5;
const pictures = 10;

/**
 * 50 ads in 5 ad sets, ten pictures shared between them, launched by the whole service: what the
 * platform counts, against a chain of upload, creative and ad for each of them, and against the
 * fewest calls its protocol allows.
 */
export async function callsBench(
  platforms: readonly Simulation[] = simulations,
): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const simulation of platforms)
    if (simulation.stage.media.includes('image')) figures.push(await callsOf(simulation));
  return figures;
}

async function callsOf(simulation: Simulation): Promise<Figure> {
  const { platform, stage } = simulation;
  const sandbox = createSandbox();
  const { url, stop } = await listen(sandbox, 0);
  const slipway = await createSlipway({ sandboxUrl: url });
  try {
    const body = JSON.stringify({ platform: simulation.name, count: adSets, ads: 0 });
    const made = await sandbox.fetch(
      new Request(`${url}/_sandbox/ad-sets`, { method: 'POST', body }),
    );
    const { adSetIds } = (await made.json()) as { readonly adSetIds: readonly string[] };
    const request = { ads: await adsIn(slipway, simulation, adSetIds) };
    // Reading the ad sets is no part of what is counted: every way of launching needs it.
    const { cost, operations } = await slipway.plan(request);
    const before = await slipway.sandbox.state();
    const { adBatchId } = await slipway.launch(request);
    const { successfulAds } = await slipway.finished(adBatchId);
    const counted = (await slipway.sandbox.state()).calls - before.calls;
    if (successfulAds !== ads)
      throw new Error(`Of ${ads} ads on ${platform} ${successfulAds} were launched.`);
    if (counted !== cost.platformCalls)
      throw new Error(
        `On ${platform} ${cost.platformCalls} calls were planned and ${counted} counted.`,
      );
    const chain = new Set(operations.map(({ kind }) => kind)).size * ads;
    const least = stage.leastCalls?.({ ads, pictures, adSets });
    return figure(
      {
        name: `calls-${platform}`,
        value: counted,
        unit: `calls for ${ads} ads`,
        anchor: 'each step for each ad',
        anchorValue: chain,
      },
      least === undefined ? { on: 'ratio', atMost: 1 } : { on: 'value', atMost: least },
    );
  } finally {
    await slipway.close();
    await stop();
  }
}

/** Ads whose pictures are equal in tens. */
async function adsIn(slipway: Slipway, { stage }: Simulation, adSetIds: readonly string[]) {
  const urls: string[] = [];
  for (let i = 0; i < pictures; i++)
    urls.push(
      (await slipway.media.upload({ name: `picture ${i}.png`, content: await png(1080, 1080 + i) }))
        .url,
    );
  return Array.from({ length: ads }, (_, i) => ({
    ...stage.fields,
    adName: `Ad ${i}`,
    adAccountId: stage.account.id,
    adSets: [adSetIds[i % adSets] ?? ''],
    title: 'All aboard',
    link: 'https://example.com',
    media: [{ url: urls[i % pictures] ?? '' }],
  }));
}

import { image } from '../../adapters/testing/test-media.ts';
import type { LaunchAd } from '../../core/ports/launch-ad.ts';
import type {
  AdSetFacts,
  Asset,
  LaunchOperation,
  Outcome,
} from '../../core/ports/platform-launch.ts';
import { factsOf, refOf } from '../adapters/launch-steps.ts';
import { adOf, type MetaAtSandbox, metaAtSandbox } from '../adapters/meta/meta-at-sandbox.ts';
import { type Figure, figure } from './figure.ts';

const ads = 50;
const adSetCount = 5;
const pictures = 10;

/**
 * 50 ads in 5 ad sets, ten pictures shared between them: what the platform counts when the launch
 * operations travel together, against the naive chain of upload, creative and ad for each of the
 * 250.
 */
export async function primaryCalls(): Promise<readonly Figure[]> {
  const ours = await together();
  const naive = await oneByOne();
  const least = pictures + ads + ads * adSetCount;
  const common = { anchor: 'upload, creative, ad for each creation' };
  return [
    figure(
      {
        name: 'primary-calls',
        value: ours.calls,
        unit: 'counted calls',
        ...common,
        anchorValue: naive.calls,
      },
      { on: 'value', atMost: least },
    ),
    figure(
      {
        name: 'primary-requests',
        value: ours.requests,
        unit: 'HTTP requests',
        ...common,
        anchorValue: naive.requests,
      },
      { on: 'value', atMost: 10 },
    ),
  ];
}

interface Setting {
  readonly at: MetaAtSandbox;
  readonly adSets: readonly AdSetFacts[];
  readonly ads: readonly LaunchAd[];
}

/** Reading the ad sets is no part of what is counted: both ways need it. */
async function open(): Promise<Setting> {
  const at = await metaAtSandbox();
  const adSets = await Promise.all(
    Array.from({ length: adSetCount }, (_, number) => factsOf(at, at.adSet('traffic', number))),
  );
  await at.control('POST', 'reset', { counters: true });
  const all = Array.from({ length: ads }, (_, index) =>
    adOf(at, { index, adName: `Ad ${index}`, media: [image(`p${index % pictures}`)] }),
  );
  return { at, adSets, ads: all };
}

async function together(): Promise<{ readonly calls: number; readonly requests: number }> {
  const { at, adSets, ads: all } = await open();
  const waves = { calls: 0, requests: 0 };
  const send = async (operations: readonly LaunchOperation[]): Promise<readonly Outcome[]> => {
    const { calls, requests } = at.launch.cost(operations);
    waves.calls += calls;
    waves.requests += requests;
    return at.launch.send(at.access, operations);
  };
  const uploads = await send(Array.from({ length: pictures }, (_, number) => upload(number)));
  const assets = uploads.map((outcome): Asset => ({ type: 'image', ref: refOf(outcome) }));
  const creatives = await send(all.map((ad) => creative(ad, assetOf(assets, ad))));
  const creations = all.flatMap((ad, position) =>
    adSets.map((adSet, place) =>
      creation(ad, assetOf(assets, ad), adSet, refOf(creatives[position]), place),
    ),
  );
  for (const outcome of await send(creations)) refOf(outcome);
  const counted = await at.counts();
  if (counted.calls !== waves.calls || counted.requests !== waves.requests) {
    throw new Error(
      `The plan said ${JSON.stringify(waves)}, the platform counted ${JSON.stringify(counted)}.`,
    );
  }
  return counted;
}

async function oneByOne(): Promise<{ readonly calls: number; readonly requests: number }> {
  const { at, adSets, ads: all } = await open();
  const only = async (operation: LaunchOperation) =>
    refOf((await at.launch.send(at.access, [operation]))[0]);
  for (const ad of all) {
    for (const [place, adSet] of adSets.entries()) {
      const asset: Asset = { type: 'image', ref: await only(upload(ad.index % pictures)) };
      const creativeId = await only(creative(ad, asset));
      await only(creation(ad, asset, adSet, creativeId, place));
    }
  }
  return at.counts();
}

const upload = (number: number): LaunchOperation => ({
  kind: 'image',
  id: `image:${number}`,
  batch: 'bench',
  media: image(`p${number}`),
});

const creative = (ad: LaunchAd, asset: Asset): LaunchOperation => ({
  kind: 'creative',
  id: `creative:${ad.index}`,
  batch: 'bench',
  ad,
  assets: [asset],
  creativeKey: ad.type,
});

const creation = (
  ad: LaunchAd,
  asset: Asset,
  adSet: AdSetFacts,
  creativeId: string,
  place: number,
): LaunchOperation => ({
  kind: 'ad',
  id: `ad:${ad.index}:${place}`,
  batch: 'bench',
  ad,
  name: ad.adName,
  adSet,
  assets: [asset],
  creativeKey: ad.type,
  creativeId,
});

function assetOf(assets: readonly Asset[], ad: LaunchAd): Asset {
  const asset = assets[ad.index % pictures];
  if (asset === undefined) throw new Error('no picture');
  return asset;
}

import type { PlatformModule } from '../../adapters/platforms/module.ts';
import { platformModules } from '../../adapters/platforms/registry.ts';
import { simulations } from '../../adapters/sandbox/registry.ts';
import type { Simulation } from '../../adapters/sandbox/simulation.ts';
import { GUARDRAILS, guardrailsKind, untouched } from '../../core/gate/records.ts';
import { dryRun } from '../../core/launch/accept/dry-run.ts';
import { submitLaunch } from '../../core/launch/accept/submit.ts';
import { pagedStatus } from '../../core/launch/show/status.ts';
import type { AdPlatform } from '../../core/ports/ad-platform.ts';
import { COMPANY, caller, createTestService } from '../test-service.ts';
import { launchOf, treeOf } from '../trees.ts';
import { underKey } from '../under-key.ts';
import { type Figure, figure } from './figure.ts';

const campaigns = 10;
const adSets = 10;
const ads = 10;
const pictures = 10;
const size = `${campaigns} x ${adSets} x ${ads}`;
/** Of a platform without a field for the mark: it is taken off the name. */
const mostAbove = 2.1;

/**
 * Ten campaigns of ten ad sets of ten ads as one launch: requests and counted calls, against one
 * for each object. Above the ads the unit says the fewest requests that the platform's own lists
 * allow. The same request again makes none.
 */
export async function treesBench(
  platforms: readonly Simulation[] = simulations,
): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const simulation of platforms)
    if (simulation.stage.samples.adSet !== undefined) figures.push(...(await treesOn(simulation)));
  return figures;
}

async function treesOn(simulation: Simulation): Promise<readonly Figure[]> {
  const { platform } = simulation;
  const modules = platformModules.filter(({ definition }) => definition.id === platform);
  const house = await open(simulation, modules);
  const body = launchOf(treesFor(simulation));
  const { operations } = await dryRun(house.ports, COMPANY, body);
  const { calls, requests } = await house.launch(body);
  const again = await house.launch(body);
  const alone = await open(simulation, modules);
  const below = await alone.launch({ ads: await alone.adsElsewhere(body.ads) });
  const steps = operations.filter(({ kind }) => kind !== 'finish').length;
  const parents = operations.filter(({ kind }) =>
    ['campaign', 'adset', 'start'].includes(kind),
  ).length;
  const least = fewestAbove(Object.values(house.ports.platforms)[0]);
  const of = (name: string, value: number, unit: string, anchorValue: number, atMost: number) =>
    figure(
      { name: `${name}-${platform}`, value, unit, anchor: 'one for each object', anchorValue },
      { on: 'ratio', atMost },
    );
  return [
    of('trees-calls', calls, `calls for ${size}`, steps, 1.5),
    of('trees-requests', requests, `requests for ${size}`, steps, 1.2),
    of(
      'trees-above',
      requests - below.requests,
      `requests above the ads; fewest ${least}`,
      parents,
      mostAbove,
    ),
    figure(
      {
        name: `trees-again-${platform}`,
        value: again.calls,
        unit: 'calls again',
        anchor: 'at first',
        anchorValue: calls,
      },
      { on: 'value', atMost: 0 },
    ),
  ];
}

function treesFor({ stage }: Simulation) {
  const shown = (number: number) => ({
    media: [{ url: `https://cdn.example/picture-${number % pictures}.png` }],
  });
  const shapeOf = stage.media.includes('image') ? shown : stage.shapeOf;
  return Array.from({ length: campaigns }, (_, number) =>
    treeOf({ ...stage, shapeOf }, `tree ${number}`, number, { adSets, ads }),
  );
}

/** A service of its own with room for a thousand ads. */
async function open(simulation: Simulation, platforms: readonly PlatformModule[]) {
  const service = await createTestService({ platforms, simulations: [simulation] });
  const ports = { ...service.ports, launchLimits: { ads: 1_000, creations: 10_000 } };
  const limits = { ...untouched, revision: 1, adsPerLaunch: 1_000 };
  await service.store.commit([
    { kind: guardrailsKind, companyId: COMPANY, id: GUARDRAILS, expect: 'absent', doc: limits },
  ]);
  return {
    ports,
    async launch(body: object) {
      const request = { key: 'POST /v1/launch trees', bodyDigest: 'trees' };
      // What the acceptance reads of ad sets is no part of what is counted.
      const { answer } = await underKey(ports, COMPANY, request, (once) =>
        submitLaunch(ports, caller, body, once),
      );
      const counted = await service.counting(() => service.run(answer.adBatchId));
      const { successfulAds } = await pagedStatus(ports, COMPANY, String(answer.adBatchId), {
        offset: 0,
        limit: 10,
      });
      if (successfulAds !== campaigns * adSets * ads)
        throw new Error(`On ${simulation.platform} ${successfulAds} ads were launched.`);
      return counted;
    },
    /** The same ads in ad sets that are there. */
    async adsElsewhere(
      wanted: readonly { readonly adSets: readonly { readonly ref: string }[] }[],
    ) {
      const order = { platform: simulation.name, count: campaigns * adSets, ads: 0 };
      const { adSetIds } = (await service.control('POST', 'ad-sets', order)) as {
        readonly adSetIds: readonly string[];
      };
      return wanted.map((ad, position) => ({
        ...ad,
        adSets: [adSetIds[Math.floor(position / ads)]],
      }));
    },
  };
}

/** Full lists, nothing read, and nothing written twice. */
function fewestAbove(platform: AdPlatform | undefined): number {
  const { campaign, adSet } = platform?.create ?? {};
  const below = adSet?.together?.perCampaign
    ? campaigns
    : Math.ceil((campaigns * adSets) / (adSet?.together?.most ?? 1));
  return Math.ceil(campaigns / (campaign?.together?.most ?? 1)) + below + 1;
}

import { describe, expect, test } from 'vitest';
import { platformModules } from '../../../adapters/platforms/registry.ts';
import { simulations } from '../../../adapters/sandbox/registry.ts';
import { type HeldLists, heldObjects } from '../../../adapters/sandbox/stage.ts';
import { SlipwayError } from '../../../core/base/errors.ts';
import { dryRun } from '../../../core/launch/accept/dry-run.ts';
import { submitLaunch } from '../../../core/launch/accept/submit.ts';
import { retryBatch } from '../../../core/launch/retry.ts';
import { batchStatus } from '../../../core/launch/show/status.ts';
import { runUndo } from '../../../core/launch/undo/run.ts';
import { undoBatch } from '../../../core/launch/undo/undo.ts';
import type { MediaSource } from '../../../core/ports/media.ts';
import { createHolder } from '../../../core/records/lease.ts';
import { createNamedMedia } from '../../named-media.ts';
import { caller, createTestService } from '../../test-service.ts';
import { launchOf, treeOf } from '../../trees.ts';

/** Platforms that make campaigns with their ad sets and ads, each by the sample of its stage. */
const able = simulations.filter(
  ({ stage: { samples } }) => samples.campaign !== undefined && samples.adSet !== undefined,
);
const levels = ['campaign', 'adSet', 'ad'] as const;

describe.each(able.map((simulation) => [simulation.platform, simulation] as const))(
  'trees on %s',
  (platform, simulation) => {
    const { stage } = simulation;
    const open = async (seed = 1, media = createNamedMedia()) => {
      const module = platformModules.filter(({ definition }) => definition.id === platform);
      const service = await createTestService({
        platforms: module,
        simulations: [simulation],
        seed,
        media,
      });
      const held = async () => {
        const { list = {} } = await service.state('?objects=1');
        const all = levels.flatMap((level) =>
          heldObjects(simulation, list as HeldLists, level).map((each) => ({ level, ...each })),
        );
        return all.filter(({ name, status }) => name?.startsWith('tree ') && status !== 'DELETED');
      };
      const launch = async (body: object) => {
        const { adBatchId } = await submitLaunch(service.ports, caller, body);
        await service.run(adBatchId);
        return {
          adBatchId,
          status: await batchStatus(service.ports, service.companyId, String(adBatchId)),
        };
      };
      return { service, held, launch };
    };
    const trees = (status: 'ACTIVE' | 'PAUSED') =>
      launchOf(
        [1, 2].map((number) =>
          treeOf(stage, `tree ${number}`, number, { adSets: 2, ads: 2, status }),
        ),
      );

    test('are one plan and one batch, each object made once below its own parent, and the top switched on last', async () => {
      const { service, held, launch } = await open();
      const plan = await dryRun(service.ports, service.companyId, trees('ACTIVE'));
      expect(plan).toMatchObject({ totalAds: 8, creates: { campaigns: 2, adSets: 4 } });
      const { value, calls } = await service.counting(() => launch(trees('ACTIVE')));
      const { status } = value;
      expect(status.failedAds).toEqual([]);
      expect(status).toMatchObject({ rawStatus: 'Success', successfulAds: 8 });
      expect(status.made?.map(({ state, status: is }) => [state, is])).toEqual(
        Array(6).fill(['made', 'ACTIVE']),
      );
      const found = await held();
      expect(found.map(({ level }) => level).sort()).toEqual([
        ...Array(8).fill('ad'),
        ...Array(4).fill('adSet'),
        ...Array(2).fill('campaign'),
      ]);
      const byId = new Map(found.map((each) => [each.id, each]));
      for (const { level, name = '', status: is, parentId = '' } of found) {
        expect([name, is]).toEqual([name, 'ACTIVE']);
        if (level !== 'campaign')
          expect(byId.get(parentId)?.name).toBe(name.replace(/ (set|ad) \d+$/, ''));
      }
      // Switching on may read what it switches.
      expect(Math.abs(calls - plan.cost.platformCalls)).toBeLessThanOrEqual(3);
    });

    test('are undone from the leaves up, and nothing of them is left', async () => {
      const { service, held, launch } = await open();
      const { adBatchId } = await launch(trees('PAUSED'));
      expect(await held()).toHaveLength(14);
      await undoBatch(service.ports, caller, { batchId: String(adBatchId), mode: 'delete' });
      await runUndo(service.ports, service.companyId, String(adBatchId), {
        holder: createHolder(service.clock, 'worker'),
      });
      const status = await batchStatus(service.ports, service.companyId, String(adBatchId));
      expect(status.undo).toMatchObject({ ads: 8, undone: 8, failed: 0 });
      expect(status.made?.map(({ undone }) => undone)).toEqual(Array(6).fill('deleted'));
      expect(await held()).toEqual([]);
    });

    test('are made again by a retry, after what stayed empty was removed', async () => {
      let isThere = false;
      const files = createNamedMedia();
      const unreachable = new SlipwayError('media_unreachable', 'The address did not answer.');
      const load: MediaSource['load'] = (...asked) =>
        isThere ? files.load(...asked) : Promise.reject(unreachable);
      const { service, held, launch } = await open(1, { ...files, load });
      // Ads of search have no files.
      await service.fault({
        platform: simulation.name,
        fault: 'error',
        status: 400,
        path: '*/adGroupAds:mutate',
      });
      const { adBatchId, status } = await launch(trees('ACTIVE'));
      expect([status.rawStatus, status.made?.some(({ empty }) => empty)]).toEqual(['Error', true]);
      await undoBatch(service.ports, caller, { batchId: String(adBatchId), mode: 'delete-empty' });
      await runUndo(service.ports, service.companyId, String(adBatchId), {
        holder: createHolder(service.clock, 'worker'),
      });
      isThere = true;
      await service.clearFaults();
      await retryBatch(service.ports, caller, String(adBatchId));
      await service.run(adBatchId);
      const again = await batchStatus(service.ports, service.companyId, String(adBatchId));
      expect(again).toMatchObject({ rawStatus: 'Success', successfulAds: 8 });
      const found = await held();
      expect([found.length, new Set(found.map(({ name }) => name)).size]).toEqual([14, 14]);
      expect(found.map(({ status: is }) => is)).toEqual(Array(14).fill('ACTIVE'));
    });

    test.for([1, 2, 3])('are made once where answers are lost, with dice %s', async (seed) => {
      const { service, held, launch } = await open(seed);
      for (const fault of ['connection-cut', 'answer-lost'])
        await service.fault({
          platform: simulation.name,
          fault,
          method: 'POST',
          probability: 0.3,
          times: 6,
        });
      const { status } = await launch(trees('PAUSED'));
      expect(status.failedAds).toEqual([]);
      const names = (await held()).map(({ name }) => name).sort();
      expect(names).toEqual([...new Set(names)]);
      expect(names).toHaveLength(14);
    });
  },
);

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { platformDefinitions } from '../../adapters/platforms/registry.ts';
import { simulations } from '../../adapters/sandbox/registry.ts';
import type { Simulation } from '../../adapters/sandbox/simulation.ts';
import { formatCsv } from '../../core/base/csv.ts';
import type { Column } from '../../core/sheet/column.ts';
import { columnsFor } from '../../core/sheet/columns.ts';
import { readLaunchFile } from '../../server/cli/base/launch-file.ts';
import { createSlipway } from '../../server/embed/embed.ts';
import { png } from '../samples/media.ts';

/** Platforms whose ads show pictures, which one sheet can hold side by side. */
const platforms = simulations.filter(({ stage }) => stage.media.includes('image'));
const EACH = Math.ceil(30 / platforms.length);

const columns = columnsFor(platformDefinitions);
const headerOf = (key: string): string => {
  const column: Column | undefined = columns.find((each) => each.key === key);
  if (column === undefined) throw new Error(`There is no column for ${key}.`);
  return column.header.replace('#', '1');
};

/** Rows of one sheet with ads of every platform, in turns. */
function sheetOf(url: string): string {
  const fields = [...new Set(platforms.flatMap(({ stage }) => Object.keys(stage.fields)))];
  const keys = [
    'adName',
    'adAccountId',
    'adSets',
    'link',
    'media[n].url',
    ...fields.filter((field) => field !== 'link'),
  ];
  const row = ({ platform, stage }: Simulation, number: number): string[] => {
    const values: { readonly [key: string]: string | undefined } = {
      link: 'https://example.com',
      ...stage.fields,
      adName: `${platform} ${number}`,
      adAccountId: stage.account.id,
      adSets: stage.adSetIds[0],
      'media[n].url': url,
    };
    return keys.map((key) => values[key] ?? '');
  };
  const rows = Array.from({ length: EACH }, (_, number) =>
    platforms.map((simulation) => row(simulation, number)),
  ).flat();
  return formatCsv([keys.map(headerOf), ...rows]);
}

test.each(platforms.map(({ platform }) => platform))(
  'one sheet launches on every platform; where the token of %s is dead the others finish',
  async (dead) => {
    const database = `sqlite:${join(mkdtempSync(join(tmpdir(), 'slipway-one-sheet-')), 'slipway.db')}`;
    const slipway = await createSlipway({ database, work: false });
    const { url } = await slipway.media.upload({
      name: 'boat.png',
      content: await png(1080, 1080),
    });
    const { ads, faults } = readLaunchFile('ads.csv', sheetOf(url));
    expect([faults, ads.length]).toEqual([[], EACH * platforms.length]);
    const { adBatchId } = await slipway.launch({ ads });
    // Accepted with a token that lived; it dies before the first ad is made.
    const simulation = platforms.find(({ platform }) => platform === dead);
    await slipway.sandbox.addFault({
      ...(simulation?.stage.troubles['token dead'] as { fault: string }),
      platform: simulation?.name,
    });
    // Work begins now.
    const worker = await createSlipway({ database });
    const { launchedAds, failedAds, outcome } = await worker.finished(adBatchId);
    const ofDead = (name: string): boolean => name.startsWith(`${dead} `);
    expect([outcome, launchedAds.length, failedAds.length]).toEqual([
      'some',
      EACH * (platforms.length - 1),
      EACH,
    ]);
    expect(
      launchedAds.some(({ adName }) => ofDead(adName)) ||
        failedAds.some(({ adName }) => !ofDead(adName)),
    ).toBe(false);
    await worker.close();
    await slipway.close();
  },
);

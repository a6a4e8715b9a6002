import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildAddon } from '../../build/addon.ts';
import { driveIdIn, driveLink } from '../../sheets-addon/drive/links.ts';

import { columnOf } from './addon-fixture.ts';
import { type Summary, useLaunchFixture } from './launch-fixture.ts';
import { SHEET } from './launch-rows.ts';

const fixture = useLaunchFixture();
const { playground } = fixture;

const [BOAT, SAIL, SHEET_OF_FIGURES] = ['boat-file-0001', 'sail-file-0002', 'text-file-0003'];

const picture = async (background: string): Promise<string> =>
  (
    await sharp({ create: { width: 40, height: 40, channels: 3, background } })
      .png()
      .toBuffer()
  ).toString('base64');

const put = (files: readonly object[], allowed = true): Promise<unknown> =>
  playground().control('drive', { files, allowed });
const file = (id: string, name: string, base64: string, mimeType = 'image/png'): object => ({
  id,
  name,
  mimeType,
  base64,
});
const uploads = async (): Promise<number> => {
  const { requests } = await playground().control<{ requests: { method: string; url: string }[] }>(
    'takeCounts',
  );
  return requests.filter(({ method, url }) => method === 'POST' && url.includes('/media/upload'))
    .length;
};
const chip = async (row: number, text: string, id: string): Promise<void> => {
  const column = columnOf(await playground().look(SHEET), 'Media 1');
  await playground().hands({ do: 'type', sheet: SHEET, row, column, text, link: driveLink(id) });
};

describe('a file of Google Drive', () => {
  let [boat, sail] = ['', ''];
  beforeAll(async () => {
    [boat, sail] = [await picture('#224466'), await picture('#884422')];
  });

  test('is launched by its link or its chip, handed over once, with a thumbnail beside it', async () => {
    await fixture.freshSheet('single', [
      { 'Ad name': 'Drive link', 'Media 1': driveLink(BOAT), 'Ad sets': fixture.adSets[0] ?? '' },
      { 'Ad name': 'Drive chip', 'Ad sets': fixture.adSets[0] ?? '' },
    ]);
    await put([file(BOAT, 'boat_1x1.png', boat), file(SAIL, 'sail_1x1.png', sail)]);
    await chip(3, 'sail_1x1.png', SAIL);
    const summary = await playground().call<Summary>('checkRows');
    expect(summary.faults).toEqual([]);
    await uploads();
    await fixture.launch();
    expect(await fixture.statuses()).toEqual(['Launched, paused', 'Launched, paused']);
    expect(await fixture.named('Drive ')).toEqual(['Drive chip', 'Drive link']);
    expect(await uploads()).toBe(2);

    expect(await playground().call('showPreviews')).toBe(2);
    const seen = await playground().look(SHEET);
    const [media, preview] = [columnOf(seen, 'Media 1'), columnOf(seen, 'Preview 1')];
    expect(preview).toBe(media + 1);
    expect(seen.cells[1]?.[preview - 1]?.formula).toMatch(/^=IMAGE\("http.*boat_1x1/);
    // The rows are still their own: nothing of the launch was lost beside the new column.
    await playground().call('checkRows');
    expect(await fixture.statuses()).toEqual(['Launched, paused', 'Launched, paused']);

    // Another row with the same file needs no second upload; a changed file does.
    await playground().hands({ do: 'copyRow', sheet: SHEET, from: 2, to: 4 });
    await fixture.type(4, 'Ad name', 'Drive again');
    await playground().call('planLaunch', 'ready');
    expect(await uploads()).toBe(0);
    await put([file(BOAT, 'boat_1x1.png', sail), file(SAIL, 'sail_1x1.png', sail)]);
    await playground().call('planLaunch', 'ready');
    expect(await uploads()).toBe(1);
  });

  test('that cannot be used is a fault of its cell, in words', async () => {
    const faultOf = async (media: string): Promise<string> => {
      await fixture.freshSheet('single', [
        { 'Ad name': 'Drive bad', 'Media 1': media, 'Ad sets': fixture.adSets[0] ?? '' },
      ]);
      const { faults } = await playground().call<Summary>('checkRows');
      return faults.map(({ text }) => text).join();
    };
    expect(await faultOf(driveLink(BOAT))).toContain(
      'no such file in Google Drive that your Google account may see',
    );
    expect(await faultOf('https://drive.google.com/drive/folders/abcdefghijklmnop')).toContain(
      'leads to no file',
    );
    await put([file(SHEET_OF_FIGURES, 'Figures', boat, 'application/pdf')]);
    await fixture.type(2, 'Media 1', driveLink(SHEET_OF_FIGURES));
    expect((await playground().call<Summary>('checkRows')).faults[0]?.text).toContain(
      'Figures is neither an image nor a video',
    );
    await put([file(BOAT, 'boat.png', boat)], false);
    await fixture.type(2, 'Media 1', driveLink(BOAT));
    expect((await playground().call<Summary>('checkRows')).faults[0]?.text).toContain(
      'does not let you read this file',
    );
    // Once Google gives the permission the cell is right.
    await put([file(BOAT, 'boat.png', boat)]);
    expect((await playground().call<Summary>('checkRows')).faults).toEqual([]);
  });

  test('is chosen in the sidebar and put into the empty media cells below the selected one', async () => {
    await fixture.freshSheet('single', [
      { 'Ad name': 'Drive first', 'Ad sets': fixture.adSets[0] ?? '' },
    ]);
    await put([
      file(BOAT, "boat's_1x1.png", boat),
      file(SAIL, 'sail_1x1.png', sail),
      file('doc-file-000004', 'text', '', 'text/plain'),
    ]);
    const found = await playground().call<{ id: string; name: string }[]>('driveFiles', "BOAT'S");
    expect(found).toEqual([{ id: BOAT, name: "boat's_1x1.png", type: 'image' }]);
    expect(await playground().call<object[]>('driveFiles', '')).toHaveLength(2);
    await expect(playground().call('putFiles', [BOAT])).rejects.toThrow('holds something already');
    const column = columnOf(await playground().look(SHEET), 'Media 1');
    await playground().hands({ do: 'select', sheet: SHEET, row: 3, column });
    await playground().call('putFiles', [BOAT, SAIL]);
    const media = (await playground().look(SHEET)).cells
      .slice(2, 4)
      .map((cells) => cells[column - 1]?.shown);
    expect(media).toEqual([driveLink(BOAT), driveLink(SAIL)]);
  });
});

test('links of all shapes name their file', () => {
  for (const link of [
    'file/d/abc-DEF_123456/view?usp=sharing',
    'open?id=abc-DEF_123456',
    'uc?export=download&id=abc-DEF_123456',
  ])
    expect(driveIdIn(`https://drive.google.com/${link}`)).toBe('abc-DEF_123456');
  expect(driveIdIn('https://example.com/file/d/abc-DEF_123456')).toBeUndefined();
});

test('the right to read Drive is asked for only by an add-on that is built with it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-drive-'));
  const manifest = async (drive: boolean): Promise<string> => {
    await buildAddon({ server: 'https://ads.example.com', folder, drive });
    return readFile(join(folder, 'appsscript.json'), 'utf8');
  };
  expect(await manifest(true)).toMatch(/auth\/drive\.readonly[\s\S]*googleapis\.com\/drive\/v3\//);
  expect(await manifest(false)).not.toContain('drive');
});

import { describe, expect, test } from 'vitest';
import { sheetLaunch, sheetLaunches } from '../../../../core/features/row-claims/records.ts';
import { submitLaunch } from '../../../../core/launch/accept/submit.ts';
import { runUndo } from '../../../../core/launch/undo/run.ts';
import { undoBatch } from '../../../../core/launch/undo/undo.ts';
import { createHolder } from '../../../../core/records/lease.ts';
import { keyed } from '../../../../core/records/once.ts';
import { imageAd } from '../../../launch-fixture.ts';
import { COMPANY, caller } from '../../../test-service.ts';
import { createStandInFixture } from '../../launch/stand-in-fixture.ts';

const source = (key: string, fingerprint = 'f1', spreadsheetId = 'file') => ({
  spreadsheetId,
  sheetId: '7',
  rows: [{ key, fingerprint }],
});
const from = (key: string, fields: object = {}) => imageAd({ source: source(key), ...fields });
const refused = {
  code: 'unprocessable_entity',
  details: [{ path: 'ads[0].source', code: 'row_launched' }],
};

describe('a launch that names the rows of its ads', () => {
  test('keeps them with the batch, for whoever asks by the spreadsheet', async () => {
    const { ports, launch } = await createStandInFixture();
    const id = await launch({ ads: [from('R-1'), imageAd(), from('R-2', { adSets: ['1', '2'] })] });
    const page = await sheetLaunches(ports, COMPANY, 'file', { offset: 0, limit: 10 });
    expect(page).toMatchObject({ total: 1, items: [{ adBatchId: id, launchStatus: 'PAUSED' }] });
    expect((await sheetLaunch(ports, COMPANY, 'file', String(id))).ads).toEqual([
      { index: 0, sheetId: '7', rows: [{ key: 'R-1', fingerprint: 'f1' }], adSets: ['1'] },
      { index: 2, sheetId: '7', rows: [{ key: 'R-2', fingerprint: 'f1' }], adSets: ['1', '2'] },
    ]);
    await expect(sheetLaunch(ports, COMPANY, 'other', String(id))).rejects.toMatchObject({
      code: 'not_found',
    });
    expect((await sheetLaunches(ports, 'someone', 'file', { offset: 0, limit: 10 })).total).toBe(0);
  });

  test('is refused while the row has its ad in that ad set, or may get it, and taken in another ad set or file', async () => {
    const { launch, run } = await createStandInFixture();
    const id = await launch({ ads: [from('R-1')] });
    await expect(launch({ ads: [from('R-1')] })).rejects.toMatchObject(refused);
    await run(id);
    await expect(launch({ ads: [from('R-1', { title: 'Changed' })] })).rejects.toMatchObject(
      refused,
    );
    await launch({ ads: [from('R-1', { adSets: ['2'] })] });
    await launch({ ads: [from('R-1', { source: source('R-1', 'f1', 'copy') })] });
    await expect(launch({ ads: [from('R-5'), from('R-5')] })).rejects.toMatchObject({
      details: [{ path: 'ads[1].source', code: 'row_launched' }],
    });
  });

  test('is taken again after its ads were deleted or have failed', async () => {
    let mood: 'ok' | 'invalid' = 'ok';
    const { ports, clock, launch, run } = await createStandInFixture({ mood: () => mood });
    const id = await launch({ ads: [from('R-1')] });
    await run(id);
    await undoBatch(ports, caller, { batchId: String(id), mode: 'pause' });
    await runUndo(ports, COMPANY, String(id), { holder: createHolder(clock, 'worker') });
    await expect(launch({ ads: [from('R-1')] })).rejects.toMatchObject(refused);
    await undoBatch(ports, caller, { batchId: String(id), mode: 'delete' });
    await runUndo(ports, COMPANY, String(id), { holder: createHolder(clock, 'worker') });
    mood = 'invalid';
    await run(await launch({ ads: [from('R-1')] }));
    mood = 'ok';
    await run(await launch({ ads: [from('R-1')] }));
  });

  test('is answered alike when it was sent twice under one key at the same moment', async () => {
    const { ports } = await createStandInFixture();
    const send = () => {
      const once = keyed(ports, COMPANY, { key: 'POST /v1/launch k', bodyDigest: 'same' });
      return submitLaunch(ports, caller, { ads: [from('R-1')] }, once);
    };
    const [a, b] = await Promise.all([send(), send()]);
    expect(a.adBatchId).toBe(b.adBatchId);
  });

  test('of two at the same moment one is refused', async () => {
    const { ports } = await createStandInFixture();
    const both = await Promise.allSettled(
      [0, 1].map(() => submitLaunch(ports, caller, { ads: [from('R-1')] })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

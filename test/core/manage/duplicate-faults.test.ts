import { describe, expect, test } from 'vitest';
import { copyAdSet, expectWholeCopies, heldNow, madeSince } from './copies.ts';
import { createManageFixture, type ManageFixture } from './manage-fixture.ts';

/** Copies an ad set of so many ads under faults; the copies must be whole whatever happens. */
async function copyUnder(
  faults: (adSet: string, ads: readonly string[]) => readonly object[],
  adsEach: number,
  body: object = {},
) {
  const fixture = await createManageFixture();
  const { adSet, ads } = await fixture.tree([adsEach]);
  const before = await heldNow(fixture);
  // What is copied has been there for a while.
  await fixture.client.advance(60_000);
  for (const fault of faults(adSet, ads[0] ?? [])) await fixture.fault(fault);
  const answer = await copyAdSet(fixture, { adsetId: adSet, ...body });
  await fixture.clearFaults();
  return { fixture, answer, adSet, ads: ads[0] ?? [], made: await madeSince(fixture, before) };
}

const copies = (adSet: string) => ({ method: 'POST', path: `/${adSet}/copies` });

describe('a copy that was made although the answer says otherwise is found again', () => {
  test.each([
    ['failed-but-created', 2],
    ['answer-lost', 2],
    ['html-but-done', 2],
    ['empty-body', 2],
    ['copy-no-id', 2],
    ['failed-but-created', 0],
    ['copy-no-id', 0],
  ])('%s, %i ads', async (fault, adsEach) => {
    const { answer, made } = await copyUnder(
      (adSet) => [{ fault, ...copies(adSet), times: 2 }],
      adsEach,
      { copyCount: 3 },
    );
    expect(answer).toMatchObject({ successCount: 3, failCount: 0 });
    expectWholeCopies(answer, made, adsEach);
  });

  test('also when lists show it late', async () => {
    const { answer, made } = await copyUnder(
      (adSet) => [
        { fault: 'failed-but-created', ...copies(adSet), times: 1 },
        { fault: 'list-lag', ms: 8_000 },
      ],
      2,
    );
    expectWholeCopies(answer, made, 2);
    expect(answer.successCount).toBe(1);
  });

  test('also ads that were copied one by one', async () => {
    const { answer, made } = await copyUnder(
      (adSet, ads) => [
        { fault: 'error', ...copies(adSet), code: 100, subcode: 9999999, times: 1 },
        { fault: 'failed-but-created', ...copies(ads[0] ?? ''), times: 1 },
        { fault: 'batch-null-done', ...copies(ads[1] ?? ''), times: 1 },
      ],
      2,
    );
    expectWholeCopies(answer, made, 2);
    expect(answer.successCount).toBe(1);
  });
});

describe('a copy that stumbles', () => {
  test('is repeated three times, with growing pauses', async () => {
    const fixture = await createManageFixture();
    const { adSet } = await fixture.tree([1]);
    const before = await heldNow(fixture);
    await fixture.fault({ fault: 'transient', ...copies(adSet), times: 3 });
    const answer = await copyAdSet(fixture, { adsetId: adSet });
    expectWholeCopies(answer, await madeSince(fixture, before), 1);
    expect(answer.results[0]).toMatchObject({ success: true, method: 'copies' });
  });

  test('again and again is made another way', async () => {
    const { answer, made } = await copyUnder(
      (adSet) => [{ fault: 'transient', ...copies(adSet) }],
      2,
    );
    expect(answer.results[0]).toMatchObject({ success: true, method: 'recreation' });
    expect(made.adSets).toHaveLength(1);
    expect(made.ads).toHaveLength(2);
  });

  test('half-way is completed', async () => {
    const { answer, made } = await copyUnder(
      (adSet) => [{ fault: 'copy-partial', ...copies(adSet), times: 1 }],
      2,
      {
        copyCount: 2,
      },
    );
    expect(answer).toMatchObject({ successCount: 2, failCount: 0 });
    expectWholeCopies(answer, made, 2);
  });

  test('half-way in the background is completed', async () => {
    const { answer, made } = await copyUnder(
      (adSet) => [{ fault: 'copy-partial', ...copies(adSet), times: 2 }],
      12,
      {
        copyCount: 3,
      },
    );
    expect(answer).toMatchObject({ successCount: 3, failCount: 0 });
    expectWholeCopies(answer, made, 12);
  });
});

describe('the background', () => {
  test.each(['async-failed', 'async-no-id', 'async-stuck'])(
    '%s: the copies are whole all the same',
    async (fault) => {
      const { answer, made } = await copyUnder(
        () => [{ fault, path: '/asyncbatch', times: 1 }],
        12,
        { copyCount: 3 },
      );
      expect(answer).toMatchObject({ successCount: 3, failCount: 0 });
      expectWholeCopies(answer, made, 12);
    },
  );

  test.each(['failed-but-created', 'answer-lost', 'connection-cut', 'transient'])(
    'a start whose answer is missing (%s) is waited for, not repeated',
    async (fault) => {
      const { answer, made } = await copyUnder(
        () => [{ fault, method: 'POST', path: '/asyncbatch', times: 1 }],
        12,
        {
          copyCount: 3,
        },
      );
      expect(answer).toMatchObject({ successCount: 3, failCount: 0 });
      expectWholeCopies(answer, made, 12);
    },
  );
});

describe('what the platform refuses', () => {
  const label = { fault: 'error', code: 100, subcode: 2446173 };

  test('for an asset label is copied without ads, and the ads are built anew', async () => {
    const { answer, made, fixture } = await copyUnder(
      (adSet) => [{ ...label, ...copies(adSet), times: 1 }],
      2,
      { copyCount: 3 },
    );
    expectWholeCopies(answer, made, 2);
    const state = (await fixture.client.control('GET', 'state')).body;
    // Three shallow copies and one deep one that was refused: the others learned from it.
    expect(state.calls['POST copies']).toBe(4);
    expect(state.calls['POST ads']).toBe(2 + 6);
  });

  test('for its size goes to the background', async () => {
    const { answer, made } = await copyUnder(
      (adSet) => [{ fault: 'error', ...copies(adSet), code: 100, subcode: 1885194, times: 1 }],
      2,
      { copyCount: 2 },
    );
    expectWholeCopies(answer, made, 2);
  });

  test('once for good is not asked for ten times', async () => {
    const refused = {
      fault: 'error',
      code: 100,
      subcode: 1487202,
      userMessage: 'No rights for this page',
    };
    const fixture = await createManageFixture();
    const { adSet } = await fixture.tree([0]);
    const before = await heldNow(fixture);
    await fixture.fault({ ...refused, ...copies(adSet) });
    const { value: answer } = await fixture.counting(() =>
      copyAdSet(fixture, { adsetId: adSet, copyCount: 10 }),
    );
    const state = (await fixture.client.control('GET', 'state')).body;
    expect(answer).toMatchObject({ success: false, successCount: 0, failCount: 10 });
    expect(answer.results[9]).toMatchObject({
      success: false,
      platformError: { subcode: '1487202' },
      error: expect.stringContaining('No rights'),
    });
    expect(state.calls['POST copies']).toBe(1);
    expect(await madeSince(fixture, before)).toEqual({ adSets: [], ads: [] });
  });

  test('of a single ad for its content is left out and said', async () => {
    const music = {
      fault: 'error',
      code: 100,
      subcode: 2875030,
      userMessage: 'This music may not be used',
    };
    const { answer, made, ads } = await copyUnder(
      (adSet, all) => [
        { ...music, ...copies(adSet), times: 1 },
        { ...music, ...copies(all[1] ?? '') },
      ],
      2,
    );
    expect(answer).toMatchObject({ successCount: 1 });
    expect(answer.results[0]?.skipped).toEqual([
      {
        id: ads[1],
        name: 'Leaf 1',
        error: expect.stringContaining('music'),
        platformError: expect.objectContaining({ subcode: '2875030' }),
      },
    ]);
    expect(made.ads.map((ad) => ad.source_ad_id)).toEqual([ads[0]]);
  });

  test('of all its ads leaves nothing behind', async () => {
    const music = {
      fault: 'error',
      code: 100,
      subcode: 2875030,
      userMessage: 'This music may not be used',
    };
    const { answer, made } = await copyUnder(
      (adSet, all) => [
        { ...music, ...copies(adSet), times: 1 },
        ...all.map((ad) => ({ ...music, ...copies(ad) })),
      ],
      2,
    );
    expect(answer).toMatchObject({ success: false, successCount: 0, failCount: 1 });
    expect(answer.results[0]).not.toHaveProperty('leftBehind');
    expect(made).toEqual({ adSets: [], ads: [] });
  });

  test('half-way for want of a permission is taken back', async () => {
    const { answer, made } = await copyUnder(
      (adSet, all) => [
        { fault: 'error', ...copies(adSet), code: 100, subcode: 2875030, times: 1 },
        { fault: 'permission-200', ...copies(all[1] ?? '') },
      ],
      2,
      { copyCount: 2 },
    );
    expect(answer).toMatchObject({ successCount: 0, failCount: 2 });
    expect(made).toEqual({ adSets: [], ads: [] });
  });

  test('because the token died is reported with what is left', async () => {
    const { answer, made } = await copyUnder(
      (adSet, all) => [
        { fault: 'error', ...copies(adSet), code: 100, subcode: 2875030, times: 1 },
        { fault: 'token-revoked', ...copies(all[0] ?? ''), times: 1 },
      ],
      2,
    );
    expect(answer).toMatchObject({ successCount: 0, failCount: 1 });
    expect(answer.results[0]?.platformError).toMatchObject({ code: '190' });
    expect(answer.results[0]?.leftBehind?.map(({ id }) => id)).toEqual(
      made.adSets.map(({ id }) => id),
    );
    expect(made.adSets).toHaveLength(1);
  });

  test('for now is waited for', async () => {
    const { answer, made } = await copyUnder(
      (adSet) => [{ fault: 'throttle-calls', ...copies(adSet), nth: 2, times: 1, seconds: 20 }],
      1,
      { copyCount: 3 },
    );
    expect(answer).toMatchObject({ successCount: 3 });
    expectWholeCopies(answer, made, 1);
  });
});

test('a platform that keeps us waiting too long leaves the copies to the background, and says so', async () => {
  const fixture: ManageFixture = await createManageFixture();
  const { adSet } = await fixture.tree([1]);
  await fixture.fault({
    fault: 'throttle-storm',
    method: 'POST',
    path: `/${adSet}/copies`,
    times: 1,
    seconds: 900,
  });
  const answer = await copyAdSet(fixture, { adsetId: adSet, copyCount: 2 });
  expect(answer).toMatchObject({ success: false, successCount: 0, failCount: 0, pendingCount: 2 });
  expect(answer.results[0]).toMatchObject({
    success: false,
    pending: true,
    error: expect.stringContaining('goes on by itself'),
  });
});

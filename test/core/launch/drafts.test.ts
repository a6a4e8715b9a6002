import { describe, expect, test } from 'vitest';
import type { DraftContent } from '../../../core/features/drafts/content.ts';
import {
  createDraft,
  launchFromDraft,
  listDrafts,
  readDraft,
  updateDraft,
} from '../../../core/features/drafts/drafts.ts';
import { submitLaunch } from '../../../core/launch/accept/submit.ts';
import { batchStatus, listBatches } from '../../../core/launch/show/status.ts';
import { createLaunchFixture, imageAd } from '../../launch-fixture.ts';
import { createStandInPlatform } from '../../stand-in-platform.ts';
import { COMPANY, caller } from '../../test-service.ts';

const fixture = () =>
  createLaunchFixture({
    platforms: (clock) => ({ primary: createStandInPlatform(clock).platform }),
  });
const all = { offset: 0, limit: 100 };

describe('a draft', () => {
  test.each<[string, DraftContent, string]>([
    ['a list of ads', { name: 'Later', ads: [imageAd()] }, 'Later'],
    ['one ad’s fields at top level', { name: 'Later', ...imageAd() }, 'Later'],
    ['a wrapped list', { name: 'Later', creativeState: { ads: [imageAd()] } }, 'Later'],
    [
      'one ad’s fields in the wrapper',
      { creativeState: { ...imageAd(), name: 'Inside' } },
      'Inside',
    ],
  ])('takes %s, shows its ad, and launches it', async (_, body, name) => {
    const { ports, run } = await fixture();
    const draft = await createDraft(ports, caller, body);
    expect(draft).toMatchObject({
      name,
      revision: 1,
      ads: [{ adName: 'Ad {{index}}', media: imageAd().media }],
    });
    expect(await readDraft(ports, COMPANY, String(draft.draftId))).toEqual(draft);
    const { adBatchId } = await launchFromDraft(ports, caller, String(draft.draftId));
    await run(adBatchId);
    expect((await batchStatus(ports, COMPANY, String(adBatchId))).launchedAds).toHaveLength(1);
  });

  test('keeps what a change does not name, and tells who was faster', async () => {
    const { ports } = await fixture();
    const { draftId } = await createDraft(ports, caller, { ads: [imageAd()], useDefaults: true });
    const id = String(draftId);
    const changed = await updateDraft(ports, caller, id, { revision: 1, adSets: ['2'] });
    expect(changed).toMatchObject({
      revision: 2,
      ads: [{ adName: 'Ad {{index}}' }],
      adSets: ['2'],
    });
    await expect(
      updateDraft(ports, caller, id, { revision: 1, name: 'Stale' }),
    ).rejects.toMatchObject({
      code: 'conflict',
      details: [{ path: 'revision', code: 'stale_revision', message: 'The revision is now 2.' }],
    });
    const both = await Promise.allSettled(
      ['a', 'b'].map((name) => updateDraft(ports, caller, id, { revision: 2, name })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('says which of its fields nobody will read', async () => {
    const { ports } = await fixture();
    const draft = await createDraft(ports, caller, { nmae: 'x', ads: [{ tilte: 'y' }] });
    expect(draft).toMatchObject({ warnings: [{ path: 'nmae' }, { path: 'ads[0].tilte' }] });
    expect(await createDraft(ports, caller, { nmae: 'x' })).toMatchObject({
      warnings: [{ path: 'nmae' }],
    });
    expect(await createDraft(ports, caller, {})).not.toHaveProperty('warnings');
  });
});

describe('lists', () => {
  test('batches and drafts come newest first, page by page, and by every word for a status', async () => {
    const { ports, run, clock } = await fixture();
    const ids: number[] = [];
    for (let i = 0; i < 4; i++) {
      await clock.sleep(10);
      ids.unshift((await submitLaunch(ports, caller, { ads: [imageAd()] })).adBatchId);
    }
    const drafts: number[] = [];
    for (let i = 0; i < 3; i++) {
      await clock.sleep(10);
      drafts.unshift((await createDraft(ports, caller, {})).draftId);
    }
    await run(ids[3] ?? 0);
    const listed = async (status?: Parameters<typeof listBatches>[2]['status'], window = all) => {
      const { items, total } = await listBatches(ports, COMPANY, { status }, window);
      return [items.map(({ adBatchId }) => adBatchId), total];
    };
    expect(await listed()).toEqual([ids, 4]);
    expect(await listed(undefined, { offset: 1, limit: 2 })).toEqual([ids.slice(1, 3), 4]);
    expect(await listed('success')).toEqual([[ids[3]], 1]);
    expect(await listed('Success')).toEqual([[ids[3]], 1]);
    expect(await listed('processing')).toEqual([ids.slice(0, 3), 3]);
    expect(await listed('in_progress')).toEqual([ids.slice(0, 3), 3]);
    expect(await listed('Processing')).toEqual([[], 0]);
    expect(await listed('error')).toEqual([[], 0]);
    expect(await listed('draft')).toEqual([drafts, 3]);
    const page = await listDrafts(ports, COMPANY, { offset: 1, limit: 1 });
    expect([page.items.map(({ draftId }) => draftId), page.total]).toEqual([[drafts[1]], 3]);
  });
});

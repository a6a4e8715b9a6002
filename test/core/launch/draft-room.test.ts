import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMemoryStore } from '../../../adapters/store/memory.ts';
import { MAX_DRAFT_SIZE, MAX_DRAFTS, MAX_DRAFTS_SIZE } from '../../../core/base/limits.ts';
import {
  createDraft,
  deleteDraft,
  launchFromDraft,
  listDrafts,
  readDraft,
  updateDraft,
} from '../../../core/features/drafts/drafts.ts';
import { batchKind, draftKind } from '../../../core/launch/journal/records.ts';
import type { Store } from '../../../core/ports/store.ts';
import { createLaunchFixture, imageAd } from '../../launch-fixture.ts';
import { createStandInPlatform } from '../../stand-in-platform.ts';
import { COMPANY, caller } from '../../test-service.ts';

/** A company's drafts, and how many characters of drafts were read. */
async function open() {
  const inner = createMemoryStore();
  let read = 0;
  const store: Store = {
    ...inner,
    async get(kind, companyId, id) {
      const found = await inner.get(kind, companyId, id);
      if (kind.name === draftKind.name && found !== undefined)
        read += JSON.stringify(found.doc).length;
      return found;
    },
  };
  const fixture = await createLaunchFixture({
    store,
    platforms: (clock) => ({ primary: createStandInPlatform(clock).platform }),
  });
  return { ...fixture, store, inner, read: () => read };
}

const ofSize = (size: number) => ({ ads: [{ title: 'x'.repeat(size) }] });
const page = { offset: 0, limit: 200 };
const codes = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error: { details?: { code: string }[] }) => error.details?.[0]?.code,
  );

test('a list gives content while it fits one answer, and outlines of the rest, without reading them', async () => {
  const { ports, read } = await open();
  for (let i = 0; i < 12; i++)
    await createDraft(ports, caller, { name: `Draft ${i}`, ...ofSize(1_000_000) });
  const before = read();
  const { items, total } = await listDrafts(ports, COMPANY, page);
  expect([total, items.length]).toEqual([12, 12]);
  expect(items.map((row) => ('omitted' in row ? 'outline' : 'whole'))).toEqual([
    ...Array(4).fill('whole'),
    ...Array(8).fill('outline'),
  ]);
  expect(JSON.stringify(items).length).toBeLessThan(4 * 1024 * 1024 + 10_000);
  expect(read() - before).toBeLessThan(4 * 1024 * 1024 + 10_000);
  expect(items[11]).toMatchObject({ name: 'Draft 0', adCount: 1, revision: 1, omitted: true });
  expect((await readDraft(ports, COMPANY, String(items[11]?.draftId))).ads).toHaveLength(1);
});

test('whatever the sizes, every draft is on exactly one page, and no page holds more than fits', async () => {
  const { ports } = await open();
  const made: number[] = [];
  for (const size of [3_000_000, 10, 2_500_000, 10, 10, 1_400_000, 4_000_000, 10])
    made.push((await createDraft(ports, caller, ofSize(size))).draftId);
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 9 }), async (limit) => {
      const seen: number[] = [];
      for (let offset = 0; offset < made.length; offset += limit) {
        const { items, total } = await listDrafts(ports, COMPANY, { offset, limit });
        expect(total).toBe(made.length);
        expect(JSON.stringify(items).length).toBeLessThan(4 * 1024 * 1024 + 10_000);
        seen.push(...items.map(({ draftId }) => draftId));
      }
      expect(seen).toEqual([...made].reverse());
    }),
    { numRuns: 9 },
  );
});

test('drafts of earlier versions, which say nothing of their size, are listed like all others', async () => {
  const { ports, inner } = await open();
  const { draftId } = await createDraft(ports, caller, ofSize(100));
  const head = await inner.get(batchKind, COMPANY, String(draftId));
  const { draft: _, ...older } = head?.doc ?? {};
  await inner.commit([
    {
      kind: batchKind,
      companyId: COMPANY,
      id: String(draftId),
      expect: head?.version ?? 0,
      doc: older as NonNullable<typeof head>['doc'],
    },
  ]);
  expect((await listDrafts(ports, COMPANY, page)).items).toMatchObject([
    { adCount: 1, revision: 1, ads: [{}] },
  ]);
});

test('a company has room for so many drafts and so much in them; deleting and launching make room', async () => {
  const { ports, store } = await open();
  const first = await createDraft(ports, caller, ofSize(10));
  expect(
    await codes(
      updateDraft(ports, caller, String(first.draftId), {
        revision: 1,
        more: 'x'.repeat(MAX_DRAFT_SIZE),
      }),
    ),
  ).toBe('draft_too_large');
  const ids: number[] = [];
  for (let i = 0; i < 16; i++)
    ids.push((await createDraft(ports, caller, ofSize(MAX_DRAFTS_SIZE / 16 - 100))).draftId);
  expect(await codes(createDraft(ports, caller, ofSize(10_000)))).toBe('drafts_too_large');
  expect(
    await codes(
      updateDraft(ports, caller, String(first.draftId), { revision: 1, ...ofSize(10_000) }),
    ),
  ).toBe('drafts_too_large');
  expect(
    await codes(updateDraft(ports, caller, String(first.draftId), { revision: 1, ...ofSize(1) })),
  ).toBe('accepted');
  await deleteDraft(ports, caller, String(ids[0]));
  expect(await codes(createDraft(ports, caller, ofSize(10_000)))).toBe('accepted');
  const { draftId } = await createDraft(ports, caller, { ads: [imageAd()] });
  await launchFromDraft(ports, caller, String(draftId));
  expect(await store.get(draftKind, COMPANY, String(draftId))).toBeUndefined();
});

test('of very many drafts the one too many is refused', async () => {
  const { ports } = await open();
  for (let i = 0; i < MAX_DRAFTS; i++) await createDraft(ports, caller, {});
  expect(await codes(createDraft(ports, caller, {}))).toBe('too_many_drafts');
  expect(await codes(createDraft(ports, { ...caller, companyId: 'other' }, {}))).toBe('accepted');
});

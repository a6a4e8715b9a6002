import { expect, test } from 'vitest';
import { createMemoryStore } from '../../adapters/store/memory.ts';
import { auditKind } from '../../core/access/audit.ts';
import { adCopyTemplateKind } from '../../core/features/ad-copy/ad-copy.ts';
import { deliveryKind, webhookKind } from '../../core/features/webhooks/records.ts';
import { mediaKind } from '../../core/media/records.ts';
import type { Kind, Store } from '../../core/ports/store.ts';
import { failOnDrift, startHarness } from './harness.ts';

failOnDrift();

/** A store that counts the documents of each kind that pages brought. */
function counting(store: Store) {
  const read = new Map<string, number>();
  const counted: Store = {
    ...store,
    async find(kind, companyId, query) {
      const page = await store.find(kind, companyId, query);
      read.set(kind.name, (read.get(kind.name) ?? 0) + page.items.length);
      return page;
    },
  };
  return { store: counted, read };
}

const template = (n: number) => ({
  name: `T${n}`,
  titles: ['a'],
  descriptions: ['b'],
  createdAt: n,
  updatedAt: n,
});
const delivery = (n: number) => ({
  webhookId: 'wh_1',
  event: 'batch.finished',
  eventId: `e${n}`,
  body: '{}',
  status: 'delivered',
  attempts: 1,
  createdAt: n,
});
const file = (n: number) => ({
  filename: `f${n}.png`,
  originalName: `f${n}.png`,
  sha256: String(n),
  type: n % 2 === 0 ? 'image' : 'video',
  contentType: 'image/png',
  bytes: 1,
  dimensions: { format: 'png', size: 1, width: 1, height: 1 },
  createdAt: n,
});
const entry = (n: number) => ({
  at: 10 ** 13 + n,
  keyId: 'key_1',
  action: 'test.done',
  subject: `s${n}`,
});

const LISTS: readonly (readonly [
  path: string,
  kind: Kind,
  doc: (n: number) => object,
  field: string,
  own: number,
])[] = [
  // Making the company left one entry of its own, older than all of these.
  ['/v1/audit', auditKind as Kind, entry, 'subject', 1],
  ['/v1/media', mediaKind as Kind, file, 'filename', 0],
  ['/v1/ad-copy-templates', adCopyTemplateKind as Kind, template, 'name', 0],
  ['/v1/webhooks/wh_1/deliveries', deliveryKind as Kind, delivery, 'eventId', 0],
];

test.each(LISTS)(
  '%s reads no more than the page it gives, and knows how many there are',
  async (path, kind, doc, field, own) => {
    const { store, read } = counting(createMemoryStore());
    const { call, companyId } = await startHarness({ store });
    const webhook = {
      name: '',
      url: 'https://hook.test',
      events: [],
      sealedSecret: '',
      createdAt: 1,
    };
    await store.commit([
      { kind: webhookKind as Kind, companyId, id: 'wh_1', expect: 'absent', doc: webhook },
      ...Array.from({ length: 30 }, (_, n) => ({
        kind,
        companyId,
        id: kind === mediaKind ? String(n + 1) : `d${n}`,
        expect: 'absent' as const,
        doc: doc(n),
      })),
    ]);
    const { body } = await call('GET', `${path}?limit=3&offset=6`);
    expect(body.pagination).toEqual({ offset: 6, limit: 3, total: 30 + own, hasMore: true });
    const newest = (n: number): string => String((doc(n) as { [name: string]: unknown })[field]);
    expect(body.data.map((row: { [name: string]: unknown }) => row[field])).toEqual([
      newest(23),
      newest(22),
      newest(21),
    ]);
    expect(read.get(kind.name)).toBe(3);

    const last = await call('GET', `${path}?limit=20&page=2`);
    expect(last.body.pagination).toEqual({
      offset: 20,
      limit: 20,
      total: 30 + own,
      hasMore: false,
    });
    expect(last.body.data).toHaveLength(10 + own);
  },
);

test('media found by their words are counted and paged like all others', async () => {
  const store = createMemoryStore();
  const { call, companyId } = await startHarness({ store });
  await store.commit(
    Array.from({ length: 30 }, (_, n) => ({
      kind: mediaKind as Kind,
      companyId,
      id: String(n + 1),
      expect: 'absent' as const,
      doc: file(n),
    })),
  );
  const { body } = await call('GET', '/v1/media?q=F1&type=image&limit=2&offset=2');
  expect(body.pagination).toEqual({ offset: 2, limit: 2, total: 5, hasMore: true });
  expect(body.data.map(({ filename }: { filename: string }) => filename)).toEqual([
    'f14.png',
    'f12.png',
  ]);
});

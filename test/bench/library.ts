import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPostgresStore } from '../../adapters/store/postgres.ts';
import { openSqliteStore } from '../../adapters/store/sqlite.ts';
import { listTags, noteTags } from '../../core/features/library/assets.ts';
import { kinds } from '../../core/features/registry.ts';
import { indexFiles } from '../../core/media/find/files.ts';
import { foundMedia } from '../../core/media/find/search.ts';
import { mediaKind } from '../../core/media/records.ts';
import type { Store } from '../../core/ports/store.ts';
import { allOf } from '../../core/records/list.ts';
import { startPostgres } from '../postgres/server.ts';
import { type Figure, figure } from './figure.ts';
import { mediaOf } from './library-files.ts';
import { creativesPageBench, libraryPageBench } from './library-page.ts';

const ASSETS = 10_000;
const COMPANY = 'company';
const window = { offset: 0, limit: 50 };

/** What people look for: each is asked for its first page and its total. */
const searches = {
  q: { q: 'sunset' },
  'short q': { q: 'su' },
  tag: { tag: ['rare'] },
  'tag and ratio': { tag: ['common'], ratio: '9x16' as const },
  board: { board: 'brd_1', type: 'video' as const },
  unused: { used: false, q: 'hook 17' },
  length: { minSeconds: 10, maxSeconds: 15, tag: ['common'] },
} satisfies { readonly [what: string]: Parameters<typeof foundMedia>[2] };

/**
 * 10,000 files searched, beside reading all of them; 2,000 in a browser, as a library and as a
 * report.
 */
export async function libraryBench(): Promise<readonly Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-library-'));
  const server = await startPostgres();
  try {
    const sqlite = await openSqliteStore({ path: join(folder, 'library.db'), kinds });
    const figures = await measure('sqlite', sqlite);
    const postgres = await openPostgresStore({ url: server.url, kinds });
    return [
      ...figures,
      ...(await measure('postgres', postgres)),
      await libraryPageBench(),
      await creativesPageBench(),
    ];
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(name: string, store: Store): Promise<readonly Figure[]> {
  await fill(store);
  await indexFiles(store, COMPANY);
  const all = await best(() => allOf(store, mediaKind, COMPANY));
  const times: number[] = [];
  for (const [what, query] of Object.entries(searches)) {
    const found = await foundMedia({ store }, COMPANY, query, window);
    if (found.total === 0) throw new Error(`Nothing was found by ${what}.`);
    times.push(await best(() => foundMedia({ store }, COMPANY, query, window)));
  }
  const tags = await best(() => listTags(store, COMPANY));
  await store.close();
  const anchor = { anchor: 'reading all of them, ms', anchorValue: all };
  return [
    figure(
      { name: `library-search-${name}`, value: Math.max(...times), unit: 'ms', ...anchor },
      { on: 'value', atMost: 100 },
    ),
    figure(
      { name: `library-tags-${name}`, value: tags, unit: 'ms', ...anchor },
      { on: 'value', atMost: 100 },
    ),
  ];
}

async function fill(store: Store): Promise<void> {
  for (let start = 0; start < ASSETS; start += 500)
    await store.commit(
      Array.from({ length: 500 }, (_, i) => ({
        kind: mediaKind,
        companyId: COMPANY,
        id: String(start + i + 1),
        expect: 'absent' as const,
        doc: mediaOf(start + i),
      })),
    );
  await noteTags(store, COMPANY, [
    'rare',
    'common',
    ...Array.from({ length: 20 }, (_, n) => `theme ${n}`),
  ]);
}

/** The best of some: the noise of a busy machine only ever adds. */
async function best(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 9; round++) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return Math.round(Math.min(...times) * 10) / 10;
}

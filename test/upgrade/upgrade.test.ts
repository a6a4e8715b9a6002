// @module-tag postgres
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { seed } from '../../adapters/sandbox/meta/seed/names.ts';
import { shortVideo } from '../../adapters/sandbox/tiktok/seed/ids.ts';
import { deletedAdKind } from '../../core/accounts/deleted-ads.ts';
import { adAccountKind } from '../../core/accounts/records.ts';
import { showLaunchDefaults } from '../../core/features/connections/launch-defaults.ts';
import { mediaAssetKind } from '../../core/launch/journal/records.ts';
import { duplicateKind } from '../../core/manage/duplicate/records.ts';
import { allOf } from '../../core/records/list.ts';
import { createSlipway, type Slipway } from '../../server/embed/embed.ts';
import { createDatabase } from '../postgres/database.ts';
import { clockFrom } from '../running-clock.ts';
import { FORMER_SECRET, fillPostgres, formerDatabase } from './former-database.ts';

const [primary, short] = [seed.accounts.eur, shortVideo.accounts.eur];
const days = { startDate: '2026-11-10', endDate: '2026-11-12' };

/** The former database in a file of its own. */
function place(): { readonly folder: string; readonly file: string } {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-upgrade-'));
  const file = join(folder, 'former.db');
  writeFileSync(file, formerDatabase(), { mode: 0o600 });
  return { folder, file };
}

/**
 * It is the day after the former database was left: figures of its days are not asked for again.
 */
const clock = clockFrom(Date.UTC(2026, 10, 16, 12));

const options = (folder: string) => ({
  folder: join(folder, 'data'),
  secret: FORMER_SECRET,
  clock,
});

const backends: readonly (readonly [
  string,
  (work: (open: () => Promise<Slipway>) => Promise<void>) => Promise<void>,
])[] = [
  [
    'SQLite',
    async (work) => {
      const { folder, file } = place();
      await work(() => createSlipway({ ...options(folder), database: `sqlite:${file}` }));
    },
  ],
  [
    'Postgres',
    async (work) => {
      const { folder, file } = place();
      const { url, query, drop } = await createDatabase();
      try {
        await fillPostgres(query, file);
        await work(() => createSlipway({ ...options(folder), database: url }));
      } finally {
        await drop();
      }
    },
  ],
];

describe.each(backends)('a database of version 0.1.0 on %s', (_, withFormer) => {
  test('is gone on with: accounts, figures, limits, defaults, assets, what is done and what is queued', async () => {
    await withFormer(async (open) => {
      const slipway = await open();
      const { companyId, ports } = slipway;
      const ids = async (kind: Parameters<typeof allOf>[1]) =>
        (await allOf(ports.store, kind, companyId)).map(({ id }) => id);
      try {
        expect(
          (await slipway.accounts.list()).data.map(({ id, platform }) => `${platform} ${id}`),
        ).toEqual(expect.arrayContaining([`primary ${primary}`, `short-video ${short}`]));
        expect(
          (await ids(adAccountKind)).every((id) => /^(primary:act_|short-video:)\d+$/.test(id)),
        ).toBe(true);

        // Kept figures: nothing is fetched for days that were there.
        const report = await slipway.reports.query({
          accountIds: [primary, short],
          ...days,
          groupBy: ['accountId'],
          metrics: ['spend'],
        });
        expect(report.data.map(({ accountId, spend }) => [accountId, spend])).toEqual([
          [primary, 1518.81],
          [short, 523.19],
        ]);
        const limits = await slipway.guardrails.get();
        expect(limits.own.accounts).toEqual({
          [primary]: { dailyBudget: 77 },
          [short]: { dailyBudget: 88 },
        });

        expect(
          await showLaunchDefaults(ports, companyId, { id: primary, path: 'adAccountId' }),
        ).toMatchObject({
          title: 'Primary layer',
        });
        expect(
          await showLaunchDefaults(ports, companyId, { id: short, path: 'adAccountId' }),
        ).toMatchObject({
          title: 'Short layer',
        });

        expect(
          (await ids(mediaAssetKind)).sort().map((id) => id.split(':').slice(0, 2).join(':')),
        ).toEqual([`primary:${primary}`, `short-video:${short}`]);
        expect(
          (await allOf(ports.store, duplicateKind, companyId)).map(({ doc }) => doc.account),
        ).toEqual([`primary:${primary}`]);
        expect(
          (await allOf(ports.store, deletedAdKind, companyId)).map(({ doc }) => doc.account),
        ).toEqual([`primary:${primary}`]);

        const former = await slipway.batches.status({ id: 1 });
        expect(former).toMatchObject({ outcome: 'all', successfulAds: 2 });
        const queued = await slipway.finished(3);
        expect(queued).toMatchObject({ outcome: 'all', successfulAds: 2 });
      } finally {
        await slipway.close();
      }
      // Once more: nothing is left to upgrade, and everything is where it was.
      const again = await open();
      expect((await again.accounts.list()).data.length).toBe(7);
      await again.close();
    });
  });
});

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { companyKind } from '../../core/access/records.ts';
import { SYSTEM } from '../../core/ports/store.ts';
import { createSlipway, type Slipway, type SlipwayOptions } from '../../server/embed/embed.ts';
import { letDie } from '../dead-job.ts';
import { dayAgo, machineNow } from '../machine-time.ts';
import { PIXEL } from '../named-media.ts';
import { createDatabase } from '../postgres/database.ts';

const closed = {
  name: 'SlipwayError',
  code: 'closed',
  message: expect.stringContaining('createSlipway'),
};

const places: { readonly [name: string]: () => Promise<SlipwayOptions> } = {
  memory: async () => ({}),
  SQLite: async () => ({
    database: `sqlite:${join(mkdtempSync(join(tmpdir(), 'slipway-close-')), 'slipway.db')}`,
  }),
  Postgres: async () => ({
    database: (await createDatabase()).url,
    folder: mkdtempSync(join(tmpdir(), 'slipway-close-')),
    secret: 'a secret that is long enough',
  }),
};

/** A batch that nobody works on. */
async function launchOne(slipway: Slipway): Promise<number> {
  const account = (await slipway.accounts.list()).data.find(
    ({ platform, status }) => platform === 'primary' && status === 'active',
  );
  const adAccountId = account?.id ?? '';
  const { data: adSets } = await slipway.reports.adSets({
    accountId: adAccountId,
    status: 'ACTIVE',
    limit: 200,
  });
  const [profile] = (await slipway.accounts.profiles({ accountId: adAccountId })).data;
  const { url } = await slipway.media.upload({ name: 'pixel.png', content: PIXEL });
  const ad = {
    adName: 'Boat',
    adAccountId,
    adSets: [adSets.find(({ adCount }) => adCount === 0)?.value ?? ''],
    link: 'https://example.com',
    page: profile?.page,
    secondary: profile?.secondary,
    media: [{ url }],
  };
  return (await slipway.launch({ ads: [ad] })).adBatchId;
}

for (const name of Object.keys(places))
  describe(`a Slipway on ${name}`, { tags: name === 'Postgres' ? ['postgres'] : [] }, () => {
    const open = async (more: SlipwayOptions = {}) =>
      createSlipway({ ...(await places[name]?.()), ...more });

    test('is closed once, however often it is asked to, and refuses what comes later with a sentence', async () => {
      const slipway = await open();
      const tenant = slipway.company(
        (await slipway.companies.create({ name: 'Tenant' })).companyId,
      );
      const app = slipway.app();
      await Promise.all([slipway.close(), slipway.close()]);
      await slipway.close();
      const calls: readonly (() => Promise<unknown>)[] = [
        () => slipway.accounts.list(),
        () => slipway.batches.list(),
        () => slipway.finished(1),
        () => slipway.plan({ ads: [] }),
        () => slipway.launch({ ads: [] }),
        () => slipway.media.upload({ name: 'a.png', content: PIXEL }),
        () =>
          slipway.reports.query({
            accountIds: 'act_1001',
            startDate: dayAgo(2),
            endDate: dayAgo(1),
          }),
        () => slipway.manage.duplicateAdSet({ accountId: 'act_1001', adsetId: '1', copyCount: 1 }),
        () => slipway.companies.create({ name: 'Late' }),
        () => tenant.accounts.list(),
        () => slipway.company('co_none').accounts.list(),
        () => slipway.ports.store.get(companyKind, SYSTEM, slipway.companyId),
      ];
      for (const call of calls) await expect(call(), String(call)).rejects.toMatchObject(closed);
      const answer = await app.request('/v1/me', {
        headers: { authorization: `Bearer ${slipway.adminKey}` },
      });
      expect([answer.status, (await answer.json()).error]).toEqual([
        503,
        expect.objectContaining({ message: closed.message }),
      ]);
    });

    test('tells whoever waits for a batch that it closes, and ends the streams of its app', async () => {
      const slipway = await open({ work: false });
      const batch = await launchOne(slipway);
      const waiting = new Promise((resolve) => {
        const finished = slipway.finished(batch, {
          onProgress: () => resolve(finished.catch((error: unknown) => error)),
        });
      });
      const headers = { authorization: `Bearer ${slipway.adminKey}` };
      const events = await slipway.app().request(`/v1/batches/${batch}/events`, { headers });
      const told = events.text();
      const outcome = await Promise.all([waiting, slipway.close()]);
      expect(outcome[0]).toMatchObject(closed);
      expect(await told).toContain('retry: 1000');
    });

    test('tells whoever waits for a batch whose job is dead, with what to do', async () => {
      const slipway = await open({ work: false });
      const batch = await launchOne(slipway);
      const job = `launch:${slipway.companyId}:${batch}`;
      await letDie(slipway.ports.store, job, machineNow());
      await expect(slipway.finished(batch)).rejects.toMatchObject({
        code: 'unavailable',
        message: expect.stringContaining(`slipway jobs retry ${job}`),
      });
      await slipway.close();
    });

    test('waits for the calls that are under way', async () => {
      const options = await places[name]?.();
      const slipway = await createSlipway({ ...options, work: false });
      const making = slipway.companies.create({ name: 'Made while it closed', sandbox: true });
      await slipway.close();
      const { companyId } = await making;
      if (name === 'memory') return;
      const again = await createSlipway({ ...options, work: false });
      expect((await again.company(companyId).accounts.list()).data.length).toBeGreaterThan(0);
      await again.close();
    });
  });

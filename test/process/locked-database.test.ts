import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { createSlipway } from '../../server/embed/embed.ts';
import { png } from '../samples/media.ts';

test('while another process holds the database, reads are answered, and writes, uploads and health say that it does', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'slipway-locked-')), 'slipway.db');
  const slipway = await createSlipway({ database: `sqlite:${path}`, work: false });
  const app = slipway.app({ writeLimit: 100, readLimit: 100 });
  const authorization = `Bearer ${slipway.adminKey}`;
  const post = (path: string, body: string | FormData) =>
    app.request(path, {
      method: 'POST',
      headers: {
        authorization,
        ...(typeof body === 'string' && { 'content-type': 'application/json' }),
      },
      body,
    });
  const form = new FormData();
  form.set('file', new File([new Uint8Array(await png(600, 600))], 'a.png'));
  const other = new DatabaseSync(path);
  other.exec('BEGIN IMMEDIATE');
  const refused = [
    post('/v1/workspaces', '{"name":"West"}'),
    post('/v1/media/upload', form),
    app.request('/v1/health'),
  ];
  const first = await Promise.race([
    app.request('/v1/me', { headers: { authorization } }),
    ...refused,
  ]);
  expect(await first.json()).toMatchObject({ success: true, company: { id: slipway.companyId } });
  for (const answer of await Promise.all(refused)) {
    expect(answer.status).toBe(503);
    expect(await answer.text()).toContain('The database is locked by another process.');
  }
  other.exec('ROLLBACK');
  other.close();
  expect((await post('/v1/workspaces', '{"name":"West"}')).status).toBe(201);
  await slipway.close();
});

// @module-tag postgres
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startSandbox } from '../chaos/processes.ts';
import { runCommand } from '../server/run-command.ts';
import { startService } from '../soak/service.ts';
import { createDatabase } from './database.ts';

test('a process that would keep media in a place of its own does not start, and doctor says why', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-place-'));
  const sandbox = await startSandbox(join(folder, 'platform.log'));
  const place = { databaseUrl: (await createDatabase()).url, sandboxUrl: sandbox.url, folder };
  const first = await startService('api', 0, place);
  const second = await startService('worker', 0, place);
  try {
    const own = { ...place, env: { SLIPWAY_MEDIA: `disk:${join(folder, 'own')}` } };
    await expect(startService('worker', 0, own)).rejects.toThrow('did not start');
    const doctor = async (media: string) => {
      const { answer } = await runCommand(['doctor', '--data', join(folder, 'doctor')], {
        SLIPWAY_DATABASE: place.databaseUrl,
        SLIPWAY_SECRET: 'a secret for soak runs only',
        SLIPWAY_SANDBOX_URL: place.sandboxUrl,
        SLIPWAY_MEDIA: `disk:${join(folder, media)}`,
      });
      return answer.checks.find(({ name }: { name: string }) => name === 'media place');
    };
    expect(await doctor('media')).toMatchObject({ ok: true });
    expect(await doctor('own')).toMatchObject({
      ok: false,
      fix: expect.stringContaining('SLIPWAY_MEDIA'),
    });
  } finally {
    for (const { child } of [first, second]) child.kill('SIGKILL');
    sandbox.stop();
  }
});

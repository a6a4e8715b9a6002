import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const script = fileURLToPath(new URL('../../build/versions.ts', import.meta.url));

const run = (today: string): Promise<{ readonly code: number; readonly out: string }> =>
  new Promise((resolve) => {
    execFile(process.execPath, [script, '--today', today], (error, out) =>
      resolve({ code: Number(error?.code ?? 0), out }),
    );
  });

test('the weekly look at versions fails 90 days before a pinned version ends, and names it', async () => {
  expect(await run('2027-04-15')).toMatchObject({
    code: 0,
    out: expect.not.stringContaining('LATE'),
  });
  const late = await run('2027-04-17');
  expect(late.code).toBe(1);
  expect(late.out).toMatch(/^LATE linkedin .*202607.*2027-07-15/m);
});

// @module-tag process
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { spawn } from './processes.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

function demo(args: readonly string[] = [], env: { readonly [name: string]: string } = {}) {
  const child = spawn(`${root}/node_modules/.bin/bun`, ['build/demo.ts', ...args], {
    cwd: root,
    env: { ...process.env, ...env, NO_COLOR: '1' },
  });
  let out = '';
  let heard: () => void = () => undefined;
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      out += chunk;
      heard();
    });
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return {
    child,
    exit,
    out: () => out,
    until: (words: string) =>
      new Promise<void>((resolve, reject) => {
        heard = () => out.includes(words) && resolve();
        void exit.then(() => reject(new Error(`The demo ended early:\n${out}`)));
      }),
  };
}

test('the demo launches over the API, its table has the API’s numbers, and Ctrl-C ends it', async () => {
  const running = demo();
  await running.until('Ctrl-C');
  const out = running.out();
  const [, url, key] = /Dashboard\s+(\S+)\s+Key\s+(\S+)/.exec(out) ?? [];
  const ask = async (path: string) => (await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${key}` } })).json();
  const status = await ask('/v1/batch-status/1');
  const [, launched, failed] = /^\s+all\s+(\d+)\s+(\d+)$/m.exec(out) ?? [];
  expect([Number(launched), Number(failed)]).toEqual([status.successfulAds, status.failedAds.length]);
  expect(status.successfulAds).toBeGreaterThan(20);
  for (const ad of status.failedAds) expect(out).toContain(ad.adName);
  const types = ['single', 'multi', 'carousel', 'flexible', 'postBoost', 'partnershipCode'];
  for (const type of types) expect(out).toMatch(new RegExp(`^\\s+${type}\\s+[1-9]`, 'm'));
  expect(out).toMatch(/Link \(T31\)/);
  expect(out).toMatch(/predicted \d+, actual \d+/);
  const { active } = await ask('/v1/sandbox/faults');
  expect(active[0].fired).toBe(1);
  const names = status.launchedAds.map((ad: { adSetId: string; adName: string }) => `${ad.adSetId} ${ad.adName}`);
  expect(new Set(names).size).toBe(names.length);
  expect((await fetch(`${url}/`)).headers.get('content-type')).toContain('text/html');
  running.child.kill('SIGINT');
  expect(await running.exit).toBe(0);
  await expect(fetch(`${url}/v1/health`)).rejects.toThrow();
});

test('with --exit it ends by itself with 0, and the settings of a real installation do not touch it', {
  timeout: 60_000,
}, async () => {
  const running = demo(['--exit'], { SLIPWAY_PLATFORMS: 'live', SLIPWAY_DATABASE: 'postgres://nobody@127.0.0.1:1/none' });
  expect([await running.exit, running.out()]).toEqual([0, expect.stringContaining('Dashboard')]);
});

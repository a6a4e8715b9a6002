import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { spawn } from '../processes.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

function demo(args: readonly string[] = [], env: { readonly [name: string]: string } = {}) {
  const child = spawn(`${root}/node_modules/.bin/bun`, ['server/cli/main.ts', 'demo', ...args], {
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

/** What the demo leaves behind: paths, and how many each of them lists at least. */
const FILLED = [
  ['/v1/batches', 5],
  ['/v1/drafts', 1],
  ['/v1/automations', 3],
  ['/v1/comments', 5],
  ['/v1/comment-filters', 1],
  ['/v1/saved-replies', 1],
  ['/v1/library/boards', 2],
  ['/v1/library/assets?tags=harbour', 10],
  ['/v1/conversions/uploads', 1],
  ['/v1/approvals?status=awaiting_approval', 1],
  ['/v1/naming-conventions', 1],
  ['/v1/utm-templates', 1],
  ['/v1/presets', 1],
  ['/v1/saved-reports', 1],
  ['/v1/people', 2],
  ['/v1/invites', 1],
  ['/v1/webhooks', 1],
  ['/v1/grants', 1],
] as const;

test('the demo launches over the API, its table has the API’s numbers, no page is left empty, and Ctrl-C ends it', async () => {
  const running = demo();
  await running.until('Ctrl-C');
  const out = running.out();
  const [, url, key] = /Dashboard\s+(\S+)\s+Key\s+(\S+)/.exec(out) ?? [];
  const ask = async (path: string) =>
    (await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${key}` } })).json();
  const status = await ask('/v1/batch-status/1');
  expect(status, out).toHaveProperty('failedAds');
  const [, launched, failed] = /^\s+all\s+(\d+)\s+(\d+)$/m.exec(out) ?? [];
  expect([Number(launched), Number(failed)]).toEqual([
    status.successfulAds,
    status.failedAds.length,
  ]);
  expect(status.successfulAds).toBeGreaterThan(20);
  for (const ad of status.failedAds) expect(out).toContain(ad.adName);
  const types = ['single', 'multi', 'carousel', 'flexible', 'postBoost', 'partnershipCode'];
  for (const type of types) expect(out).toMatch(new RegExp(`^\\s+${type}\\s+[1-9]`, 'm'));
  expect(out).toMatch(/Link \(T31\)/);
  expect(out).toMatch(/predicted \d+, actual \d+/);
  const { active } = await ask('/v1/sandbox/faults');
  expect(active[0].fired).toBe(1);
  const names = status.launchedAds.map(
    (ad: { adSetId: string; adName: string }) => `${ad.adSetId} ${ad.adName}`,
  );
  expect(new Set(names).size).toBe(names.length);
  // What else a company has: the dashboard has no empty page.
  const counts = await Promise.all(
    FILLED.map(async ([path, least]) => {
      const { data } = await ask(path);
      return Array.isArray(data) && data.length >= least
        ? []
        : [`${path}: ${JSON.stringify(data)}`];
    }),
  );
  expect(counts.flat()).toEqual([]);
  const connections: readonly { state: string }[] = (await ask('/v1/connections')).data;
  expect(connections.filter(({ state }) => state === 'expiring')).toHaveLength(1);
  const modes = (await ask('/v1/automations')).data.map(({ mode }: { mode: string }) => mode);
  expect(modes.sort()).toEqual(['act', 'approve', 'simulate']);
  expect((await fetch(`${url}/`)).headers.get('content-type')).toContain('text/html');
  running.child.kill('SIGINT');
  expect(await running.exit).toBe(0);
  // Another demo may have its port by now, and does not know its key.
  const after = await fetch(`${url}/v1/batch-status/1`, {
    headers: { authorization: `Bearer ${key}` },
  }).catch(() => undefined);
  expect(after?.status).not.toBe(200);
});

test('with --exit it ends by itself with 0, and the settings of a real installation do not touch it', async () => {
  const running = demo(['--exit'], {
    SLIPWAY_PLATFORMS: 'live',
    SLIPWAY_DATABASE: 'postgres://nobody@127.0.0.1:1/none',
  });
  expect([await running.exit, running.out()]).toEqual([
    0,
    expect.stringMatching(/^\s+all\s+\d+\s+\d+$/m),
  ]);
  expect(running.out(), 'the address of a service that ended').not.toContain('Dashboard');
  expect(running.out(), 'the door of the command line').not.toMatch(/(GET|POST) \/v1/);
});

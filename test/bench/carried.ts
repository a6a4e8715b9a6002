import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pause, type Sandbox, startSandbox } from '../chaos/processes.ts';
import { PIXEL } from '../named-media.ts';
import { firstSimulation } from '../simulations.ts';
import { startService } from '../soak/service.ts';
import { type Figure, figure } from './figure.ts';

const LAUNCHES = 200;
const WARM_UP = 20;
const ADS = 20;
/** So long that nothing of a launch is carried out while others are accepted. */
const NEVER_MS = 120_000;

interface Times {
  readonly p50: number;
  readonly p99: number;
}

/**
 * `npm run bench -- --only carried`: launches of 20 ads, one after the other, accepted by the
 * process that carries them out.
 */
export async function carriedBench(): Promise<readonly Figure[]> {
  const alone = await accepted(NEVER_MS);
  const carried = await accepted(0);
  return [
    figure(
      {
        name: 'carried: a launch of 20 ads is accepted while the same process carries launches out, p50',
        value: carried.p50,
        unit: `ms (p99 ${carried.p99} ms), the sandbox in a process of its own`,
        anchor: `where the platform does not answer yet, ms (p99 ${alone.p99} ms)`,
        anchorValue: alone.p50,
      },
      { on: 'ratio', atMost: 3 },
    ),
  ];
}

async function accepted(latencyMs: number): Promise<Times> {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-bench-'));
  const sandbox = await startSandbox(join(folder, 'platform.log'));
  const { url, adminKey, child } = await startService('all', 0, {
    sandboxUrl: sandbox.url,
    folder,
  });
  try {
    const call = callerOf(url, adminKey ?? '');
    const bodies = await launchBodies(call, sandbox);
    for (const body of bodies.slice(0, WARM_UP)) await call('/v1/launch', body);
    while ((await call('/v1/batches?status=processing')).pagination?.total !== 0) await pause(100);
    await sandbox.control('latency', { ms: latencyMs });
    const times: number[] = [];
    for (const body of bodies.slice(WARM_UP)) {
      const began = performance.now();
      await call('/v1/launch', body);
      times.push(performance.now() - began);
    }
    times.sort((a, b) => a - b);
    const at = (share: number): number =>
      Number((times[Math.floor(times.length * share)] ?? 0).toFixed(2));
    return { p50: at(0.5), p99: at(0.99) };
  } finally {
    child.kill('SIGKILL');
    sandbox.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Answer {
  readonly url?: string;
  readonly pagination?: { readonly total: number };
  readonly data?: readonly { readonly page: string; readonly secondary: string }[];
}

/** POST with a body, GET without. */
const callerOf =
  (url: string, key: string) =>
  async (path: string, body?: string | FormData): Promise<Answer> => {
    const headers = {
      authorization: `Bearer ${key}`,
      ...(typeof body === 'string' && { 'content-type': 'application/json' }),
    };
    const response = await fetch(`${url}${path}`, {
      headers,
      ...(body !== undefined && { method: 'POST', body }),
    });
    if (!response.ok)
      throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as Answer;
  };

/** Each into an ad set of its own, so that none is full. */
async function launchBodies(
  call: ReturnType<typeof callerOf>,
  sandbox: Sandbox,
): Promise<readonly string[]> {
  const simulation = firstSimulation();
  const adAccountId = simulation.stage.account.id;
  const adSets = await sandbox.addAdSets(simulation, LAUNCHES + WARM_UP);
  const form = new FormData();
  form.set('file', new File([new Uint8Array(PIXEL)], 'bench.png', { type: 'image/png' }));
  const { url: picture } = await call('/v1/media/upload', form);
  const [profile] = (await call(`/v1/profiles?businessId=${adAccountId}`)).data ?? [];
  return adSets.map((adSet, launch) =>
    JSON.stringify({
      ads: Array.from({ length: ADS }, (_, i) => ({
        adName: `Bench ${launch} ${i}`,
        adAccountId,
        page: profile?.page,
        secondary: profile?.secondary,
        title: 'Title',
        description: 'Text',
        cta: 'LEARN_MORE',
        link: 'https://shop.example/',
        media: [{ url: picture }],
        adSets: [adSet],
      })),
    }),
  );
}

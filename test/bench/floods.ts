import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { firstSimulation } from '../simulations.ts';
import { run } from './child.ts';
import { type Figure, figure } from './figure.ts';
import { type Flood, floods } from './flood-bodies.ts';
import { PICTURES, uploadPictures } from './flood-pictures.ts';

const SECONDS = 12;
const CLIENTS = 8;
const ROUNDS = 5;

interface Service {
  readonly url: string;
  readonly key: string;
  readonly pid: number;
  /** Where it notes its longest round (round-meter.ts). */
  readonly rounds: string;
}

type Send = (path: string, body: string) => Promise<number>;

const senderTo =
  ({ url, key }: Service): Send =>
  async (path, body) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const response = await fetch(`${url}${path}`, { method: 'POST', headers, body });
    await response.arrayBuffer();
    return response.status;
  };

/** The best of a few times, and the status. */
async function timed(
  send: Send,
  { path, body }: Flood,
  times: number,
): Promise<{ readonly ms: number; readonly status: number }> {
  const text = JSON.stringify(body(times));
  let [ms, status] = [Number.POSITIVE_INFINITY, 0];
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now();
    status = await send(path, text);
    ms = Math.min(ms, performance.now() - began);
  }
  return { ms, status };
}

/** What a request of a hundred times the bound costs, beside one at the bound. */
async function growth(send: Send, flood: Flood): Promise<Figure> {
  const [one, ten, hundred] = [
    await timed(send, flood, 1),
    await timed(send, flood, 10),
    await timed(send, flood, 100),
  ];
  for (const { status } of [ten, hundred])
    if (status < 400 || status > 499)
      throw new Error(`${flood.name}: ${status} instead of a refusal.`);
  return figure(
    {
      name: `floods: a hundred times the ${flood.name}`,
      value: round(hundred.ms),
      unit: `ms until ${hundred.status} (ten times: ${round(ten.ms)} ms)`,
      anchor: 'as many as are allowed, ms',
      anchorValue: round(one.ms),
    },
    { on: 'ratio', atMost: 20 },
  );
}

/** The largest plans that are carried out, whole and with a fault in every ad. */
async function largestPlans({ url, key }: Service): Promise<readonly string[]> {
  const { account } = firstSimulation().stage;
  const response = await fetch(`${url}/v1/adsets?accountId=${account.id}&status=ACTIVE&limit=200`, {
    headers: { authorization: `Bearer ${key}` },
  });
  const { data } = (await response.json()) as {
    readonly data: readonly { readonly value: string; readonly capacity: number }[];
  };
  const adSets = data.slice(0, 10).map(({ value }) => value);
  const ad = (i: number, link: string) => ({
    adName: `Ad {{index:03}} {{date}} ${i}`,
    adAccountId: account.id,
    title: 'x'.repeat(3_000),
    description: 'y'.repeat(4_000),
    link,
    media: [{ url: `https://cdn.example.com/${i}.png` }],
    adSets,
  });
  const launch = (link: string): string =>
    JSON.stringify({
      useDefaults: true,
      force: true,
      ads: Array.from({ length: 500 }, (_, i) => ad(i, link)),
    });
  return [launch('https://example.com'), launch('nowhere')];
}

const memoryOf = (pid: number, field: 'VmRSS' | 'VmHWM'): number =>
  Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) /
  1024;

/** From now on the highest level is counted anew. */
const forgetHighest = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5');

/** What memory it takes to look at the largest pictures there may be, a dozen at once. */
async function pictures(service: Service): Promise<Figure> {
  forgetHighest(service.pid);
  const before = memoryOf(service.pid, 'VmRSS');
  const statuses = await uploadPictures(service.url, service.key);
  if (statuses.some((status) => status !== 200))
    throw new Error(`The pictures were answered with ${statuses.join(', ')}.`);
  return figure(
    {
      name: `floods: memory while ${PICTURES} progressive pictures of 100, then of 8 million pixels arrive at once`,
      value: Math.round(memoryOf(service.pid, 'VmHWM')),
      unit: 'MB',
      anchor: 'before',
      anchorValue: Math.round(before),
    },
    { on: 'value', atMost: Math.round(before) + 400 },
  );
}

interface Probe {
  readonly max: number;
  readonly p99: number;
}

async function probe(url: string, seconds: number): Promise<Probe> {
  const { said, end } = await run('test/bench/probe.ts', [`${url}/v1/health`, String(seconds)]);
  end();
  return said as unknown as Probe;
}

const round = (ms: number): number => Number(ms.toFixed(1));

const healthFigure = (name: string, flooded: Probe, idle: Probe): Figure =>
  figure(
    {
      name,
      value: round(flooded.p99),
      unit: `ms (at worst ${round(flooded.max)} ms)`,
      anchor: 'at rest',
      anchorValue: round(idle.p99),
    },
    { on: 'value', atMost: 50 },
  );

/** The highest level since it was counted anew, against the level before. */
const memoryFigure = (name: string, { pid }: Service, before: number, mostMore: number): Figure =>
  figure(
    {
      name,
      value: Math.round(memoryOf(pid, 'VmHWM')),
      unit: 'MB',
      anchor: 'at rest',
      anchorValue: Math.round(before),
    },
    { on: 'value', atMost: Math.round(before) + mostMore },
  );

/**
 * How long others wait, and what memory it takes, while one caller sends requests that are too
 * much, one after the other.
 */
async function refused(service: Service, send: Send): Promise<readonly Figure[]> {
  const bodies = floods.map(({ path, body }) => ({ path, body: JSON.stringify(body(100)) }));
  // Once before it counts, so that the code is warm and the heap has its size.
  for (const { path, body } of bodies) await send(path, body);
  const idle = await probe(service.url, 2);
  forgetHighest(service.pid);
  const before = memoryOf(service.pid, 'VmRSS');
  const until = performance.now() + 4_000;
  const client = async (): Promise<void> => {
    while (performance.now() < until)
      for (const { path, body } of bodies) {
        const status = await send(path, body);
        if (status < 400 || status >= 500) throw new Error(`${path} answered ${status}.`);
      }
  };
  const [flooded] = await Promise.all([probe(service.url, 4), client()]);
  return [
    healthFigure(
      'floods: a health check while one caller sends a hundred times too much of everything, p99',
      flooded,
      idle,
    ),
    memoryFigure('floods: memory meanwhile, at its highest', service, before, 200),
  ];
}

/** How long others wait while several callers send the worst there is, and what memory it takes. */
async function others(service: Service, send: Send): Promise<readonly Figure[]> {
  const plans = await largestPlans(service);
  const bodies = [
    ...plans.map((body) => ({ path: '/v1/launch/plan', body })),
    ...[1, 100].flatMap((times) =>
      floods.map(({ path, body }) => ({ path, body: JSON.stringify(body(times)) })),
    ),
  ];
  const idle = await probe(service.url, 3);
  process.kill(service.pid, 'SIGUSR2');
  forgetHighest(service.pid);
  const before = memoryOf(service.pid, 'VmRSS');
  const until = performance.now() + SECONDS * 1000;
  const client = async (first: number): Promise<void> => {
    for (let i = first; performance.now() < until; i++) {
      const { path, body } = bodies[i % bodies.length] ?? { path: '/', body: '' };
      const status = await send(path, body);
      if (status >= 500) throw new Error(`${path} answered ${status}.`);
    }
  };
  const [flooded] = await Promise.all([
    probe(service.url, SECONDS),
    ...Array.from({ length: CLIENTS }, (_, i) => client(i * 3)),
  ]);
  return [
    figure(
      {
        name: `floods: the longest round of the event loop while ${CLIENTS} callers flood`,
        value: round(Number(readFileSync(service.rounds, 'utf8'))),
        unit: 'ms of processor time',
        anchor: 'what a health check may wait',
        anchorValue: 50,
      },
      { on: 'value', atMost: 50 },
    ),
    healthFigure(`floods: a health check while ${CLIENTS} callers flood, p99`, flooded, idle),
    memoryFigure('floods: memory at its highest', service, before, 400),
  ];
}

/** `npm run bench -- --only floods` */
export async function floodsBench(): Promise<readonly Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-floods-'));
  const rounds = join(folder, 'rounds');
  const env = {
    SLIPWAY_READ_LIMIT: '10000000',
    SLIPWAY_WRITE_LIMIT: '10000000',
    SLIPWAY_LOG: 'off',
    ROUND_METER: rounds,
  };
  const child = await run(
    'server/main.ts',
    ['--port', '0', '--data', join(folder, 'data'), '--json'],
    env,
    ['test/bench/round-meter.ts'],
  );
  try {
    const { url = '', adminKey: key = '' } = child.said;
    const service = { url, key, pid: child.pid ?? 0, rounds };
    const send = senderTo(service);
    const figures: Figure[] = [];
    for (const flood of floods) figures.push(await growth(send, flood));
    figures.push(...(await refused(service, send)), ...(await others(service, send)));
    return [...figures, await pictures(service)];
  } finally {
    child.end();
    await rm(folder, { recursive: true, force: true });
  }
}

import { randomUUID } from 'node:crypto';
import type { Stage } from '../../adapters/sandbox/stage.ts';
import { pause, randomSource } from '../chaos/processes.ts';
import { PIXEL } from '../named-media.ts';

/** Launches under way at the same time, and readers beside them. */
const LAUNCHERS = 4;
const READERS = 3;

export interface Accepted {
  readonly batchId: number;
  readonly adNames: readonly string[];
}

export interface SoakClient {
  accepted(): readonly Accepted[];
  /** Sends nothing more; resolves when everything under way was answered. */
  stop(): Promise<void>;
  unfinished(): Promise<number>;
  /** Names of ads the service itself reported as failed. */
  failedNames(): Promise<ReadonlySet<string>>;
  errors5xx(): number;
  latency(): { readonly p50: number; readonly p99: number };
}

interface Options {
  readonly key: string;
  /** The processes that answer, as they are now. */
  readonly urls: () => readonly string[];
  /** Where the ads go, and ad sets there that have room. */
  readonly stage: Stage;
  readonly adSetIds: readonly string[];
  readonly seed: number;
  /** Told of every answer of 500 and above. */
  readonly told?: (line: string) => void;
}

interface Answer {
  readonly status: number;
  // The soak reads answers as any client would, by their documented shape.
  readonly body: { readonly [field: string]: unknown };
}

/** Clients as people write them: they send to any of the processes and repeat with the same key until they are answered. */
export async function startClients({ key, urls, stage, adSetIds, seed, told }: Options): Promise<SoakClient> {
  const random = randomSource(seed + 100);
  const accepted: Accepted[] = [];
  const ended = new Map<number, readonly string[]>();
  const times: number[] = [];
  let errors = 0;
  let stopping = false;
  let number = 0;

  const once = async (
    method: string,
    path: string,
    body?: object | FormData,
    headers: { [name: string]: string } = {},
  ): Promise<Answer> => {
    const all = urls();
    const url = all[Math.floor(random() * all.length)] ?? '';
    const began = performance.now();
    const json = body !== undefined && !(body instanceof FormData);
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(json && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: json ? JSON.stringify(body) : (body as FormData) }),
      signal: AbortSignal.timeout(30_000),
    });
    const answer = { status: response.status, body: (await response.json()) as Answer['body'] };
    times.push(performance.now() - began);
    if (response.status >= 500) {
      errors += 1;
      told?.(`${method} ${path.split('?')[0]} answered ${response.status}: ${JSON.stringify(answer.body).slice(0, 300)}`);
    }
    return answer;
  };

  /** Repeats what was cut off by a kill, or refused because the first attempt is still under way. */
  const call = async (method: string, path: string, body?: object | FormData): Promise<Answer> => {
    const headers: { [name: string]: string } = method === 'POST' ? { 'idempotency-key': randomUUID() } : {};
    for (;;) {
      try {
        const answer = await once(method, path, body, headers);
        if (answer.status !== 409 && answer.status < 500) return answer;
      } catch {
        // The connection was cut, or nobody listens there at this moment.
      }
      await pause(100 + random() * 200);
    }
  };

  const form = new FormData();
  form.append('file', new File([new Uint8Array(PIXEL)], 'soak.png', { type: 'image/png' }));
  const image = String((await call('POST', '/v1/media/upload', form)).body.url);
  const room = adSetIds.flatMap((id) => Array<string>(stage.room).fill(id));

  const launchOne = async (): Promise<void> => {
    const count = 1 + Math.floor(random() * 3);
    const places = room.splice(0, count);
    if (places.length < count) {
      stopping = true;
      return;
    }
    const ads = places.map((adSetId) => ({
      ...{ adName: `soak ${++number}`, adAccountId: stage.account.id, adSets: [adSetId], media: [{ url: image }] },
      ...stage.fields,
    }));
    const { status, body } = await call('POST', '/v1/launch', { ads });
    if (status !== 202) throw new Error(`A launch was refused: ${JSON.stringify(body)}`);
    accepted.push({ batchId: Number(body.adBatchId), adNames: ads.map(({ adName }) => adName) });
  };
  const launcher = async (): Promise<void> => {
    while (!stopping) {
      await launchOne();
      await pause(50 + random() * 400);
    }
  };
  const reader = async (): Promise<void> => {
    while (!stopping) {
      const some = accepted[Math.floor(random() * accepted.length)];
      const today = new Date().toISOString().slice(0, 10);
      const paths = [
        '/v1/batches?limit=20',
        '/v1/adaccounts',
        `/v1/reports/query?accountIds=${stage.account.id}&startDate=${today}&endDate=${today}`,
        ...(some ? [`/v1/batch-status/${some.batchId}`] : []),
      ];
      await call('GET', paths[Math.floor(random() * paths.length)] ?? '/v1/me');
      await pause(20 + random() * 200);
    }
  };
  const loops = [...Array.from({ length: LAUNCHERS }, launcher), ...Array.from({ length: READERS }, reader)];

  const lookAt = async ({ batchId }: Accepted): Promise<void> => {
    if (ended.has(batchId)) return;
    const { body } = await call('GET', `/v1/batch-status/${batchId}`);
    if (body.status === 'success' || body.status === 'error')
      ended.set(
        batchId,
        (body.failedAds as { adName: string }[]).map(({ adName }) => adName),
      );
  };

  return {
    accepted: () => accepted,
    async stop() {
      stopping = true;
      await Promise.all(loops);
    },
    async unfinished() {
      for (const each of accepted) await lookAt(each);
      return accepted.length - ended.size;
    },
    async failedNames() {
      for (const each of accepted) await lookAt(each);
      return new Set([...ended.values()].flat());
    },
    errors5xx: () => errors,
    latency() {
      const sorted = [...times].sort((a, b) => a - b);
      return { p50: sorted[Math.floor(sorted.length * 0.5)] ?? 0, p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0 };
    },
  };
}

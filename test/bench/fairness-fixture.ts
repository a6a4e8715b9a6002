import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pause, type Sandbox, startSandbox } from '../chaos/processes.ts';
import { PIXEL } from '../named-media.ts';
import { startPostgres } from '../postgres/server.ts';
import { firstSimulation } from '../simulations.ts';
import { startService } from '../soak/service.ts';

/** A company as its own program meets the service. */
export interface Tenant {
  readonly adAccountId: string;
  /** One ad; answers the batch. */
  launch(): Promise<number>;
  ended(batchId: number): Promise<void>;
  /** The same and how long it took from the request to its end, milliseconds. */
  timedLaunch(): Promise<number>;
  addWebhook(url: string): Promise<void>;
}

export interface FairnessFixture {
  readonly sandbox: Sandbox;
  /** Two companies with ad accounts of their own. */
  readonly loud: Tenant;
  readonly quiet: Tenant;
  close(): Promise<void>;
}

export type Backend = 'SQLite' | 'Postgres';

/** The service in a process, the platforms in another. */
export async function openFairnessFixture(backend: Backend): Promise<FairnessFixture> {
  const postgres = backend === 'Postgres' ? await startPostgres() : undefined;
  const folder = await mkdtemp(join(tmpdir(), 'slipway-fairness-'));
  const sandbox = await startSandbox(join(folder, 'platform.log'));
  // Their receivers are on this machine.
  const env = { SLIPWAY_WEBHOOK_LIMIT: '100', SLIPWAY_TRUSTED_MEDIA_HOSTS: '127.0.0.1' };
  const { url, adminKey, child } = await startService('all', 0, {
    databaseUrl: postgres?.url,
    sandboxUrl: sandbox.url,
    folder,
    env,
  });
  const first = callerOf(url, adminKey ?? '');
  const open = async (name: string): Promise<Tenant> => {
    const made = await first('POST', '/v1/companies', { name, sandbox: true });
    return openTenant(callerOf(url, String(made.adminKey)));
  };
  return {
    sandbox,
    loud: await open('Loud'),
    quiet: await open('Quiet'),
    async close() {
      child.kill('SIGKILL');
      sandbox.stop();
      await postgres?.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

type Call = (
  method: string,
  path: string,
  body?: object | FormData,
) => Promise<{ readonly [field: string]: unknown }>;

const callerOf =
  (url: string, key: string): Call =>
  async (method, path, body) => {
    const isForm = body instanceof FormData;
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(!isForm && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return JSON.parse(text) as { [field: string]: unknown };
  };

async function openTenant(call: Call): Promise<Tenant> {
  const accounts = (await call('GET', '/v1/adaccounts')).data as {
    id: string;
    platform: string;
    status: string;
  }[];
  const { platform: played, stage } = firstSimulation();
  const adAccountId =
    accounts.find(({ platform, status }) => platform === played && status === 'active')?.id ?? '';
  const form = new FormData();
  form.append('file', new File([new Uint8Array(PIXEL)], 'fairness.png', { type: 'image/png' }));
  const image = String((await call('POST', '/v1/media/upload', form)).url);
  const adSets = (await call('GET', `/v1/adsets?accountId=${adAccountId}&status=ACTIVE&limit=200`))
    .data as {
    value: string;
    adCount: number;
  }[];
  const room = adSets
    .filter(({ adCount }) => adCount === 0)
    .flatMap(({ value }) => Array<string>(stage.room).fill(value));
  const [profile] = (await call('GET', `/v1/profiles?businessId=${adAccountId}`)).data as {
    page: string;
    secondary: string;
  }[];

  const launch = async (): Promise<number> => {
    const adSet = room.pop();
    if (adSet === undefined) throw new Error('Every ad set is full.');
    const ad = {
      adName: `Fair ${room.length}`,
      adAccountId,
      page: profile?.page,
      secondary: profile?.secondary,
      adSets: [adSet],
      title: 'Title',
      description: 'Text',
      cta: 'LEARN_MORE',
      link: 'https://shop.example/',
      media: [{ url: image }],
    };
    return Number((await call('POST', '/v1/launch', { ads: [ad] })).adBatchId);
  };
  const ended = async (batchId: number): Promise<void> => {
    for (;;) {
      const { rawStatus } = await call('GET', `/v1/batch-status/${batchId}`);
      if (rawStatus === 'Success') return;
      if (rawStatus !== 'Queued' && rawStatus !== 'Processing')
        throw new Error(`A batch ended as ${rawStatus}.`);
      await pause(5);
    }
  };
  return {
    adAccountId,
    launch,
    ended,
    async timedLaunch() {
      const began = performance.now();
      await ended(await launch());
      return performance.now() - began;
    },
    async addWebhook(url) {
      await call('POST', '/v1/webhooks', { url });
    },
  };
}

export interface HangingReceiver {
  readonly url: string;
  /** Connections it has accepted. */
  accepted(): number;
  close(): void;
}

/** Accepts every connection and never answers. */
export async function openHangingReceiver(): Promise<HangingReceiver> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    sockets.push(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}/`,
    accepted: () => sockets.length,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

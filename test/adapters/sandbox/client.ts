import { version as versions } from '../../../adapters/platforms/meta/version.ts';
import { createManualClock, type ManualClock } from '../../../adapters/runtime/manual-clock.ts';
import { meta } from '../../../adapters/sandbox/meta/index.ts';
import { seed } from '../../../adapters/sandbox/meta/seed/names.ts';
import type { Sandbox } from '../../../adapters/sandbox/sandbox.ts';
import { seededSandbox } from '../../../adapters/testing/seeded-sandbox.ts';

/** What came back, loosely typed: tests look into it with expectations. */
export interface Reply {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers have as many shapes as there are edges.
  readonly body: any;
  readonly headers: Headers;
}

export interface Client {
  readonly sandbox: Sandbox;
  readonly clock: ManualClock;
  get(path: string, params?: object): Promise<Reply>;
  /** JSON body. */
  post(
    path: string,
    body?: object,
    options?: { readonly version?: string; readonly token?: string },
  ): Promise<Reply>;
  remove(path: string, params?: object): Promise<Reply>;
  batch(entries: readonly BatchEntry[], more?: object): Promise<Reply>;
  control(method: string, path: string, body?: object): Promise<Reply>;
  fault(rule: object): Promise<void>;
  advance(ms: number): Promise<void>;
  /** The id of what a call made; fails the test when it was refused. */
  make(path: string, body: object): Promise<string>;
}

export interface BatchEntry {
  readonly method: string;
  readonly relative_url: string;
  readonly body?: string;
  readonly name?: string;
  readonly omit_response_on_success?: boolean;
  readonly depends_on?: string;
}

const origin = 'http://sandbox.test';

/** A sandbox of its own on a clock turned by hand, with the calls tests make. */
export function createClient(
  options: {
    readonly token?: string;
    readonly clock?: ManualClock;
    readonly sandbox?: Sandbox;
  } = {},
): Client {
  const clock = options.clock ?? createManualClock();
  const sandbox = options.sandbox ?? seededSandbox(clock, 1, [meta]);
  const defaultToken = options.token ?? seed.token;

  const send = async (request: Request): Promise<Reply> => {
    const response = await sandbox.fetch(request);
    const text = await response.text();
    return { status: response.status, body: parse(text), headers: response.headers };
  };
  const url = (path: string, params: object, token: string, version = versions.pinned): string => {
    const query = new URLSearchParams({ access_token: token });
    for (const [name, value] of Object.entries(params))
      query.set(name, typeof value === 'string' ? value : JSON.stringify(value));
    return `${origin}/meta/${version}${path}${path.includes('?') ? '&' : '?'}${query}`;
  };
  const json = (method: string, body: object): RequestInit => ({
    method,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });

  const client: Client = {
    sandbox,
    clock,
    get: (path, params = {}) => send(new Request(url(path, params, defaultToken))),
    post: (path, body = {}, { version, token = defaultToken } = {}) =>
      send(new Request(url(path, {}, token, version), json('POST', body))),
    remove: (path, params = {}) =>
      send(new Request(url(path, params, defaultToken), { method: 'DELETE' })),
    batch: (entries, more = {}) => client.post('', { batch: entries, ...more }),
    control: (method, path, body) =>
      send(
        new Request(`${origin}/_sandbox/${path}`, {
          method,
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }),
      ),
    async fault(rule) {
      const { status, body } = await client.control('POST', 'faults', rule);
      if (status !== 200) throw new Error(body.error);
    },
    async advance(ms) {
      await client.control('POST', 'clock', { advanceMs: ms });
    },
    async make(path, body) {
      const reply = await client.post(path, body);
      if (typeof reply.body.id !== 'string') throw new Error(JSON.stringify(reply.body));
      return reply.body.id;
    },
  };
  return client;
}

/** Waits, without moving time, until somebody sleeps on the clock. */
export async function untilAsleep(client: Client): Promise<void> {
  while (client.clock.sleeping() === 0) await new Promise((resolve) => setImmediate(resolve));
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

export const form = (values: object): string =>
  new URLSearchParams(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  ).toString();

/** The smallest PNG there is, with the given text behind it: other text, other content. */
export const png = (text = ''): string =>
  btoa(
    `${atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==')}${text}`,
  );

export const eur: string = seed.accounts.eur;
export const link = 'https://shop.example.com/page';

/** A story with an image, a link and a button. */
export const imageStory = (more: object = {}): object => ({
  page_id: seed.page,
  instagram_user_id: seed.profile,
  link_data: {
    link,
    message: 'Hello',
    name: 'Title',
    image_hash: seed.imageHash(eur),
    call_to_action: { type: 'SHOP_NOW', value: { link } },
    ...more,
  },
});

export const videoStory = (more: object = {}): object => ({
  page_id: seed.page,
  instagram_user_id: seed.profile,
  video_data: {
    video_id: seed.video(eur),
    image_hash: seed.imageHash(eur),
    title: 'Title',
    message: 'Hello',
    call_to_action: { type: 'SHOP_NOW', value: { link } },
    ...more,
  },
});

export const campaign = (more: object = {}): object => ({
  name: 'Campaign',
  objective: 'OUTCOME_TRAFFIC',
  status: 'PAUSED',
  special_ad_categories: [],
  is_adset_budget_sharing_enabled: false,
  ...more,
});

export const targeting = (more: object = {}): object => ({
  geo_locations: { countries: ['US'] },
  targeting_automation: { advantage_audience: 0 },
  ...more,
});

export const adSet = (more: object = {}): object => ({
  name: 'Ad set',
  campaign_id: seed.campaign(eur, 'traffic'),
  status: 'PAUSED',
  daily_budget: 1000,
  billing_event: 'IMPRESSIONS',
  optimization_goal: 'LINK_CLICKS',
  targeting: targeting(),
  ...more,
});

/** The first ad set of that campaign that has no ads. */
export const emptyAdSet = (
  name: Parameters<typeof seed.emptyAdSets>[1] = 'traffic',
  account: string = eur,
): string => {
  const [first] = seed.emptyAdSets(account, name);
  if (first === undefined) throw new Error(`No empty ad set in ${name}.`);
  return first;
};

/** The same sandbox with the token of the page. */
export async function asPage(client: Client): Promise<Client> {
  const { data } = (await client.get('/me/accounts?fields=id,access_token')).body;
  const page = data.find(({ id }: { id: string }) => id === seed.page);
  return createClient({ sandbox: client.sandbox, clock: client.clock, token: page.access_token });
}

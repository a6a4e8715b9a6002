import { createHash } from 'node:crypto';
import { createManualClock, type ManualClock } from '../../../adapters/runtime/manual-clock.ts';
import { seed } from '../../../adapters/sandbox/meta/seed/names.ts';
import type { Sandbox } from '../../../adapters/sandbox/sandbox.ts';
import { tiktok } from '../../../adapters/sandbox/tiktok/index.ts';
import { shortVideo } from '../../../adapters/sandbox/tiktok/seed/ids.ts';
import { seededSandbox } from '../../../adapters/testing/seeded-sandbox.ts';

const origin = 'http://sandbox.test';
export const account = shortVideo.accounts.eur;

export interface TiktokReply {
  readonly status: number;
  readonly code: number;
  readonly message: string;
  // biome-ignore lint/suspicious/noExplicitAny: answers have as many shapes as there are endpoints.
  readonly data: any;
  readonly text: string;
  readonly headers: Headers;
}

export interface TiktokClient {
  readonly sandbox: Sandbox;
  readonly clock: ManualClock;
  get(path: string, params?: object, options?: Options): Promise<TiktokReply>;
  post(path: string, body?: object, options?: Options): Promise<TiktokReply>;
  upload(
    path: string,
    fields: { readonly [name: string]: string },
    part: string,
    bytes: Uint8Array,
  ): Promise<TiktokReply>;
  fault(rule: object): Promise<void>;
  clearFaults(): Promise<void>;
  tier(tier: string): Promise<void>;
  count(kind: string): Promise<number>;
  image(name?: string): Promise<string>;
  video(name?: string): Promise<string>;
}

interface Options {
  readonly token?: string | null;
  readonly slash?: boolean;
}

export const md5 = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex');

/** Bytes that start like a PNG; the name makes them unlike any other's. */
export const png = (name: string): Uint8Array =>
  new Uint8Array(
    Buffer.concat([
      Buffer.from('89504e470d0a1a0a0000000d49484452000002d000000500', 'hex'),
      Buffer.from(name),
    ]),
  );

/** The simulated API past the adapter, on a clock turned by hand. */
export function createTiktokClient(): TiktokClient {
  const clock = createManualClock();
  const sandbox = seededSandbox(clock, 1, [tiktok]);
  const send = async (request: Request): Promise<TiktokReply> => {
    const response = await sandbox.fetch(request);
    const text = await response.text();
    const body = text.startsWith('{') ? JSON.parse(text) : {};
    return { status: response.status, headers: response.headers, text, ...body };
  };
  const headers = (token: string | null | undefined): { [name: string]: string } =>
    token === null ? {} : { 'access-token': token ?? seed.token };
  const address = (path: string, slash = true): string =>
    `${origin}/tiktok/open_api/v1.3/${path}${slash ? '/' : ''}`;
  const control = async (
    method: string,
    path: string,
    body?: object,
  ): Promise<{ objects: { [kind: string]: number } }> => {
    const response = await sandbox.fetch(
      new Request(`${origin}/_sandbox/${path}`, {
        method,
        ...(body && { body: JSON.stringify(body) }),
      }),
    );
    if (!response.ok) throw new Error(await response.text());
    return response.json();
  };
  const client: TiktokClient = {
    sandbox,
    clock,
    get(path, params = {}, { token, slash } = {}) {
      const query = new URLSearchParams({ advertiser_id: account });
      for (const [name, value] of Object.entries(params))
        query.set(name, typeof value === 'string' ? value : JSON.stringify(value));
      return send(new Request(`${address(path, slash)}?${query}`, { headers: headers(token) }));
    },
    post: (path, body = {}, { token, slash } = {}) =>
      send(
        new Request(address(path, slash), {
          method: 'POST',
          headers: { ...headers(token), 'content-type': 'application/json' },
          body: JSON.stringify({ advertiser_id: account, ...body }),
        }),
      ),
    upload(path, fields, part, bytes) {
      const form = new FormData();
      for (const [name, value] of Object.entries({ advertiser_id: account, ...fields }))
        form.set(name, value);
      form.set(part, new File([bytes as Uint8Array<ArrayBuffer>], 'file'));
      return send(
        new Request(address(path), { method: 'POST', headers: headers(undefined), body: form }),
      );
    },
    fault: async (rule) => void (await control('POST', 'faults', { platform: 'tiktok', ...rule })),
    clearFaults: async () => void (await control('DELETE', 'faults')),
    tier: async (tier) => void (await control('POST', 'tier', { tier })),
    count: async (kind) => (await control('GET', 'state')).objects[kind] ?? 0,
    async image(name = 'a.png') {
      const bytes = png(name);
      const { data, message } = await client.upload(
        'file/image/ad/upload',
        { upload_type: 'UPLOAD_BY_FILE', file_name: name, image_signature: md5(bytes) },
        'image_file',
        bytes,
      );
      if (data?.image_id === undefined) throw new Error(message);
      return data.image_id;
    },
    async video(name = 'a.mp4') {
      const { data, message } = await client.post('file/video/ad/upload', {
        upload_type: 'UPLOAD_BY_URL',
        video_url: `https://media.test/${name}`,
        file_name: name,
      });
      if (data?.[0]?.video_id === undefined) throw new Error(message);
      return data[0].video_id;
    },
  };
  return client;
}

export const adGroup = (number = 0): string =>
  shortVideo.emptyAdGroups(account, 'traffic')[number] ?? '';

/** One good element of `creatives`. */
export const creative = (image: string, more: object = {}): object => ({
  ad_name: 'Ad',
  identity_type: shortVideo.identities.custom.type,
  identity_id: shortVideo.identities.custom.id,
  ad_format: 'SINGLE_IMAGE',
  image_ids: [image],
  ad_text: 'Text',
  call_to_action: 'LEARN_MORE',
  landing_page_url: 'https://shop.example/',
  operation_status: 'DISABLE',
  ...more,
});

let files = 0;

/** An ad with an image of its own. */
export const createAd = async (client: TiktokClient, more: object = {}): Promise<TiktokReply> =>
  client.post('ad/create', {
    adgroup_id: adGroup(),
    creatives: [creative(await client.image(`file ${++files}`), more)],
  });

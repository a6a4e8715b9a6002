import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { Client } from '../../../client/client.ts';
import type { LaunchFile } from '../../base/launch-file.ts';

/** Files under way at the same time. */
const AT_ONCE = 3;

type Ad = LaunchFile['ads'][number];
type Media = { readonly [field: string]: unknown };

const mediaOf = (ad: Ad): readonly Media[] =>
  Array.isArray(ad.media) ? (ad.media as Media[]) : [];
const isLocal = (url: unknown): url is string =>
  typeof url === 'string' && url !== '' && !/^[a-z][a-z0-9+.-]*:\/\//i.test(url);

/** Media that are files beside the launch file instead of addresses, each once. */
export const localMedia = (ads: readonly Ad[]): string[] => [
  ...new Set(ads.flatMap((ad) => mediaOf(ad).map(({ url }) => url)).filter(isLocal)),
];

export function findMedia(folder: string, name: string): string | undefined {
  const path = resolve(folder, name);
  return existsSync(path) ? path : undefined;
}

/** Uploads what is local and answers the ads with addresses in its place. */
export async function uploadLocalMedia(
  client: Client,
  ads: readonly Ad[],
  folder: string,
  onUploaded: (done: number, total: number) => void,
): Promise<Ad[]> {
  const addresses = new Map<string, string>();
  const names = localMedia(ads).filter((name) => findMedia(folder, name) !== undefined);
  const waiting = [...names];
  const uploadNext = async (): Promise<void> => {
    const name = waiting.shift();
    if (name === undefined) return;
    const bytes = await readFile(resolve(folder, name));
    addresses.set(
      name,
      (await alreadyThere(client, name, bytes)) ?? (await upload(client, name, bytes)),
    );
    onUploaded(addresses.size, names.length);
    return uploadNext();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, uploadNext));
  return withAddresses(ads, (name) => addresses.get(name) ?? name);
}

/**
 * An address that leads nowhere, for a file that is not uploaded; its name says what kind it is.
 */
export const standIn = (name: string): string =>
  `https://not-uploaded.invalid/${encodeURIComponent(basename(name))}`;

/**
 * The ads with the addresses that local files have already; the others are named. Nothing is
 * uploaded.
 */
export async function withKnownMedia(
  client: Client,
  ads: readonly Ad[],
  folder: string,
): Promise<{ readonly ads: Ad[]; readonly missing: readonly string[] }> {
  const addresses = new Map<string, string>();
  const names = localMedia(ads).filter((name) => findMedia(folder, name) !== undefined);
  for (const name of names) {
    const found = await alreadyThere(client, name, await readFile(resolve(folder, name)));
    if (found !== undefined) addresses.set(name, found);
  }
  return {
    ads: withAddresses(ads, (name) => addresses.get(name) ?? standIn(name)),
    missing: names.filter((name) => !addresses.has(name)),
  };
}

/** The ads with addresses in place of the names of local files. */
export const withAddresses = (ads: readonly Ad[], addressOf: (name: string) => string): Ad[] =>
  ads.map((ad) =>
    mediaOf(ad).length === 0
      ? ad
      : {
          ...ad,
          media: mediaOf(ad).map((item) =>
            isLocal(item.url) ? { ...item, url: addressOf(item.url) } : item,
          ),
        },
  );

const upload = async (client: Client, name: string, bytes: Uint8Array): Promise<string> =>
  (await client.media.upload({ name: basename(name), content: bytes })).url;

/**
 * The address these very bytes have already, so that the same file launched again is the same
 * request.
 */
async function alreadyThere(
  client: Client,
  name: string,
  bytes: Uint8Array,
): Promise<string | undefined> {
  const stem = basename(name).replace(/\.\w+$/, '');
  const { data } = await client.media.list({ limit: 200, q: stem });
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  // The oldest: later copies come and go.
  return data.findLast((item) => item.sha256 === sha256)?.url;
}

import { PlatformError } from '../../../../core/base/errors.ts';
import { mapBounded } from '../../../../core/base/map-bounded.ts';
import type { Access } from '../../../../core/ports/platform-accounts.ts';
import type { Calls } from '../../kit/calls.ts';
import { type Row, said, text } from '../../kit/json.ts';
import { encoded } from '../wire/restli.ts';
import { readRows } from './objects.ts';
import { mediaIn, readPosts } from './posts.ts';

/** An image, or the thumbnail of a video. Addresses work for some hours. */
export async function picturesOf(calls: Calls, access: Access, adIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await readRows(calls, access, 'ad', adIds);
  const postOf = (row: Row): string => said(row, 'content', 'reference');
  const posts = await readPosts(
    calls,
    access,
    [...new Set([...rows.values()].map(postOf))].filter((urn) => urn !== ''),
  );
  const mediaOf = (row: Row): string => mediaIn(posts.get(postOf(row)) ?? {}) ?? '';
  const media = [...new Set([...rows.values()].map(mediaOf))].filter((urn) => urn !== '');
  const found = await mapBounded(media, 4, async (urn) => [urn, await addressOf(calls, access, urn)] as const);
  const addresses = new Map(found);
  return new Map(
    [...rows].flatMap(([adId, row]) => {
      const address = addresses.get(mediaOf(row));
      return address === undefined ? [] : [[adId, address] as const];
    }),
  );
}

/** Undefined where it cannot be read. */
async function addressOf(calls: Calls, access: Access, urn: string): Promise<string | undefined> {
  const isVideo = urn.startsWith('urn:li:video:');
  if (!isVideo && !urn.startsWith('urn:li:image:')) return undefined;
  try {
    const row = await calls.read(access, `${isVideo ? 'videos' : 'images'}/${encoded(urn)}`);
    return text(isVideo ? row.thumbnail : row.downloadUrl);
  } catch (error) {
    if (error instanceof PlatformError && ['blocked', 'missing'].includes(error.failure.class)) return undefined;
    throw error;
  }
}

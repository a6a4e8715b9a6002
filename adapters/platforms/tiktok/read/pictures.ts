import type { Access } from '../../../../core/ports/platform-accounts.ts';
import type { Calls } from '../../kit/calls.ts';
import { rowsOf, text } from '../../kit/json.ts';
import { chunks } from '../../kit/params.ts';
import { idsPerFilter } from './accounts.ts';
import { readRows } from './entities.ts';

/** Both kinds of ads name it first among their images. */
export async function picturesOf(calls: Calls, access: Access, adIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const imageOf = new Map<string, string>();
  for (const [adId, row] of await readRows(calls, access, 'ad', adIds)) {
    const image = Array.isArray(row.image_ids) ? text(row.image_ids[0]) : undefined;
    if (image !== undefined) imageOf.set(adId, image);
  }
  const urls = new Map<string, string>();
  for (const image_ids of chunks([...new Set(imageOf.values())], idsPerFilter))
    for (const row of rowsOf((await calls.read(access, 'file/image/ad/info/', { image_ids })).list)) {
      const url = text(row.image_url);
      if (url !== undefined) urls.set(text(row.image_id) ?? '', url);
    }
  return new Map([...imageOf].flatMap(([adId, image]) => (urls.has(image) ? [[adId, urls.get(image) ?? ''] as const] : [])));
}

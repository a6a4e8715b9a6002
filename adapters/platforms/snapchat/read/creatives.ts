import { mapBounded } from '../../../../core/base/map-bounded.ts';
import { unless } from '../../kit/failures.ts';
import { at, defined, said, text } from '../../kit/json.ts';
import type { Access, AdCreative, Api, Caller, Row } from '../../types.ts';
import { itemsOf } from '../wire/errors.ts';
import { locate } from './rows.ts';

/** Undefined for an unknown id. */
export const readAsset = (
  { calls }: Api,
  caller: Caller,
  plural: 'creatives' | 'media',
  id: string,
) =>
  unless(['missing'], async () => {
    const [item] = itemsOf(await calls.read(caller, `${plural}/${id}`), plural, '');
    return item?.ok ? item.row : undefined;
  });

/** Each read once; by id. */
export async function assetsOf(api: Api, caller: Caller, creativeIds: readonly string[]) {
  const read = async (plural: 'creatives' | 'media', ids: readonly string[]) => {
    const rows = await mapBounded([...new Set(ids)], 4, (id) => readAsset(api, caller, plural, id));
    return new Map(
      rows.flatMap((row) => (row === undefined ? [] : [[said(row.id), row] as const])),
    );
  };
  const creatives = await read(
    'creatives',
    creativeIds.filter((id) => id !== ''),
  );
  const files = await read(
    'media',
    [...creatives.values()].flatMap((row) => text(row.top_snap_media_id) ?? []),
  );
  return { creatives, files };
}

/** The headline is the only text. */
export function creativeOf(adId: string, row: Row, file: Row | undefined): AdCreative {
  const headline = text(row.headline);
  const ref = text(row.top_snap_media_id);
  const url = text(file?.download_link);
  const isVideo = text(file?.type) === 'VIDEO';
  return {
    adId,
    creativeId: said(row.id),
    titles: headline === undefined ? [] : [headline],
    bodies: [],
    descriptions: [],
    ...defined({
      cta: text(row.call_to_action),
      link: text(at(row, 'web_view_properties', 'url')),
      page: text(at(row, 'profile_properties', 'profile_id')),
    }),
    images: ref === undefined || isVideo ? [] : [{ ref, ...defined({ url }) }],
    videos: ref === undefined || !isVideo ? [] : [{ id: ref }],
  };
}

/** Films have no picture. */
export const pictureIn = (file: Row | undefined): string | undefined =>
  text(file?.type) === 'IMAGE' ? text(file?.download_link) : undefined;

export async function picturesOf(api: Api, access: Access, adIds: readonly string[]) {
  const ads = await locate(api, access, { type: 'ad', ids: adIds, within: access.adAccountId });
  const creativeIds = new Map([...ads].map(([id, { row }]) => [id, said(row.creative_id)]));
  const { creatives, files } = await assetsOf(api, access, [...creativeIds.values()]);
  const pictures = new Map<string, string>();
  for (const [adId, creativeId] of creativeIds) {
    const url = pictureIn(files.get(said(creatives.get(creativeId)?.top_snap_media_id)));
    if (url !== undefined) pictures.set(adId, url);
  }
  return pictures;
}

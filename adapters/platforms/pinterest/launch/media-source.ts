import type { LaunchMedia } from '../../../../core/ports/launch-ad.ts';
import type { MediaSource } from '../../../../core/ports/media.ts';
import type { Access } from '../../../../core/ports/platform-accounts.ts';
import type { Outcome } from '../../../../core/ports/platform-launch.ts';
import { base64 } from '../../kit/base64.ts';
import type { Fail } from '../../kit/failures.ts';
import type { Params } from '../../kit/json.ts';
import { loadMedia } from '../../kit/load-media.ts';
import type { CreativeOperation } from '../../kit/operations.ts';
import { cardLinks } from '../destination.ts';

export interface SourcePorts {
  readonly media: MediaSource;
  readonly fail: Fail;
}

type Picture = { readonly url: string } | { readonly content_type: string; readonly data: string };
type Failed = { readonly outcome: Outcome };

/** The platform fetches public pictures itself; those of our own store travel inside the request. */
export async function sourceOf(ports: SourcePorts, access: Access, { ad, assets }: CreativeOperation): Promise<Params | Failed> {
  if (ad.type === 'carousel') return carousel(ports, access, ad);
  const [media] = ad.media;
  const [asset] = assets;
  if (asset?.type === 'video') return video(ports, access, asset.ref, media?.thumbnail);
  const picture = await pictureOf(ports, access, media?.url ?? '');
  return 'outcome' in picture ? picture : { source_type: 'url' in picture ? 'image_url' : 'image_base64', ...picture };
}

async function video(ports: SourcePorts, access: Access, media_id: string, thumbnail?: string): Promise<Params | Failed> {
  const source = { source_type: 'video_id', media_id };
  // The first frame, without a thumbnail.
  if (thumbnail === undefined) return { ...source, cover_image_key_frame_time: 0 };
  const cover = await pictureOf(ports, access, thumbnail);
  if ('outcome' in cover) return cover;
  if ('url' in cover) return { ...source, cover_image_url: cover.url };
  return { ...source, cover_image_content_type: cover.content_type, cover_image_data: cover.data };
}

/** All cards travel in the same way. */
async function carousel(ports: SourcePorts, access: Access, ad: CreativeOperation['ad']): Promise<Params | Failed> {
  const links = cardLinks(ad);
  const own = await Promise.all(ad.media.map(({ url = '' }) => ports.media.describe(access.companyId, url)));
  const inside = own.some((facts) => facts !== undefined);
  const items: Params[] = [];
  for (const [position, card] of ad.media.entries()) {
    const picture = await pictureOf(ports, access, card.url ?? '', inside);
    if ('outcome' in picture) return picture;
    items.push({ ...cardTexts(card), link: links[position], ...picture });
  }
  return { source_type: inside ? 'multiple_image_base64' : 'multiple_image_urls', items };
}

const cardTexts = ({ carouselTitle, carouselDescription }: LaunchMedia): Params => ({
  title: carouselTitle,
  description: carouselDescription,
});

async function pictureOf(
  { media, fail }: SourcePorts,
  { companyId }: Access,
  url: string,
  inside?: boolean,
): Promise<Picture | Failed> {
  if (!(inside ?? (await media.describe(companyId, url)) !== undefined)) return { url };
  const file = await loadMedia(media, companyId, { url, fail });
  if ('outcome' in file) return file;
  return { content_type: file.loaded.contentType, data: base64(file.loaded.bytes) };
}

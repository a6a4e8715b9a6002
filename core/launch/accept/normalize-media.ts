import { compact } from '../../base/defined.ts';
import type { Fault } from '../../base/errors.ts';
import { join } from '../../base/schema/faults.ts';
import { filenameOf, unmarkedFilename } from '../../media/filename.ts';
import type { LaunchAd, LaunchMedia } from '../../ports/launch-ad.ts';
import type { MediaFacts } from '../../ports/media.ts';
import { ratioFromName } from '../plan/ratio.ts';
import type { MediaInput } from '../request-schema.ts';
import { nonBlank } from './body.ts';
import { isLink, plainLink } from './check-links.ts';

const IMAGES = ['png', 'jpg', 'jpeg', 'gif', 'webp'];
const DOCUMENTS = ['pdf'];
const VIDEOS = ['mp4', 'mov', 'avi', 'm4v', 'mpeg', 'mpg', 'webm', 'mkv'];

interface Surroundings {
  readonly path: string;
  readonly page: string | undefined;
  readonly type: LaunchAd['type'];
  describe(url: string): MediaFacts | 'missing' | undefined;
}

/** Finds out kind, file name and ratio, and prefixes bare post ids with their page. */
export function normalizeMedia(
  items: readonly MediaInput[],
  { path, page, type: adType, describe }: Surroundings,
): { items: LaunchMedia[]; faults: Fault[] } {
  const faults: Fault[] = [];
  const normalized = items.map((item, position): LaunchMedia => {
    const at = join(path, position);
    const url = nonBlank(item.url);
    const described = url === undefined ? undefined : describe(url);
    const facts = described === 'missing' ? undefined : described;
    const filename =
      nonBlank(item.name) ?? facts?.filename ?? (url === undefined ? '' : filenameOf(url));
    const storyId = nonBlank(item.effectiveStoryId);
    const type =
      item.type ??
      typeOf(facts?.contentType, filename, url) ??
      (storyId === undefined ? undefined : 'image');
    // A text that is no address has a fault of its own: its kind is not asked for as well.
    if (type === undefined && (url === undefined || isLink(url)))
      faults.push({
        path: join(at, 'type'),
        code: 'media_type',
        message: 'The address does not tell an image from a video: set the type to image or video.',
      });
    const known = typeOf(facts?.contentType, '', undefined);
    if (known !== undefined && type !== known)
      faults.push({
        path: join(at, 'type'),
        code: 'media_type',
        message: `${filename} is ${articled[known]}, not ${articled[type ?? 'image']}. Leave type out, or name another file.`,
      });
    if (storyId !== undefined) faults.push(...postFlagFaults(item, at));
    const ratio =
      facts?.width && facts.height
        ? facts.width / facts.height
        : ratioFromName(unmarkedFilename(filename));
    return compact<LaunchMedia>({
      url,
      type: type ?? 'image',
      filename,
      thumbnail: nonBlank(item.thumbnail),
      effectiveStoryId: storyId === undefined ? undefined : prefixed(storyId, page),
      carouselTitle: nonBlank(item.carouselTitle),
      // A card has one small text: its own text where it has no description.
      carouselDescription:
        nonBlank(item.carouselDescription) ??
        (adType === 'carousel' ? nonBlank(item.adCopyDescription) : undefined),
      carouselLink: plainLink(nonBlank(item.carouselLink)),
      adCopyDescription: nonBlank(item.adCopyDescription),
      ratio,
      sha256: facts?.sha256,
    });
  });
  return { items: normalized, faults };
}

const articled = { image: 'an image', video: 'a video', document: 'a document' } as const;

export function typeOf(
  contentType: string | undefined,
  filename: string,
  url: string | undefined,
): LaunchMedia['type'] | undefined {
  if (contentType?.startsWith('image/')) return 'image';
  if (contentType?.startsWith('video/')) return 'video';
  if (contentType === 'application/pdf') return 'document';
  for (const name of [filename, url === undefined ? '' : filenameOf(url)]) {
    const ending = /\.([A-Za-z0-9]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
    if (IMAGES.includes(ending)) return 'image';
    if (VIDEOS.includes(ending)) return 'video';
    if (DOCUMENTS.includes(ending)) return 'document';
  }
  return undefined;
}

const prefixed = (storyId: string, page: string | undefined) =>
  storyId.includes('_') || page === undefined ? storyId : `${page}_${storyId}`;

function postFlagFaults(item: MediaInput, path: string): Fault[] {
  return (['existingAd', 'existingPrimaryAd', 'isExistingPost'] as const)
    .filter((flag) => item[flag] !== true)
    .map((flag) => ({
      path: join(path, flag),
      code: 'post_flags',
      message: `${flag} must be true when an existing post is boosted.`,
    }));
}

import { asRow, at, defined, rowsOf, said, text } from '../../kit/json.ts';
import type { AdCreative, AdDebug, Row } from '../../types.ts';

export const adCreative = (read: AdDebug): AdCreative =>
  'failure' in read ? read : contentOf(read.adId, read.record);

export function contentOf(
  adId: string,
  record: Row,
): Exclude<AdCreative, { readonly failure: unknown }> {
  const creative = asRow(record.creative) ?? {};
  const story = asRow(creative.object_story_spec);
  const link = asRow(story?.link_data) ?? asRow(story?.template_data);
  const video = asRow(at(creative, 'object_story_spec', 'video_data'));
  const feed = asRow(creative.asset_feed_spec);
  const cards = rowsOf(link?.child_attachments);
  const button = asRow(link?.call_to_action) ?? asRow(video?.call_to_action);
  const cta =
    text(button?.type) ??
    text(creative.call_to_action_type) ??
    listOfText(feed?.call_to_action_types)[0];
  const target =
    text(link?.link) ??
    text(at(button, 'value', 'link')) ??
    text(rowsOf(feed?.link_urls)[0]?.website_url);
  const page =
    text(at(creative, 'object_story_spec', 'page_id')) ??
    text(at(record, 'pageMetadata', 'pageId'));
  return {
    adId,
    creativeId: said(creative.id),
    titles: distinct([
      ...texts(feed?.titles),
      text(link?.name),
      text(video?.title),
      ...cards.map((card) => text(card.name)),
    ]),
    bodies: distinct([...texts(feed?.bodies), text(link?.message), text(video?.message)]),
    descriptions: distinct([
      ...texts(feed?.descriptions),
      text(link?.description),
      text(video?.link_description),
      ...cards.map((card) => text(card.description)),
    ]),
    ...defined({ cta, link: target, urlTags: text(creative.url_tags) }),
    images: imagesOf(creative, feed, link, cards),
    videos: videosOf(record, creative, { feed, video, cards }),
    ...defined({ page, secondary: text(at(record, 'pageMetadata', 'secondaryUserId')) }),
  };
}

function imagesOf(
  creative: Row,
  feed: Row | undefined,
  link: Row | undefined,
  cards: readonly Row[],
) {
  const urls = new Map(rowsOf(feed?.images).map((image) => [text(image.hash), text(image.url)]));
  const single = text(link?.image_hash) ?? text(creative.image_hash);
  if (single !== undefined && !urls.has(single)) urls.set(single, undefined);
  if (single !== undefined) urls.set(single, urls.get(single) ?? text(creative.image_url));
  for (const card of cards) {
    const hash = text(card.image_hash);
    if (hash !== undefined && !urls.has(hash)) urls.set(hash, undefined);
  }
  return [...urls].flatMap(([hash, url]) =>
    hash === undefined ? [] : [{ ref: hash, ...defined({ url }) }],
  );
}

function videosOf(
  record: Row,
  creative: Row,
  {
    feed,
    video,
    cards,
  }: {
    readonly feed: Row | undefined;
    readonly video: Row | undefined;
    readonly cards: readonly Row[];
  },
) {
  const ids = distinct([
    text(video?.video_id),
    text(creative.video_id),
    ...rowsOf(feed?.videos).map((each) => text(each.video_id)),
    ...cards.map((card) => text(card.video_id)),
  ]);
  const thumbnailUrl = text(record.videoThumbnail);
  return ids.map((id, position) => ({
    id,
    ...(position === 0 && thumbnailUrl !== undefined && { thumbnailUrl }),
  }));
}

const texts = (list: unknown): (string | undefined)[] =>
  rowsOf(list).map((each) => text(each.text));

const listOfText = (list: unknown) =>
  Array.isArray(list) ? list.flatMap((each) => text(each) ?? []) : [];

export const distinct = (all: readonly (string | undefined)[]) => [
  ...new Set(all.filter((each): each is string => each !== undefined && each !== '')),
];

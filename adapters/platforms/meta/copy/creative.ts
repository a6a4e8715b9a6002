import { asRow, rowsOf, text, wordsIn } from '../../kit/json.ts';
import type { CopyValues, Row } from '../../types.ts';
import { distinct } from '../read/ad-creatives.ts';

/**
 * Settings of a creative that its maker sends and that can be read: AdCreative and
 * `POST adcreatives` of facebook-business-sdk-codegen, v25.0.
 */
export const carried = wordsIn(`
  object_story_id source_instagram_media_id url_tags call_to_action branded_content facebook_branded_content
  instagram_branded_content generative_asset_spec contextual_multi_ads authorization_category product_set_id template_url_spec
  platform_customizations portrait_customizations interactive_components_spec destination_set_id destination_spec
  omnichannel_link_spec recommender_settings applink_treatment place_page_set_id playable_asset_id dynamic_ad_voice
`);

export const creativeMembers = [
  ...[
    'id',
    'name',
    'object_story_spec',
    'asset_feed_spec',
    'effective_object_story_id',
    'degrees_of_freedom_spec',
  ],
  ...['instagram_user_id', ...carried],
].join(',');
export const sourceCreativeFields = `creative{${creativeMembers}}`;

export const sourceAdFields = [
  'name,adset_id,tracking_specs,conversion_domain,creative_asset_groups_spec',
  sourceCreativeFields,
].join(',');

/** A creative that boosts a post keeps the post's texts. */
export function creativeOfCopy(source: Row, values: CopyValues) {
  const story = asRow(source.object_story_spec);
  const kept: { [field: string]: unknown } = {};
  // Left out, the platform shows the ad beside those of others, as one that is not political,
  // without its products.
  for (const field of carried)
    if (source[field] !== undefined && source[field] !== 'NONE') kept[field] = source[field];
  const features = withoutBundles(asRow(source.degrees_of_freedom_spec));
  const texts = textsOf(values);
  const isCarousel = cardsIn(source).length > 0;
  const several = texts.bodies.length > 1 || (texts.titles.length > 1 && !isCarousel);
  const feed = asRow(source.asset_feed_spec);
  return {
    ...kept,
    ...(story === undefined &&
      source.instagram_user_id !== undefined && { instagram_user_id: source.instagram_user_id }),
    ...(story !== undefined && { object_story_spec: storyWith(story, feed, values) }),
    ...((feed !== undefined || (several && story !== undefined)) && {
      asset_feed_spec: feedWith(feed, story, values),
    }),
    ...(features !== undefined && { degrees_of_freedom_spec: features }),
    ...(values.urlTags !== undefined && { url_tags: values.urlTags }),
  };
}

const textsOf = (values: CopyValues) => ({
  bodies: values.primaryTexts ?? [],
  titles: values.headlines ?? [],
});

/**
 * Everything of it, in whatever form it has its texts; the old name of the profile cannot be
 * written.
 */
function storyWith(
  { instagram_actor_id: _old, ...story }: Row,
  feed: Row | undefined,
  given: CopyValues,
) {
  const values = withoutOptions(story, feed, given);
  const [link, video, template] = [
    asRow(story.link_data),
    asRow(story.video_data),
    asRow(story.template_data),
  ];
  return {
    ...story,
    ...(link !== undefined && { link_data: linkWith(link, values) }),
    ...(template !== undefined && { template_data: linkWith(template, values) }),
    ...(video !== undefined && { video_data: videoWith(video, values) }),
  };
}

/**
 * Texts that stand in the feed alone: beside them a story that has a text of its own is refused, or
 * shows both.
 */
function withoutOptions(
  story: Row,
  feed: Row | undefined,
  { primaryTexts, headlines, ...values }: CopyValues,
): CopyValues {
  const own = linksIn({ object_story_spec: story }) ?? asRow(story.video_data) ?? {};
  const hasBody = own.message !== undefined || feed?.bodies === undefined;
  const hasTitle = (own.name ?? own.title) !== undefined || feed?.titles === undefined;
  return {
    ...values,
    ...(primaryTexts !== undefined && hasBody && { primaryTexts }),
    ...(headlines !== undefined && hasTitle && { headlines }),
  };
}

function linkWith(link: Row, values: CopyValues) {
  const { bodies, titles } = textsOf(values);
  const { picture, image_crops, ...kept } = link;
  const cards = link.child_attachments;
  return {
    ...kept,
    // Addresses of the platform's copies expire; hashes do not.
    ...(link.image_hash === undefined && picture !== undefined && { picture }),
    ...cropsOf(image_crops),
    ...(bodies[0] !== undefined && { message: bodies[0] }),
    ...(titles[0] !== undefined && !Array.isArray(cards) && { name: titles[0] }),
    ...(values.url !== undefined && { link: values.url }),
    ...(link.call_to_action !== undefined && {
      call_to_action: buttonWith(asRow(link.call_to_action), values.url),
    }),
    ...(Array.isArray(cards) && {
      child_attachments: rowsOf(cards).map((card) =>
        cardWith(card, values.url, newNames(rowsOf(cards), titles)),
      ),
    }),
  };
}

/** Headlines of cards by those that they have: each distinct one has its own, in order. */
function newNames(cards: readonly Row[], titles: readonly string[]): ReadonlyMap<unknown, string> {
  const names = distinct(cards.map(({ name }) => text(name)));
  return new Map(
    titles.length === names.length ? names.map((name, i) => [name, titles[i] ?? name]) : [],
  );
}

function cardWith(card: Row, url: string | undefined, names: ReadonlyMap<unknown, string>) {
  const name = names.get(card.name);
  return {
    ...card,
    ...(name !== undefined && { name }),
    ...(url !== undefined && { link: url }),
    ...(card.call_to_action !== undefined && {
      call_to_action: buttonWith(asRow(card.call_to_action), url),
    }),
  };
}

function videoWith(video: Row, values: CopyValues) {
  const { bodies, titles } = textsOf(values);
  return {
    ...video,
    ...(video.image_hash !== undefined && { image_url: undefined }),
    ...(bodies[0] !== undefined && { message: bodies[0] }),
    ...(titles[0] !== undefined && { title: titles[0] }),
    ...(video.call_to_action !== undefined && {
      call_to_action: buttonWith(asRow(video.call_to_action), values.url),
    }),
  };
}

function buttonWith(button: Row | undefined, url: string | undefined) {
  const value = asRow(button?.value);
  const link = text(value?.link);
  // A number that is called stays one.
  if (button === undefined || url === undefined || link === undefined || isWeb(link) !== isWeb(url))
    return button;
  return { ...button, value: { ...value, link: url } };
}

/** Several texts become options of an asset feed; an existing feed keeps its media and rules. */
function feedWith(feed: Row | undefined, story: Row | undefined, values: CopyValues) {
  const { bodies, titles } = textsOf(values);
  const { link_urls, call_to_actions } = feed ?? {};
  const image = asRow(story?.link_data)?.image_hash;
  return {
    ...(feed === undefined
      ? {
          optimization_type: 'DEGREES_OF_FREEDOM',
          ...(image !== undefined && { images: [{ hash: image }] }),
        }
      : feed),
    ...labelsByName(feed),
    ...(bodies.length > 0 && { bodies: options(feed?.bodies, bodies) }),
    ...(titles.length > 0 && { titles: options(feed?.titles, titles) }),
    ...(values.url !== undefined &&
      link_urls !== undefined && {
        link_urls: rowsOf(link_urls).map((each) => ({ ...each, website_url: values.url })),
      }),
    ...(call_to_actions !== undefined && {
      call_to_actions: rowsOf(call_to_actions).map((each) => buttonWith(each, values.url)),
    }),
  };
}

/**
 * Rules say by labels which text is shown where: a new text has those of the one in whose place it
 * stands.
 */
function options(former: unknown, wanted: readonly string[]): Row[] {
  const labels = labelsIn(former);
  const all = distinct([...labels.values()].flat());
  if (all.length === 0) return wanted.map((each) => ({ text: each }));
  const own = [...labels.values()];
  return wanted.map((each, i) => {
    const names = wanted.length === 1 ? all : (own[i] ?? []);
    return { text: each, ...(names.length > 0 && { adlabels: names.map((name) => ({ name })) }) };
  });
}

/** Names of the labels of each text. */
function labelsIn(former: unknown): ReadonlyMap<string, readonly string[]> {
  const labels = new Map<string, readonly string[]>();
  for (const each of rowsOf(former)) {
    const [key, names] = [
      text(each.text) ?? '',
      rowsOf(each.adlabels).flatMap(({ name }) => text(name) ?? []),
    ];
    labels.set(key, distinct([...(labels.get(key) ?? []), ...names]));
  }
  return labels;
}

/** Texts of which it is not clear where they are shown: cards and rules name a place for each. */
export function unplaced(
  source: Row,
  { primaryTexts = [], headlines = [] }: CopyValues,
): ('primaryTexts' | 'headlines')[] {
  const feed = asRow(source.asset_feed_spec);
  const cards = cardsIn(source);
  const names = distinct(cards.map(({ name }) => text(name)));
  const isUnclear = (former: unknown, wanted: readonly string[]): boolean => {
    const labels = [...labelsIn(former).values()];
    return (
      wanted.length > 1 && wanted.length !== labels.length && labels.some((each) => each.length > 0)
    );
  };
  return [
    ...(isUnclear(feed?.bodies, primaryTexts) ? (['primaryTexts'] as const) : []),
    ...(isUnclear(feed?.titles, headlines) ||
    (headlines.length > 0 && cards.length > 0 && headlines.length !== names.length)
      ? (['headlines'] as const)
      : []),
  ];
}

/** Labels are read with ids of the old creative; only names may be sent. */
function labelsByName(feed: Row | undefined) {
  const cleaned: { [field: string]: unknown } = {};
  for (const [field, list] of Object.entries(feed ?? {})) {
    if (Array.isArray(list))
      cleaned[field] = list.map((item) =>
        asRow(item) ? withoutLabelIds(asRow(item) ?? {}) : item,
      );
  }
  return cleaned;
}

function withoutLabelIds(item: Row) {
  return Object.fromEntries(
    Object.entries(item).map(([field, value]) => {
      if (field === 'adlabels') return [field, rowsOf(value).map(({ name }) => ({ name }))];
      return field.endsWith('_label') ? [field, { name: asRow(value)?.name }] : [field, value];
    }),
  );
}

/** The bundle of enhancements can be read, not written (3858504). */
function withoutBundles(spec: Row | undefined) {
  const features = asRow(spec?.creative_features_spec);
  if (features === undefined) return undefined;
  const { standard_enhancements: _bundle, ...single } = features;
  return { creative_features_spec: single };
}

/** The crop 191x100 no longer exists (2490085). */
function cropsOf(crops: unknown) {
  const { '191x100': _gone, ...kept } = asRow(crops) ?? {};
  return Object.keys(kept).length > 0 ? { image_crops: kept } : {};
}

/** The part of a story that says where it leads. */
const linksIn = (source: Row): Row | undefined => {
  const story = asRow(source.object_story_spec);
  return asRow(story?.link_data) ?? asRow(story?.template_data);
};
const cardsIn = (source: Row): readonly Row[] => rowsOf(linksIn(source)?.child_attachments);

/** Of the story, of each of its cards, and those of its feed. */
export const buttonsOf = (source: Row): readonly Row[] => {
  const video = asRow(asRow(source.object_story_spec)?.video_data);
  const holders = [linksIn(source), video, ...cardsIn(source)];
  const own = rowsOf(holders.map((holder) => holder?.call_to_action));
  return [...own, ...rowsOf(asRow(source.asset_feed_spec)?.call_to_actions)];
};

/** Where it leads, each address once; telephone numbers are none. */
export const addressesOf = (source: Row): readonly string[] => {
  const places = [
    linksIn(source),
    ...cardsIn(source),
    ...buttonsOf(source).map(({ value }) => asRow(value)),
  ];
  const options = rowsOf(asRow(source.asset_feed_spec)?.link_urls).map(({ website_url: url }) =>
    text(url),
  );
  return distinct([...places.map((place) => text(place?.link)), ...options]).filter(isWeb);
};

/** How many cards lead to one address. */
export const cardsOf = (source: Row): number => cardsIn(source).length;

const isWeb = (address: string): boolean => /^https?:/i.test(address);

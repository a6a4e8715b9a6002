import type { AdField } from '../ports/platform-definition.ts';
import { MAX_CARDS, MAX_VARIATIONS } from './repeats.ts';

/**
 * A column of launch sheets and CSV files: the one place that ties a header to a field of an ad. Headers are recognised
 * anywhere, by their words or the field's name; other columns belong to the user and are neither read nor written.
 */
export interface Column {
  /** The field's path in an ad as sent; `[n]` where the column is numbered. */
  readonly key: string;
  /** `#` stands for the number. */
  readonly header: string;
  /** Besides `header` and `key`. */
  readonly aliases?: readonly string[];
  /** Shown when pointing at the header. */
  readonly note: string;
  readonly holds: Holds;
  /** Words people choose from, and what is sent for each. */
  readonly choices?: { readonly [word: string]: string };
  /** The account's list that feeds the dropdown. */
  readonly list?: ListName;
  /** How many there can be. */
  readonly repeats?: number;
  /** The templates that show it, each with how many of it. */
  readonly shown: 'always' | { readonly [T in Template]?: number };
  readonly width?: number;
}

/**
 * - `id`     text that a spreadsheet must not turn into a number; may be written as `Name (id)`
 * - `ids`    several of them, separated by commas or line breaks
 * - `names`  words separated by commas
 */
export type Holds = 'text' | 'id' | 'ids' | 'flag' | 'choice' | 'number' | 'names';

export type ListName = 'accounts' | 'adSets' | 'pages' | 'profiles' | 'callsToAction';

export const templates = ['single', 'multi', 'carousel', 'flexible', 'postBoost', 'partnershipCode', 'all'] as const;
export type Template = (typeof templates)[number];

const typeWords = {
  Single: 'single',
  Placements: 'multi',
  Carousel: 'carousel',
  Flexible: 'flexible',
  'Post boost': 'postBoost',
  'Partnership code': 'partnershipCode',
} as const;

const media = (of: Omit<Column, 'repeats'>): Column => ({ ...of, key: `media[n].${of.key}`, repeats: MAX_CARDS });
const onlyAll = { all: 1 };
const itself = (words: readonly string[]): { readonly [word: string]: string } =>
  Object.fromEntries(words.map((word) => [word, word]));

export const READY = 'ready';
export const AD_KEY = 'adKey';

/** Of all platforms. */
const commonColumns: readonly Column[] = [
  {
    key: READY,
    header: 'Ready',
    note: 'Tick it when the row may be launched. Rows without a tick are checked but never launched.',
    holds: 'flag',
    shown: 'always',
    width: 60,
  },
  {
    key: AD_KEY,
    header: 'Ad key',
    note: 'Rows with the same key are one ad: the first row holds its texts, every row adds media (cards of a carousel, placements). Leave it empty where a row is a whole ad.',
    holds: 'text',
    shown: { carousel: 1, all: 1 },
    width: 80,
  },
  {
    key: 'type',
    header: 'Launch type',
    note: 'Single: one image or video. Placements: one item per ratio. Carousel: 2 to 10 cards. Flexible: several media and texts. Post boost: an existing post. Partnership code: a creator’s content. Empty means what this sheet was made for.',
    holds: 'choice',
    choices: typeWords,
    shown: 'always',
    width: 110,
  },
  {
    key: 'adName',
    header: 'Ad name',
    note: 'Any text. {{filename}} {{filetype}} {{index}} {{index:03}} {{date}} {{date:ww-yy}} {{adset.name}} {{batch}} {{id}} are filled in.',
    holds: 'text',
    shown: 'always',
    width: 200,
  },
  {
    key: 'naming.conventionId',
    header: 'Naming convention',
    note: 'Builds the ad name from columns called name.FIELD, one for each field of the convention. Leave Ad name empty then. Not needed where you have one convention for ads.',
    holds: 'id',
    shown: {},
    width: 170,
  },
  {
    key: 'adAccountId',
    header: 'Ad account',
    aliases: ['accountId', 'businessId', 'account'],
    note: 'Choose from the list, or paste the account’s id.',
    holds: 'id',
    list: 'accounts',
    shown: 'always',
    width: 240,
  },
  {
    key: 'adSets',
    header: 'Ad sets',
    aliases: ['adSet', 'adSetIds', 'adSetId'],
    note: 'One or several ad sets of the account, separated by commas or line breaks. The ad is created once in each of them.',
    holds: 'ids',
    list: 'adSets',
    shown: 'always',
    width: 270,
  },
  {
    key: 'page',
    header: 'Page',
    note: 'The page the ad speaks for. Needed on the primary platform.',
    holds: 'id',
    list: 'pages',
    shown: 'always',
    width: 170,
  },
  {
    key: 'secondary',
    header: 'Profile',
    note: 'The profile that the ad is shown under beside its page. Needed on the primary platform.',
    holds: 'id',
    list: 'profiles',
    shown: 'always',
    width: 170,
  },
  media({
    key: 'url',
    header: 'Media #',
    aliases: ['Media # url', 'Media url #'],
    note: 'Address of the image or video. For placements use one file per ratio, with 1x1, 4x5, 9x16 or 16x9 in its name.',
    holds: 'text',
    shown: { single: 1, multi: 4, carousel: 1, flexible: 4, postBoost: 1, all: MAX_CARDS },
    width: 220,
  }),
  media({
    key: 'carouselTitle',
    header: 'Card # title',
    note: 'Headline of the card. Every card of a carousel needs one.',
    holds: 'text',
    shown: { carousel: 1, all: MAX_CARDS },
    width: 150,
  }),
  media({
    key: 'carouselDescription',
    header: 'Card # description',
    note: 'Small text of the card.',
    holds: 'text',
    shown: { carousel: 1, all: MAX_CARDS },
    width: 150,
  }),
  media({
    key: 'carouselLink',
    header: 'Card # link',
    note: 'Where the card leads. Empty means the ad’s link.',
    holds: 'text',
    shown: { carousel: 1, all: MAX_CARDS },
    width: 170,
  }),
  media({
    key: 'carouselIndex',
    header: 'Card # position',
    note: 'A number. When every card of an ad has one, the cards stand in this order however the rows are sorted.',
    holds: 'number',
    shown: { carousel: 1 },
    width: 80,
  }),
  media({
    key: 'effectiveStoryId',
    header: 'Media # post',
    note: 'The post to boost: its number, or page_post.',
    holds: 'id',
    shown: { postBoost: 1, all: 1 },
    width: 170,
  }),
  media({
    key: 'type',
    header: 'Media # type',
    note: 'Image or Video. Only needed where the address does not tell.',
    holds: 'choice',
    choices: { Image: 'image', Video: 'video' },
    shown: { postBoost: 1, all: 1 },
    width: 90,
  }),
  media({
    key: 'name',
    header: 'Media # name',
    note: 'File name to use instead of the one in the address.',
    holds: 'text',
    shown: {},
  }),
  media({
    key: 'thumbnail',
    header: 'Media # thumbnail',
    note: 'Address of the preview image of a video.',
    holds: 'text',
    shown: onlyAll,
  }),
  media({
    key: 'adCopyDescription',
    header: 'Media # text',
    note: 'Text that belongs to this item alone.',
    holds: 'text',
    shown: {},
  }),
  media({ key: 'platform', header: 'Media # platform', note: 'The platform this item is meant for.', holds: 'text', shown: {} }),
  media({
    key: 'existingAd',
    header: 'Media # existing ad',
    note: 'Ticked by itself when a post is named.',
    holds: 'flag',
    shown: {},
  }),
  media({
    key: 'existingPrimaryAd',
    header: 'Media # existing primary ad',
    note: 'Ticked by itself when a post is named.',
    holds: 'flag',
    shown: {},
  }),
  media({
    key: 'isExistingPost',
    header: 'Media # existing post',
    note: 'Ticked by itself when a post is named.',
    holds: 'flag',
    shown: {},
  }),
  { key: 'description', header: 'Primary text', note: 'The text above the media.', holds: 'text', shown: 'always', width: 260 },
  { key: 'title', header: 'Headline', note: 'The bold line under the media.', holds: 'text', shown: 'always', width: 170 },
  {
    key: 'adDescription',
    header: 'Link description',
    note: 'The small text under the headline.',
    holds: 'text',
    shown: { single: 1, multi: 1, flexible: 1, all: 1 },
    width: 170,
  },
  {
    key: 'headlineVariations[n]',
    header: 'Headline variation #',
    note: 'Further headlines of a flexible ad. Without any, the headline is used.',
    holds: 'text',
    repeats: MAX_VARIATIONS,
    shown: { flexible: 3, all: MAX_VARIATIONS },
    width: 150,
  },
  {
    key: 'bodyVariations[n]',
    header: 'Text variation #',
    note: 'Further primary texts of a flexible ad. Without any, the primary text is used.',
    holds: 'text',
    repeats: MAX_VARIATIONS,
    shown: { flexible: 3, all: MAX_VARIATIONS },
    width: 200,
  },
  {
    key: 'cta',
    header: 'Call to action',
    note: 'The button, for example LEARN_MORE or SHOP_NOW.',
    holds: 'text',
    list: 'callsToAction',
    shown: 'always',
    width: 130,
  },
  { key: 'link', header: 'Link', note: 'Where the ad leads: starts with https://', holds: 'text', shown: 'always', width: 220 },
  {
    key: 'utmTags',
    header: 'UTM tags',
    note: 'name=value pairs joined by &, for example utm_source=x&utm_campaign={{campaign.name}}',
    holds: 'text',
    shown: 'always',
    width: 170,
  },
  {
    key: 'utmTemplateId',
    header: 'UTM template',
    note: 'Name of a UTM template that makes the tags. Leave UTM tags empty then.',
    holds: 'id',
    shown: onlyAll,
    width: 150,
  },
  {
    key: 'adCopyTemplateId',
    header: 'Copy template',
    note: 'Name of an ad copy template: its texts, button, link and tags where this row has none. Its variables are columns called var.KEY.',
    holds: 'id',
    shown: onlyAll,
    width: 150,
  },
  {
    key: 'presetId',
    header: 'Preset',
    note: 'Name of a preset for ads: what this row leaves out is as it says.',
    holds: 'id',
    shown: onlyAll,
    width: 150,
  },
  {
    key: 'corrects',
    header: 'Corrects',
    note: 'The failed ad that this row replaces, such as batch 5 ad 1: a retry of its batch leaves it out.',
    holds: 'text',
    shown: {},
    width: 110,
  },
  {
    key: 'status',
    header: 'Start as',
    note: 'Paused or Active. Empty means your company’s setting, which is paused unless somebody changed it.',
    holds: 'choice',
    choices: { Paused: 'PAUSED', Active: 'ACTIVE' },
    shown: 'always',
    width: 80,
  },
  {
    key: 'partnershipCode',
    header: 'Partnership code',
    note: 'The code the creator gave you: starts with adcode- or has 16 or more characters.',
    holds: 'text',
    shown: { partnershipCode: 1, all: 1 },
    width: 170,
  },
  { key: 'partnershipAd.creatorId', header: 'Creator ID', note: 'Number of the creator’s profile.', holds: 'id', shown: onlyAll },
  {
    key: 'partnershipAd.creatorPageId',
    header: 'Creator page ID',
    note: 'Number of the creator’s page.',
    holds: 'id',
    shown: onlyAll,
  },
  {
    key: 'promoCode',
    header: 'Promo code',
    note: 'Letters, digits, dashes and underscores; at least two letters. Primary platform only.',
    holds: 'text',
    shown: onlyAll,
  },
  {
    key: 'aiMediaSelfDisclosure',
    header: 'AI disclosure',
    note: 'Tick it to say that the media was made with AI. Primary platform only.',
    holds: 'flag',
    shown: onlyAll,
    width: 90,
  },
  {
    key: 'enhancements',
    header: 'Enhancements',
    note: 'Names of the platform’s own enhancements to switch on, separated by commas. Everything not named is off.',
    holds: 'names',
    shown: onlyAll,
  },
  { key: 'primaryName', header: 'Page name', note: 'Name of the page, only for show.', holds: 'text', shown: {} },
  { key: 'secondaryName', header: 'Profile name', note: 'Name of the profile, only for show.', holds: 'text', shown: {} },
  {
    key: 'adAccountType',
    header: 'Platform',
    note: 'Only needed where the ad account does not tell.',
    holds: 'choice',
    shown: onlyAll,
  },
  {
    key: 'workspaceId',
    header: 'Workspace ID',
    note: 'The workspace that the ad account must be in. Leave it empty to skip that check.',
    holds: 'id',
    shown: {},
  },
  {
    key: 'launchPaused',
    header: 'Launch paused',
    note: 'A tick is the same as Start as: Paused. To start at once choose Start as: Active.',
    holds: 'flag',
    shown: {},
  },
  {
    key: 'scalePostId',
    header: 'Boost existing post',
    note: 'The same as launch type Post boost.',
    holds: 'flag',
    shown: {},
  },
];

/** Columns whose keys people choose: the word before the dot, and where the value goes. */
const keyedColumns = [
  { word: 'var', path: 'variables.', note: 'A variable of the copy template.' },
  { word: 'name', path: 'naming.values.', note: 'A field of the naming convention that builds the ad name.' },
] as const;

/** `name.hook`. */
export function keyedColumn(header: string): Column | undefined {
  const [, word, key] = /^\s*([a-z]+)\.([a-z][A-Za-z0-9]{0,39})\s*$/.exec(header) ?? [];
  const form = keyedColumns.find((each) => each.word === word);
  if (form === undefined || key === undefined) return undefined;
  return { key: form.path + key, header: `${form.word}.${key}`, note: form.note, holds: 'text', shown: {} };
}

export function keyedHeader(key: string): string | undefined {
  const form = keyedColumns.find(({ path }) => key.startsWith(path));
  return form && `${form.word}.${key.slice(form.path.length)}`;
}

/** A platform's definition, or its row of GET /v1/platforms. */
interface PlatformColumns {
  readonly id: string;
  readonly launch?: { readonly fields: readonly AdField[] } | null | undefined;
}

/** The common columns, then those of single platforms. */
export function columnsFor(platforms: readonly PlatformColumns[]): readonly Column[] {
  const ids = platforms.map(({ id }) => id);
  const common = commonColumns.map((column) => (column.key === 'adAccountType' ? { ...column, choices: itself(ids) } : column));
  const fields = new Map(platforms.flatMap(({ launch }) => (launch?.fields ?? []).map((field) => [field.name, field] as const)));
  const own = [...fields.values()].map(
    ({ name, header, note, holds }): Column => ({ key: name, header, note, holds, shown: onlyAll }),
  );
  return [...common, ...own];
}

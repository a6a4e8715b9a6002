import type { LaunchType } from '../ports/launch-ad.ts';
import type { CheckRow } from '../ports/platform-checks.ts';
import type { AdField, LaunchRules, PlatformDefinition } from '../ports/platform-definition.ts';
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
  /** Only platforms with this type, field or identity have it. */
  readonly of?: LaunchType | LaunchRules['identity'] | LaunchRules['extras'][number];
  /** Only this platform has it. */
  readonly platform?: string;
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

export type ListName = 'accounts' | 'adSets' | 'pages' | 'profiles' | 'callsToAction' | 'leadForms';

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
    of: 'page-and-profile',
    shown: 'always',
    width: 170,
  },
  {
    key: 'secondary',
    header: 'Profile',
    note: 'The profile that the ad is shown under beside its page. Needed on the primary platform.',
    holds: 'id',
    list: 'profiles',
    of: 'page-and-profile',
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
    of: 'carousel',
    shown: { carousel: 1, all: MAX_CARDS },
    width: 150,
  }),
  media({
    key: 'carouselDescription',
    header: 'Card # description',
    note: 'Small text of the card.',
    holds: 'text',
    of: 'carousel',
    shown: { carousel: 1, all: MAX_CARDS },
    width: 150,
  }),
  media({
    key: 'carouselLink',
    header: 'Card # link',
    note: 'Where the card leads. Empty means the ad’s link.',
    holds: 'text',
    of: 'carousel',
    shown: { carousel: 1, all: MAX_CARDS },
    width: 170,
  }),
  media({
    key: 'carouselIndex',
    header: 'Card # position',
    note: 'A number. When every card of an ad has one, the cards stand in this order however the rows are sorted.',
    holds: 'number',
    of: 'carousel',
    shown: { carousel: 1 },
    width: 80,
  }),
  media({
    key: 'effectiveStoryId',
    header: 'Media # post',
    note: 'The post to boost: its number, or page_post.',
    holds: 'id',
    of: 'postBoost',
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
    of: 'flexible',
    shown: { flexible: 3, all: MAX_VARIATIONS },
    width: 150,
  },
  {
    key: 'bodyVariations[n]',
    header: 'Text variation #',
    note: 'Further primary texts of a flexible ad. Without any, the primary text is used.',
    holds: 'text',
    repeats: MAX_VARIATIONS,
    of: 'flexible',
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
    note: 'Paused or Active. Empty means your company’s setting, which is paused unless an admin changed it.',
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
    of: 'partnershipCode',
    shown: { partnershipCode: 1, all: 1 },
    width: 170,
  },
  {
    key: 'partnershipAd.creatorId',
    header: 'Creator ID',
    note: 'Number of the creator’s profile.',
    holds: 'id',
    of: 'partnershipCode',
    shown: onlyAll,
  },
  {
    key: 'partnershipAd.creatorPageId',
    header: 'Creator page ID',
    note: 'Number of the creator’s page.',
    holds: 'id',
    of: 'partnershipCode',
    shown: onlyAll,
  },
  {
    key: 'leadFormId',
    header: 'Lead form',
    aliases: ['leadForm', 'formId'],
    note: 'The form that the ad opens, in ad sets that collect leads on the platform. Choose from the list, or paste its id.',
    holds: 'id',
    list: 'leadForms',
    of: 'leadFormId',
    shown: onlyAll,
    width: 170,
  },
  {
    key: 'promoCode',
    header: 'Promo code',
    note: 'Letters, digits, dashes and underscores; at least two letters. Primary platform only.',
    holds: 'text',
    of: 'promoCode',
    shown: onlyAll,
  },
  {
    key: 'aiMediaSelfDisclosure',
    header: 'AI disclosure',
    note: 'Tick it to say that the media was made with AI. Primary platform only.',
    holds: 'flag',
    of: 'aiMediaSelfDisclosure',
    shown: onlyAll,
    width: 90,
  },
  {
    key: 'enhancements',
    header: 'Enhancements',
    note: 'Names of the platform’s own enhancements to switch on, separated by commas. Everything not named is off.',
    holds: 'names',
    of: 'page-and-profile',
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
  readonly label: string;
  readonly launch?: { readonly fields: readonly AdField[] } | null | undefined;
  readonly lists?: readonly { readonly kind: string }[] | undefined;
}

/** The common columns, then those of single platforms. */
export function columnsFor(platforms: readonly PlatformColumns[]): readonly Column[] {
  const names = Object.fromEntries(platforms.map(({ id, label }) => [label, id]));
  const common = commonColumns.map((column) => (column.key === 'adAccountType' ? { ...column, choices: names } : column));
  const own = platforms.flatMap(({ id, launch, lists = [] }) =>
    (launch?.fields ?? []).map(({ name, header, note, holds }, i): Column => {
      const isIdentity = i === 0 && lists.some(({ kind }) => kind === 'identities');
      return { key: name, header, note, holds, shown: onlyAll, platform: id, width: 170, ...(isIdentity && { list: 'pages' }) };
    }),
  );
  return [...common, ...own];
}

/** A column of a new launch sheet, and how many of it. */
interface ShownColumn {
  readonly column: Column;
  readonly count: number;
}

/** The columns of a launch sheet for ads of a platform: its own that the ads need stand with the ad sets. */
export function columnsOf(
  columns: readonly Column[],
  template: Template,
  platform: Pick<PlatformDefinition, 'id' | 'launch'> | undefined,
): ShownColumn[] {
  const { id, launch } = platform ?? {};
  const usedBy = new Map((launch?.fields ?? []).map(({ name, usedBy: types = [] }) => [name, types]));
  const isInFront = ({ key }: Column): boolean => (usedBy.get(key) ?? []).some((type) => type === template || template === 'all');
  const shown = columns
    .filter((column) => launch === undefined || isOffered(column, launch, id))
    .map((column): ShownColumn => {
      const count = column.shown === 'always' ? 1 : (column.shown[template] ?? 0);
      const described = launch === undefined ? column : withLengths(column, template, launch.checks ?? []);
      return { column: described, count: isInFront(column) ? 1 : countOf(column, count, template, launch) };
    })
    .filter(({ count }) => count > 0);
  const front = shown.filter(({ column }) => isInFront(column));
  const others = shown.filter(({ column }) => !isInFront(column));
  const at = others.findIndex(({ column }) => column.key === 'adSets') + 1;
  return [...others.slice(0, at), ...front, ...others.slice(at)];
}

function isOffered({ key, of, platform }: Column, launch: LaunchRules, id: string | undefined): boolean {
  if (platform !== undefined) return platform === id;
  // The account of the sheet tells the platform.
  if (key === 'adAccountType' || launch.unused?.includes(key) === true) return false;
  if (key === 'cta' && launch.callsToAction.length === 0) return false;
  const has: readonly string[] = [...launch.types, ...launch.extras, launch.identity];
  return of === undefined || has.includes(of);
}

const severalMedia: readonly LaunchType[] = ['multi', 'carousel', 'flexible'];

/** Media only where the type shows some, and several only where some type takes several. */
function countOf({ key }: Column, count: number, template: Template, launch: LaunchRules | undefined): number {
  if (launch === undefined || !key.startsWith('media[n]')) return count;
  if (template !== 'all' && launch.withoutMedia?.includes(template) === true) return 0;
  return launch.types.some((type) => severalMedia.includes(type)) ? count : Math.min(count, 1);
}

/** With what the platform says of the length of its text. */
function withLengths(column: Column, template: Template, checks: readonly CheckRow[]): Column {
  const says = checks.flatMap((check) => {
    const isMeant = check.about === 'length' && check.field === column.key && !column.note.includes(String(check.most));
    return isMeant && (check.types === undefined || template === 'all' || check.types.includes(template)) ? check.says : [];
  });
  return says.length === 0 ? column : { ...column, note: [column.note, ...new Set(says)].join(' ') };
}

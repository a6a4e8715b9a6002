import type { LaunchType } from '../ports/launch-ad.ts';
import type { LaunchRules } from '../ports/platform-definition.ts';

/**
 * A column of launch sheets and CSV files: the one place that ties a header to a field of an ad.
 * Headers are recognised anywhere, by their words or the field's name; other columns belong to the
 * user and are neither read nor written.
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
  /**
   * The list that feeds the dropdown: one of the ad account, or what the company keeps
   * (`launchChoices.list`).
   */
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

export type ListName =
  | 'accounts'
  | 'adSets'
  | 'pages'
  | 'profiles'
  | 'callsToAction'
  | 'leadForms'
  | 'kept';

export const templates = [
  'single',
  'multi',
  'carousel',
  'flexible',
  'postBoost',
  'partnershipCode',
  'leadAd',
  'all',
] as const;
export type Template = (typeof templates)[number];

/** What a row of a template is that says no type. Lead ads are single ads with a form. */
export function typeOf(template: Template): LaunchType | undefined {
  if (template === 'all') return undefined;
  return template === 'leadAd' ? 'single' : template;
}

export const READY = 'ready';
export const AD_KEY = 'adKey';

/** Of a column that only the template with all columns shows. */
export const onlyAll = { all: 1 };

/** Media of an ad (cards of a carousel, items of a feed), and text variations. */
export const MAX_CARDS = 10;
export const MAX_VARIATIONS = 5;

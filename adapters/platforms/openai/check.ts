import { faultsUnder, type ReportFault } from '../../../core/base/schema/faults.ts';
import { lengthRow, lengthRule } from '../kit/checks.ts';
import type { AdOperation, Fault, LaunchAd } from '../types.ts';
import { checks, macros } from './checks.ts';

const leastName = 3;

const rows = {
  adName: lengthRow(checks, 'name'),
  title: lengthRow(checks, 'title'),
  description: lengthRow(checks, 'text'),
  link: lengthRow(checks, 'link'),
} as const;

export function checkAd(ad: LaunchAd): readonly Fault[] {
  return faultsUnder(ad.path, (report) => {
    textRules(ad, report);
    lackRules(ad, report);
    mediaRules(ad, report);
    tagRules(ad, report);
  });
}

const lengthOf = (words: string | undefined) => [...(words ?? '')].length;

function textRules(ad: LaunchAd, report: ReportFault) {
  for (const field of ['adName', 'title', 'description', 'link'] as const) {
    const code = field === 'link' ? 'link_too_long' : undefined;
    lengthRule(report, field, { length: lengthOf(ad[field]), row: rows[field], code });
  }
  for (const [field, what] of [
    ['title', 'the title'],
    ['description', 'the text'],
    ['link', 'the address it leads to'],
  ] as const)
    if (ad[field] === undefined)
      report(field, 'missing_field', `${field} is missing: ${what} of the card.`);
  for (const field of ['adName', 'title'] as const)
    if (ad[field] !== undefined && ad[field] !== '' && lengthOf(ad[field]) < leastName)
      report(field, 'text_too_short', `${field} needs at least ${leastName} characters here.`, {
        values: { least: leastName, length: lengthOf(ad[field]) },
      });
}

const lacks = {
  cta: 'buttons',
  adDescription: 'second text',
  headlineVariations: 'variations of titles',
  bodyVariations: 'variations of texts',
  page: 'pages',
  secondary: 'profiles',
  partnershipAd: 'partnerships',
  enhancements: 'enhancements',
} as const;

function lackRules(ad: LaunchAd, report: ReportFault) {
  for (const [field, what] of Object.entries(lacks) as [keyof typeof lacks, string][]) {
    const value = ad[field];
    if (value === undefined || (Array.isArray(value) && value.length === 0)) continue;
    report(field, 'unsupported_on_platform', `A card has no ${what}: leave ${field} out.`);
  }
}

function mediaRules({ media }: LaunchAd, report: ReportFault) {
  media.forEach(({ type, filename, thumbnail }, position) => {
    if (type === 'video')
      report(`media[${position}]`, 'media_type', 'A card shows no video. Give an image.');
    if (type === 'image' && /\.(gif|svg|bmp|tiff?|heic|avif)$/i.test(filename))
      report(
        `media[${position}]`,
        'media_format',
        'The platform takes JPEG, PNG and WebP images. Convert this one.',
        {
          values: { formats: 'JPEG, PNG, WebP' },
        },
      );
    if (thumbnail !== undefined)
      report(
        `media[${position}].thumbnail`,
        'unsupported_on_platform',
        'Only videos have a thumbnail: leave it out.',
      );
  });
}

const token = /\{\{([^{}]{1,60})\}\}/g;

function tagRules({ utmTags = '' }: LaunchAd, report: ReportFault) {
  const known = macros.map(({ name }) => name);
  utmTags.replace(token, (whole, name: string) => {
    if (!known.includes(name.trim().toLowerCase()))
      report(
        'utmTags',
        'unknown_macro',
        `Nothing fills in ${whole} here. Known: ${known.map((each) => `{{${each}}}`).join(', ')}.`,
      );
    return whole;
  });
}

/** The platform's own signs, and names written out. */
export function tagsOf({
  ad,
  adSet,
  name,
}: Pick<AdOperation, 'ad' | 'adSet' | 'name'>): string | undefined {
  const written: { readonly [macro: string]: string } = {
    'adset.id': adSet.id,
    'adset.name': encodeURIComponent(adSet.name),
    'ad.name': encodeURIComponent(name),
  };
  return ad.utmTags?.replace(token, (whole, inner: string) => {
    const macro = inner.trim().toLowerCase();
    return written[macro] ?? macros.find((each) => each.name === macro)?.sent ?? whole;
  });
}

import { faultsUnder, type ReportFault } from '../../../core/base/schema/faults.ts';
import type { AdSetFacts, Fault, LaunchAd } from '../types.ts';

export const endCardField = 'endCard';

export function checkAd(ad: LaunchAd): readonly Fault[] {
  return faultsUnder(ad.path, (report) => {
    endCardRules(ad, report);
    mediaRules(ad, report);
  });
}

export type EndCard = { readonly id: string } | { readonly url: string };

export function parseEndCard(value: string): EndCard | undefined {
  const given = value.trim();
  if (/^\d{1,30}$/.test(given)) return { id: given };
  return /^https:\/\/[^\s"<>]+$/i.test(given) && given.length <= 2_000 ? { url: given } : undefined;
}

function endCardRules({ platformFields }: LaunchAd, report: ReportFault) {
  const value = platformFields?.[endCardField];
  if (value === undefined || parseEndCard(value) !== undefined) return;
  const message = `${value.slice(0, 60)} is no end card. Give the id of an HTML asset of the account (digits), or the https address of an HTML file.`;
  report(endCardField, 'end_card', message);
}

function mediaRules({ media }: LaunchAd, report: ReportFault) {
  media.forEach(({ type, filename }, position) => {
    if (type === 'image' && /\.webp$/i.test(filename))
      report(
        `media[${position}]`,
        'media_format',
        'The platform takes JPG, PNG and GIF images. Convert this one.',
        {
          values: { formats: 'JPG, PNG, GIF' },
        },
      );
    if (type === 'video' && /\.avi$/i.test(filename))
      report(
        `media[${position}]`,
        'media_format',
        'The platform takes MP4 and MOV videos. Convert this one.',
        {
          values: { formats: 'MP4, MOV' },
        },
      );
  });
}

export function adWarnings(ad: LaunchAd, adSets: readonly AdSetFacts[] = []): readonly Fault[] {
  return faultsUnder(ad.path, (report) => {
    for (const field of ['title', 'description', 'cta'] as const)
      if (ad[field] !== undefined)
        report(
          field,
          'not_shown',
          `The platform shows no texts and no buttons: ${field} is not sent.`,
        );
    if (
      ad.link !== undefined &&
      adSets.length > 0 &&
      adSets.every(({ destinationType }) => destinationType === 'APP')
    )
      report(
        'link',
        'not_shown',
        'An ad of an app leads to its page in the store: link is not sent.',
      );
  });
}

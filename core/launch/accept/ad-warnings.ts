import { accountKeyOf } from '../../base/account-key.ts';
import { platformCalled } from '../../base/platforms.ts';
import { join } from '../../base/schema/faults.ts';
import { createWarnings, type Warning, type Warnings } from '../../base/schema/unknown-fields.ts';
import type { LaunchAd } from '../../ports/launch-ad.ts';
import type { Definitions } from '../../ports/platform-definition.ts';
import type { Steps } from '../../records/steps.ts';
import type { SentLaunch } from './body.ts';
import { adsEach } from './check.ts';
import type { Surroundings } from './look-up.ts';

/** Warns of ads that are launched otherwise than their fields say at first sight. */
export function* adWarnings(
  ads: readonly LaunchAd[],
  sent: SentLaunch,
  definitions: Definitions,
  { adSets, post }: Surroundings,
): Steps<Warning[]> {
  const warnings = createWarnings((count) => ({
    path: 'ads',
    code: 'ads',
    message: `There ${count === 1 ? 'is 1 more warning' : `are ${count} more warnings`} about ads.`,
  }));
  for (const ad of ads) {
    yield;
    warnOfType(warnings, ad, sent.ads[ad.index]?.input?.type ?? undefined);
    warnOfSeveral(warnings, ad, definitions);
    warnOfTexts(warnings, ad, definitions);
    warnOfLinks(warnings, ad);
    const known = adSets.get(accountKeyOf(ad));
    const own = definitions[ad.platform]?.launch?.warnings?.(
      ad,
      ad.adSets.flatMap(({ id }) => known?.get(id) ?? []),
      post(ad),
    );
    for (const warning of own ?? []) warnings.add(() => warning);
  }
  return warnings.list();
}

function warnOfType(warnings: Warnings, ad: LaunchAd, asked: string | undefined): void {
  if (asked === 'single' && ad.type === 'partnershipCode')
    warnings.add(() => ({
      path: join(ad.path, 'type'),
      code: 'partnership_type',
      message:
        'partnershipCode decides: the ad shows the creator’s own content, and is no single ad.',
    }));
  if (asked === 'multi' && ad.type === 'single')
    warnings.add(() => ({
      path: join(ad.path, 'type'),
      code: 'placement_count',
      message:
        'A multi ad with one media item shows it in every placement: it is launched as a single ad.',
    }));
}

function warnOfSeveral(warnings: Warnings, ad: LaunchAd, definitions: Definitions): void {
  const definition = definitions[ad.platform];
  const count = adsEach(ad, definitions);
  if (definition === undefined || count < 2) return;
  warnings.add(() => ({
    path: join(ad.path, 'type'),
    code: 'becomes_ads',
    message: `This ad becomes ${count} ads in each ${definition.adSetWord}: an ad on ${platformCalled(definition.label)} shows one file.`,
  }));
}

function warnOfTexts(warnings: Warnings, ad: LaunchAd, definitions: Definitions): void {
  const isSeveral = definitions[ad.platform]?.launch?.multi === 'ads';
  if (ad.type === 'flexible' || (ad.type === 'multi' && !isSeveral)) return;
  ad.media.forEach(({ adCopyDescription }, position) => {
    if (adCopyDescription === undefined || adCopyDescription === ad.description) return;
    if (ad.type === 'carousel' && adCopyDescription === ad.media[position]?.carouselDescription)
      return;
    warnings.add(() => ({
      path: join(ad.path, `media[${position}].adCopyDescription`),
      code: 'unused_text',
      message: 'adCopyDescription is not used: this ad has one text, its description.',
    }));
  });
}

/** Browsers warn of links that are not encrypted, and some platforms turn the ads down. */
function warnOfLinks(warnings: Warnings, ad: LaunchAd): void {
  warnOfLink(warnings, ad.link, () => join(ad.path, 'link'));
  if (ad.type !== 'carousel') return;
  ad.media.forEach(({ carouselLink }, position) => {
    warnOfLink(warnings, carouselLink, () => join(ad.path, `media[${position}].carouselLink`));
  });
}

function warnOfLink(warnings: Warnings, link: string | undefined, place: () => string): void {
  if (link === undefined || !/^http:/i.test(link)) return;
  warnings.add(() => ({
    path: place(),
    code: 'insecure_link',
    message: `${link.slice(0, 80)} is not encrypted: browsers warn of such pages. Use https:// where the page has it.`,
  }));
}

import type { Fault } from '../../base/errors.ts';
import type { ReportFault } from '../../base/schema/faults.ts';
import type { LaunchAd } from '../../ports/launch-ad.ts';
import type { LaunchRules } from '../../ports/platform-definition.ts';

/** The link of this button is a telephone number. */
const CALL_BUTTON = 'CALL_NOW';

export function linkRules(ad: LaunchAd, { phoneLinks }: LaunchRules, report: ReportFault): void {
  const check = (field: string, link: string | undefined) => {
    if (link === undefined) return;
    if (/^tel:/i.test(link)) phoneRules(ad, phoneLinks === true, { field, link }, report);
    else if (!isLink(link))
      report(
        field,
        'link',
        `${link.slice(0, 80)} is not a link. It must start with https:// or http:// and name a host.`,
        {
          values: { link: link.slice(0, 80) },
        },
      );
    else if (phoneLinks && ad.cta === CALL_BUTTON)
      report(
        field,
        'phone_link',
        `With the button ${CALL_BUTTON} the link is the number to call: tel:+ and digits, as in tel:+4930123456.`,
      );
  };
  check('link', ad.link);
  if (ad.type !== 'carousel') return;
  ad.media.forEach(({ carouselLink }, position) => {
    check(`media[${position}].carouselLink`, carouselLink);
  });
}

function phoneRules(
  ad: LaunchAd,
  offered: boolean,
  { field, link }: { readonly field: string; readonly link: string },
  report: ReportFault,
): void {
  if (!offered)
    report(
      field,
      'link',
      'Ads here cannot lead to a telephone number. Give a link that starts with https://.',
    );
  else if (!isPhoneLink(link))
    report(
      field,
      'phone_link',
      'A number to call is tel:+ with country code and digits, as in tel:+4930123456.',
    );
  else if (ad.cta !== CALL_BUTTON)
    report(
      field,
      'phone_link',
      `A telephone number goes with the button ${CALL_BUTTON}. Set cta to it, or give a link that starts with https://.`,
    );
  else if (ad.type === 'multi' || ad.type === 'flexible')
    report(
      field,
      'phone_link',
      `A ${ad.type} ad cannot lead to a telephone number. Use type single or carousel.`,
    );
}

/**
 * An absolute http(s) address. Valibot's own check needs the URL global, which Apps Script lacks.
 */
export const isLink = (text: string): boolean =>
  /^https?:\/\/[^\s/?#@]+([/?#]\S*)?$/i.test(text) && text.length <= 2048;

const isPhoneLink = (link: string) => /^tel:\+[1-9]\d{6,14}$/.test(link);

/** Name=value pairs joined by &; values may hold macros of the platform. */
export const areTags = (text: string): boolean =>
  /^[^\s=&?#]+=[^&#]*(&[^\s=&?#]+=[^&#]*)*$/.test(text);

/** A telephone number in the one form that is sent; other links as they are. */
export const plainLink = (link: string | undefined): string | undefined =>
  link !== undefined && /^tel:/i.test(link)
    ? `tel:${link.slice(4).replace(/[\s().-]/g, '')}`
    : link;

export function keptLinkFaults(kept: {
  readonly link?: string | null | undefined;
  readonly utmTags?: string | null | undefined;
}): Fault[] {
  const { link, utmTags } = kept;
  const faults: Fault[] = [];
  if (typeof link === 'string' && !isLink(link) && !isPhoneLink(link))
    faults.push({
      path: 'link',
      code: 'link',
      message: 'link must start with https:// or http:// and name a host.',
    });
  if (typeof utmTags === 'string' && !areTags(utmTags.trim().replace(/^[?&]+/, '')))
    faults.push({
      path: 'utmTags',
      code: 'utm_tags',
      message: 'utmTags must be name=value pairs joined by &.',
    });
  return faults;
}

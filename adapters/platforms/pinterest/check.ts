import { faultsUnder, type ReportFault } from '../../../core/base/schema/faults.ts';
import { buttonRules, lengthRow, lengthRule } from '../kit/checks.ts';
import { wordsIn } from '../kit/json.ts';
import { tagged } from '../kit/links.ts';
import type { Fault, LaunchAd, NamedIdentity } from '../types.ts';
import { checks } from './checks.ts';
import { markLength } from './mark.ts';

export const boardField = 'pinBoardId';
export const buttonField = 'pinCta';

const textRows = {
  adName: lengthRow(checks, 'name'),
  title: lengthRow(checks, 'title'),
  description: lengthRow(checks, 'text'),
} as const;
const linkRow = lengthRow(checks, 'link');
const cards = { least: 2, most: 5 } as const;

export function identityOf({ platformFields }: LaunchAd): NamedIdentity | undefined {
  const value = platformFields?.[boardField];
  if (value === undefined) return undefined;
  const otherwise = 'the platform will most likely refuse the ad.';
  return { field: boardField, value, otherwise, isSame: (listed) => listed === value };
}

export function checkAd(ad: LaunchAd): readonly Fault[] {
  return faultsUnder(ad.path, (report) => {
    boardRules(ad, report);
    postRules(ad, report);
    textRules(ad, report);
    ctaRules(ad, report);
    linkRules(ad, report);
    if (ad.type === 'carousel') carouselRules(ad, report);
  });
}

/** Without the page that some callers put in front. */
export const boostedPin = ({ media }: Pick<LaunchAd, 'media'>) =>
  media[0]?.effectiveStoryId?.split('_').pop();

export const buttonOf = (ad: LaunchAd) => ad.platformFields?.[buttonField]?.toUpperCase() ?? ad.cta;

function boardRules(ad: LaunchAd, report: ReportFault) {
  const board = ad.platformFields?.[boardField];
  const hint = 'platforms.identities';
  // A boosted pin is on a board already.
  if (board === undefined && ad.type !== 'postBoost')
    report(
      boardField,
      'missing_field',
      `${boardField} is missing: the board that the ad's pin is put on.`,
      { hint },
    );
  else if (board !== undefined && !/^\d{1,30}$/.test(board))
    report(
      boardField,
      'board',
      `${board.slice(0, 60)} is not the id of a board, which has digits only.`,
      { hint },
    );
}

function postRules(ad: LaunchAd, report: ReportFault) {
  if (ad.type !== 'postBoost') return;
  const pin = boostedPin(ad);
  if (pin !== undefined && !/^\d{1,30}$/.test(pin))
    report(
      'media[0].effectiveStoryId',
      'post_id',
      `${pin.slice(0, 60)} is not the id of a pin, which has digits only.`,
    );
}

function textRules(ad: LaunchAd, report: ReportFault) {
  // A boosted pin has its own texts.
  const fields =
    ad.type === 'postBoost' ? (['adName'] as const) : (['adName', 'title', 'description'] as const);
  for (const field of fields)
    lengthRule(report, field, { length: [...(ad[field] ?? '')].length, row: textRows[field] });
}

function ctaRules(ad: LaunchAd, report: ReportFault) {
  const own = ad.platformFields?.[buttonField];
  const named: LaunchAd = own === undefined ? ad : { ...ad, cta: own.toUpperCase() };
  buttonRules(named, callsToAction, (field, ...said) =>
    report(own === undefined ? field : buttonField, ...said),
  );
}

function linkRules(ad: LaunchAd, report: ReportFault) {
  // The pin's own link has no tags, but its mark.
  const tags = Math.max(tagged('', ad.utmTags).length, ad.type === 'postBoost' ? 0 : markLength);
  if (ad.link !== undefined)
    lengthRule(report, 'link', {
      length: ad.link.length + tags,
      row: linkRow,
      code: 'link_too_long',
    });
  for (const [position, { carouselLink }] of ad.media.entries())
    if (carouselLink !== undefined)
      linkRule(report, `media[${position}].carouselLink`, tagged(carouselLink, ad.utmTags));
}

const linkRule = (report: ReportFault, field: string, link = '') =>
  lengthRule(report, field, { length: link.length, row: linkRow, code: 'link_too_long' });

function carouselRules(ad: LaunchAd, report: ReportFault) {
  if (ad.media.length > cards.most)
    report(
      'media',
      'carousel_cards',
      `A carousel has ${cards.least} to ${cards.most} cards here; this one has ${ad.media.length}.`,
      { values: { ...cards, count: ad.media.length } },
    );
  ad.media.forEach(({ type }, position) => {
    if (type === 'video')
      report(
        `media[${position}]`,
        'carousel_media',
        'The cards of a carousel are images here. Launch the video as an ad of its own.',
      );
  });
}

export const cardLinks = ({ media, link }: Pick<LaunchAd, 'media' | 'link'>) =>
  media.map(({ carouselLink }) => carouselLink ?? link ?? '');

/** `customizable_cta_type`. Which of them an ad takes depends on its campaign. */
const own: readonly string[] = wordsIn(`
  GET_OFFER LEARN_MORE ORDER_NOW SHOP_NOW SIGN_UP SUBSCRIBE BUY_NOW CONTACT_US GET_QUOTE VISIT_SITE APPLY_NOW BOOK_NOW
  REQUEST_DEMO REGISTER_NOW FIND_A_DEALER ADD_TO_CART WATCH_NOW READ_MORE BUY_TICKETS DONATE_NOW DOWNLOAD EXPLORE_MORE
`);

/** Other platforms' names of a button. */
const otherNames: { readonly [name: string]: string } = { WATCH_MORE: 'WATCH_NOW' };

export const callsToAction: readonly string[] = [...own, ...Object.keys(otherNames)];

export const ctaType = (name: string) => otherNames[name] ?? name;

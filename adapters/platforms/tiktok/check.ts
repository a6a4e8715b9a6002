import { faultsUnder, type ReportFault } from '../../../core/base/schema/faults.ts';
import { buttonRules, lengthRow, lengthRule } from '../kit/checks.ts';
import { wordsIn } from '../kit/json.ts';
import { landingPage as taggedPage } from '../kit/links.ts';
import type { AdSetFacts, Fault, LaunchAd, NamedIdentity } from '../types.ts';
import { checks, macros } from './checks.ts';
import { endedTrait, onTiktok, smartTrait } from './family.ts';
import { parseIdentity } from './identity.ts';

export const identityField = 'selectedShortVideoUserAccount';
export const musicField = 'shortVideoMusicId';

const textRow = lengthRow(checks, 'text');
const longestName = 512;

/**
 * Objectives whose ads lead to a landing page (TikTok Business API v1.3, ad/create, 2026-11-15).
 */
const leading = ['TRAFFIC', 'WEB_CONVERSIONS'];

export function checkAd(ad: LaunchAd, adSets: readonly AdSetFacts[] = []): readonly Fault[] {
  return faultsUnder(ad.path, (report) => {
    identityRules(ad, report);
    textRules(ad, report);
    emojiRules(ad, report);
    buttonRules(ad, callsToAction, report);
    linkRules(ad, adSets, report);
    formRules(ad, adSets, report);
    mediaRules(ad, report);
    smartRules(ad, adSets, report);
  });
}

export function adWarnings(ad: LaunchAd, adSets: readonly AdSetFacts[] = []): readonly Fault[] {
  const smart = familyWarnings(ad, adSets);
  if (ad.cta !== undefined) return smart;
  const buttons = [...new Set(adSets.map(({ objective }) => defaultButton(objective)))].join(
    ' or ',
  );
  if (buttons === '') return smart;
  const message = `The ad names no button, and the platform wants one: it gets ${buttons}. Send cta to choose.`;
  return [
    ...smart,
    ...faultsUnder(ad.path, (report) =>
      report('cta', 'default_button', message, { values: { buttons } }),
    ),
  ];
}

export function identityOf({ platformFields }: LaunchAd): NamedIdentity | undefined {
  const value = platformFields?.[identityField];
  const named = value === undefined ? undefined : parseIdentity(value);
  if (value === undefined || named === undefined) return undefined;
  const isSame = (listed: string) => {
    const other = parseIdentity(listed);
    return other?.id === named.id && (named.type === undefined || other?.type === named.type);
  };
  return {
    field: identityField,
    value,
    isSame,
    otherwise: 'the platform will most likely refuse the ad.',
  };
}

function identityRules(ad: LaunchAd, report: ReportFault) {
  const value = ad.platformFields?.[identityField];
  const identity = value === undefined ? undefined : parseIdentity(value);
  const hint = 'platforms.identities';
  if (value === undefined)
    report(
      identityField,
      'missing_field',
      `${identityField} is missing: the identity the ad speaks for.`,
      { hint },
    );
  else if (identity === undefined)
    report(identityField, 'identity', `${value.slice(0, 60)} is not an identity.`, { hint });
  else if (ad.type === 'postBoost' && identity.type === 'CUSTOMIZED_USER')
    report(
      identityField,
      'identity',
      `A post is boosted by the profile that owns it; this identity has no posts.`,
      { hint },
    );
}

/** Chinese and Japanese letters count twice, says the platform. */
const lengthOf = (text: string) =>
  [...text].reduce((sum, char) => sum + (/[\u3040-\u30ff\u3400-\u9fff]/.test(char) ? 2 : 1), 0);

/** One text, no headline: the description, or else the title. */
export const captionOf = (ad: LaunchAd) => ad.description ?? ad.title;

const emoji = /\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f/u;

function emojiRules(ad: LaunchAd, report: ReportFault) {
  const caption = ad.type === 'postBoost' ? undefined : captionOf(ad);
  const texts = {
    adName: ad.adName,
    [ad.description === undefined ? 'title' : 'description']: caption,
  };
  for (const [field, text = ''] of Object.entries(texts)) {
    const [found] = emoji.exec(text) ?? [];
    if (found !== undefined)
      report(
        field,
        'emoji',
        `The platform takes no emoji in names and texts of ads: remove ${found}.`,
        {
          values: { emoji: found },
        },
      );
  }
}

function textRules(ad: LaunchAd, report: ReportFault): void {
  const length = lengthOf(ad.adName);
  if (length > longestName)
    report(
      'adName',
      'text_too_long',
      `A name has at most ${longestName} characters; this one has ${length}.`,
      {
        values: { most: longestName, length },
      },
    );
  if (ad.type === 'postBoost') return;
  const caption = captionOf(ad);
  if (caption === undefined)
    report('description', 'missing_field', 'description is missing: the text of the ad.');
  else
    lengthRule(report, ad.description === undefined ? 'title' : 'description', {
      length: lengthOf(caption),
      row: textRow,
    });
}

function linkRules(ad: LaunchAd, adSets: readonly AdSetFacts[], report: ReportFault): void {
  const adSet =
    ad.link === undefined && adSets.find(({ objective }) => leading.includes(objective));
  if (adSet)
    report(
      'link',
      'missing_field',
      `link is missing: ${adSet.name} has the objective ${adSet.objective}, so the platform wants the address its ads lead to.`,
    );
  for (const field of ['link', 'utmTags'] as const) {
    const [unknown] = unknownMacros(ad[field] ?? '');
    if (unknown !== undefined)
      report(
        field,
        'unknown_token',
        `Nothing fills in ${unknown} on this platform. Known: {{campaign.name}}, {{adset.name}}, {{ad.name}}, their ids, {{placement}}.`,
        { values: { token: unknown } },
      );
  }
}

/**
 * An instant form goes with campaigns that collect leads, and not with a boosted post, which keeps
 * its own page.
 */
function formRules(
  { leadFormId, type }: LaunchAd,
  adSets: readonly AdSetFacts[],
  report: ReportFault,
) {
  if (leadFormId === undefined) return;
  if (type === 'postBoost')
    report('leadFormId', 'lead_form_place', 'A boosted post takes no lead form.');
  const other = adSets.find(({ objective }) => objective !== 'LEAD_GENERATION');
  if (other !== undefined)
    report(
      'leadFormId',
      'lead_form_ad_set',
      `${other.name} collects no leads in forms: it has the objective ${other.objective}, and a form needs LEAD_GENERATION.`,
    );
}

function mediaRules(ad: LaunchAd, report: ReportFault) {
  if (ad.type !== 'single') return;
  ad.media.forEach(({ type, filename }, position) => {
    if (type === 'image' && /\.(gif|webp)$/i.test(filename))
      report(
        `media[${position}]`,
        'media_format',
        'The platform takes JPG and PNG images. Convert this one.',
        {
          values: { formats: 'JPG, PNG' },
        },
      );
  });
}

const isSmart = ({ traits }: AdSetFacts) => traits?.includes(smartTrait) === true;

export const customOnTiktok =
  'Upgraded Smart+ shows ads on TikTok under a linked TikTok account alone: an identity of the type CUSTOMIZED_USER is impossible there. Link the account in Business Center with the right to post, and name it.';

function smartRules(ad: LaunchAd, adSets: readonly AdSetFacts[], report: ReportFault) {
  const smart = adSets.filter(isSmart);
  const value = ad.platformFields?.[identityField] ?? '';
  if (
    parseIdentity(value)?.type === 'CUSTOMIZED_USER' &&
    smart.some(({ traits }) => traits?.includes(onTiktok))
  )
    report(identityField, 'identity', customOnTiktok, { hint: 'platforms.identities' });
  if (smart.length > 0 && isImage(ad) && ad.platformFields?.[musicField] === undefined)
    report(
      musicField,
      'missing_field',
      `${musicField} is missing: in an Upgraded Smart+ ad group an image is shown as a carousel of one, and TikTok wants music for it.`,
    );
}

const isImage = ({ type, media }: LaunchAd) => type === 'single' && media[0]?.type === 'image';

/** The family of the ad, why, and what it has otherwise. */
function familyWarnings(ad: LaunchAd, adSets: readonly AdSetFacts[]): readonly Fault[] {
  const about = (code: string, message: string, adSet: string): Fault => ({
    path: ad.adSetsPath,
    code,
    message: message.trim(),
    values: { adSet },
  });
  const ended = adSets.find(({ traits }) => traits?.includes(endedTrait));
  const old =
    ended &&
    about(
      'manual_ended',
      `${ended.name} is in a manual campaign: TikTok may refuse new ads in it.`,
      ended.name,
    );
  const adSet = adSets.find(isSmart);
  if (adSet === undefined) return old ? [old] : [];
  const differs = [
    ...(isImage(ad) ? ['The image becomes a carousel of one image.'] : []),
    ...(ad.type === 'postBoost' && captionOf(ad) !== undefined
      ? ['Its text is that of the post: description is not sent.']
      : []),
    ...(/\{\{ad\.(?:id|name)\}\}/i.test(`${ad.link} ${ad.utmTags}`)
      ? [
          '{{ad.id}} and {{ad.name}} may name the creative, not the ad: do not join figures on them.',
        ]
      : []),
  ];
  const message = `${adSet.name} is in an Upgraded Smart+ campaign, so this becomes an Upgraded Smart+ ad with one creative. ${differs.join(' ')}`;
  return [...(old ? [old] : []), about('smart_plus', message, adSet.name)];
}

/** The platform demands a button; this one fits the objective of the campaign. */
export const defaultButton = (objective: string) => fitting[objective] ?? 'LEARN_MORE';

const fitting: { readonly [objective: string]: string } = {
  APP_PROMOTION: 'DOWNLOAD_NOW',
  LEAD_GENERATION: 'SIGN_UP',
  PRODUCT_SALES: 'SHOP_NOW',
  VIDEO_VIEWS: 'WATCH_NOW',
};

/** Of ads with a destination. Which of them a campaign takes depends on its objective. */
export const callsToAction: readonly string[] = wordsIn(`
  LEARN_MORE SHOP_NOW SIGN_UP DOWNLOAD_NOW CONTACT_US APPLY_NOW BOOK_NOW WATCH_NOW VIEW_NOW GET_QUOTE ORDER_NOW INSTALL_NOW
  SUBSCRIBE READ_MORE PLAY_GAME LISTEN_NOW VISIT_STORE PREORDER_NOW GET_TICKETS_NOW GET_SHOWTIMES INTERESTED EXPERIENCE_NOW
  CALL_NOW SEND_MESSAGE
`);

const sentFor = (macro: string) =>
  macros.find(({ name }) => `{{${name}}}` === macro.toLowerCase())?.sent;

const macroForm = /\{\{[^{}]*\}\}/g;

const unknownMacros = (text: string) =>
  (text.match(macroForm) ?? []).filter((macro) => sentFor(macro) === undefined);

export const landingPage = (ad: Pick<LaunchAd, 'link' | 'utmTags'>) =>
  taggedPage(ad)?.replace(macroForm, (macro) => sentFor(macro) ?? macro);

import type { Fault } from '../../../core/base/errors.ts';
import { faultsUnder, type ReportFault } from '../../../core/base/schema/faults.ts';
import type { LaunchAd } from '../../../core/ports/launch-ad.ts';
import type { NamedIdentity } from '../../../core/ports/platform-definition.ts';
import type { AdSetFacts } from '../../../core/ports/platform-launch.ts';
import { buttonRules } from '../kit/buttons.ts';
import { lengthRow, lengthRule } from '../kit/checks.ts';
import { callsToAction, defaultButton } from './call-to-action.ts';
import { checks } from './checks.ts';
import { parseIdentity } from './identity.ts';
import { unknownMacros } from './landing-page.ts';

export const identityField = 'selectedShortVideoUserAccount';

const textRow = lengthRow(checks, 'text');
const longestName = 512;

export function checkAd(ad: LaunchAd): readonly Fault[] {
  return faultsUnder(ad.path, (report) => {
    identityRules(ad, report);
    textRules(ad, report);
    emojiRules(ad, report);
    buttonRules(ad, callsToAction, report);
    linkRules(ad, report);
    mediaRules(ad, report);
  });
}

export function adWarnings(ad: LaunchAd, adSets: readonly AdSetFacts[] = []): readonly Fault[] {
  if (ad.cta !== undefined) return [];
  const buttons = [...new Set(adSets.map(({ objective }) => defaultButton(objective)))];
  if (buttons.length === 0) return [];
  const message = `The ad names no button, and the platform wants one: it gets ${buttons.join(' or ')}. Send cta to choose.`;
  return faultsUnder(ad.path, (report) => report('cta', 'default_button', message));
}

export function identityOf({ platformFields }: LaunchAd): NamedIdentity | undefined {
  const value = platformFields?.[identityField];
  const named = value === undefined ? undefined : parseIdentity(value);
  if (value === undefined || named === undefined) return undefined;
  const isSame = (listed: string) => {
    const other = parseIdentity(listed);
    return other?.id === named.id && (named.type === undefined || other?.type === named.type);
  };
  return { field: identityField, value, isSame, otherwise: 'the platform will most likely refuse the ad.' };
}

function identityRules(ad: LaunchAd, report: ReportFault) {
  const value = ad.platformFields?.[identityField];
  const identity = value === undefined ? undefined : parseIdentity(value);
  const hint = 'platforms.identities';
  if (value === undefined)
    report(identityField, 'missing_field', `${identityField} is missing: the identity the ad speaks for.`, hint);
  else if (identity === undefined) report(identityField, 'identity', `${value.slice(0, 60)} is not an identity.`, hint);
  else if (ad.type === 'postBoost' && identity.type === 'CUSTOMIZED_USER')
    report(identityField, 'identity', `A post is boosted by the profile that owns it; this identity has no posts.`, hint);
}

/** Chinese and Japanese letters count twice, says the platform. */
const lengthOf = (text: string) => [...text].reduce((sum, char) => sum + (/[\u3040-\u30ff\u3400-\u9fff]/.test(char) ? 2 : 1), 0);

/** One text, no headline: the description, or else the title. */
export const captionOf = (ad: LaunchAd): string | undefined => ad.description ?? ad.title;

const emoji = /\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f/u;

function emojiRules(ad: LaunchAd, report: ReportFault) {
  const caption = ad.type === 'postBoost' ? undefined : captionOf(ad);
  const texts = { adName: ad.adName, [ad.description === undefined ? 'title' : 'description']: caption };
  for (const [field, text = ''] of Object.entries(texts)) {
    const [found] = emoji.exec(text) ?? [];
    if (found !== undefined) report(field, 'emoji', `The platform takes no emoji in names and texts of ads: remove ${found}.`);
  }
}

function textRules(ad: LaunchAd, report: ReportFault) {
  if (lengthOf(ad.adName) > longestName)
    report('adName', 'text_too_long', `A name has at most ${longestName} characters; this one has ${lengthOf(ad.adName)}.`);
  if (ad.type === 'postBoost') return;
  const caption = captionOf(ad);
  if (caption === undefined) report('description', 'missing_field', 'description is missing: the text of the ad.');
  else lengthRule(report, ad.description === undefined ? 'title' : 'description', { length: lengthOf(caption), row: textRow });
}

function linkRules(ad: LaunchAd, report: ReportFault) {
  for (const field of ['link', 'utmTags'] as const) {
    const [unknown] = unknownMacros(ad[field] ?? '');
    if (unknown !== undefined)
      report(
        field,
        'unknown_token',
        `Nothing fills in ${unknown} on this platform. Known: {{campaign.name}}, {{adset.name}}, {{ad.name}}, their ids, {{placement}}.`,
      );
  }
}

function mediaRules(ad: LaunchAd, report: ReportFault) {
  if (ad.type !== 'single') return;
  ad.media.forEach(({ type, filename }, position) => {
    if (type === 'image' && /\.(gif|webp)$/i.test(filename))
      report(`media[${position}]`, 'media_format', 'The platform takes JPG and PNG images. Convert this one.');
  });
}

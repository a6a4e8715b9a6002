import { faultsUnder, type ReportFault } from '../../../core/base/schema/faults.ts';
import { nearestName } from '../../../core/base/schema/unknown-fields.ts';
import { buttonRules, lengthRow, lengthRule } from '../kit/checks.ts';
import type { Fault, LaunchAd, NamedIdentity } from '../types.ts';
import { checks } from './checks.ts';
import {
  callsToAction,
  creativeTypeOf,
  fieldNames,
  fieldsOf,
  headlineOf,
  launchedTypes,
  typeNamed,
} from './fields.ts';
import { isUuid } from './wire/values.ts';

const rows = {
  name: lengthRow(checks, 'name'),
  headline: lengthRow(checks, 'headline'),
  brandName: lengthRow(checks, 'brand'),
};

export const longest = {
  name: rows.name.most,
  headline: rows.headline.most,
  brandName: rows.brandName.most,
};

export function checkAd(ad: LaunchAd): readonly Fault[] {
  return faultsUnder(ad.path, (report) => {
    profileRules(ad, report);
    textRules(ad, report);
    typeRules(ad, report);
    buttonRules(ad, callsToAction, report);
    ownButtonRules(ad, report);
    macroRules(ad, report);
    mediaRules(ad, report);
  });
}

const lengthOf = (text = '') => [...text].length;

function profileRules(ad: LaunchAd, report: ReportFault) {
  const { profileId } = fieldsOf(ad);
  const hint = 'platforms.identities';
  if (profileId === undefined)
    report(
      fieldNames.profileId,
      'missing_field',
      `${fieldNames.profileId} is missing: the public profile the ad speaks for.`,
      {
        hint,
      },
    );
  else if (!isUuid(profileId))
    report(
      fieldNames.profileId,
      'identity',
      `${profileId.slice(0, 60)} is not the id of a public profile.`,
      { hint },
    );
}

/** Known profiles are those that creatives of the account have named. */
export function identityOf(ad: LaunchAd): NamedIdentity | undefined {
  const { profileId: value } = fieldsOf(ad);
  if (value === undefined || !isUuid(value)) return undefined;
  const otherwise = 'no creative of the account has named it so far. Make sure that it is yours.';
  return { field: fieldNames.profileId, value, otherwise, isSame: (listed) => listed === value };
}

function textRules(ad: LaunchAd, report: ReportFault) {
  const { brandName, headline } = fieldsOf(ad);
  lengthRule(report, 'adName', { length: lengthOf(ad.adName), row: rows.name });
  lengthRule(report, fieldNames.brandName, { length: lengthOf(brandName), row: rows.brandName });
  if (brandName === undefined)
    report(
      fieldNames.brandName,
      'missing_field',
      `${fieldNames.brandName} is missing: the name shown with the ad, at most ${longest.brandName} characters.`,
    );
  if (headlineOf(ad) === undefined)
    report(
      'title',
      'missing_field',
      `title is missing: give it or ${fieldNames.headline}, at most ${longest.headline} characters.`,
    );
  lengthRule(report, headline === undefined ? 'title' : fieldNames.headline, {
    length: lengthOf(headlineOf(ad)),
    row: rows.headline,
  });
}

function typeRules(ad: LaunchAd, report: ReportFault) {
  const { adType } = fieldsOf(ad);
  if (adType !== undefined && typeNamed(adType) === undefined) {
    const message = `${adType.slice(0, 40)} cannot be launched. Offered: ${launchedTypes.join(', ')} (the same as REMOTE_WEBPAGE).`;
    report(fieldNames.adType, 'ad_type', message);
    return;
  }
  const type = creativeTypeOf(ad);
  if (type === 'WEB_VIEW' && ad.link === undefined)
    report('link', 'missing_field', 'link is missing: an ad of type WEB_VIEW leads to a web page.');
  if (type === 'SNAP_AD' && ad.link !== undefined)
    report(
      'link',
      'ad_type',
      `An ad of type SNAP_AD leads nowhere. Leave link out, or ${fieldNames.adType}.`,
    );
}

function ownButtonRules(ad: LaunchAd, report: ReportFault) {
  const { cta } = fieldsOf(ad);
  if (cta === undefined || callsToAction.includes(cta.toUpperCase())) return;
  const near = nearestName(cta.toUpperCase(), callsToAction);
  const hint =
    near === undefined ? 'Most ads use MORE, SHOP_NOW, SIGN_UP.' : `Close to it: ${near}.`;
  report(
    fieldNames.cta,
    'call_to_action',
    `The platform has no call to action ${cta.slice(0, 40)}. ${hint}`,
    {
      values: { button: cta.slice(0, 40), buttons: near ?? 'MORE, SHOP_NOW, SIGN_UP' },
    },
  );
}

/** It is not known which macros the platform fills in; braces in a link would lead astray. */
function macroRules(ad: LaunchAd, report: ReportFault) {
  for (const field of ['link', 'utmTags'] as const) {
    const [macro] = /\{\{[^{}]*\}\}/.exec(ad[field] ?? '') ?? [];
    if (macro !== undefined)
      report(
        field,
        'unknown_token',
        `Nothing is known to fill in ${macro} on this platform. Write the value itself.`,
        {
          values: { token: macro },
        },
      );
  }
}

function mediaRules(ad: LaunchAd, report: ReportFault) {
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

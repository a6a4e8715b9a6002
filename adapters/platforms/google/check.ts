import { faultsUnder, type ReportFault } from '../../../core/base/schema/faults.ts';
import { withSource } from '../../../core/ports/evidence.ts';
import { lengthRow, lengthRule } from '../kit/checks.ts';
import type { AdSetFacts, Fault, LaunchAd } from '../types.ts';
import { assetRules, isAssetAd } from './check-assets.ts';
import { checks } from './checks.ts';
import { longestValue, toValue } from './names.ts';
import {
  descriptionsOf,
  fields,
  headlinesOf,
  knownTokens,
  pathOf,
  pinsOf,
  templateOf,
  unknownTokens,
} from './words.ts';

interface TextRule {
  readonly field: 'headlines' | 'descriptions';
  readonly one: string;
  readonly least: number;
  readonly most: number;
  readonly row: ReturnType<typeof lengthRow>;
}

const headlineRule: TextRule = {
  field: 'headlines',
  one: 'headline',
  least: 3,
  most: 15,
  row: lengthRow(checks, 'headline'),
};
const descriptionRule: TextRule = {
  field: 'descriptions',
  one: 'description',
  least: 2,
  most: 4,
  row: lengthRow(checks, 'description'),
};
const pathRow = lengthRow(checks, 'path');

export function checkAd(ad: LaunchAd, adSets: readonly AdSetFacts[] = []): readonly Fault[] {
  return faultsUnder(ad.path, (report) => {
    if (isAssetAd(ad, adSets)) return assetRules(ad, adSets, report);
    textRules(headlinesOf(ad), headlineRule, report);
    textRules(descriptionsOf(ad), descriptionRule, report);
    pinRules(ad, report);
    pathRules(ad, report);
    linkRules(ad, report);
    nameRules(ad, report);
    otherRules(ad, report);
  });
}

/** `{KeyWord:Boats}` counts as its default, five letters. */
const lengthOf = (words: string) => [...words.replace(/\{[A-Za-z]{1,20}:([^{}]*)\}/g, '$1')].length;

function textRules(
  found: readonly string[],
  { field, one, least, most, row }: TextRule,
  report: ReportFault,
) {
  const hint = `Give them in ${field}, a line each or between bars.`;
  if (found.length === 0)
    report(
      field,
      'missing_field',
      `${field} is missing: a search ad has ${least} to ${most} of them. ${hint}`,
    );
  else if (found.length < least || found.length > most)
    report(
      field,
      'text_count',
      `A search ad has ${least} to ${most} ${field}; these are ${found.length}. ${hint}`,
      {
        values: { least, most, count: found.length },
      },
    );
  const seen = new Set<string>();
  for (const words of found) {
    if (lengthOf(words) > row.most)
      report(
        field,
        'text_too_long',
        withSource(`${row.says} “${words.slice(0, 40)}” has ${lengthOf(words)}.`, row),
        {
          values: { most: row.most, length: lengthOf(words) },
        },
      );
    if (seen.has(words.toLowerCase()))
      report(
        field,
        'repeated_text',
        `The ${one} “${words.slice(0, 40)}” is there twice, which the platform refuses.`,
      );
    seen.add(words.toLowerCase());
  }
}

function pinRules(ad: LaunchAd, report: ReportFault) {
  const pins = pinsOf(ad);
  if ('wrong' in pins) {
    report(
      fields.pins,
      'pin',
      `“${pins.wrong.slice(0, 20)}” is no pin. H1:2 shows the first headline in the second place; headlines have places 1 to 3, descriptions (D) 1 and 2.`,
    );
    return;
  }
  const counts = { H: headlinesOf(ad).length, D: descriptionsOf(ad).length };
  for (const { kind, text } of pins)
    if (text < 1 || text > counts[kind])
      report(
        fields.pins,
        'pin',
        `${kind}${text} is pinned, but there are ${counts[kind]} ${kind === 'H' ? 'headlines' : 'descriptions'}.`,
      );
}

function pathRules(ad: LaunchAd, report: ReportFault) {
  for (const field of ['path1', 'path2'] as const) {
    const path = pathOf(ad, field);
    if (path === undefined) continue;
    lengthRule(report, field, { length: lengthOf(path), row: pathRow });
    if (/[\s/]/.test(path))
      report(
        field,
        'path',
        `${field} holds no blanks and no slashes: it is one part of the address shown.`,
      );
  }
  if (pathOf(ad, 'path2') !== undefined && pathOf(ad, 'path1') === undefined)
    report('path2', 'path', 'path2 stands behind path1: give path1 as well.');
}

function linkRules(ad: LaunchAd, report: ReportFault) {
  if (ad.link === undefined)
    report('link', 'missing_field', 'link is missing: the page that the ad leads to.');
  for (const field of ['link', 'utmTags'] as const) {
    const [unknown] = unknownTokens(ad[field] ?? '');
    const known = knownTokens.map((token) => `{{${token}}}`).join(', ');
    if (unknown !== undefined)
      report(
        field,
        'unknown_token',
        `Nothing fills in ${unknown} on this platform. Known: ${known}.`,
        {
          values: { token: unknown },
        },
      );
  }
  const template = templateOf(ad);
  if (template !== undefined && !/^(https?:\/\/|\{lpurl\})/.test(template))
    report(
      fields.trackingTemplate,
      'tracking_template',
      'A tracking template starts with https://, http:// or {lpurl}.',
    );
}

/** A custom parameter of the ad holds the name. */
function nameRules({ adName }: LaunchAd, report: ReportFault) {
  const length = toValue(adName).length;
  if (length > longestValue)
    report(
      'adName',
      'text_too_long',
      `This name takes ${length} of the ${longestValue} characters there are; signs other than letters and digits take three and more.`,
      { values: { most: longestValue, length } },
    );
}

function otherRules({ media, cta, type, platformFields }: LaunchAd, report: ReportFault) {
  if (type === 'multi')
    report('type', 'unsupported_on_platform', 'A search ad is of the type single. Leave type out.');
  if (platformFields?.[fields.assetType] !== undefined)
    report(
      fields.assetType,
      'unsupported_on_platform',
      'assetType belongs to asset groups of Performance Max campaigns. Leave it out.',
    );
  if (media.length > 0)
    report(
      'media',
      'unsupported_on_platform',
      'A search ad is words alone: it shows no image and no video. Leave media out.',
    );
  if (cta !== undefined)
    report('cta', 'unsupported_on_platform', 'A search ad has no button. Leave cta out.');
}

import { join } from '../../../../core/base/schema/faults.ts';
import { asRow, wordsIn } from '../../kit/json.ts';
import { kept } from '../../kit/rebuild.ts';
import type { Params, Row } from '../../types.ts';

/** Limits on who sees an ad that both families have, under the same names. */
const limits = wordsIn(`
  location_ids zipcode_ids languages gender age_groups spending_power household_income audience_ids excluded_audience_ids
  interest_category_ids interest_keyword_ids purchase_intention_keyword_ids actions operating_systems min_android_version
  min_ios_version device_model_ids device_price_ranges network_types carrier_ids isp_ids blocked_pangle_app_ids
  included_pangle_audience_package_ids excluded_pangle_audience_package_ids saved_audience_id
`);

/** Of a Smart+ ad group whose audience somebody chose. */
const smartLimits = [...limits, 'app_targeting_type'];

/** Limits of manual ad groups that Smart+ has not, and the values of each that limit nothing. */
const lost: { readonly [field: string]: readonly unknown[] } = {
  frequency: [0],
  contextual_tag_ids: [],
  category_exclusion_ids: [],
  included_custom_actions: [],
  excluded_custom_actions: [],
  audience_rule: [],
  brand_safety_type: ['NO_BRAND_SAFETY', 'EXPANDED_INVENTORY'],
  brand_safety_partner: ['UNSET'],
};
export const manualLimits = [...limits, 'frequency_schedule', ...Object.keys(lost)];

const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (asRow(value) !== undefined && Object.keys(asRow(value) ?? {}).length === 0);

/**
 * Limits of a manual ad group that a Smart+ one would not keep: its copy would be shown to more
 * people, or more often.
 */
export const lostLimits = (row: Row): readonly string[] =>
  Object.entries(lost).flatMap(([field, free]) =>
    isEmpty(row[field]) || free.includes(row[field]) ? [] : [field],
  );

/** Who sees the ads of a manual ad group, as Smart+ takes it without loosening anything. */
export const specOf = (flat: Row): Params => ({
  targeting_optimization_mode: 'MANUAL',
  targeting_spec: kept(flat, smartLimits),
});

const adults = ['AGE_18_24', 'AGE_25_34', 'AGE_35_44', 'AGE_45_54', 'AGE_55_100'];

/** MANUAL drops the age that AUTOMATIC has: it is said in groups. */
export function inManualWords({ spc_audience_age, ...spec }: Row): Row {
  const least = { OVER_EIGHTEEN: 0, OVER_TWENTY_FIVE: 1 }[String(spc_audience_age)];
  return least === undefined || !isEmpty(spec.age_groups)
    ? spec
    : { ...spec, age_groups: adults.slice(least) };
}

/** What AUTOMATIC takes; anything else it drops without a word. */
const automatic = [
  'location_ids',
  'zipcode_ids',
  'languages',
  'spc_audience_age',
  'operating_systems',
  'min_android_version',
  'min_ios_version',
  'excluded_audience_ids',
  'excluded_pangle_audience_package_ids',
  'blocked_pangle_app_ids',
];

/**
 * Members of a request's targeting that AUTOMATIC would drop, or that no ad group takes, with their
 * paths.
 */
export const untaken = (targeting: Row, mode: 'MANUAL' | 'AUTOMATIC', path: string) =>
  Object.keys(targeting)
    .filter(
      (field) =>
        !(mode === 'AUTOMATIC' ? automatic : smartLimits).includes(field) &&
        !isEmpty(targeting[field]),
    )
    .map((field) => ({ field, path: join(path, field) }));

/**
 * Limits that were sent and that the ad group does not have: TikTok drops what the mode does not
 * take without an error. A list that lacks a sent member is narrower where it includes people, and
 * wider where it excludes them.
 */
export function dropped(sent: Row, held: Row): readonly string[] {
  return Object.keys(sent).filter((field) => {
    const [wanted, has] = [sent[field], held[field]];
    if (isEmpty(wanted) || wanted === 'GENDER_UNLIMITED' || wanted === 'ALL') return false;
    if (isEmpty(has)) return true;
    if (!Array.isArray(wanted) || !Array.isArray(has))
      return JSON.stringify(wanted) !== JSON.stringify(has);
    const [outer, inner] = /^(?:excluded|blocked)_/.test(field) ? [has, wanted] : [wanted, has];
    const among = new Set(outer.map((member) => JSON.stringify(member)));
    return !inner.every((member) => among.has(JSON.stringify(member)));
  });
}

import { entityReader, rowsById } from '../../kit/anywhere.ts';
import { asRow, at, defined, rowsOf, said, text, wordsIn } from '../../kit/json.ts';
import { kept } from '../../kit/rebuild.ts';
import type { Access, EntityFacts, EntityType, Params, PlatformFailure, Row } from '../../types.ts';
import { type Family, familyFields, familyOf, isCreative, type Tiktok } from '../family.ts';
import { nouns } from '../wire/values.ts';
import { idsPerFilter, shapes } from './shapes.ts';

/** The most that lists of Smart+ ads take. */
export const smartAdsPerPage = 100;
export const creativeFields = [...familyFields, 'smart_plus_ad_id'];

/** Of both families, with deleted ones; leaves out unknown ids. */
export async function readRows(
  api: Tiktok,
  access: Access,
  type: EntityType,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Row>> {
  const noun = nouns[type];
  const idOf = (row: Row) => said(row[`${noun}_id`]);
  const wanted = new Set(ids);
  const found = await rowsById(ids, { size: idsPerFilter, idField: `${noun}_id` }, (some) =>
    api.calls.list(access, `${noun}/get/`, {
      filtering: { [`${noun}_ids`]: some, primary_status: 'STATUS_ALL' },
    }),
  );
  const known = [...found.values()].filter((row) => !isCreative(row));
  for (const row of found.values())
    if (isCreative(row)) api.families.noteCreative(idOf(row), said(row.smart_plus_ad_id));
  for (const row of known) api.families.note(idOf(row), familyOf(row));
  const all =
    type === 'ad'
      ? [
          ...known,
          ...(await smartAds(api, access, {
            smart_plus_ad_ids: ids.filter((id) => !known.some((row) => idOf(row) === id)),
          })),
        ]
      : await withSmart(api, access, type, known);
  // A filter that the platform does not know is ignored: other objects come back.
  return new Map(all.filter((row) => wanted.has(idOf(row))).map((row) => [idOf(row), row]));
}

/**
 * Smart+ objects as their own lists tell them: the common ones show other budgets, and not all that
 * they have.
 */
export async function withSmart(
  api: Tiktok,
  access: Access,
  type: 'campaign' | 'adset',
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const noun = nouns[type];
  const ids = rows.filter((row) => familyOf(row) === 'smart').map((row) => said(row[`${noun}_id`]));
  const smart = await rowsById(ids, { size: idsPerFilter, idField: `${noun}_id` }, (some) =>
    api.calls.list(access, `smart_plus/${noun}/get/`, {
      filtering: { [`${noun}_ids`]: some, primary_status: 'STATUS_ALL' },
    }),
  );
  return rows.map((row) => {
    const { campaign_automation_type } = row;
    return {
      ...row,
      ...smart.get(said(row[`${noun}_id`])),
      ...defined({ campaign_automation_type }),
    };
  });
}

/** Smart+ ads that lists of manual ads do not have. A list of ids that is empty asks nothing. */
async function smartAds(
  api: Tiktok,
  access: Access,
  filtering: Params,
  fields?: readonly string[],
) {
  const [ids] = Object.values(filtering);
  if (Array.isArray(ids) && ids.length === 0) return [];
  const rows: Row[] = [];
  for (const some of filtersOf(filtering)) {
    const params = {
      filtering: { primary_status: 'STATUS_ALL', ...some },
      page_size: smartAdsPerPage,
      ...defined({ fields }),
    };
    rows.push(...(await api.calls.list(access, 'smart_plus/ad/get/', params)));
  }
  return rows.map((row) => smartAd(api, row));
}

/** Lists of ids in parts that one question takes. */
function filtersOf(filtering: Params): readonly Params[] {
  const [[name, ids] = ['', undefined], ...rest] = Object.entries(filtering);
  if (!Array.isArray(ids)) return [filtering];
  const parts: Params[] = [];
  for (let start = 0; start < ids.length; start += idsPerFilter)
    parts.push({ [name]: ids.slice(start, start + idsPerFilter), ...Object.fromEntries(rest) });
  return parts;
}

/** Under the names that manual ads have, of its first creative, beside its own. */
export function smartAd({ families }: Tiktok, row: Row): Row {
  const id = said(row.smart_plus_ad_id);
  families.note(id, 'smart');
  const [first] = creativesOf(row);
  const { image_info, video_info, ...creative } = first ?? {};
  return {
    ...creative,
    ...row,
    ad_id: id,
    campaign_automation_type: 'UPGRADED_SMART_PLUS',
    ...defined({
      video_id: text(at(video_info, 'video_id')),
      ad_text: text(rowsOf(row.ad_text_list)[0]?.ad_text),
      landing_page_url: text(rowsOf(row.landing_page_url_list)[0]?.landing_page_url),
      call_to_action: text(rowsOf(row.call_to_action_list)[0]?.call_to_action),
    }),
    image_ids: rowsOf(image_info).flatMap(({ web_uri }) => text(web_uri) ?? []),
  };
}

export const creativesOf = (row: Row): readonly Row[] =>
  rowsOf(row.creative_list).map(({ creative_info }) => asRow(creative_info) ?? {});

/**
 * Ads of both families, newest first. `mayBe`: whether there may be Smart+ ads among them; manual
 * ones are asked for in any case.
 */
export async function adsIn(
  api: Tiktok,
  access: Access,
  filtering: Params,
  {
    fields,
    mayBe = () => true,
  }: { readonly fields?: readonly string[]; mayBe?(manual: readonly Row[]): boolean } = {},
): Promise<readonly Row[]> {
  const listed = await api.calls.list(access, 'ad/get/', {
    filtering,
    ...(fields && { fields: [...fields, ...creativeFields] }),
  });
  const manual = listed.filter((row) => !isCreative(row));
  for (const row of manual) api.families.note(said(row.ad_id), familyOf(row));
  if (!mayBe(manual)) return manual;
  const { primary_status = 'STATUS_NOT_DELETE', ...rest } = filtering;
  return [...manual, ...(await smartAds(api, access, { ...rest, primary_status }))];
}

const targetingFields = wordsIn(`
  placement_type placements location_ids zipcode_ids age_groups gender languages interest_category_ids audience_ids
  excluded_audience_ids operating_systems dayparting targeting_spec targeting_optimization_mode suggestion_audience_enabled
`);

const factsOf = (access: Access, type: EntityType, _id: string, row: Row): EntityFacts => ({
  ...shapes.facts(access, type, row),
  ...defined({
    objective: text(row.objective_type),
    targeting: type === 'adset' ? kept(row, targetingFields) : undefined,
  }),
});

const entitiesOf = entityReader((api: Tiktok, ...asked) => readRows(api, ...asked), factsOf);

export const readEntities: typeof entitiesOf = async (api, access, objects) =>
  (await entitiesOf(api, access, objects)).map((read) =>
    'failure' in read ? { ...read, failure: missing(api, read.id) } : read,
  );

/** Of an id that `readRows` leaves out. */
export function missing({ wire, families }: Tiktok, id: string): PlatformFailure {
  const adId = families.adOf(id);
  if (adId === undefined) return wire.missing(id);
  return {
    ...wire.missing(id),
    message: `${id} is a creative of the Upgraded Smart+ ad ${adId}, and Slipway changes whole ads, not single creatives.`,
    fix: 'Name the ad, or switch the creative in the ads manager.',
  };
}

/**
 * The families of objects, read where they are not known. Ids that the account does not have are
 * left out.
 */
export async function familiesOf(
  api: Tiktok,
  access: Access,
  type: EntityType,
  ids: readonly string[],
) {
  const open = ids.filter((id) => api.families.of(id) === undefined);
  if (open.length > 0) await readRows(api, access, type, open);
  const of = (family: Family) => ids.filter((id) => (api.families.of(id) ?? 'manual') === family);
  return (['manual', 'smart', 'former'] as const).map((family) => [family, of(family)] as const);
}

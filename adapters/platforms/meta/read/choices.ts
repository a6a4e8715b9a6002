import { PlatformError } from '../../../../core/base/errors.ts';
import { at, defined, numeric, rowsOf, said, text } from '../../kit/json.ts';
import type {
  Access,
  Choice,
  ChoiceKind,
  ChoiceQuery,
  ChoicesCapability,
  Json,
  Place,
  Row,
  SearchCapability,
} from '../../types.ts';
import type { Calls } from '../wire/calls.ts';
import { accountNode, edgeOf, isOtherType } from '../wire/params.ts';

const audienceFields =
  'id,name,subtype,approximate_count_lower_bound,approximate_count_upper_bound';

export function createChoices(calls: Calls): ChoicesCapability {
  const audiences = async (access: Access, isLookalike: boolean): Promise<Choice[]> =>
    (
      await calls.list(access, edgeOf(access, 'customaudiences'), {
        fields: audienceFields,
        limit: 200,
      })
    )
      .filter(({ subtype }) => (subtype === 'LOOKALIKE') === isLookalike)
      .map((row) =>
        choice(
          row,
          { field: 'targeting.custom_audiences', value: [{ id: said(row.id) }] },
          text(row.subtype),
        ),
      );

  const readers: {
    readonly [K in ChoiceKind]: (access: Access, query: ChoiceQuery) => Promise<readonly Choice[]>;
  } = {
    audiences: (access) => audiences(access, false),
    lookalikeAudiences: (access) => audiences(access, true),
    async savedAudiences(access) {
      const fields =
        'id,name,targeting,approximate_count_lower_bound,approximate_count_upper_bound';
      const rows = await calls.list(access, edgeOf(access, 'saved_audiences'), {
        fields,
        limit: 200,
      });
      return rows.map((row) =>
        choice(row, { field: 'targeting', value: (row.targeting ?? {}) as Json }),
      );
    },
    async interests(access, query) {
      const rows = rowsOf(
        await calls.read(access, 'search', { type: 'adinterest', q: query.text, limit: 200 }),
      );
      return rows.map((row) => {
        const interest = { id: said(row.id), name: said(row.name) };
        return choice(
          row,
          { field: 'targeting.flexible_spec', value: [{ interests: [interest] }] },
          pathOf(row.path),
        );
      });
    },
    async leadForms(access, { of = '' }) {
      const rows = await calls.list(access, `${of}/leadgen_forms`, {
        fields: 'id,name,status',
        limit: 200,
      });
      return rows.map((row) => choice(row, undefined, text(row.status)));
    },
    async catalogs(access) {
      const business = text(
        at(
          await calls.read(access, accountNode(access.adAccountId), { fields: 'business' }),
          'business',
          'id',
        ),
      );
      if (business === undefined) return [];
      const edge = `${business}/owned_product_catalogs`;
      const rows = await calls.list(access, edge, {
        fields: 'id,name,vertical,product_count',
        limit: 200,
      });
      return rows.map((row) =>
        choice(
          row,
          { field: 'promotedObject', value: { product_catalog_id: said(row.id) } },
          text(row.vertical),
        ),
      );
    },
    async productSets(access, { of = '' }) {
      const rows = await calls.list(access, `${of}/product_sets`, {
        fields: 'id,name,product_count',
        limit: 200,
      });
      return rows.map((row) =>
        choice(row, { field: 'promotedObject', value: { product_set_id: said(row.id) } }),
      );
    },
    async valueRuleSets(access) {
      const rows = await calls.list(access, edgeOf(access, 'value_rule_set'), {
        fields: 'id,name,product_type',
        limit: 200,
      });
      return rows.map((row) =>
        choice(row, { field: 'valueRuleSetId', value: said(row.id) }, text(row.product_type)),
      );
    },
    async secondaryPosts(access, { of = '' }) {
      const fields = 'id,caption,media_type,permalink,timestamp';
      const rows = await calls.list(access, `${of}/media`, { fields, limit: 200 });
      return rows.map((row) =>
        choice({ ...row, name: row.caption }, undefined, text(row.media_type)),
      );
    },
  };
  return {
    kinds: {
      audiences: {},
      lookalikeAudiences: {},
      savedAudiences: {},
      catalogs: {},
      valueRuleSets: {},
      interests: { searchOnly: true },
      leadForms: { of: 'a page' },
      productSets: { of: 'a catalogue' },
      secondaryPosts: { of: 'a profile of the sister network' },
    },
    // An id of another kind of object has no such list.
    list: (access, query) =>
      readers[query.kind](access, query).catch((error: unknown) => {
        throw query.of !== undefined && error instanceof PlatformError && isOtherType(error.failure)
          ? new PlatformError({ ...error.failure, class: 'missing' })
          : error;
      }),
  };
}

function choice(row: Row, use: Choice['use'], type?: string): Choice {
  const [least, most] = ['lower', 'upper'].map(
    (side) =>
      numeric(row[`approximate_count_${side}_bound`]) ??
      numeric(row[`audience_size_${side}_bound`]),
  );
  return {
    id: said(row.id),
    name: said(row.name),
    ...(type !== undefined && { type }),
    // The platform writes -1 where it does not tell.
    ...(least !== undefined && most !== undefined && least >= 0 && { size: { least, most } }),
    ...(use !== undefined && { use }),
  };
}

const pathOf = (path: unknown) => (Array.isArray(path) ? path.map(String).join(' > ') : undefined);

export function createSearch(calls: Calls): SearchCapability {
  return {
    async places(access, query) {
      const body = await calls.read(access, 'search', {
        type: 'adgeolocation',
        q: query.text,
        location_types: query.types.length > 0 ? query.types : undefined,
        country_code: query.country,
        limit: 50,
      });
      return rowsOf(body).map(place);
    },
  };
}

const place = (row: Row): Place => ({
  key: said(row.key),
  name: said(row.name),
  type: said(row.type),
  ...defined({ countryCode: text(row.country_code), region: text(row.region) }),
});

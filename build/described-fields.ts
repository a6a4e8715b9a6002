/**
 * Writes what a platform's public description says into test/descriptions: fields of objects,
 * endpoints with their parameters, codes of errors. Tests compare simulated answers with it, and
 * `npm run coverage` counts. Run by a person who has the descriptions:
 *
 *   bun build/described-fields.ts pinterest <api-description>/v5/openapi.json 2025-12-11 bun
 *   build/described-fields.ts google <googleapis>/google/ads/googleads/v25 2026-08-22 bun
 *   build/described-fields.ts meta <facebook-python-business-sdk>,<facebook-nodejs-business-sdk>
 *   2026-08-05 bun build/described-fields.ts tiktok
 *   <bububa/tiktok-business>,<tiktok-business-api-sdk>/js_sdk 2026-07-24 bun
 *   build/described-fields.ts snapchat <singer-io/tap-snapchat-ads> 2025-07-17 bun
 *   build/described-fields.ts linkedin <singer-io/tap-linkedin-ads> 2026-08-03 bun
 *   build/described-fields.ts applovin <api-evangelist/applovin> 2026-08-22
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  applovinEndpoints,
  type DescribedEndpoints,
  filesIn,
  fromOpenApi,
  googleEndpoints,
  googleOthers,
  metaEndpoints,
  type OpenApi,
  resourceOf,
  singerEndpoints,
  tiktokEndpoints,
  tiktokObjects,
  tiktokSchemas,
  typesFrom,
} from './described/endpoints.ts';

/** Fields with the names of their types; a type that is no object here is left out of the file. */
type Messages = { [object: string]: { [field: string]: string } };

const [platform = '', from = '', asOf = ''] = process.argv.slice(2);
const read = (...path: readonly string[]): string => readFileSync(join(...path), 'utf8');

interface Schema {
  readonly $ref?: string;
  readonly properties?: { readonly [name: string]: Schema };
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

/** Objects of JSON schemas. A nested one is named by its path. */
function fromSchemas(
  schemas: { readonly [name: string]: Schema },
  wanted: readonly string[],
): Messages {
  const found: Messages = {};
  const resolved = ({ $ref, ...schema }: Schema): Schema =>
    $ref === undefined ? schema : (schemas[nameOf($ref)] ?? {});
  const partsOf = (given: Schema): readonly Schema[] => {
    const schema = resolved(given);
    const parts = [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
    return [schema, ...(schema.items ? partsOf(schema.items) : []), ...parts.flatMap(partsOf)];
  };
  const add = (name: string, schema: Schema, depth: number): boolean => {
    const fields = partsOf(schema).flatMap(({ properties = {} }) => Object.entries(properties));
    if (fields.length === 0) return false;
    found[name] = {};
    for (const [field, inner] of fields) {
      const type = inner.$ref === undefined ? `${name}.${field}` : nameOf(inner.$ref);
      const isObject = found[type] !== undefined || (depth < 4 && add(type, inner, depth + 1));
      found[name][field] = isObject ? type : '';
    }
    return true;
  };
  for (const name of wanted) add(name, schemas[name] ?? {}, 0);
  return found;
}

const nameOf = (ref: string): string => (ref.split('/').pop() ?? '').replace('.json', '');

function pinterest() {
  const api = JSON.parse(read(from)) as OpenApi & { readonly info: { readonly version: string } };
  const { info, components } = api;
  const wanted = [
    'Pin',
    'PinCreate',
    'Board',
    'AdAccount',
    'CampaignResponse',
    'AdGroupResponse',
    'AdResponse',
  ];
  const bodies =
    'CampaignCreateRequest CampaignUpdateRequest AdGroupCreateRequest AdGroupUpdateRequest AdCreateRequest AdUpdateRequest'.split(
      ' ',
    );
  return {
    head: { source: 'pinterest/api-description, v5/openapi.json', version: info.version },
    messages: fromSchemas(components.schemas, wanted),
    roots: wanted,
    ...fromOpenApi(api),
    schemas: typesFrom(api, [...bodies, ...wanted]),
  };
}

/**
 * No vendor's description is public: the schemas of a connector, in snake case where the platform
 * has camel case.
 */
function singer(tap: string, source: string, wanted: readonly string[], camel = false) {
  const folder = join(from, tap, 'schemas');
  const schemas: { [name: string]: Schema } = {};
  for (const place of [folder, join(folder, 'shared')])
    if (existsSync(place))
      for (const file of filesIn(place).filter((name) => name.endsWith('.json'))) {
        const text = read(place, file);
        const names = camel
          ? text.replace(/"(\w+)":/g, (_, name: string) => `"${camelCase(name)}":`)
          : text;
        schemas[camel ? camelCase(file.replace('.json', '')) : file.replace('.json', '')] =
          JSON.parse(names) as Schema;
      }
  const endpoints = singerEndpoints(join(from, tap, 'streams.py'));
  return {
    head: { source, version: 'unversioned' },
    messages: fromSchemas(schemas, wanted),
    roots: wanted,
    ...endpoints,
  };
}

const camelCase = (name: string): string =>
  /^(additional_|any_|one_|all_)/.test(name)
    ? name
    : name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

function applovin() {
  const schemas: { [name: string]: Schema } = {};
  for (const part of ['campaigns', 'creative-sets', 'assets']) {
    const { components } = Bun.YAML.parse(
      read(from, 'openapi', `applovin-${part}-api-openapi.yml`),
    ) as {
      readonly components: { readonly schemas: { readonly [name: string]: Schema } };
    };
    Object.assign(schemas, components.schemas);
  }
  const head = { source: 'api-evangelist/applovin, written from the documentation', version: 'v1' };
  return {
    head,
    messages: fromSchemas(schemas, ['Campaign', 'CreativeSet', 'Asset']),
    roots: ['Campaign', 'CreativeSet', 'Asset'],
    ...applovinEndpoints(from),
  };
}

/** Types come from the SDK for Python, fields of v26.0 besides from the one for Node. */
function meta() {
  const [python = '', node = ''] = from.split(',');
  const messages: Messages = {};
  for (const file of filesIn(join(python, 'facebook_business/adobjects')).filter((name) =>
    name.endsWith('.py'),
  )) {
    const code = read(python, 'facebook_business/adobjects', file);
    const name = /^class (\w+)\(/m.exec(code)?.[1];
    const types = /_field_types = \{([^}]*)\}/.exec(code)?.[1];
    if (name === undefined || types === undefined) continue;
    messages[name] = Object.fromEntries(
      [...types.matchAll(/'([^']+)': '(?:list<)?(\w+)[^']*'/g)].map(([, field = '', type = '']) => [
        field,
        type,
      ]),
    );
    const newer = join(
      node,
      'src/objects',
      `${name.replace(/(?<=.)[A-Z]/g, (letter) => `-${letter}`).toLowerCase()}.js`,
    );
    const names = existsSync(newer)
      ? (/Fields[^{]*\{\s*return Object.freeze\(\{([^}]*)\}/.exec(read(newer))?.[1] ?? '')
      : '';
    for (const [, field = ''] of names.matchAll(/(\w+): '/g)) messages[name][field] ??= '';
  }
  const roots =
    `Campaign AdSet Ad AdCreative AdImage AdVideo AdLabel AdAccount AdsPixel CustomConversion Page Business PagePost IGUser IGMedia
    Comment IGComment HighDemandPeriod AdsValueAdjustmentRuleCollection CustomAudience SavedAudience LeadgenForm Lead ProductCatalog
    ProductSet AdReportRun AsyncSession AdAsyncRequestSet AdAsyncRequest User`.split(/\s+/);
  return {
    head: {
      source: 'facebook-nodejs-business-sdk, types of facebook-python-business-sdk',
      version: 'v26.0',
    },
    messages,
    roots,
    ...metaEndpoints(python, roots),
  };
}

/**
 * Structs of a public client in Go, with the names of their JSON; the vendor's own SDK describes
 * hardly more than requests.
 */
function tiktok() {
  const [client = '', sdk = ''] = from.split(',');
  const messages: Messages = {};
  const embedded: { [struct: string]: string[] } = {};
  for (const folder of ['campaign', 'adgroup', 'ad', 'comment', 'identity', 'advertiser']) {
    const nameIn = (type: string): string => (type.includes('.') ? type : `${folder}.${type}`);
    for (const file of filesIn(join(client, 'model', folder)).filter((name) =>
      name.endsWith('.go'),
    ))
      for (const [, name = '', body = ''] of read(client, 'model', folder, file).matchAll(
        /^type (\w+) struct \{([\s\S]*?)^\}/gm,
      )) {
        const fields = body.matchAll(/^\s*\w+\s+(?:\[\]|\*)*([\w.]+)\s+`json:"(\w+)/gm);
        messages[nameIn(name)] = Object.fromEntries(
          [...fields].map(([, type = '', field = '']) => [field, nameIn(type)]),
        );
        embedded[nameIn(name)] = [...body.matchAll(/^\s*\*?([\w.]+)$/gm)].map(([, type = '']) =>
          nameIn(type),
        );
      }
  }
  for (const [name, types] of Object.entries(embedded))
    messages[name] = Object.assign({}, ...types.map((type) => messages[type]), messages[name]);
  const roots =
    'campaign.Campaign adgroup.Adgroup ad.Ad comment.Comment identity.Identity advertiser.Advertiser'.split(
      ' ',
    );
  const source =
    'bububa/tiktok-business, model; endpoints of tiktok/tiktok-business-api-sdk, js_sdk, and Smart+ of its yml_files (2026-02-28)';
  const smart = join(sdk, '..', 'yml_files');
  const objects = tiktokObjects(smart);
  Object.assign(messages, objects);
  roots.push(...Object.keys(objects).filter((name) => name.split('.').length === 2));
  return {
    head: { source, version: 'v1.3' },
    messages,
    roots,
    ...tiktokEndpoints(sdk),
    schemas: tiktokSchemas(smart),
  };
}

function google() {
  const messages: Messages = {};
  for (const folder of ['resources', 'common', 'errors'])
    for (const file of filesIn(join(from, folder)).filter((name) => name.endsWith('.proto')))
      Object.assign(messages, messagesOf(read(from, folder, file)));
  // A message inside another may have the name of a resource.
  for (const file of filesIn(join(from, 'resources')))
    Object.assign(messages, pick(messagesOf(read(from, 'resources', file)), resourceOf(file)));
  const errors = Object.fromEntries(
    filesIn(join(from, 'errors'))
      .filter((file) => file.endsWith('_error.proto'))
      .map((file) => [file.replace('.proto', ''), constantsOf(read(from, 'errors', file))]),
  );
  const head = {
    source: 'googleapis/googleapis, google/ads/googleads',
    version: from.split('/').pop() ?? '',
  };
  const roots = [...wantedResources, 'Metrics', 'Segments'];
  return {
    head,
    messages,
    roots,
    errors,
    ...googleEndpoints(from, messagesOf),
    others: googleOthers(from, roots, messages),
  };
}

const wantedResources =
  `Customer CustomerClient Campaign CampaignBudget AdGroup AdGroupAd AdGroupCriterion KeywordView AgeRangeView GenderView
  CampaignCriterion SearchTermView ConversionAction Asset AssetGroup AssetGroupAsset AssetGroupSignal AssetGroupListingGroupFilter
  CampaignSharedSet AdGroupBidModifier BiddingStrategy CampaignAsset AdGroupAsset GeographicView ChangeEvent
  LeadFormSubmissionData`.split(/\s+/);

const pick = (messages: Messages, name: string): Messages =>
  messages[name] === undefined ? {} : { [name]: messages[name] };

const constantsOf = (proto: string): string =>
  [...proto.matchAll(/^ {4}([A-Z][A-Z0-9_]*) = \d+/gm)].map(([, name]) => name).join(' ');

/** Messages of one file. A nested one is named by its own name alone. */
function messagesOf(proto: string): Messages {
  const found: Messages = {};
  const open: string[] = [];
  const source = proto.replace(/\/\/.*$/gm, '').replace(/\[[^\]]*\]/g, '');
  for (const part of source.split(/(?<=[;{}])/)) {
    const message = /\bmessage (\w+)\s*\{/.exec(part)?.[1];
    const field = /(?:^|\s)(?:optional |repeated )?([\w.]+)\s+(\w+)\s*=\s*\d+\s*;/.exec(part);
    const current = open.findLast((name) => name !== '');
    if (message !== undefined) open.push(message);
    else if (part.includes('{')) open.push('');
    else if (part.includes('}')) open.pop();
    else if (field !== null && current !== undefined)
      found[current] = {
        ...found[current],
        [field[2] ?? '']: (field[1] ?? '').split('.').pop() ?? '',
      };
    if (message !== undefined) found[message] ??= {};
  }
  return found;
}

/**
 * The roots and what they hold, some levels deep, a line each:
 * `name promoted_object:AdPromotedObject`.
 */
function linesOf(messages: Messages, roots: readonly string[]): { [object: string]: string } {
  const lines: { [object: string]: string } = {};
  const isObject = (type: string): boolean => Object.keys(messages[type] ?? {}).length > 0;
  const add = (name: string, depth: number): void => {
    const fields = messages[name];
    if (fields === undefined || lines[name] !== undefined || depth > 3) return;
    lines[name] = Object.entries(fields)
      .map(([field, type]) => (isObject(type) ? `${field}:${type}` : field))
      .join(' ');
    for (const type of Object.values(fields)) if (!roots.includes(type)) add(type, depth + 1);
  };
  for (const name of roots) add(name, 0);
  return lines;
}

const descriptions: {
  readonly [platform: string]: () => DescribedEndpoints & {
    head: object;
    messages: Messages;
    roots: readonly string[];
  };
} = {
  pinterest,
  google,
  meta,
  tiktok,
  applovin,
  snapchat: () =>
    singer('tap_snapchat_ads', 'singer-io/tap-snapchat-ads, schemas and streams', [
      'ad_accounts',
      'campaigns',
      'ad_squads',
      'ads',
      'creatives',
      'media',
      'pixels',
    ]),
  linkedin: () =>
    singer(
      'tap_linkedin_ads',
      'singer-io/tap-linkedin-ads, schemas and streams',
      ['accounts', 'campaignGroups', 'campaigns', 'creatives'],
      true,
    ),
};
const made = descriptions[platform]?.();
if (made === undefined || asOf === '')
  throw new Error(
    `Give one of ${Object.keys(descriptions).join(', ')}, the path of its description, and its date.`,
  );
const { head, messages, roots, endpoints, errors, others, schemas } = made;
/** Noted by hand from a later description. */
const before = join('test', 'descriptions', `${platform}.json`);
const { tools } = JSON.parse(existsSync(before) ? read(before) : '{}') as {
  readonly tools?: object;
};
const written = {
  ...head,
  asOf,
  roots: roots.join(' '),
  objects: linesOf(messages, roots),
  endpoints,
  errors,
  others,
  schemas,
  tools,
};
writeFileSync(before, `${JSON.stringify(written, null, 2)}\n`);

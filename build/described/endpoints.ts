import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/**
 * Endpoints of public descriptions, by method and path, with the names of their parameters: `?name`
 * in the query of a write, `list[].name` in the objects of a list, all others in the query of a
 * read and in the body of a write.
 */
export interface DescribedEndpoints {
  readonly endpoints: { readonly [methodAndPath: string]: string };
  /** Codes by family or status. */
  readonly errors?: { readonly [family: string]: string };
  /** What is only counted: `endpoints parameters` of an object. */
  readonly others?: { readonly [object: string]: string };
  /**
   * Bodies of requests and answers: `!?integer = 5` is required, may be null, and has an example.
   */
  readonly schemas?: { readonly [name: string]: { readonly [field: string]: string } };
}

/** In the same order everywhere. */
export const filesIn = (folder: string): string[] => readdirSync(folder).sort();

const read = (...path: readonly string[]): string => readFileSync(join(...path), 'utf8');
const lines = (found: ReadonlyMap<string, ReadonlySet<string>>): { [key: string]: string } =>
  Object.fromEntries([...found].map(([key, names]) => [key, [...names].join(' ')]));

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly nullable?: boolean;
  readonly enum?: readonly (string | number | null)[];
  readonly required?: readonly string[];
  readonly example?: unknown;
  readonly properties?: { readonly [name: string]: Schema };
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly content: { readonly [type: string]: { readonly schema: Schema } };
  };
  readonly responses: { readonly [status: string]: unknown };
}

export interface OpenApi {
  readonly servers: readonly { readonly url: string }[];
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } };
  readonly components: {
    readonly schemas: { readonly [name: string]: Schema };
    readonly parameters?: { readonly [name: string]: Parameter };
  };
}

const nameOf = (ref: string): string => ref.split('/').pop() ?? '';

/** `host`: put before the paths. */
export function fromOpenApi({ paths, components }: OpenApi, host = ''): DescribedEndpoints {
  const resolved = (schema: Schema): Schema =>
    schema.$ref === undefined ? schema : (components.schemas[nameOf(schema.$ref)] ?? {});
  const namesIn = (given: Schema, before = ''): readonly string[] => {
    const schema = resolved(given);
    const parts = [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
    return [
      ...Object.keys(schema.properties ?? {}).map((name) => `${before}${name}`),
      ...(schema.items === undefined ? [] : namesIn(schema.items, `${before}[].`)),
      ...parts.flatMap((part) => namesIn(part, before)),
    ];
  };
  const endpoints = new Map<string, Set<string>>();
  const errors = new Map<string, Set<string>>();
  for (const [path, operations] of Object.entries(paths))
    for (const [method, { parameters = [], requestBody, responses }] of Object.entries(
      operations,
    )) {
      if (responses === undefined) continue;
      const query = parameters
        .map(({ $ref, ...own }) =>
          $ref === undefined ? own : components.parameters?.[nameOf($ref)],
        )
        .flatMap((each) =>
          each?.in === 'query' ? [`${/get|delete/.test(method) ? '' : '?'}${each.name}`] : [],
        );
      const bodies = Object.values(requestBody?.content ?? {}).flatMap(({ schema }) =>
        namesIn(schema),
      );
      endpoints.set(
        `${method.toUpperCase()} ${host}${path.slice(1)}`,
        new Set([...query, ...bodies]),
      );
      for (const [status, response] of Object.entries(responses))
        for (const [, code = ''] of JSON.stringify(response).matchAll(/"code":(\d+),"message"/g))
          errors.set(status, (errors.get(status) ?? new Set()).add(code));
    }
  return { endpoints: lines(endpoints), ...(errors.size > 0 && { errors: lines(errors) }) };
}

/** Types, words and examples of the fields of some schemas. */
export function typesFrom(
  { components: { schemas } }: OpenApi,
  wanted: readonly string[],
): { [name: string]: { [field: string]: string } } {
  const partsOf = (given: Schema): readonly Schema[] => {
    const schema = given.$ref === undefined ? given : (schemas[nameOf(given.$ref)] ?? {});
    return [
      schema,
      ...[...(schema.allOf ?? []), ...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].flatMap(
        partsOf,
      ),
    ];
  };
  const typeOf = (field: Schema): string => {
    const parts = partsOf(field);
    const words = parts
      .find((part) => part.enum !== undefined)
      ?.enum?.filter((word) => word !== null);
    // Countries are not worth their place.
    const type =
      (words !== undefined && words.length < 60 ? words.join('|') : undefined) ??
      parts.find((part) => part.type !== undefined)?.type ??
      '';
    const example = parts.find(({ example: given }) =>
      ['string', 'number', 'boolean'].includes(typeof given),
    )?.example;
    const mayBeNull = parts.some(({ nullable, enum: all }) => nullable || all?.includes(null));
    return `${mayBeNull ? '?' : ''}${type}${example === undefined ? '' : ` = ${example}`}`;
  };
  const fieldsOf = (name: string): { [field: string]: string } => {
    const parts = partsOf(schemas[name] ?? {});
    const required = parts.flatMap((part) => part.required ?? []);
    const fields = parts.flatMap(({ properties = {} }) => Object.entries(properties));
    return Object.fromEntries(
      fields.map(([field, schema]) => [
        field,
        `${required.includes(field) ? '!' : ''}${typeOf(schema)}`,
      ]),
    );
  };
  return Object.fromEntries(wanted.map((name) => [name, fieldsOf(name)]));
}

/** Hosts of AppLovin beside that of campaigns keep their names. */
export function applovinEndpoints(folder: string): DescribedEndpoints {
  const parts = filesIn(join(folder, 'openapi')).filter((name) => name.endsWith('-openapi.yml'));
  const found = parts.map((part) => {
    const api = Bun.YAML.parse(read(folder, 'openapi', part)) as OpenApi;
    const { host, pathname } = new URL(api.servers[0]?.url ?? '');
    const isManaging = pathname.startsWith('/manage/');
    return fromOpenApi(api, isManaging ? '' : `${host}${pathname.replace(/\/?$/, '/')}`).endpoints;
  });
  return { endpoints: Object.assign({}, ...found) };
}

/** Of the SDK for Python. Objects that are not among `roots` are only counted. */
export function metaEndpoints(python: string, roots: readonly string[]): DescribedEndpoints {
  const endpoints = new Map<string, Set<string>>();
  const others: { [object: string]: string } = {};
  const folder = join(python, 'facebook_business/adobjects');
  for (const file of filesIn(folder).filter((name) => name.endsWith('.py'))) {
    const code = read(folder, file);
    const object = /^class (\w+)\(/m.exec(code)?.[1] ?? '';
    let [edges, params] = [0, 0];
    for (const [, types = '', method = '', edge = ''] of code.matchAll(
      /param_types = \{([^}]*)\}(?:(?!param_types)[\s\S])*?method='(\w+)',\s*endpoint='(\/[^']*)'/g,
    )) {
      const names = [...types.matchAll(/'([^']+)':/g)].map(([, name = '']) => name);
      edges += 1;
      params += names.length;
      if (roots.includes(object))
        endpoints.set(`${method} ${object}${edge === '/' ? '' : edge}`, new Set(names));
    }
    if (edges > 0 && !roots.includes(object)) others[object] = `${edges} ${params}`;
  }
  return { endpoints: lines(endpoints), others };
}

/** Of TikTok's own SDK for JavaScript; bodies from its pages. */
export function tiktokEndpoints(folder: string): DescribedEndpoints {
  const endpoints = new Map<string, Set<string>>();
  const model = (name: string): readonly (readonly [name: string, type: string])[] =>
    [...read(folder, 'docs', `${name}.md`).matchAll(/^\*\*(\w+)\*\* \| ([^|]*) \|/gm)].map(
      ([, field = '', type = '']) => [field, type],
    );
  for (const file of filesIn(join(folder, 'src/api')))
    for (const operation of read(folder, 'src/api', file)
      .split('Callback function to receive')
      .slice(1)) {
      const [, path = '', method = ''] =
        /'\/open_api\/v1\.3\/([\w/]+)\/', '(\w+)'/.exec(operation) ?? [];
      if (path === '') continue;
      const given = [...operation.matchAll(/let (?:query|form)Params = \{([^}]*)\}/g)].flatMap(
        ([, body = '']) => [...body.matchAll(/'(\w+)': /g)].map(([, name = '']) => name),
      );
      const body = /module:model\/(\w+)\} (?:opts\.)?body /.exec(operation)?.[1];
      const fields = body === undefined ? [] : model(body);
      const inner = fields.flatMap(([name, type]) => {
        const listed = /^\[\*\*\[(\w+)\]\*\*\]/.exec(type)?.[1];
        return listed === undefined ? [] : model(listed).map(([field]) => `${name}[].${field}`);
      });
      endpoints.set(
        `${method} ${path}`,
        new Set([...given, ...fields.map(([name]) => name), ...inner]),
      );
    }
  return { endpoints: lines(endpoints) };
}

/** A value in the descriptions that TikTok's SDKs are made of. */
interface OpenField extends Schema {
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly 'x-open-enum'?: {
    readonly enums: readonly { readonly key: string; readonly is_valid: boolean }[];
  };
  readonly properties?: { readonly [name: string]: OpenField };
  readonly items?: OpenField;
}

interface OpenOperation {
  readonly parameters: readonly (Typed & {
    readonly name: string;
    readonly required?: boolean;
    readonly schema?: OpenField;
  })[];
  readonly requestBody?: Typed;
}

interface Typed {
  readonly content?: { readonly [type: string]: { readonly schema: OpenField } };
}

const contentOf = ({ content = {} }: Typed = {}): OpenField =>
  Object.values(content)[0]?.schema ?? {};

const smartPlusIn = (
  folder: string,
): readonly (readonly [methodAndPath: string, operation: OpenOperation])[] =>
  filesIn(folder)
    .filter((name) => name.startsWith('smart_plus_'))
    .flatMap((file) => {
      const { paths } = Bun.YAML.parse(read(folder, file)) as {
        readonly paths: { readonly [path: string]: { readonly [method: string]: OpenOperation } };
      };
      return Object.entries(paths).flatMap(([path, operations]) =>
        Object.entries(operations).map(
          ([method, each]) => [`${method.toUpperCase()} ${path.slice(1, -1)}`, each] as const,
        ),
      );
    });

/**
 * Requests of the Smart+ endpoints, members of members as `outer.inner`. A list has its least and
 * greatest length.
 */
export function tiktokSchemas(folder: string): { [name: string]: { [field: string]: string } } {
  const typeOf = (field: OpenField): string => {
    let inner = field;
    while (inner['x-open-enum'] === undefined && inner.items !== undefined) inner = inner.items;
    const all =
      inner['x-open-enum']?.enums.filter(({ is_valid }) => is_valid).map(({ key }) => key) ?? [];
    // Events and metrics are not worth their place.
    const words = all.length < 40 ? all.join('|') : '';
    const bounds =
      field.type === 'array' ? [field.minItems, field.maxItems] : [field.minimum, field.maximum];
    const type =
      field.type === 'array'
        ? `array${words === '' ? '' : ` of ${words}`}`
        : words || (field.type ?? '');
    return bounds.some((each) => each !== undefined)
      ? `${type} = ${bounds.map((each) => each ?? '').join('..')}`
      : type;
  };
  const fieldsOf = (
    fields: OpenField['properties'] = {},
    required: readonly string[] = [],
    before = '',
  ): [string, string][] =>
    Object.entries(fields).flatMap(([name, field]) => {
      const inner = field.type === 'array' ? field.items : field;
      const own: [string, string] = [
        `${before}${name}`,
        `${required.includes(name) ? '!' : ''}${typeOf(field)}`,
      ];
      return [own, ...fieldsOf(inner?.properties, inner?.required, `${before}${name}.`)];
    });
  return Object.fromEntries(
    smartPlusIn(folder).map(([key, { parameters, requestBody }]) => {
      const query = parameters.filter(({ name }) => name !== 'Access-Token');
      const { properties, required: needed } = contentOf(requestBody);
      const params = query.flatMap(({ name, required, schema, content = {} }) =>
        fieldsOf({ [name]: schema ?? contentOf({ content }) }, required ? [name] : []),
      );
      return [key, Object.fromEntries([...params, ...fieldsOf(properties, needed)])];
    }),
  );
}

/** Objects that the Smart+ endpoints answer, by where they stand. */
const smartPlusObjects = {
  'smart_plus.Campaign': ['GET smart_plus/campaign/get', 'list'],
  'smart_plus.Adgroup': ['GET smart_plus/adgroup/get', 'list'],
  'smart_plus.Ad': ['GET smart_plus/ad/get', 'list'],
  'smart_plus.AdReview': ['GET smart_plus/ad/review_info', 'smart_plus_ad_review_infos'],
  'smart_plus.MaterialReview': ['GET smart_plus/ad/review_info', 'material_review_infos'],
} as const;

export function tiktokObjects(folder: string): { [object: string]: { [field: string]: string } } {
  const found: { [object: string]: { [field: string]: string } } = {};
  const plain = (name: string): string => name.replace(/[[\]]/g, '');
  const add = (object: string, rule: unknown): void => {
    const fields = Object.entries([rule].flat(9)[0] ?? {});
    found[object] = Object.fromEntries(
      fields.map(([name, inner]) => [
        plain(name),
        typeof inner === 'string' ? '' : `${object}.${plain(name)}`,
      ]),
    );
    for (const [name, inner] of fields)
      if (typeof inner !== 'string') add(`${object}.${plain(name)}`, inner);
  };
  const operations = new Map(smartPlusIn(folder));
  for (const [object, [key, at]] of Object.entries(smartPlusObjects)) {
    const rules = Object.values(operations.get(key) ?? {}).flatMap(
      (part: { readonly response_rule?: object }) => Object.entries(part?.response_rule ?? {}),
    );
    add(object, rules.find(([name]) => plain(name) === at)?.[1]);
  }
  return found;
}

/** Reads of a connector, with the parameters that it sends. */
export function singerEndpoints(streams: string): DescribedEndpoints {
  const endpoints = new Map<string, Set<string>>();
  const code = read(streams);
  const belowAccount = /NEW_PATH_STREAMS = \[([^\]]*)\]/.exec(code)?.[1] ?? '';
  for (const stream of code.split(/^(?=class )/m)) {
    const path = /^ {4}path ?= ["']([^"']+)["']/m.exec(stream)?.[1];
    if (path === undefined) continue;
    const name = /tap_stream_id = ["'](\w+)/.exec(stream)?.[1] ?? '';
    const key = `GET ${belowAccount.includes(`"${name}"`) ? 'adAccounts/{account}/' : ''}${path}`;
    const sent = /^ {4}params = \{([\s\S]*?)^ {4}\}/m.exec(stream)?.[1] ?? '';
    const names = [...sent.matchAll(/["']([\w.]+)["']:/g)].map(([, param = '']) => param);
    endpoints.set(
      key,
      new Set([
        ...(endpoints.get(key) ?? []),
        ...names,
        ...(stream.includes('paging = True') ? ['limit'] : []),
      ]),
    );
  }
  return { endpoints: lines(endpoints) };
}

/**
 * Services, with the fields of their requests and of the operations in these. Names as JSON writes
 * them.
 */
export function googleEndpoints(
  folder: string,
  messagesOf: (proto: string) => Messages,
): DescribedEndpoints {
  const endpoints = new Map<string, Set<string>>();
  const camel = (name: string): string =>
    name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  for (const file of filesIn(join(folder, 'services')).filter((name) => name.endsWith('.proto'))) {
    const proto = read(folder, 'services', file);
    const messages = messagesOf(proto);
    for (const [, request = '', method = '', path = ''] of proto.matchAll(
      /rpc \w+\(\s*(\w+)\)\s*returns\s*\(\s*(?:stream )?[\w.]+\) \{[^;]*?(get|post):\s*"\/v\d+\/([^"]+)"/g,
    )) {
      const fields = Object.entries(messages[request] ?? {}).filter(
        ([name]) => !path.includes(`{${name}=`),
      );
      const inner = fields
        .filter(([name]) => name.endsWith('operations'))
        .flatMap(([name, type]) =>
          Object.keys(messages[type] ?? {}).map((field) => `${camel(name)}[].${camel(field)}`),
        );
      const names = [...fields.map(([name]) => camel(name)), ...inner];
      endpoints.set(`${method.toUpperCase()} ${path.replace(/=[^}]*\}/g, '}')}`, new Set(names));
    }
  }
  return { endpoints: lines(endpoints) };
}

type Messages = { readonly [object: string]: { readonly [field: string]: string } };

/** `ad_group_ad.proto` describes AdGroupAd. */
export const resourceOf = (file: string): string =>
  basename(file, '.proto').replace(/(^|_)([a-z0-9])/g, (_, _start, letter: string) =>
    letter.toUpperCase(),
  );

/** How many fields the resources have that are not among `roots`. */
export const googleOthers = (
  folder: string,
  roots: readonly string[],
  messages: Messages,
): { [resource: string]: string } =>
  Object.fromEntries(
    filesIn(join(folder, 'resources'))
      .map(resourceOf)
      .filter((name) => messages[name] !== undefined && !roots.includes(name))
      .map((name) => [name, String(Object.keys(messages[name] ?? {}).length)]),
  );

import { platformModules } from '../adapters/platforms/registry.ts';
import { features, operationsFor } from '../core/features/registry.ts';
import { accountFields } from '../core/launch/accept/body.ts';
import { eventsOf } from '../core/operations/feature.ts';
import type { Operation } from '../core/operations/operation.ts';
import { answerSchema, namedAnswers } from '../server/docs/answer-schema.ts';
import { withFieldWords } from '../server/docs/field-words.ts';
import { convert } from '../server/docs/json-schema.ts';
import { rulesOf } from '../server/docs/shape-text.ts';

/**
 * The types that the package is published with in place of server/operations.ts: the same
 * operations, written out from their schemas, so that an editor shows what each operation and each
 * field is for, and refuses members there are not.
 */

interface Node {
  readonly $ref?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Node[];
  readonly oneOf?: readonly Node[];
  readonly allOf?: readonly Node[];
  readonly type?: string;
  readonly items?: Node;
  readonly prefixItems?: readonly Node[];
  readonly properties?: { readonly [name: string]: Node };
  readonly required?: readonly string[];
  readonly additionalProperties?: Node | boolean;
  readonly description?: string;
  readonly pattern?: string;
}

/** Names for what people write down. All else is named by the place where it is met first. */
const NAMES: { readonly [path: string]: string } = {
  launch: 'LaunchRequest',
  'launch.ads': 'Ad',
  'launch.ads.media': 'AdMedia',
  'plan answer': 'LaunchPlan',
  'reports.query answer': 'Report',
};

/**
 * Of these one must be there at least: the schemas leave it to the checks, which name the fault of
 * each ad.
 */
const NEEDS: { readonly [name: string]: readonly string[] } = {
  LaunchRequest: ['ads', 'creativeState'],
  PlanInput: ['ads', 'creativeState'],
  Ad: accountFields,
};

/** What no schema describes: files and streams. */
const OWN: { readonly [path: string]: string } = {
  'media.upload': "import('../core/media/schema.ts').FileUpload",
  'batches.events answer': "AsyncIterable<import('../core/launch/journal/records.ts').BatchEvent>",
  'exports.file answer': 'AnswerFile',
  'companies.export answer': 'AnswerFile',
  'searchAds.queryFile answer': 'AnswerFile',
};

/** Not at the start of a line: a test would take it for an export of this file. */
const EXPORT = 'export';

const HEAD = `import type { CallOptions } from '../core/operations/operation.ts';
export type { PlacedName as OperationName } from './routes/table.ts';
${EXPORT} type EventName = ${Object.keys(eventsOf(features))
  .map((name) => `'${name}'`)
  .join(' | ')};

/** A file that is written while it is read. */
${EXPORT} interface AnswerFile {
  readonly contentType: string;
  readonly filename: string;
  readonly content: AsyncIterable<Uint8Array>;
}
`;

/** Written once, however often they are met. */
const SHARED_FROM = 160;

export function operationTypes(): string {
  const operations = operationsFor(platformModules);
  const met = new Map<string, number>();
  const parts = operations.map((operation) => ({ operation, ...nodesOf(operation) }));
  for (const { input, answer } of parts)
    for (const node of [input, answer]) if (node !== undefined) count(node, met);
  const printer = createPrinter(met);
  const groups = new Map<string, string[]>();
  for (const { operation, input, answer } of parts) {
    const [group = '', own] = operation.name.split('.');
    const place = own === undefined ? '' : group;
    groups.set(place, [...(groups.get(place) ?? []), verb(printer, operation, input, answer)]);
  }
  const [alone = [], nested] = [groups.get(''), [...groups].filter(([group]) => group !== '')];
  const members = nested.map(([group]) => `  readonly ${group}: ${pascal(group)}Operations;\n`);
  return [
    HEAD,
    ...Object.entries(namedAnswers()).flatMap(([name, node]) => {
      const type = printer.text(node as Node, name);
      // An object was declared under its name.
      return type === name ? [] : [`export type ${name} = ${type};\n`];
    }),
    ...printer.declared,
    ...nested.map(
      ([group, verbs]) => `export interface ${pascal(group)}Operations {\n${verbs.join('')}}\n`,
    ),
    `/** Every operation of a service: \`launch(…)\`, \`batches.undo(…)\`, \`reports.query(…)\`. */\nexport interface AllOperations {\n${alone.join('')}${members.join('')}}\n`,
  ].join('\n');
}

/** What is asked, in one object, and what is answered. */
function nodesOf({ name, subject, input, options, output }: Operation): {
  readonly input?: Node;
  readonly answer?: Node;
} {
  const group = name.split('.')[0] ?? '';
  const asked = [subject, input, options].flatMap((part) =>
    part === undefined ? [] : [withFieldWords(convert(part), group) as Node],
  );
  const merged: Node | undefined =
    asked.length > 1 && asked.every(isObject) ? asked.reduce(merge) : allOf(asked);
  return {
    ...(merged && { input: merged }),
    ...(typeof output !== 'string' && { answer: answerSchema(output, group) as Node }),
  };
}

const isObject = ({ type, properties }: Node): boolean =>
  type === 'object' && properties !== undefined;
const allOf = (nodes: readonly Node[]): Node | undefined =>
  nodes.length > 1 ? { allOf: nodes } : nodes[0];
const merge = (one: Node, other: Node): Node => ({
  type: 'object',
  properties: { ...one.properties, ...other.properties },
  required: [...(one.required ?? []), ...(other.required ?? [])],
});

const insideOf = ({
  anyOf = [],
  oneOf = [],
  allOf = [],
  prefixItems = [],
  items,
  properties,
  additionalProperties,
}: Node): Node[] => [
  ...anyOf,
  ...oneOf,
  ...allOf,
  ...prefixItems,
  ...Object.values(properties ?? {}),
  ...(items ? [items] : []),
  ...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
];

function count(node: Node, met: Map<string, number>): void {
  if (isObject(node)) met.set(idOf(node), (met.get(idOf(node)) ?? 0) + 1);
  for (const inner of insideOf(node)) count(inner, met);
}

/** Two objects are one type where all but the description of the whole is the same. */
const idOf = ({ description: _, ...node }: Node): string => JSON.stringify(node);

interface Printer {
  /** Interfaces, in the order they were met. */
  readonly declared: string[];
  text(node: Node, path: string): string;
}

function createPrinter(met: ReadonlyMap<string, number>): Printer {
  const declared: string[] = [];
  const names = new Map<string, string>();
  const taken = new Set<string>();
  const nameFor = (path: string): string => {
    const wished = NAMES[path] ?? pascal(path);
    let name = wished;
    for (let at = 2; taken.has(name); at++) name = `${wished}${at}`;
    taken.add(name);
    return name;
  };
  const members = (
    { properties = {}, required = [] }: Node,
    path: string,
    indent: string,
  ): string =>
    Object.entries(properties)
      .map(([name, member]) => {
        const isOptional = !required.includes(name);
        const type = text(member, `${path}.${name}`, `${indent}  `);
        const key = /^[\w$]+$/.test(name) ? name : `'${name}'`;
        return `${remark([member.description, rules(member)], indent)}${indent}readonly ${key}${isOptional ? '?' : ''}: ${type}${isOptional ? ' | undefined' : ''};\n`;
      })
      .join('');
  const declare = (node: Node, path: string): string => {
    const known = names.get(idOf(node));
    if (known !== undefined) return known;
    const name = nameFor(path);
    names.set(idOf(node), name);
    const needs = NEEDS[name];
    const at = declared.push('') - 1;
    const body = `{\n${members(node, path, '  ')}}`;
    declared[at] =
      needs === undefined
        ? `export interface ${name} ${body}\n`
        : `export interface ${name}Fields ${body}\nexport type ${name} = ${name}Fields &\n  (${needs.map((field) => `{ readonly ${field}: NonNullable<${name}Fields['${field}']> }`).join(' | ')});\n`;
    return name;
  };
  const object = (node: Node, path: string, indent: string): string => {
    const { properties, additionalProperties } = node;
    if (properties === undefined || Object.keys(properties).length === 0)
      return `{ readonly [name: string]: ${typeof additionalProperties === 'object' ? text(additionalProperties, path, indent) : 'unknown'} }`;
    const isShared =
      NAMES[path] !== undefined ||
      ((met.get(idOf(node)) ?? 0) > 1 && idOf(node).length > SHARED_FROM);
    return isShared ? declare(node, path) : `{\n${members(node, path, `${indent}  `)}${indent}}`;
  };
  const list = (items: Node, path: string, indent: string): string => {
    const item = text(items, path, indent);
    const isOne = /^\w+$/.test(item) || (item.startsWith('{') && isObject(items));
    return `readonly ${isOne ? item : `(${item})`}[]`;
  };
  function text(node: Node, path: string, indent = ''): string {
    if (node.$ref !== undefined) return node.$ref.split('/').pop() ?? 'unknown';
    if (node.const !== undefined) return JSON.stringify(node.const);
    if (node.enum !== undefined) return unionOf(node.enum.map((value) => JSON.stringify(value)));
    const word = /^\^(\w+)\\\./.exec(node.pattern ?? '')?.[1];
    if (word !== undefined) return `\`${word}.\${string}\``;
    const options = node.anyOf ?? node.oneOf;
    if (options !== undefined)
      return (
        commaList(options, path, indent) ?? unionOf(options.map((each) => text(each, path, indent)))
      );
    if (node.allOf !== undefined)
      return node.allOf.map((each) => `(${text(each, path, indent)})`).join(' & ');
    if (node.prefixItems !== undefined)
      return `readonly [${node.prefixItems.map((each) => text(each, path, indent)).join(', ')}]`;
    if (node.type === 'array') return list(node.items ?? {}, path, indent);
    if (node.type === 'object') return object(node, path, indent);
    return plain[node.type ?? ''] ?? 'unknown';
  }
  /** A list of known words may be one text, with commas between them. */
  const commaList = (
    options: readonly Node[],
    path: string,
    indent: string,
  ): string | undefined => {
    const [one, many] = options;
    if (
      options.length !== 2 ||
      one?.type !== 'string' ||
      one.enum !== undefined ||
      many?.items === undefined
    )
      return undefined;
    if (many.items.enum === undefined && many.items.anyOf === undefined) return undefined;
    const word = text(many.items, path, indent);
    return `${word} | \`\${${word}},\${string}\` | readonly (${word})[]`;
  };
  return {
    declared,
    text: (node, path) =>
      isObject(node) && Object.keys(node.properties ?? {}).length > 0
        ? declare(node, path)
        : text(node, path),
  };
}

const plain: { readonly [type: string]: string } = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
};

const unionOf = (types: readonly string[]): string => [...new Set(types)].join(' | ');

function verb(
  printer: Printer,
  { name, summary, description }: Operation,
  input: Node | undefined,
  answer: Node | undefined,
): string {
  const own = name.split('.').pop() ?? '';
  const asked =
    OWN[name] ??
    (input === undefined
      ? 'Record<never, never>'
      : printer.text(input, NAMES[name] ? name : `${name} input`));
  const told =
    OWN[`${name} answer`] ??
    (answer === undefined ? 'unknown' : printer.text(answer, `${name} answer`));
  const needsInput = OWN[name] !== undefined || needed(input) || NEEDS[asked] !== undefined;
  return `${remark([summary, description], '  ')}  ${own}(input${needsInput ? '' : '?'}: ${asked}, options?: CallOptions): Promise<${told}>;\n`;
}

const needed = (input: Node | undefined): boolean =>
  (input?.required?.length ?? 0) > 0 ||
  (input?.allOf ?? []).some(needed) ||
  (input?.anyOf ?? input?.oneOf ?? []).length > 0;

/** Bounds and defaults, in words. */
function rules(node: Node): string {
  const said = rulesOf(node);
  return said === '' ? '' : `${said.charAt(0).toUpperCase()}${said.slice(1)}.`;
}

function remark(sentences: readonly (string | undefined)[], indent: string): string {
  const said = sentences
    .filter(Boolean)
    .map((text) => (/[.:`!?]$/.test(text ?? '') ? text : `${text}.`))
    .join(' ')
    .replaceAll('*/', '* /');
  return said === '' ? '' : `${indent}/** ${inNames(said)} */\n`;
}

/** In programs an operation is called by its name. */
const named = new Map(
  operationsFor(platformModules).map(({ name, place }) => [`${place.method} ${place.path}`, name]),
);
const inNames = (text: string): string =>
  text.replaceAll(
    /`?((?:GET|POST|PUT|PATCH|DELETE) \/v1\/[\w/{}-]+)`?/g,
    (said, address: string) => (named.has(address) ? `\`${named.get(address)}\`` : said),
  );

const pascal = (path: string): string =>
  path
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

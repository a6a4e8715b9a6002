import { platformDefinitions } from '../../adapters/platforms/definitions.ts';
import { code, page, table } from '../reference/markdown.ts';
import type { CallerFound } from './callers.ts';
import type { Judged, PlatformCoverage } from './coverage.ts';
import { type Description, descriptionOf, wordsOf } from './description.ts';

const NAMES: { readonly [folder: string]: string } = {
  meta: 'Meta',
  google: 'Google Ads',
  tiktok: 'TikTok',
  snapchat: 'Snapchat',
  pinterest: 'Pinterest',
  linkedin: 'LinkedIn',
  applovin: 'AppLovin',
  openai: 'OpenAI Ads',
};
/**
 * Their descriptions have thousands of names: the page gives those that are simulated, and counts
 * the rest.
 */
const LARGE = ['meta', 'google'];

const number = (count: number): string => count.toLocaleString('en');
const listed = (names: readonly string[]): string =>
  names.length === 0 ? '–' : names.map(code).join(', ');
const sum = (counts: readonly number[]): number => counts.reduce((total, each) => total + each, 0);
const counted = (all: readonly (readonly [string, Judged])[], verdict: keyof Judged): number =>
  sum(all.map(([, judged]) => judged[verdict].length));

interface Totals {
  readonly endpoints: readonly [yes: number, all: number];
  /** yes, refused, without effect, of endpoints that are not simulated. */
  readonly params: readonly [number, number, number, number];
  readonly fields: readonly [yes: number, refused: number, absent: number];
  readonly errors: readonly [yes: number, all: number] | undefined;
}

function totalsOf(
  { endpoints, missing, fields, errors }: PlatformCoverage,
  description: Description,
): Totals {
  const others = Object.values(description.others ?? {}).map((line) => line.split(' ').map(Number));
  // Two numbers are endpoints and parameters, one is fields.
  const [more, moreParams] = [0, 1].map((at) =>
    sum(others.map((each) => (each.length === 2 ? (each[at] ?? 0) : 0))),
  );
  const missingParams = sum(missing.map((key) => wordsOf(description.endpoints[key] ?? '').length));
  const described = codesOf(description);
  return {
    endpoints: [endpoints.length, endpoints.length + missing.length + (more ?? 0)],
    params: [
      counted(endpoints, 'yes'),
      counted(endpoints, 'refused'),
      counted(endpoints, 'ignored'),
      missingParams + (moreParams ?? 0),
    ],
    fields: [
      counted(fields, 'yes'),
      counted(fields, 'refused'),
      counted(fields, 'ignored') +
        sum(others.map((each) => (each.length === 1 ? (each[0] ?? 0) : 0))),
    ],
    errors:
      described.length === 0
        ? undefined
        : [described.filter((each) => errors.includes(each)).length, described.length],
  };
}

const codesOf = ({ errors = {} }: Description): readonly string[] =>
  Object.entries(errors).flatMap(([family, line]) =>
    wordsOf(line).map((each) => `${family} ${each}`),
  );

const versions = (folder: string): readonly (readonly string[])[] => {
  const { version } = platformDefinitions.find((each) => each.folder === folder) ?? {};
  if (version === undefined) return [];
  const ends = version.ends.map(
    (each) => [each.version, each.on ?? 'not announced', `${each.source}, ${each.asOf}`] as const,
  );
  const all = ends.length > 0 ? ends : [[version.pinned, 'the platform names none', ''] as const];
  return all.map(([name, on, source]) => [
    NAMES[folder] ?? folder,
    name === version.pinned ? `**${name}**` : name,
    on,
    source,
  ]);
};

/** A part with more endpoints than this is divided by the next word of their paths. */
const MANY = 40;

const wordsIn = (key: string): readonly string[] =>
  (key.split(' ')[1] ?? '')
    .split(/[/:]/)
    .filter((part) => part !== '' && !part.startsWith('{') && part !== 'customers');

function grouped(
  keys: readonly string[],
  groupOf: (key: string) => string,
): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const key of keys) groups.set(groupOf(key), [...(groups.get(groupOf(key)) ?? []), key]);
  return groups;
}

function partsOf(
  folder: string,
  keys: readonly string[],
): readonly (readonly [part: string, keys: readonly string[]])[] {
  if (folder === 'google')
    return [...grouped(keys, (key) => (key.endsWith(':mutate') ? 'changes' : 'others'))].sort(
      ([a], [b]) => (a < b ? -1 : 1),
    );
  const first = grouped(keys, (key) => wordsIn(key)[0] ?? '');
  if (folder === 'meta') return [...first];
  return [...first].flatMap(([part, some]) =>
    some.length <= MANY
      ? [[part, some] as const]
      : [...grouped(some, (key) => [part, wordsIn(key)[1]].join(' ').trim())],
  );
}

function missingTable(
  folder: string,
  { missing }: PlatformCoverage,
  { others = {} }: Description,
): string {
  const parts = partsOf(folder, missing);
  const head = [folder === 'meta' ? 'Object' : 'Part', 'Endpoints that are not simulated'];
  if (folder !== 'meta')
    return table(
      head,
      parts.map(([part, keys]) => [part, keys.map((key) => code(shortened(key))).join(', ')]),
    );
  const more = Object.values(others).map((line) => Number(line.split(' ')[0]));
  const last = [`${number(more.length)} other objects`, number(sum(more))];
  return table(head, [...parts.map(([part, keys]) => [code(part), number(keys.length)]), last]);
}

/** The path of every service of Google begins in the same way. */
const shortened = (key: string): string => key.replace('customers/{customer_id}', '…');

const share = (yes: number, all: number): string => (all === 0 ? '–' : `${yes} of ${all}`);

function fieldTable(folder: string, { fields }: PlatformCoverage): string {
  const isLarge = LARGE.includes(folder);
  const head = isLarge
    ? ['Object', 'Fields', 'Simulated']
    : ['Object', 'Fields', 'Refused as unknown', 'Not simulated'];
  return table(
    head,
    fields.map(([object, { yes, refused, ignored }]) => [
      code(object),
      `${yes.length} of ${yes.length + refused.length + ignored.length}`,
      ...(isLarge ? [listed(yes)] : [listed(refused), listed(ignored)]),
    ]),
  );
}

function errorTable({ errors }: PlatformCoverage, description: Description): readonly string[] {
  const rows = Object.entries(description.errors ?? {}).map(([family, line]) => {
    const all = wordsOf(line);
    return { family, all, yes: all.filter((each) => errors.includes(`${family} ${each}`)) };
  });
  if (rows.length === 0) return ['The description has no error codes.'];
  const none = rows.filter(({ yes }) => yes.length === 0);
  const left = sum(none.map(({ all }) => all.length));
  return [
    table(
      ['Family or status', 'Codes', 'Answered by the simulator itself'],
      rows
        .filter(({ yes }) => yes.length > 0)
        .map(({ family, all, yes }) => [
          code(family),
          `${yes.length} of ${all.length}`,
          listed(yes),
        ]),
    ),
    `${number(none.length)} further families with ${number(left)} codes have none that the simulator answers by itself.`,
  ];
}

function platformPart(folder: string, found: PlatformCoverage): readonly string[] {
  const description = descriptionOf(folder);
  const { endpoints, besides } = found;
  return [
    `## ${NAMES[folder] ?? folder}`,
    `### Endpoints of ${NAMES[folder] ?? folder}`,
    table(
      ['Endpoint', 'Parameters', 'Refused as unknown', 'Without effect'],
      endpoints.map(([key, { yes, refused, ignored }]) => [
        code(shortened(key)),
        share(yes.length, yes.length + refused.length + ignored.length),
        listed(refused),
        listed(ignored),
      ]),
    ),
    ...(besides.length === 0
      ? []
      : [
          'Simulated, and not in the description:',
          besides.map((key) => `- ${code(key)}`).join('\n'),
        ]),
    missingTable(folder, found, description),
    `### Fields of ${NAMES[folder] ?? folder}`,
    fieldTable(folder, found),
    `### Error codes of ${NAMES[folder] ?? folder}`,
    ...errorTable(found, description),
  ];
}

const callerRow = ({
  program,
  commit,
  kind,
  platform,
  unit,
  answered,
  refused,
  notSimulated,
}: CallerFound) => [
  `${program}@${commit}`,
  kind,
  NAMES[platform] ?? platform,
  `${answered.length} of ${answered.length + Object.keys(refused).length} ${unit}`,
  [...grouped(Object.keys(notSimulated), (what) => notSimulated[what] ?? '')]
    .map(
      ([why, whats]) => `${whats.length > 9 ? `${whats.length} ${unit}` : listed(whats)}: ${why}`,
    )
    .join('; ') || '–',
];

export function coverageText(
  all: ReadonlyMap<string, PlatformCoverage>,
  callers: readonly CallerFound[],
): string {
  const order = [...new Set([...Object.keys(NAMES), ...all.keys()])].filter((folder) =>
    all.has(folder),
  );
  const rows = order.map((folder) => {
    const { endpoints, params, fields, errors } = totalsOf(
      all.get(folder) as PlatformCoverage,
      descriptionOf(folder),
    );
    return [
      NAMES[folder] ?? folder,
      `${number(endpoints[0])} of ${number(endpoints[1])}`,
      ...params.map(number),
      ...fields.map(number),
      errors === undefined ? 'not described' : `${number(errors[0])} of ${number(errors[1])}`,
    ];
  });
  const sources = order.map((folder) => {
    const { source, version, asOf } = descriptionOf(folder);
    return [NAMES[folder] ?? folder, source, version, asOf];
  });
  return page(
    'Sandbox coverage',
    'What the simulated platforms have of the real ones, counted against public descriptions. [The sandbox](../explain/sandbox.md) says what they are for.',
    '## Totals',
    table(
      [
        'Platform',
        'Endpoints',
        'Parameters: yes',
        'refused as unknown',
        'without effect',
        'of endpoints not simulated',
        'Fields: yes',
        'refused as unknown',
        'not simulated',
        'Error codes',
      ],
      rows,
    ),
    '## What the words mean',
    [
      '- **Yes**: the endpoint takes the parameter by its name, or the field stands in an answer or is taken in a creation.',
      '- **Refused as unknown**: the simulator answers as it does to a misspelt name. The real platform takes it. Of a field: no answer has it, and a creation with it is refused so.',
      '- **Without effect**: the endpoint refuses no name, and none of several values changed the answer.',
      '- **Not simulated**: the endpoint answers as an unknown address, or no answer has the field.',
    ].join('\n'),
    '## How it was made',
    '`npm run coverage` writes this page. It asks the simulators: their tables of routes say which endpoints there are, and a request for each parameter and each field says whether it is taken. A name that no platform has shows how an unknown one is refused.',
    'The fault `error` plays any code with any message. The tables count codes that a simulator answers by itself.',
    'A description is as good as its source. Those of LinkedIn and Snapchat are connectors of other people, which only read.',
    'Fields are counted for objects that are simulated; for Google Ads, also those of other resources, and those inside other fields.',
    table(['Platform', 'Description', 'Version', 'As of'], sources),
    '## Programs of others',
    'What these programs ask, as their public source says, is sent to the simulations. A stream, tool or example gets through when every request of it is answered. Official SDKs of Meta, TikTok and LinkedIn run whole in the tests.',
    table(
      ['Program', 'What it is', 'Platform', 'Gets through', 'Not simulated'],
      callers.map(callerRow),
    ),
    '## API versions',
    'The version in bold is the one that Slipway calls. The sandbox refuses a version after its end.',
    table(['Platform', 'Version', 'Ends', 'Source'], order.flatMap(versions)),
    ...order.flatMap((folder) => platformPart(folder, all.get(folder) as PlatformCoverage)),
  );
}

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { platformDefinitions as definitions } from '../adapters/platforms/definitions.ts';
import { simulations } from '../adapters/sandbox/registry.ts';
import {
  MAX_ADS,
  MAX_CREATIONS,
  MAX_DRAFTS,
  MAX_MEDIA,
  MAX_VARIATIONS,
} from '../core/base/limits.ts';
import { platformCalled } from '../core/base/platforms.ts';
import { defaultLimits, guardUnits, numericGuards } from '../core/gate/limits.ts';
import { guardLabels } from '../core/gate/words.ts';
import { type Metric, metricAliases, metricKeys, metrics } from '../core/report/metrics.ts';
import { columnsFor } from '../core/sheet/columns.ts';
import { type Flags, serviceFlags } from '../server/cli/base/command.ts';
import { commands } from '../server/cli/commands.ts';
import { errorCodes } from '../server/docs/page.ts';
import { createSlipway } from '../server/embed/embed.ts';
import { tools } from '../server/mcp/server.ts';
import { environment } from '../server/process/environment.ts';
import { faultCodes } from './fault-codes.ts';
import { wordsOfCodes } from './reference/code-words.ts';
import { code, page, table } from './reference/markdown.ts';
import { groups } from './reference/settings.ts';

/**
 * `npm run reference` writes the pages of docs/reference that are made from the code; `--check`
 * only says which are out of date.
 */

const root = fileURLToPath(new URL('..', import.meta.url));

function settingsPage(): string {
  const entries = environment.entries as { readonly [name: string]: v.GenericSchema };
  const described = Object.values(groups).flatMap(({ settings }) => Object.keys(settings));
  const missing = Object.keys(entries).filter((name) => !described.includes(name));
  const unknown = described.filter((name) => !(name in entries));
  if (missing.length + unknown.length > 0)
    throw new Error(
      `build/reference/settings.ts lacks ${missing.join(', ')}; unknown: ${unknown.join(', ')}`,
    );
  const parts = Object.entries(groups).map(([title, { about, settings }]) => {
    const rows = Object.entries(settings).map(([name, setting]) => {
      const { text, unset = '' } = typeof setting === 'string' ? { text: setting } : setting;
      const schema = entries[name];
      const value =
        schema === undefined
          ? ''
          : String(v.getDefault(schema as v.OptionalSchema<v.GenericSchema, string>) ?? '');
      return [code(name), value === '' ? unset : code(value), text];
    });
    return `## ${title}\n\n${about}\n\n${table(['Variable', 'Default', 'What it does'], rows)}`;
  });
  return page(
    'Settings',
    'The service reads its settings from the environment, once, at its start. If a setting is wrong, or a variable that begins with `SLIPWAY_` is unknown, the service prints all errors and does not start. An empty variable counts as unset. `slipway doctor`, run with the same environment, checks them. DATA is the folder of `--data`, `.slipway` by default.',
    ...parts,
  );
}

/** Said once above all commands. */
const ON_THE_MACHINE = /^Run it with the environment of the service\. ?/;
/** Flags with the same text at several commands, said once. */
const SHARED = 5;

function cliPage(): string {
  const flagsOf = (flags: Flags): (readonly [flag: string, what: string])[] =>
    Object.entries(flags).map(([flag, { type, what }]) => [
      code(`--${flag}${type === 'string' ? ' …' : ''}`),
      what,
    ]);
  const all = commands.flatMap(({ flags = {} }) => flagsOf(flags).map((each) => each.join()));
  const isShared = (each: readonly string[]): boolean =>
    all.filter((other) => other === each.join()).length >= SHARED;
  const service = flagsOf(serviceFlags).map((each) => each.join());
  const shared = new Map(
    commands.flatMap(({ flags = {} }) =>
      flagsOf(flags)
        .filter(isShared)
        .map((each) => [each.join(), each] as const),
    ),
  );
  const parts = commands.map(({ name, usage, summary, notes = [], examples, flags = {} }) => {
    const own = flagsOf(flags).filter((each) => !isShared(each));
    const also = flagsOf(flags).filter((each) => isShared(each) && !service.includes(each.join()));
    return [
      `## slipway ${name}`,
      `${summary}.`,
      code(`slipway ${name} ${usage}`.trimEnd()),
      notes.join(' ').replace(ON_THE_MACHINE, ''),
      ['```sh', ...examples, '```'].join('\n'),
      [
        ...own.map(([flag, what]) => `- ${flag} ${what}`),
        ...(also.length > 0
          ? [`- ${also.map(([flag]) => flag).join(', ')}: [as above](#commands)`]
          : []),
      ].join('\n'),
    ]
      .filter(Boolean)
      .join('\n\n');
  });
  return page(
    'Commands',
    'Every command has `--help`, and `--json` for programs. Exit codes: 0 done; 1 done, and some of it failed, or left because it was changed since; 2 wrong command line or file, nothing launched; 3 refused or unreachable. From a clone: `slipway() { npm run -s slipway -- "$@"; }`.',
    'Several commands share these flags. Every command that talks to a service has the first two. Run those with `--data` on the machine of the service, with its environment.',
    table(['Flag', 'What it does'], [...shared.values()]),
    ...parts,
  );
}

function columnsPage(): string {
  const rows = columnsFor(definitions).map(
    ({ header, key, aliases = [], note, choices, repeats }) => {
      const words = choices === undefined ? '' : ` One of: ${Object.keys(choices).join(', ')}.`;
      const many =
        repeats === undefined
          ? ''
          : ` Up to ${repeats}: \`${header.replace('#', '1')}\`, \`${header.replace('#', '2')}\`, …`;
      return [
        `**${header}**`,
        [key, ...aliases].map(code).join(', '),
        `${note.replace('the primary platform', 'Meta')}${words}${many}`,
      ];
    },
  );
  return page(
    'Columns',
    'Columns of launch sheets and CSV files. Slipway finds them by the header or the field name, in any order, and ignores all others. `slipway launch --template` prints them as a file.',
    table(['Column', 'Field and other names', 'What it holds'], rows),
  );
}

const OFFERS: { readonly [label: string]: string } = {
  'launch ads': 'launch',
  'create campaigns and ad sets': 'create.campaign',
  'pause and resume': 'edit.setStatus',
  'change budgets': 'edit.setBudget',
  'set an end': 'edit.setEnd',
  'edit all fields': 'update.ad',
  copy: 'duplicate',
  reports: 'report.daily',
  reach: 'metrics.reach',
  'reports by country': 'report.byCountry',
  'history of changes': 'history',
  previews: 'inspect.preview',
  comments: 'comments',
  'conversion events': 'conversions.send',
};

async function platformsPage(): Promise<string> {
  const slipway = await createSlipway({ database: 'memory' });
  const { data } = await slipway.platforms.list();
  await slipway.close();
  const names = data.map(({ label }) => platformCalled(label));
  const offers = Object.entries(OFFERS).map(([label, name]) => [
    label,
    ...data.map(({ offers: own, metrics: told }) =>
      [...own, ...told.map((each) => `metrics.${each}`)].includes(name) ? '✓' : '–',
    ),
  ]);
  const launch = data.map(({ id, adSetWord, version, launch: own, retentionDays }, at) => [
    names[at] ?? '',
    code(id),
    version?.version ?? '',
    adSetWord,
    (own?.types ?? []).join(', '),
    (own?.fields ?? []).map(({ header }) => header).join(', ') || '–',
    String(retentionDays ?? '–'),
  ]);
  return page(
    'Platforms',
    'What Slipway does on each platform. The API uses its own names for them: `primary` is Meta, `short-video` is TikTok, and so on.',
    '## What works where',
    table(['', ...names], offers),
    '## Launching',
    table(
      [
        'Platform',
        'Name in the API',
        'API version',
        'Its word for ad set',
        'Launch types',
        'Columns of its own',
        'Days of reports',
      ],
      launch,
    ),
    '## What ends',
    'Doctor and the notices of a connection say it from 60 days before.',
    table(
      ['Platform', 'What', 'Last day', 'What comes then', 'What to do', 'Source'],
      definitions.flatMap(({ label, endings = [] }) =>
        endings.map(({ what, on, after, fix, source, asOf }) => [
          platformCalled(label),
          what,
          on,
          after,
          fix,
          `${source}, read ${asOf}`,
        ]),
      ),
    ),
  );
}

function metricsPage(): string {
  const made = (key: keyof typeof metrics): string => {
    const { made: how }: Metric = metrics[key];
    if (how.from === 'sum') return 'sum';
    if (how.from === 'ratio')
      return `${how.times === 1 ? '' : `${how.times} × `}${how.of} / ${how.per}`;
    return how.from === 'reach' ? 'asked of the platform, never added' : 'impressions / reach';
  };
  const rows = metricKeys.map((key) => [
    [key, ...metricAliases(key)].map(code).join(', '),
    metrics[key].label,
    metrics[key].type,
    made(key),
    definitions
      .filter(({ metrics: own }) => metrics[key].needs in own)
      .map(({ label }) => platformCalled(label))
      .join(', '),
  ]);
  const sources = definitions.flatMap(({ label, metrics: own }) =>
    Object.entries(own).map(([name, source]) => [
      platformCalled(label),
      code(name),
      String(source),
    ]),
  );
  return page(
    'Metrics',
    'Ratios are computed from sums, after grouping. A ratio whose denominator is 0 is empty, not 0.',
    table(['Metric', 'Label', 'Type', 'How it is computed', 'Platforms'], rows),
    '## Where each number comes from',
    table(['Platform', 'Number', 'Field of the platform'], sources),
  );
}

function toolsPage(): string {
  const rows = tools.map(({ name, title, description }) => [code(name), title, description]);
  return page(
    'MCP tools',
    'What a model sees at `/mcp` and over `slipway mcp`. `apply_plan` is offered to keys with `launch` or `manage`: it asks a person in the client, then carries a plan out once. [Set it up](../tutorials/first-plan-with-a-model.md)',
    table(['Tool', 'Title', 'What it does'], rows),
  );
}

const DO: { readonly [code: string]: string } = {
  bad_request: 'Correct the request. `details` names each field.',
  unauthorized: 'Send `Authorization: Bearer ak_…`. Make a key under **Settings › Keys**.',
  forbidden: 'Use a key with the scope, or ask an admin for the role, that the message names.',
  not_found: 'Compare the ID with the list that `hint` names.',
  method_not_allowed: 'Use a method of the header `Allow`.',
  conflict: 'Read the state again, then decide.',
  gone: 'Nothing brings it back. Make a new one.',
  invite_expired: 'Ask an admin to send the invitation again.',
  payload_too_large:
    'Send less in one request, or raise [`SLIPWAY_BODY_LIMIT`](settings.md#limits-on-requests).',
  unsupported_media_type: 'Send JSON, or a file as `multipart/form-data`.',
  unprocessable_entity: 'Correct what `details` names, at its `path`. The codes are below.',
  rate_limit_exceeded: 'Wait for the seconds of `Retry-After`. [Limits](limits.md)',
  internal_server_error:
    'Send the same request again with the same Idempotency-Key. If it persists, give the operator the `requestId`.',
  platform_error:
    "Read the platform's words in the message. [Trouble with live platforms](../trouble/live.md)",
  unavailable: 'Try again later. Operators: run `slipway doctor`.',
};

function errorsPage(): string {
  const words = wordsOfCodes();
  const answers = errorCodes.map(([name, text]) => {
    const [status = '', ...about] = text.split(': ');
    if (DO[name] === undefined)
      throw new Error(`build/reference.ts does not say what to do about ${name}`);
    return `### ${name}\n\n**${status}.** ${sentence(about.join(': '))} ${DO[name]}`;
  });
  const rows = faultCodes().map((name) => {
    const text = words.get(name);
    if (text === undefined)
      throw new Error(`build/reference/code-words.ts does not say what ${name} means`);
    return [code(name), text];
  });
  return page(
    'Errors',
    'An error answer is `{ "success": false, "error": { "code", "message", "requestId", "details" } }`. Programs read `code` and `details[].code`; messages are for people and change.',
    '## Codes of answers',
    ...answers,
    '## Codes of details and warnings',
    'Each item of `details` and `warnings` has one of these codes, a `message` that says what to do, and a `path` into your request. The sentence is the message, or says what the message is about; … stands for a value.',
    table(['Code', 'What is wrong, and what to do'], rows),
  );
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

function limitsPage(): string {
  const defaults = defaultLimits('EUR') as unknown as {
    readonly [guard: string]: number | undefined;
  };
  const rows = numericGuards.map((name) => [
    code(name),
    guardLabels[name],
    defaults[name] === undefined
      ? 'off until set'
      : `${defaults[name].toLocaleString('en')}${guardUnits[name] === 'percent' ? ' %' : ''}`,
  ]);
  return page(
    'Limits',
    'Limits on money protect your budget; limits on requests protect the service.',
    '## Money',
    'In whole units of the currency; the defaults are for euros and dollars, and other currencies have defaults of the same worth. An admin changes them under **Settings › Limits** or with `slipway guardrails set`. [How to set limits](../how-to/manage/limits.md)',
    table(['Limit', 'What it limits', 'Default'], rows),
    '## Requests',
    table(
      ['What', 'Limit'],
      [
        ['reads of a key in 60 s', String(v.getDefault(environment.entries.SLIPWAY_READ_LIMIT))],
        ['writes of a key in 60 s', String(v.getDefault(environment.entries.SLIPWAY_WRITE_LIMIT))],
        ['ads of one launch', MAX_ADS.toLocaleString('en')],
        ['ads × ad sets of one launch', MAX_CREATIONS.toLocaleString('en')],
        ['media of one ad', String(MAX_MEDIA)],
        ['variations of a text', String(MAX_VARIATIONS)],
        ['drafts of a company', String(MAX_DRAFTS)],
      ],
    ),
    'The headers `X-RateLimit-Limit`, `X-RateLimit-Remaining` and, on 429, `Retry-After` say where a key stands. [Settings](settings.md#limits-on-requests) change the first four.',
    '## Calls of a launch',
    'Platforms count calls against a quota of your app or token, each entry of a batch as one. These are the calls that a launch into one ad set makes; the plan of a launch says how many its own ads take. `npm run bench -- --only calls` measures them against the simulations.',
    table(['Platform', ...launches.map(({ words }) => words)], callsOfLaunches()),
  );
}

const launches = [
  { words: '1 ad', ads: 1, pictures: 1 },
  { words: '10 ads, 10 pictures', ads: 10, pictures: 10 },
  { words: '100 ads, 10 pictures', ads: 100, pictures: 10 },
] as const;

const callsOfLaunches = () =>
  simulations.flatMap(({ platform, stage: { leastCalls } }) => {
    const label = definitions.find(({ id }) => id === platform)?.label;
    if (leastCalls === undefined || label === undefined) return [];
    const calls = launches.map(({ ads, pictures }) => leastCalls({ ads, pictures, adSets: 1 }));
    return [[platformCalled(label), ...calls.map(String)]];
  });

export async function referencePages(): Promise<{ readonly [file: string]: string }> {
  return {
    'settings.md': settingsPage(),
    'cli.md': cliPage(),
    'columns.md': columnsPage(),
    'platforms.md': await platformsPage(),
    'metrics.md': metricsPage(),
    'mcp-tools.md': toolsPage(),
    'errors.md': errorsPage(),
    'limits.md': limitsPage(),
  };
}

if (import.meta.main) {
  const folder = join(root, 'docs/reference');
  const pages = Object.entries(await referencePages());
  if (process.argv.includes('--check')) {
    const old = pages.filter(([file, text]) => readFileSync(join(folder, file), 'utf8') !== text);
    for (const [file] of old)
      console.error(`docs/reference/${file} is out of date: npm run reference`);
    process.exitCode = old.length > 0 ? 1 : 0;
  } else for (const [file, text] of pages) writeFileSync(join(folder, file), text);
}

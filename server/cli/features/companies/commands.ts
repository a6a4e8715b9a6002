import type { AnswerOf, Client, InputOf } from '../../../client/client.ts';
import { asking, listed, minute } from '../../base/asking.ts';
import {
  type Command,
  type CommandInput,
  type Flags,
  text,
  UsageFault,
} from '../../base/command.ts';
import type { Screen } from '../../base/screen.ts';
import { urlOf } from '../../base/service.ts';
import { sayTable } from '../../base/table.ts';
import { exportTo, type WrittenExport } from './export.ts';

type Company = AnswerOf<'companies.get'>['company'];

const WHICH = 'Which company? `slipway companies list` shows their ids.';
const WHICH_NAME = 'Which company, and a name: slipway companies key ID NAME';
const notes = ['Needs a key with the scope operator.'];

const day = (at: string | null): string => minute(at) ?? '';

const stateOf = ({ status, suspendedAt, deleteAt }: Company): string => {
  if (status === 'active') return 'active';
  return status === 'deleting'
    ? `deleted on ${day(deleteAt)}`
    : `suspended since ${day(suspendedAt)}`;
};

const showState = ({ company }: { readonly company: Company }, screen: Screen): void =>
  screen.say(`  ${company.name} (${company.id}): ${stateOf(company)}`);

const showKey = ({ key, name, scopes }: AnswerOf<'companies.createKey'>, screen: Screen): void => {
  screen.say(`  ${key}`);
  screen.say(screen.paint.dim(`  ${name}, may ${scopes.join(', ')}. It is not shown again.`));
};

const exportFlags: Flags = {
  to: { type: 'string', what: 'The folder the export is written to (the one you are in)' },
  'without-media': { type: 'boolean', what: 'Leave images and videos out' },
};

/** By the flag: the limit it sets, and what it says. */
const LIMITS = {
  reads: ['readsPerMinute', 'Reading requests of all keys and sessions in a minute'],
  writes: ['writesPerMinute', 'The same for writing requests'],
  webhooks: ['webhooks', 'How many webhooks it may have'],
  ads: ['adsPerMonth', 'Ads it may launch in a calendar month (UTC)'],
  media: ['mediaBytes', 'Bytes of media it may keep'],
} as const;

/** Counts of a calendar month; the others are of now. */
const MONTHLY = ['batches', 'adsLaunched', 'calls', 'exports'];

export const commands: readonly Command[] = [
  asking({
    name: 'companies list',
    summary: 'List the companies of the installation',
    usage: '[--search NAME]',
    notes,
    examples: [
      'slipway companies list',
      'slipway companies list --search acme',
      'slipway companies list --json | jq -r .data[].id',
    ],
    flags: {
      search: { type: 'string', what: 'Only those with this in their name' },
      page: { type: 'string', what: 'Which page of 200 (1)' },
    },
    ask(client, _, { flags }) {
      const search = text(flags.search);
      const page = Number(text(flags.page) ?? 1);
      if (!Number.isInteger(page) || page < 1)
        throw new UsageFault('--page is a whole number from 1.');
      return client.companies.list({ limit: 200, page, ...(search !== undefined && { search }) });
    },
    show({ data, pagination: { hasMore, total, offset, limit } }, screen) {
      const rows = data.map((company) => [
        company.id,
        company.name,
        day(company.createdAt),
        stateOf(company),
      ]);
      sayTable(screen, [['id', 'name', 'created', 'state'], ...rows]);
      if (hasMore) screen.say(`  ${total} in all: --page ${offset / limit + 2} shows more.`);
    },
  }),
  asking({
    name: 'companies show',
    summary: 'Show a company, its limits and what it uses',
    usage: 'ID',
    words: [WHICH],
    notes,
    examples: [
      'slipway companies show co_4fT…',
      'slipway companies show co_4fT… --json | jq .usage',
    ],
    ask: (client, [id = '']) => client.companies.get({ id }),
    show({ company, usage: { month, ...counts } }, screen) {
      screen.say(
        `  ${company.name} (${company.id}): ${stateOf(company)}, created ${day(company.createdAt)}`,
      );
      const limits = Object.entries(company.limits).map(([name, limit]) => [
        `limit of ${name}`,
        limit === null ? 'as the service' : String(limit),
      ]);
      const used = Object.entries(counts).map(([name, count]) => [
        MONTHLY.includes(name) ? `${name} in ${month}` : name,
        String(count),
      ]);
      sayTable(screen, [...limits, ...used], { numbers: [1] });
    },
  }),
  asking({
    name: 'companies rename',
    summary: 'Give a company another name',
    usage: 'ID NAME',
    words: [WHICH, 'The new name is missing: slipway companies rename ID NAME'],
    notes,
    examples: ['slipway companies rename co_4fT… "Acme Europe"'],
    ask: (client, [id = '', name = '']) => client.companies.update({ id, name }),
    show: showState,
  }),
  asking({
    name: 'companies suspend',
    summary: 'Suspend a company: refuse its keys and sessions, and hold its jobs',
    usage: 'ID',
    words: [WHICH],
    notes: [...notes, 'Ads that run on a platform go on running there.'],
    examples: ['slipway companies suspend co_4fT…'],
    ask: (client, [id = '']) => client.companies.suspend({ id }),
    show: showState,
  }),
  asking({
    name: 'companies resume',
    summary: 'End a suspension, or take a deletion back',
    usage: 'ID',
    words: [WHICH],
    notes,
    examples: ['slipway companies resume co_4fT…'],
    ask: (client, [id = '']) => client.companies.resume({ id }),
    show: showState,
  }),
  asking({
    name: 'companies delete',
    summary: 'Export a company, and delete it with all of its data after seven days',
    usage: 'ID --confirm NAME [--to FOLDER | --without-export]',
    words: [WHICH],
    notes: [
      ...notes,
      'It is suspended, exported to a folder, and deleted once the export is whole. Until the seven days are over',
      '`slipway companies resume` brings it back.',
    ],
    examples: [
      'slipway companies delete co_4fT… --confirm "Acme Europe" --to /archive/acme',
      'slipway companies delete co_4fT… --confirm "Acme Europe" --without-export    # nothing is kept',
    ],
    flags: {
      ...exportFlags,
      confirm: { type: 'string', what: 'The name of the company' },
      'without-export': { type: 'boolean', what: 'Keep nothing of it' },
    },
    async ask(client, [id = ''], input) {
      const confirm = text(input.flags.confirm);
      if (confirm === undefined)
        throw new UsageFault(
          'All of its data would be removed: give the name of the company with --confirm.',
        );
      if (input.flags['without-export'] === true)
        return client.companies.delete({ id, confirm, withoutExport: true });
      const { company } = await client.companies.get({ id });
      // Not before the name is right: what is refused must change nothing.
      if (company.name === confirm && company.status === 'active')
        await client.companies.suspend({ id });
      if (company.name === confirm && company.status !== 'deleting')
        showExport(await exported(client, id, input), input.screen);
      return client.companies.delete({ id, confirm });
    },
    show: showState,
  }),
  asking({
    name: 'companies export',
    summary: 'Write everything of a company to a folder',
    usage: 'ID [--to FOLDER] [--without-media]',
    words: [WHICH],
    notes: [
      ...notes,
      'Documents, figures, people, keys and the audit go to a file of JSON lines, the media beside it. Credentials and other',
      'secrets are left out, and marked so. Suspend the company first when nothing may change meanwhile.',
    ],
    examples: [
      'slipway companies export co_4fT… --to /archive/acme',
      'slipway companies export co_4fT… --without-media',
    ],
    flags: exportFlags,
    ask: async (client, [id = ''], input) => ({
      success: true,
      ...(await exported(client, id, input)),
    }),
    show: showExport,
  }),
  asking({
    name: 'companies create',
    summary: 'Create a company; its admin key is shown once',
    usage: 'NAME [--sandbox]',
    words: ['A company needs a name: slipway companies create "Acme Europe"'],
    notes,
    examples: [
      'slipway companies create "Acme Europe"',
      'slipway companies create Rehearsal --sandbox',
    ],
    flags: { sandbox: { type: 'boolean', what: 'With seeded accounts on the sandbox' } },
    ask: (client, [name = ''], { flags: { sandbox } }) =>
      client.companies.create({ name, ...(sandbox === true && { sandbox }) }),
    show({ companyId, adminKey }, screen) {
      screen.say(`  ${companyId}`);
      screen.say(`  ${adminKey}`);
      screen.say(screen.paint.dim('  The key is its admin’s. It is not shown again.'));
    },
  }),
  asking({
    name: 'companies limits',
    summary: 'Set the limits and quotas of a company',
    usage: `ID ${Object.keys(LIMITS)
      .map((flag) => `[--${flag} N]`)
      .join(' ')}`,
    words: [WHICH],
    notes: [
      ...notes,
      '`none` takes a limit back. What is not given stays as it is; `slipway companies show` tells what holds.',
    ],
    examples: [
      'slipway companies limits co_4fT… --ads 5000 --media 20000000000',
      'slipway companies limits co_4fT… --writes none',
    ],
    flags: Object.fromEntries(
      Object.entries(LIMITS).map(([flag, [, what]]) => [
        flag,
        { type: 'string', what: `${what}; none: as the service is set` },
      ]),
    ),
    ask(client, [id = ''], { flags }) {
      const limits = Object.entries(LIMITS).flatMap(([flag, [name]]) => {
        const given = text(flags[flag]);
        if (given === undefined) return [];
        if (given !== 'none' && !/^\d{1,15}$/.test(given))
          throw new UsageFault(`--${flag} is a whole number, or none.`);
        return [[name, given === 'none' ? null : Number(given)] as const];
      });
      if (limits.length === 0)
        throw new UsageFault(`Which limit? Give one of --${Object.keys(LIMITS).join(', --')}.`);
      return client.companies.update({ id, limits: Object.fromEntries(limits) });
    },
    show({ company }, screen) {
      for (const [name, limit] of Object.entries(company.limits))
        screen.say(`  ${name}: ${limit === null ? 'as the service is set' : limit}`);
    },
  }),
  asking({
    name: 'companies key',
    summary: 'Create an API key of a company, for support; it is shown once',
    usage: 'ID NAME [--scopes read,launch,manage]',
    words: [WHICH_NAME, WHICH_NAME],
    notes: [...notes, 'The audit of the company shows it.'],
    examples: ['slipway companies key co_4fT… Support --scopes read'],
    flags: {
      scopes: { type: 'string', what: 'read, plan, launch, manage, admin (read,launch,manage)' },
    },
    fields: { scopes: 'scopes' },
    ask(client, [id = '', name = ''], { flags }) {
      const scopes = listed(flags.scopes);
      // What is no scope is refused by the service, in its words.
      return client.companies.createKey({
        id,
        name,
        ...(scopes && { scopes }),
      } as InputOf<'companies.createKey'>);
    },
    show: showKey,
  }),
];

const exported = (
  client: Client,
  id: string,
  { flags, env, screen }: CommandInput,
): Promise<WrittenExport> =>
  exportTo(
    text(flags.to) ?? '.',
    id,
    { client, url: urlOf(flags, env) },
    { withMedia: flags['without-media'] !== true, screen },
  );

function showExport({ file, documents, facts, media }: WrittenExport, screen: Screen): void {
  screen.say(
    `  ${documents} documents, ${facts} rows of figures and ${media} files of media: ${file}`,
  );
}

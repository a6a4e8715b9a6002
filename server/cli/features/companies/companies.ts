import type { AnswerOf, Client } from '../../../client/client.ts';
import { type Command, type CommandInput, EXIT, type Flags, serviceFlags, text, UsageFault } from '../../base/command.ts';
import { clientFor, urlOf } from '../../base/service.ts';
import { formatTable } from '../../base/table.ts';
import { exportTo, type WrittenExport } from './export.ts';

type Company = AnswerOf<'companies.get'>['company'];

/** The first word of the command line. */
function idOf({ words: [id] }: CommandInput): string {
  if (id === undefined) throw new UsageFault('Which company? `slipway companies list` shows their ids.');
  return id;
}

const day = (at: string | null): string => at?.slice(0, 16).replace('T', ' ') ?? '';

const stateOf = ({ status, suspendedAt, deleteAt }: Company): string => {
  if (status === 'active') return 'active';
  return status === 'deleting' ? `deleted on ${day(deleteAt)}` : `suspended since ${day(suspendedAt)}`;
};

/** A command that changes one company and says what it is then. */
const changing = (
  own: Pick<Command, 'name' | 'summary' | 'usage' | 'notes' | 'examples'> & Partial<Pick<Command, 'words' | 'flags'>>,
  change: (client: Client, id: string, input: CommandInput) => Promise<{ readonly company: Company }>,
): Command => ({
  words: 1,
  flags: serviceFlags,
  ...own,
  async run(input) {
    const id = idOf(input);
    const answer = await change(clientFor(input.flags, input.env, input.screen), id, input);
    input.screen.say(`  ${answer.company.name} (${answer.company.id}): ${stateOf(answer.company)}`);
    input.screen.tell(answer);
    return EXIT.ok;
  },
});

const exportFlags: Flags = {
  ...serviceFlags,
  to: { type: 'string', what: 'The folder the export is written to (the one you are in)' },
  'without-media': { type: 'boolean', what: 'Leave images and videos out' },
};

const notes = ['Needs a key with the scope operator.'];

export const companyCommands: readonly Command[] = [
  {
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
      ...serviceFlags,
      search: { type: 'string', what: 'Only those with this in their name' },
      page: { type: 'string', what: 'Which page of 200 (1)' },
    },
    async run({ flags, env, screen }) {
      const search = text(flags.search);
      const page = Number(text(flags.page) ?? 1);
      if (!Number.isInteger(page) || page < 1) throw new UsageFault('--page is a whole number from 1.');
      const answer = await clientFor(flags, env, screen).companies.list({
        limit: 200,
        page,
        ...(search !== undefined && { search }),
      });
      const rows = answer.data.map((company) => [company.id, company.name, day(company.createdAt), stateOf(company)]);
      for (const line of formatTable([['id', 'name', 'created', 'state'], ...rows], { width: screen.columns })) screen.say(line);
      if (answer.pagination.hasMore) screen.say(`  ${answer.pagination.total} in all: --page ${page + 1} shows more.`);
      screen.tell(answer);
      return EXIT.ok;
    },
  },
  {
    name: 'companies show',
    summary: 'Show a company, its limits and what it uses',
    usage: 'ID',
    words: 1,
    notes,
    examples: ['slipway companies show co_4fT…', 'slipway companies show co_4fT… --json | jq .usage'],
    flags: serviceFlags,
    async run(input) {
      const { flags, env, screen } = input;
      const answer = await clientFor(flags, env, screen).companies.get({ id: idOf(input) });
      const { company, usage } = answer;
      const { month, ...counts } = usage;
      screen.say(`  ${company.name} (${company.id}): ${stateOf(company)}, created ${day(company.createdAt)}`);
      const rows = [
        ...Object.entries(company.limits).map(([name, limit]) => [
          `limit of ${name}`,
          limit === null ? 'as the service' : String(limit),
        ]),
        ...Object.entries(counts).map(([name, count]) => [
          ['batches', 'adsLaunched', 'calls', 'exports'].includes(name) ? `${name} in ${month}` : name,
          String(count),
        ]),
      ];
      for (const line of formatTable(rows, { width: screen.columns, numbers: [1] })) screen.say(line);
      screen.tell(answer);
      return EXIT.ok;
    },
  },
  changing(
    {
      ...{ name: 'companies rename', summary: 'Give a company another name', usage: 'ID NAME', words: 2, notes },
      examples: ['slipway companies rename co_4fT… "Acme Europe"'],
    },
    (client, id, { words: [, name] }) => {
      if (name === undefined) throw new UsageFault('The new name is missing: slipway companies rename ID NAME');
      return client.companies.update({ id, name });
    },
  ),
  changing(
    {
      ...{
        name: 'companies suspend',
        summary: 'Suspend a company: refuse its keys and sessions, and hold its jobs',
        usage: 'ID',
      },
      notes: [...notes, 'Ads that run on a platform go on running there.'],
      examples: ['slipway companies suspend co_4fT…'],
    },
    (client, id) => client.companies.suspend({ id }),
  ),
  changing(
    {
      ...{ name: 'companies resume', summary: 'End a suspension, or take a deletion back', usage: 'ID', notes },
      examples: ['slipway companies resume co_4fT…'],
    },
    (client, id) => client.companies.resume({ id }),
  ),
  changing(
    {
      ...{
        name: 'companies delete',
        summary: 'Export a company, and delete it with all of its data after seven days',
        usage: 'ID --confirm NAME [--to FOLDER | --without-export]',
      },
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
    },
    async (client, id, input) => {
      const confirm = text(input.flags.confirm);
      if (confirm === undefined)
        throw new UsageFault('All of its data would be removed: give the name of the company with --confirm.');
      if (input.flags['without-export'] === true) return client.companies.delete({ id, confirm, withoutExport: true });
      const { company } = await client.companies.get({ id });
      // Not before the name is right: what is refused must change nothing.
      if (company.name === confirm && company.status === 'active') await client.companies.suspend({ id });
      if (company.name === confirm && company.status !== 'deleting') await exported(client, id, input);
      return client.companies.delete({ id, confirm });
    },
  ),
  {
    name: 'companies export',
    summary: 'Write everything of a company to a folder',
    usage: 'ID [--to FOLDER] [--without-media]',
    words: 1,
    notes: [
      ...notes,
      'Documents, figures, people, keys and the audit go to a file of JSON lines, the media beside it. Credentials and other',
      'secrets are left out, and marked so. Suspend the company first when nothing may change meanwhile.',
    ],
    examples: ['slipway companies export co_4fT… --to /archive/acme', 'slipway companies export co_4fT… --without-media'],
    flags: exportFlags,
    async run(input) {
      const written = await exported(clientFor(input.flags, input.env, input.screen), idOf(input), input);
      input.screen.tell({ success: true, ...written });
      return EXIT.ok;
    },
  },
];

async function exported(client: Client, id: string, { flags, env, screen }: CommandInput): Promise<WrittenExport> {
  const from = { client, url: urlOf(flags, env) };
  const options = { withMedia: flags['without-media'] !== true, screen };
  const written = await exportTo(text(flags.to) ?? '.', id, from, options);
  const { file, documents, facts, media } = written;
  screen.say(`  ${documents} documents, ${facts} rows of figures and ${media} files of media: ${file}`);
  return written;
}

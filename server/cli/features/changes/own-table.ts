import { defined } from '../../../../core/base/defined.ts';
import type { RowFault } from '../../../../core/features/changes/file.ts';
import type { AnswerOf, Client, InputOf } from '../../../client/client.ts';
import { type CommandInput, UsageFault } from '../../base/command.ts';
import { accountFor } from '../../base/given.ts';
import { clientFor } from '../../base/service.ts';
import type { FileTable } from './files.ts';
import { type Existing, takenFrom, toolOf } from './tools.ts';

export type Row = AnswerOf<'objects.list'>['data'][number];

/** All of a level, page by page. */
export async function rowsOf(
  client: Client,
  wanted: {
    readonly adAccountId: string;
    readonly level: string;
    readonly [filter: string]: string | undefined;
  },
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  let after: string | null | undefined;
  do {
    const query = { ...defined(wanted), limit: 200, ...(after && { after }) };
    // What is no level is refused by the service, in its words.
    const page = await client.objects.list(query as InputOf<'objects.list'>);
    rows.push(...page.data);
    after = page.paging.after;
  } while (after !== null);
  return rows;
}

interface PlacedFault extends RowFault {
  readonly place: string;
}

/**
 * A file of another tool in our columns: its objects are looked for in the ad account that the
 * command names.
 */
export async function ownTable<L>(
  { flags, env, screen }: CommandInput,
  given: FileTable,
  /** Is given all rows as if nothing of them existed, before anybody looks at what does. */
  asWritten: (table: FileTable['table']) => Promise<L>,
): Promise<FileTable & { readonly faults: readonly PlacedFault[]; readonly launch: L }> {
  const tool = toolOf(given.table);
  if (tool === undefined) return { ...given, faults: [], launch: await asWritten(given.table) };
  if (tool.refusal !== undefined)
    throw new UsageFault(`This is a file of ${tool.label}. ${tool.refusal}`);
  screen.say(`  A file of ${tool.label}.`);
  const client = clientFor(flags, env, screen);
  const adAccountId = await accountFor(client, flags);
  const { data } = await client.accounts.list({ limit: 200 });
  const account = data.find(({ id }) => id === adAccountId);
  if (account !== undefined && account.platform !== tool.platform)
    throw new UsageFault(
      `${account.name} is an account of another platform. Give --account with the one that the file is of.`,
    );
  const launch = await asWritten(
    takenFrom(tool, given.table, { adAccountId, existing: () => [] }).table,
  );
  const existing = new Map<string, readonly Existing[]>();
  for (const { level, id } of tool.levels)
    if (id === undefined)
      existing.set(
        level,
        (await rowsOf(client, { adAccountId, level })).map(({ id: own, campaignId, values }) => ({
          id: own,
          campaignId,
          name: String(values.name),
        })),
      );
  const { table, places, faults, remarks } = takenFrom(tool, given.table, {
    adAccountId,
    existing: (level) => existing.get(level) ?? [],
  });
  // Also where an answer is JSON.
  for (const remark of remarks) screen.complain(screen.paint.yellow(`  ! ${remark}`));
  return {
    table,
    launch,
    faults: faults.map((fault) => ({ ...fault, place: `row ${fault.row}` })),
    place: (row) => `row ${places[row - 2] ?? row}`,
  };
}

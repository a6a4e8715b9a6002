import * as v from 'valibot';
import { findNamed } from '../../accounts/find-account.ts';
import { aliased, sentName } from '../../base/schema/aliases.ts';
import { answer, success } from '../../base/schema/envelope.ts';
import { accountId } from '../../base/schema/request-fields.ts';
import type { Feature, Offers } from '../../operations/feature.ts';
import { operation } from '../../operations/operation.ts';

const query = aliased({
  accountId: v.optional(accountId),
  columns: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(4_000),
      v.description(
        'Only for these columns, by their keys with commas between: `presetId,leadFormId`. Default: every one.',
      ),
    ),
  ),
});

const choice = v.object({
  column: v.pipe(v.string(), v.description('The column whose cells can name it.')),
  title: v.pipe(
    v.nullable(v.string()),
    v.description('What it is, above it in a menu. Null: it is in lists of cells alone.'),
  ),
  id: v.pipe(v.nullable(v.string()), v.description('Null where the name is the value.')),
  name: v.string(),
  columns: v.pipe(v.array(v.string()), v.description('Columns that a table gets with it.')),
  instead: v.pipe(v.array(v.string()), v.description('Columns that it makes needless.')),
  convention: v.optional(v.pipe(v.any(), v.description('Names of files can be read by it.'))),
});

/** One list of what cells can name, whichever features keep it: tables name no feature. */
export const choicesOperation = (features: readonly Feature[]) =>
  operation({
    name: 'launchChoices.list',
    place: 'GET /v1/launch/choices',
    summary: 'What cells of a launch can name: presets, templates, conventions, lead forms',
    description:
      'Lead forms are those of one ad account: they are listed where `accountId` is given.',
    topic: 'Launch',
    scope: 'read',
    input: query,
    output: answer({ data: v.array(choice) }),
    errors: ['not_found'],
    async run(ports, caller, { input }) {
      const { accountId: account, columns } = input;
      if (account !== undefined)
        await findNamed(ports, caller.companyId, account, { path: sentName(input, 'accountId') });
      const wanted = columns?.split(',').map((each) => each.trim());
      const asked = features
        .flatMap(({ offers = [] }) => offers)
        .filter(
          (each) =>
            (account !== undefined || each.byAccount === undefined) && isWanted(each, wanted),
        );
      const lists = await Promise.all(
        asked.map(async ({ title = null, read }) =>
          (await read(ports, caller.companyId, account ?? '')).map(
            ({ column, id = null, name, columns: own = [], instead = [], convention }) => ({
              column,
              title,
              id,
              name,
              columns: [...own],
              instead: [...instead],
              ...(convention && { convention }),
            }),
          ),
        ),
      );
      return success({ data: lists.flat() });
    },
  });

const isWanted = ({ columns }: Offers, wanted: readonly string[] | undefined): boolean =>
  wanted === undefined ||
  wanted.some((key) =>
    columns.some((own) => (own.endsWith('.') ? key.startsWith(own) : key === own)),
  );

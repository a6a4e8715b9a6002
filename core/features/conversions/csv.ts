import * as v from 'valibot';
import type { Actor } from '../../access/caller.ts';
import { parseCsv } from '../../base/csv.ts';
import { defined } from '../../base/defined.ts';
import { type Fault, SlipwayError } from '../../base/errors.ts';
import { faultsOf } from '../../base/schema/faults.ts';
import { quoted } from '../../base/schema/quoted.ts';
import { nearestName } from '../../base/schema/unknown-fields.ts';
import type { Once } from '../../records/once.ts';
import { a1 } from '../../sheet/locate.ts';
import { atCells, type EventColumn, eventColumn, eventColumns, eventOfTexts } from './columns.ts';
import { differing, type SendPorts } from './prepare.ts';
import { type CsvRequest, type SendResponse, sendRequest } from './schema.ts';
import { sendConversions } from './send.ts';

/** A line of headers, then an event a line. Throws every fault at its cell; rows count from 2. */
export async function sendCsv(
  ports: SendPorts,
  caller: Actor,
  { csv, destinations, mode, file }: CsvRequest,
  once?: Once,
): Promise<SendResponse> {
  const [headers = [], ...lines] = parseCsv(typeof csv === 'string' ? csv : csv.join('\n'));
  const columns = headers.map(eventColumn);
  const faults = headerFaults(headers, columns);
  if (faults.some(({ code }) => code === 'missing_column')) throw faulty(faults);
  const rows = lines.flatMap((cells, place) =>
    cells.some((cell) => cell.trim() !== '') ? [{ cells, row: place + 2 }] : [],
  );
  const events = rows.map(({ cells }) => eventOfTexts(columns, cells));
  const read = v.safeParse(sendRequest, { destinations, events, ...defined({ mode, file }) });
  if (!read.success || faults.length > 0) {
    const ofRows = [...(read.success ? [] : faultsOf(read.issues, '')), ...differing(events)];
    throw faulty([...faults, ...atCells(ofRows, columns, rows)]);
  }
  try {
    const answer = await sendConversions(ports, caller, read.output, once);
    return { ...answer, refused: atCells(answer.refused, columns, rows) };
  } catch (error) {
    if (!(error instanceof SlipwayError) || error.details.length === 0) throw error;
    throw new SlipwayError(error.code, error.message, {
      details: atCells(error.details, columns, rows),
    });
  }
}

const headerFaults = (
  headers: readonly string[],
  columns: readonly (EventColumn | undefined)[],
): readonly Fault[] => [
  ...headers.flatMap((header, place) =>
    header.trim() !== '' && columns[place] === undefined
      ? [
          {
            path: `headers[${place}]`,
            cell: a1(place, 1),
            code: 'unknown_column',
            message: unknownColumn(header),
          },
        ]
      : [],
  ),
  ...eventColumns
    .filter(({ field, required }) => required && !columns.some((column) => column?.field === field))
    .map(({ header }) => ({
      path: 'headers',
      code: 'missing_column',
      message: `The column “${header}” is missing.`,
    })),
];

function unknownColumn(header: string): string {
  const nearest = nearestName(
    header,
    eventColumns.map((column) => column.header),
  );
  return `Events have no column ${quoted(header)}.${nearest === undefined ? '' : ` Did you mean ${nearest}?`}`;
}

const faulty = (details: readonly Fault[]): SlipwayError =>
  new SlipwayError('unprocessable_entity', 'Cells of this table have faults; nothing was sent.', {
    details,
  });

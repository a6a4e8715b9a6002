import * as v from 'valibot';
import { type Fault, SlipwayError } from '../../base/errors.ts';
import { faultsOf } from '../../base/schema/faults.ts';
import { atCells, eventColumn, eventColumns, eventOfTexts, letters } from './columns.ts';
import { type SendRequest, sendRequest } from './schema.ts';

/** Throws every fault at its cell. Rows count from 2. */
export function eventsOfTable(
  table: readonly (readonly string[])[],
  destinations: readonly string[],
  mode: 'send' | 'check' | undefined,
): SendRequest {
  const [headers = [], ...rows] = table;
  const columns = headers.map(eventColumn);
  const faults: Fault[] = headers.flatMap((header, place) =>
    header.trim() !== '' && columns[place] === undefined
      ? [
          {
            path: `headers[${place}]`,
            cell: `${letters(place)}1`,
            code: 'unknown_column',
            message: 'No event has such a column.',
          },
        ]
      : [],
  );
  for (const { field, header, required } of eventColumns)
    if (required && !columns.some((column) => column?.field === field))
      faults.push({ path: 'headers', code: 'missing_column', message: `The column “${header}” is missing.` });
  if (faults.length > 0) throw faulty(faults);
  const filled = rows.flatMap((cells, place) => (cells.some((cell) => cell.trim() !== '') ? [{ cells, row: place + 2 }] : []));
  const events = filled.map(({ cells }) => eventOfTexts(columns, cells));
  const request = { destinations, events, ...(mode !== undefined && { mode }) };
  const read = v.safeParse(sendRequest, request);
  if (read.success) return read.output;
  throw faulty(atCells(faultsOf(read.issues, ''), columns, filled));
}

const faulty = (details: readonly Fault[]): SlipwayError =>
  new SlipwayError('unprocessable_entity', 'Cells of this table have faults; nothing was sent.', { details });

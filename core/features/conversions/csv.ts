import type { Actor } from '../../access/caller.ts';
import { parseCsv } from '../../base/csv.ts';
import { SlipwayError } from '../../base/errors.ts';
import type { Once } from '../../records/once.ts';
import { atCells, eventColumn } from './columns.ts';
import type { SendPorts } from './prepare.ts';
import type { CsvRequest, SendResponse } from './schema.ts';
import { sendConversions } from './send.ts';
import { eventsOfTable } from './table.ts';

export async function sendCsv(ports: SendPorts, caller: Actor, request: CsvRequest, once?: Once): Promise<SendResponse> {
  const table = parseCsv(typeof request.csv === 'string' ? request.csv : request.csv.join('\n'));
  const send = eventsOfTable(table, request.destinations, request.mode);
  const [headers = [], ...lines] = table;
  const columns = headers.map(eventColumn);
  const rows = lines.flatMap((cells, place) => (cells.some((cell) => cell.trim() !== '') ? [{ row: place + 2 }] : []));
  try {
    const answer = await sendConversions(ports, caller, send, once);
    return { ...answer, refused: atCells(answer.refused, columns, rows) };
  } catch (error) {
    if (!(error instanceof SlipwayError) || error.details.length === 0) throw error;
    throw new SlipwayError(error.code, error.message, { details: atCells(error.details, columns, rows) });
  }
}

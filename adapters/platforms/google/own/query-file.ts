import type { Access } from '../../../../core/ports/platform-accounts.ts';
import { at, type Row } from '../../kit/json.ts';
import type { GoogleOwn } from './own.ts';

/** Reads the first page before it answers, so that a refusal is an error. */
export async function queryFile(own: GoogleOwn, access: Access, query: string, format: 'ndjson' | 'csv') {
  const first = await own.query(access, query);
  const columns = columnsOf(query);
  const encoder = new TextEncoder();
  const written = (row: Row): string =>
    format === 'csv' ? line(columns.map((path) => at(row, ...path))) : `${JSON.stringify(row)}\n`;
  async function* content(): AsyncGenerator<Uint8Array> {
    if (format === 'csv') yield encoder.encode(line(columns.map((path) => path.join('.'))));
    for (let page = first; ; ) {
      if (page.rows.length > 0) yield encoder.encode(page.rows.map(written).join(''));
      if (page.nextPageToken === undefined) return;
      page = await own.query(access, query, page.nextPageToken);
    }
  }
  return {
    contentType: format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson',
    filename: `search-ads-${access.adAccountId}.${format}`,
    content: content(),
  };
}

/** As paths in answers. */
function columnsOf(query: string): readonly (readonly string[])[] {
  const [, fields = ''] = /^\s*select\s([^;]*?)\sfrom\s/i.exec(query) ?? [];
  return fields.split(',').map((field) => field.trim().toLowerCase().split('.').map(camel));
}

const camel = (name: string): string => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** Escapes cells that a spreadsheet would take for formulas. */
function line(cells: readonly unknown[]): string {
  const cell = (value: unknown): string => {
    const plain = value === undefined || value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
    const safe = /^[=+\-@\t\r]/.test(plain) && Number.isNaN(Number(plain)) ? `'${plain}` : plain;
    return /[",\n\r]/.test(safe) ? `"${safe.replace(/"/g, '""')}"` : safe;
  };
  return `${cells.map(cell).join(',')}\n`;
}

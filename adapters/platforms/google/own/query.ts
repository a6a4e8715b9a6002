import { type Fault, SlipwayError } from '../../../../core/base/errors.ts';
import type { Access } from '../../../../core/ports/platform-accounts.ts';
import { at, type Row } from '../../kit/json.ts';
import type { GoogleOwn } from './own.ts';

/** Of a caller's own query. */
const longest = 10_000;
const mostFields = 200;

const token =
  /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|[A-Za-z_][\w.]*|\d+(?:\.\d+)?|[<>!]=|[=<>(),%;-]|\s+/y;

interface Word {
  readonly text: string;
  /** From 1. */
  readonly place: number;
}

const dates = [
  'segments.date',
  'segments.week',
  'segments.month',
  'segments.quarter',
  'segments.year',
];

/** What people wrote about themselves. */
const personal = /^(lead_form_submission_data|local_services_lead)/i;

/**
 * Throws for a query that is no SELECT, selects too much or answers of people, or names a date
 * without bounds. The platform checks the fields.
 */
export function checkQuery(query: string): void {
  const fault = faultIn(query);
  if (fault !== undefined)
    throw new SlipwayError('unprocessable_entity', fault.message, { details: [fault] });
}

function faultIn(query: string): Fault | undefined {
  const fault = (code: string, message: string, place?: number): Fault => ({
    path: 'query',
    code,
    message: place === undefined ? message : `${message} (character ${place})`,
  });
  if (query.length > longest)
    return fault(
      'query_too_long',
      `A query has at most ${longest} characters; this one has ${query.length}.`,
    );
  const words = wordsOf(query);
  if ('place' in words)
    return fault('query_unreadable', 'The query cannot be read from here on.', words.place);
  const [first] = words;
  if (first === undefined || first.text.toUpperCase() !== 'SELECT')
    return fault(
      'query_not_select',
      'Only queries that read are carried out: they start with SELECT.',
      first?.place ?? 1,
    );
  const from = words.findIndex((word) => word.text.toUpperCase() === 'FROM');
  if (from < 0)
    return fault('query_no_from', 'FROM is missing: SELECT fields FROM a resource.', query.length);
  const semicolon = words.find((word) => word.text === ';');
  if (semicolon !== undefined)
    return fault('query_several', 'One query at a time, without a semicolon.', semicolon.place);
  const person = words.find((word) => personal.test(word.text));
  if (person !== undefined)
    return {
      ...fault(
        'query_personal_data',
        'A query reads no answers of people: they are leads, kept sealed.',
        person.place,
      ),
      hint: 'leads.list',
    };
  const selected = words.slice(1, from).filter((word) => word.text !== ',');
  if (selected.length > mostFields)
    return fault(
      'query_too_many_fields',
      `A query selects at most ${mostFields} fields; this one ${selected.length}.`,
      selected[mostFields]?.place,
    );
  const wrong = selected.find((word) => !/^[a-z_]+(\.[a-z0-9_]+)+$/i.test(word.text));
  if (wrong !== undefined || selected.length === 0)
    return fault(
      'query_field',
      `“${(wrong ?? first).text.slice(0, 40)}” is no field: fields are written resource.name, with commas between.`,
      (wrong ?? first).place,
    );
  return dateFault(words, selected, from, fault);
}

function dateFault(
  words: readonly Word[],
  selected: readonly Word[],
  from: number,
  fault: (code: string, message: string, place?: number) => Fault,
): Fault | undefined {
  const where = words.slice(from + 1).map((word) => word.text.toLowerCase());
  const isDated = (names: readonly string[]): boolean => where.some((word) => names.includes(word));
  const dated = selected.find((word) => dates.includes(word.text.toLowerCase()));
  if (dated !== undefined && !isDated(dates))
    return fault(
      'query_no_date',
      `${dated.text} needs a range of dates: WHERE segments.date BETWEEN '2026-11-01' AND '2026-11-30'.`,
      dated.place,
    );
  const resource = words[from + 1];
  if (
    resource?.text.toLowerCase() === 'change_event' &&
    !(isDated(['change_event.change_date_time']) && where.includes('limit'))
  )
    return fault(
      'query_no_date',
      'Changes need a range of change_event.change_date_time within 30 days, and a LIMIT.',
      resource.place,
    );
  return undefined;
}

/** Or the place from which on it cannot be read. */
function wordsOf(query: string): readonly Word[] | { readonly place: number } {
  const words: Word[] = [];
  for (let at = 0; at < query.length; ) {
    token.lastIndex = at;
    const found = token.exec(query)?.[0];
    if (found === undefined) return { place: at + 1 };
    if (found.trim() !== '') words.push({ text: found, place: at + 1 });
    at += found.length;
  }
  return words;
}

/** Reads the first page before it answers, so that a refusal is an error. */
export async function queryFile(
  own: GoogleOwn,
  access: Access,
  query: string,
  format: 'ndjson' | 'csv',
) {
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

const camel = (name: string): string =>
  name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** Escapes cells that a spreadsheet would take for formulas. */
function line(cells: readonly unknown[]): string {
  const cell = (value: unknown): string => {
    const plain =
      value === undefined || value === null
        ? ''
        : typeof value === 'object'
          ? JSON.stringify(value)
          : String(value);
    const safe = /^[=+\-@\t\r]/.test(plain) && Number.isNaN(Number(plain)) ? `'${plain}` : plain;
    return /[",\n\r]/.test(safe) ? `"${safe.replace(/"/g, '""')}"` : safe;
  };
  return `${cells.map(cell).join(',')}\n`;
}

import type { Fault } from '../../base/errors.ts';
import { typedAmount } from '../../base/schema/amount-text.ts';
import { clickIds } from '../../ports/platform-conversions.ts';
import { a1 } from '../../sheet/locate.ts';

export interface EventColumn {
  /** `user.email`. */
  readonly field: string;
  readonly header: string;
  readonly note: string;
  readonly required?: true;
  readonly choices?: readonly string[];
}

const person = {
  email: 'Hashed before anything is kept or sent',
  phone: 'With the country code; hashed',
  externalId: 'Your id of the customer; hashed',
  leadId: 'The platform’s own id of the lead',
  firstName: 'Hashed',
  lastName: 'Hashed',
  city: 'Hashed',
  region: 'Hashed',
  postalCode: 'Hashed, but for platforms that want it as it is',
  country: 'Two letters, like DE',
  ip: 'Of the visitor',
  userAgent: 'Of the visitor',
} as const;

const consent = { note: 'granted or denied', choices: ['granted', 'denied'] };

/** Headers match in any case, with blanks or underscores. */
export const eventColumns: readonly EventColumn[] = [
  {
    field: 'eventId',
    header: 'Event ID',
    note: 'Yours; the same for each repetition of one event',
    required: true,
  },
  { field: 'name', header: 'Name', note: 'purchase, lead, sign_up, …', required: true },
  {
    field: 'happenedAt',
    header: 'Happened at',
    note: 'With its zone, like 2026-11-14T18:02:11Z',
    required: true,
  },
  { field: 'source', header: 'Source', note: 'Default: physical_store' },
  { field: 'value', header: 'Value', note: 'Like 129.90' },
  { field: 'currency', header: 'Currency', note: 'Like EUR' },
  { field: 'orderId', header: 'Order ID', note: 'By which it can be taken back' },
  { field: 'url', header: 'URL', note: 'Of the page, for events on a website' },
  ...Object.entries(person).map(([name, note]) => ({
    field: `user.${name}`,
    header: headerOf(name),
    note,
  })),
  ...clickIds.map((name) => ({ field: `user.clickIds.${name}`, header: name, note: 'Click id' })),
  { field: 'consent.adUserData', header: 'Consent ad user data', ...consent },
  { field: 'consent.adPersonalization', header: 'Consent ad personalization', ...consent },
];

function headerOf(name: string): string {
  if (name === 'ip') return 'IP';
  if (name === 'leadId') return 'Lead ID';
  const words = name.replace(/([A-Z])/g, ' $1').toLowerCase();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');

export const eventColumn = (header: string): EventColumn | undefined =>
  eventColumns.find(
    ({ field, header: own }) =>
      plain(own) === plain(header) ||
      plain(field) === plain(header) ||
      plain(field.split('.').pop() ?? '') === plain(header),
  );

export function eventOfTexts(
  columns: readonly (EventColumn | undefined)[],
  cells: readonly string[],
): object {
  const event: { [field: string]: unknown } = { source: 'physical_store', user: {} };
  for (const [place, column] of columns.entries()) {
    const text = cells[place]?.trim() ?? '';
    if (column === undefined || text === '') continue;
    const parts = column.field.split('.');
    let at = event;
    for (const part of parts.slice(0, -1)) {
      at[part] ??= {};
      at = at[part] as { [field: string]: unknown }; // made here
    }
    at[parts[parts.length - 1] ?? ''] = column.field === 'value' ? typedAmount(text) : text;
  }
  return event;
}

export function atCells<F extends Pick<Fault, 'path'>>(
  faults: readonly F[],
  columns: readonly (EventColumn | undefined)[],
  rows: readonly { readonly row: number }[],
): (F & { readonly cell?: string })[] {
  return faults.map((fault) => {
    const [, index, field] = /^events\[(\d+)\]\.?(.*)$/.exec(fault.path) ?? [];
    const row = index === undefined ? undefined : rows[Number(index)]?.row;
    if (row === undefined) return fault;
    const place = columns.findIndex((column) => column?.field === field);
    return { ...fault, cell: a1(Math.max(0, place), row) };
  });
}

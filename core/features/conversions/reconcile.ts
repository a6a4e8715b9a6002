import type { AccessPorts, AccountAccess } from '../../accounts/access.ts';
import { offeredMember } from '../../accounts/capabilities.ts';
import { accountOfKey } from '../../base/account-key.ts';
import { defined } from '../../base/defined.ts';
import { SlipwayError } from '../../base/errors.ts';
import { refuseFaults } from '../../base/refusal.ts';
import { daysIn } from '../../base/time/days.ts';
import type { Store } from '../../ports/store.ts';
import { allOf } from '../../records/list.ts';
import { failureTold, openDestination } from './destinations.ts';
import { countsOf, deliveryKind, tallyKind } from './records.ts';
import type { ReceivedQuery, ReconcileQuery, ReconcileRow } from './upload-schema.ts';

const MOST_DAYS = 93;

export async function receivedEvents(ports: AccessPorts, companyId: string, query: ReceivedQuery) {
  const { destination, startDate, endDate } = query;
  if (destination === undefined || startDate === undefined || endDate === undefined) {
    const missing = (['destination', 'startDate', 'endDate'] as const).filter(
      (name) => query[name] === undefined,
    );
    throw new SlipwayError('bad_request', 'Name a destination and days, or an eventId.', {
      details: missing.map((path) => ({
        path,
        code: 'missing_field',
        message: `${path} is missing.`,
      })),
    });
  }
  refuseRange(startDate, endDate);
  const opened = await openDestination(ports, companyId, destination, 'destination');
  const received = offeredMember(opened.platform, 'conversions', 'received', 'destination');
  return received.call(opened.can, opened.access, opened.id, { from: startDate, to: endDate });
}

function refuseRange(from: string, to: string): void {
  const refuse = (path: string, message: string) =>
    refuseFaults([{ path, code: 'invalid_range', message }]);
  if (from > to) refuse('endDate', 'The last day must not be before the first.');
  if (daysIn(from, to) > MOST_DAYS)
    refuse('startDate', `At most ${MOST_DAYS} days fit into one question.`);
}

type Mutable = { -readonly [K in keyof ReconcileRow]: ReconcileRow[K] };

export async function reconcile(ports: AccessPorts, companyId: string, query: ReconcileQuery) {
  const { startDate: from, endDate: to } = query;
  refuseRange(from, to);
  const rows = await sentRows(ports.store, companyId, query);
  const failures: { destination: string; code: string; message: string }[] = [];
  for (const destination of new Set([...rows.values()].map((row) => row.destination))) {
    try {
      const received = await receivedEvents(ports, companyId, {
        destination,
        startDate: from,
        endDate: to,
      });
      const byDay = new Map<string, number>();
      for (const { day, count } of received) byDay.set(day, (byDay.get(day) ?? 0) + count);
      for (const [day, count] of byDay) rowAt(rows, destination, day).received = count;
      for (const row of rows.values()) if (row.destination === destination) row.received ??= 0;
    } catch (error) {
      if (!(error instanceof SlipwayError)) throw error;
      failures.push({ destination, ...failureTold(error) });
    }
  }
  const data = [...rows.values()]
    .map((row) => ({ ...row, difference: row.received === null ? null : row.received - row.sent }))
    .sort((a, b) =>
      a.destination < b.destination
        ? -1
        : a.destination > b.destination
          ? 1
          : a.day < b.day
            ? 1
            : -1,
    );
  return { success: true as const, data, failures };
}

function rowAt(rows: Map<string, Mutable>, destination: string, day: string): Mutable {
  const key = `${destination} ${day}`;
  const row = rows.get(key) ?? {
    destination,
    day,
    sent: 0,
    confirmed: 0,
    refused: 0,
    uncertain: 0,
    queued: 0,
    received: null,
    difference: null,
  };
  rows.set(key, row);
  return row;
}

async function sentRows(
  store: Store,
  companyId: string,
  { destination, startDate, endDate }: ReconcileQuery,
) {
  const rows = new Map<string, Mutable>();
  const where = { lastDay: { from: startDate }, ...defined({ destination }) };
  for (const { id, doc } of await allOf(store, tallyKind, companyId, { where })) {
    if (doc.firstDay > endDate) continue;
    const delivery = await store.get(deliveryKind, companyId, id);
    if (delivery === undefined) continue;
    for (const [place, day] of doc.days.entries()) {
      if (day < startDate || day > endDate) continue;
      const counts = countsOf(
        [...delivery.doc.outcomes].filter((_, at) => doc.dayOf[at] === place).join(''),
      );
      const row = rowAt(rows, doc.destination, day);
      row.sent += counts.sent + counts.confirmed + counts.uncertain;
      row.confirmed += counts.confirmed;
      row.refused += counts.refused;
      row.uncertain += counts.uncertain;
      row.queued += counts.queued;
    }
  }
  return rows;
}

export async function customConversions({ platform, access, key }: AccountAccess, path: string) {
  const list = offeredMember(platform, 'conversions', 'customConversions', path);
  const rows = await list.call(platform.conversions, access);
  return {
    success: true as const,
    data: rows.map(({ id, name, rule, eventType, destinationId, isArchived }) => ({
      id,
      name,
      rule: rule ?? null,
      eventType: eventType ?? null,
      isArchived,
      destination:
        destinationId === undefined ? null : `${accountOfKey(key).platform}:${destinationId}`,
    })),
  };
}

import { lastPlaces, type Place, placesOf } from '../../../core/base/event-places.ts';
import { MOST_EVENTS } from '../../../core/base/limits.ts';
import {
  type EventOutcome,
  eventWords,
  outcomeIn,
  outcomeWords,
  placeOfDuplicate,
  type SentPlace,
  sentAsText,
  sentPlaces,
} from '../../../core/features/conversions/event-outcomes.ts';
import {
  type EventCellFault,
  type EventRow,
  faultsOfRequest,
} from '../../../core/features/conversions/event-sheet.ts';
import { randomId } from '../../../core/records/random-id.ts';
import type { InputOf } from '../../../server/client/types.ts';
import type { App } from '../../base/app.ts';
import { platformName } from '../../base/platforms.ts';
import { Problem } from '../../base/problem.ts';
import { say } from '../../base/say.ts';
import { openService, type Service } from '../../base/service.ts';
import { writeNotes } from './notes.ts';
import {
  currentTab,
  eventTabs,
  type OpenTab,
  openWithStatus,
  type StatusCells,
  writeStatus,
} from './tab.ts';

/** How the rows of a tab stand, for the sidebar. */
export interface EventsSummary {
  readonly sheetName: string;
  readonly destinations: readonly string[];
  /** Rows by the word in their status. */
  readonly counts: { readonly [word: string]: number };
  readonly faults: readonly { readonly cell: string; readonly text: string }[];
  readonly moreFaults: number;
  /** Some rows wait for their outcome. */
  readonly isOpen: boolean;
}

const LISTED_FAULTS = 50;

export interface EventsState {
  readonly tabs: readonly { readonly name: string; readonly destinations: readonly string[] }[];
  readonly destinations: readonly Place[];
}

/** What the sidebar offers: the tabs there are, and where events can be sent. */
export async function eventsState(app: App): Promise<EventsState> {
  const service = openService(app);
  const { data } = await service.call('conversions.destinations', {});
  const uploads = await service.call('conversions.uploads', { limit: 100 });
  const tabs = eventTabs(app).map(({ sheet, destinations }) => ({
    name: sheet.getName(),
    destinations,
  }));
  const last = lastPlaces(uploads.data, [say('eventsTabName'), ...tabs.map(({ name }) => name)]);
  const places = placesOf(data, platformName, last);
  const named = (destination: string): string =>
    places.find((each) => each.destination === destination)?.label ?? destination;
  return {
    tabs: tabs.map(({ name, destinations }) => ({ name, destinations: destinations.map(named) })),
    destinations: places.filter(({ accepts }) => accepts),
  };
}

/** Checks the rows that were not sent yet, here and by the service. Nothing is sent. */
export const checkEvents = (app: App): Promise<EventsSummary> => work(app, 'check');

/** Sends rows not sent yet or refused; nothing while any cell is faulty. */
export const sendEvents = (app: App): Promise<EventsSummary> => work(app, 'send');

/** Asks what became of the rows that were sent. */
export async function refreshEvents(app: App): Promise<EventsSummary> {
  const tab = openWithStatus(currentTab(app));
  const outcomes = await outcomesOf(openService(app), sentPlaces(tab.rows));
  return tell(tab, [], (row) => outcomeCells(row, outcomes, sentPlaces(tab.rows)));
}

type Outcomes = ReadonlyMap<string, EventOutcome>;

/**
 * What the service knows of events, by their keys. An upload that it has forgotten tells nothing.
 */
async function outcomesOf(
  service: Service,
  places: ReadonlyMap<string, SentPlace>,
): Promise<Outcomes> {
  const ids = [...new Set([...places.values()].map(({ uploadId }) => uploadId))];
  const uploads = await service.findAll(
    'conversions.status',
    ids.map((id) => ({ id })),
  );
  const known = new Map(ids.map((id, i) => [id, uploads[i]]));
  return new Map(
    [...places].flatMap(([key, { uploadId, index }]) => {
      const upload = known.get(uploadId);
      return upload === undefined ? [] : [[key, outcomeIn(upload, index)] as const];
    }),
  );
}

const outcomeCells = (
  row: EventRow,
  outcomes: Outcomes,
  places: ReadonlyMap<string, SentPlace>,
): StatusCells => {
  const [outcome, place] = [outcomes.get(row.key), places.get(row.key)];
  if (outcome === undefined || place === undefined) return {};
  return {
    status: outcomeWords[outcome.outcome],
    problem: outcome.problem,
    marks: '',
    sentAs: sentAsText(place, row.key),
  };
};

async function work(app: App, mode: Mode): Promise<EventsSummary> {
  const tab = openWithStatus(currentTab(app));
  if (tab.destinations.length === 0) throw new Problem('other', say('chooseDestination'));
  const service = openService(app);
  const places = new Map(sentPlaces(tab.rows));
  const outcomes = new Map(await outcomesOf(service, places));
  // What was refused may be sent again, corrected or not; everything else that was sent stays sent.
  const isSent = ({ key }: EventRow): boolean =>
    places.has(key) && outcomes.get(key)?.outcome !== 'refused';
  const open = tab.rows.filter((row) => !isSent(row));
  const wrong = tab.faults.filter(({ row }) => open.some((each) => each.row === row));
  const told = (row: EventRow): StatusCells =>
    isSent(row) ? outcomeCells(row, outcomes, places) : { problem: '', marks: '' };
  if (wrong.length > 0) return tell(tab, wrong, told);
  // What is more than one request is looked through as a whole before any of it is sent.
  const looked =
    mode === 'check' || open.length > MOST_EVENTS
      ? await handAll(app, service, { tab, open, mode: 'check' })
      : undefined;
  const isGood = looked === undefined || !looked.isRefused;
  const result =
    mode === 'send' && isGood ? await handAll(app, service, { tab, open, mode: 'send' }) : looked;
  return tell(tab, result?.faults ?? [], (row) => result?.cells.get(row.key) ?? told(row));
}

/** All rows, a request after the other. */
async function handAll(
  app: App,
  service: Service,
  {
    tab,
    open,
    mode,
  }: { readonly tab: OpenTab; readonly open: readonly EventRow[]; readonly mode: Mode },
): Promise<Handed> {
  const faults: EventCellFault[] = [];
  const cells = new Map<string, StatusCells>();
  let isRefused = false;
  for (let from = 0; from < open.length; from += MOST_EVENTS) {
    const part = await hand(app, service, {
      tab,
      chunk: open.slice(from, from + MOST_EVENTS),
      mode,
    });
    faults.push(...part.faults);
    for (const [key, each] of part.cells) cells.set(key, each);
    // What was sent is written down before the next goes.
    if (mode === 'send') writeStatus(tab, cells, new Map());
    isRefused ||= part.isRefused;
  }
  return { faults, cells, isRefused };
}

type Mode = 'check' | 'send';

interface Handed {
  readonly faults: readonly EventCellFault[];
  readonly cells: ReadonlyMap<string, StatusCells>;
  /** The request as a whole: nothing of it was carried out. */
  readonly isRefused: boolean;
}

/** One request with events. Repeated, it is done once, by its key and by the ids of events. */
async function hand(
  app: App,
  service: Service,
  {
    tab,
    chunk,
    mode,
  }: {
    readonly tab: OpenTab;
    readonly chunk: readonly EventRow[];
    readonly mode: 'check' | 'send';
  },
): Promise<Handed> {
  // The service judges what the rows say.
  const events = chunk.map(({ event }) => event) as InputOf<'conversions.send'>['events'];
  const cells = new Map<string, StatusCells>();
  const input = { destinations: [...tab.destinations], events, mode, file: tab.sheet.getName() };
  const idempotencyKey = randomId(app.secrets, 'events');
  try {
    const answer = await service.call('conversions.send', input, { idempotencyKey });
    const refused = chunk.map((_, index) => answer.refused.filter((each) => each.index === index));
    const isRefused = (index: number): boolean =>
      new Set(refused[index]?.map(({ destination }) => destination)).size >=
      tab.destinations.length;
    chunk.forEach(({ key }, index) => {
      if (isRefused(index)) return;
      // Some of the destinations would not take it.
      const problem = (refused[index] ?? [])
        .map(({ destination, message }) => `${destination}: ${message}`)
        .join('\n');
      const place =
        answer.uploadId === undefined ? undefined : { uploadId: answer.uploadId, index };
      const how =
        place === undefined
          ? { status: eventWords.ready }
          : { status: outcomeWords.queued, sentAs: sentAsText(place, key) };
      cells.set(key, { ...how, problem, marks: '' });
    });
    for (const duplicate of answer.duplicates) {
      const key = chunk[duplicate.index]?.key ?? '';
      const sentAs = sentAsText(placeOfDuplicate(duplicate), key);
      cells.set(key, { status: outcomeWords[duplicate.outcome], problem: '', marks: '', sentAs });
    }
    const wrong = answer.refused.filter(({ index }) => isRefused(index));
    return { faults: faultsOfRequest(tab.layout, chunk, wrong), cells, isRefused: false };
  } catch (error) {
    const faults =
      error instanceof Problem ? faultsOfRequest(tab.layout, chunk, error.details) : [];
    if (faults.length === 0) throw error;
    return { faults, cells, isRefused: true };
  }
}

/** Writes back how every row stands, marks the cells with faults, and sums up. */
function tell(
  tab: OpenTab,
  faults: readonly EventCellFault[],
  cellsOf: (row: EventRow) => StatusCells,
): EventsSummary {
  const byKey = new Map<string, StatusCells>();
  const byRow = new Map<number, StatusCells>();
  const counts: { [word: string]: number } = {};
  for (const row of tab.rows) {
    const own = faults.filter((fault) => fault.row === row.row);
    const cells = own.length === 0 ? cellsOf(row) : { ...cellsOf(row), ...faultCells(tab, own) };
    if (row.key === '' || byKey.has(row.key)) byRow.set(row.row, cells);
    else byKey.set(row.key, cells);
    const word = cells.status ?? (row.status === eventWords.faulty ? '' : row.status);
    if (word !== '') counts[word] = (counts[word] ?? 0) + 1;
  }
  writeStatus(tab, byKey, byRow);
  writeNotes(tab, faults);
  return {
    sheetName: tab.sheet.getName(),
    destinations: tab.destinations,
    counts,
    faults: faults.slice(0, LISTED_FAULTS).map(({ cell, message }) => ({ cell, text: message })),
    moreFaults: Math.max(0, faults.length - LISTED_FAULTS),
    isOpen: (counts[outcomeWords.queued] ?? 0) > 0,
  };
}

function faultCells({ layout }: OpenTab, faults: readonly EventCellFault[]): StatusCells {
  const headers = new Set(
    faults.flatMap(({ position }) =>
      position === undefined ? [] : [layout.headers[position] ?? ''],
    ),
  );
  const problem = faults.map(({ position, message }) =>
    position === undefined ? message : `${layout.headers[position]}: ${message}`,
  );
  return {
    status: eventWords.faulty,
    problem: problem.join('\n'),
    marks: headers.size === 0 ? '' : `|${[...headers].join('|')}|`,
  };
}

import { createHash, createHmac } from 'node:crypto';
import { platformDefinitions } from '../../adapters/platforms/definitions.ts';
import type { Http, HttpResult } from '../../core/ports/http.ts';
import { errorAnswer } from '../../server/http/errors.ts';
import { doors } from '../../server/words.ts';
import { type Backend, type OperationCall, useHost } from '../../sheets-addon/base/host.ts';
import { openFile, type SpreadsheetFile } from '../../sheets-addon/fakes/in-process.ts';
import { serverBackend } from '../../sheets-addon/server-backend.ts';
import type { Once, Person } from './people.ts';
import { START } from './process.ts';
import { inTimeOf } from './walls.ts';
import type { World } from './world.ts';

/** A spreadsheet of a story: its script asks the service as people do, in the time of the story. */

interface Asking extends Http {
  askAll(calls: readonly OperationCall[], now: () => number): Promise<readonly HttpResult[]>;
}

const askAll: Backend['askAll'] = ({ http, clock }, _key, calls) =>
  (http as Asking).askAll(calls, clock.now);

/** The script names operations; they are carried out without addresses. */
const useService = (): void =>
  useHost({
    // Its address is a global of a script that runs.
    backend: Object.assign(Object.create(serverBackend) as Backend, { askAll }),
    platforms: platformDefinitions,
  });

export const HEADERS: readonly string[] = [
  ...[
    'Ready',
    'Row key',
    'Launch status',
    'Ad account',
    'Ad sets',
    'Page',
    'Profile',
    'Ad name',
    'Headline',
    'Media 1',
    'Link',
  ],
  ...['What to do', 'Ad IDs', 'Ads manager', 'Batch', 'Launched at', 'Marked columns'],
];

export const ROWS = 9;

export function openSheet({ seed, schedule }: World, person: Person): SpreadsheetFile {
  useService();
  let ids = 0;
  const http: Asking = {
    requestAll: () => Promise.reject(new Error('A story has no addresses.')),
    async askAll(calls, now) {
      // The script has slept meanwhile, or waited for others.
      const ahead = now() - START - schedule.now();
      if (ahead > 0) await person.pause(ahead);
      else file.pass(-ahead);
      const heard = await Promise.all(
        calls.map(async ({ name, input, idempotencyKey }) =>
          name === 'reports.adSets'
            ? NO_FIGURES
            : person.once({ operation: name, input: input as object }, idempotencyKey),
        ),
      );
      file.pass(Math.max(0, START + schedule.now() - now()));
      return heard.map(resultOf);
    },
  };
  const now = () => START + schedule.now();
  const opening = () =>
    openFile({
      host: (what, argument) => hosted(what, argument, () => `${seed}:${ids++}`),
      http,
      key: 'ak_of-a-story',
      companyId: person.caller.companyId,
      id: `file-${seed.replace(/\W/g, '-')}`,
      now: now(),
      headers: HEADERS,
      rows: ROWS + 2,
    });
  const file = inTimeOf(now, opening);
  // Each is a run of the script of its own; the fakes have one at a time.
  let line: Promise<unknown> = Promise.resolve();
  const run = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = line.then(() => inTimeOf(now, work));
    line = turn.catch(() => undefined);
    return turn;
  };
  return {
    ...file,
    check: () => run(file.check),
    plan: () => run(file.plan),
    start: (plan) => run(() => file.start(plan)),
    follow: () => run(file.follow),
  };
}

const signed = (bytes: Uint8Array): string =>
  JSON.stringify(Array.from(bytes, (byte) => (byte << 24) >> 24));
const unsigned = (bytes: readonly number[]): Uint8Array =>
  Uint8Array.from(bytes, (byte) => byte & 0xff);

/** What the script asks of Google. */
function hosted(what: string, argument: string, nextId: () => string): string {
  if (what === 'uuid') return createHash('sha256').update(nextId()).digest('hex').slice(0, 32);
  if (what === 'sleep') return '';
  if (what === 'digest')
    return signed(
      createHash('sha256')
        .update(unsigned(JSON.parse(argument)))
        .digest(),
    );
  const { value, key } = JSON.parse(argument);
  return signed(createHmac('sha256', unsigned(key)).update(unsigned(value)).digest());
}

/** For the lists behind cells: they may be empty. */
const NO_FIGURES: Once = {
  is: 'answered',
  body: { success: true, data: [], total: 0, hasMore: false },
};

const CUT: HttpResult = { ok: false, reason: 'cut', message: 'No answer.' };

function resultOf(heard: Once): HttpResult {
  if (heard.is === 'answered')
    return { ok: true, status: 200, headers: {}, text: JSON.stringify(heard.body) };
  if (heard.is !== 'refused') return CUT;
  const told = errorAnswer(heard.error, {
    envelope: 'v1',
    requestId: 'R',
    publicUrl: 'http://service.test',
    where: doors.rest,
  });
  return { ok: true, status: told.status, headers: {}, text: JSON.stringify(told.body) };
}

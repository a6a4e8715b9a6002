import { createTimerClock } from '../../adapters/apps-script/timers.ts';
import type { Caller } from '../../core/access/caller.ts';
import { connectPlatform, listConnections, testConnection } from '../../core/accounts/connect.ts';
import { SlipwayError } from '../../core/base/errors.ts';
import { carryOut, partsOf } from '../../core/operations/carry-out.ts';
import type { HttpResult } from '../../core/ports/http.ts';
import { errorAnswer } from '../../server/http/errors.ts';
import { onceFor } from '../../server/http/idempotent.ts';
import { placeOf } from '../../server/routes/table.ts';
import type { App } from '../base/app.ts';
import type { AskingApp, Backend, OperationCall } from '../base/host.ts';
import { Problem } from '../base/problem.ts';
import { platform } from './engine.ts';
import { noteLaunched, refuseForgotten } from './ledger.ts';
import { driveAddress } from './media.ts';
import { localOperation } from './operations.ts';
import { sayAlone } from './say.ts';
import { openSession, type Session } from './session.ts';

/**
 * Core, one platform and the spreadsheet as its store: everything happens in executions of the
 * script.
 */

/** One execution is one load of the script. It is opened when something is first asked for. */
let session: Session | undefined;
let world: AskingApp | undefined;

const clock = createTimerClock({ sleep: (ms) => Utilities.sleep(ms) });

/** Everything in the file belongs to one company: the file itself. */
const callerIn = (app: Pick<App, 'spreadsheet'>): Caller => ({
  companyId: `sheet-${app.spreadsheet.getId()}`,
  keyId: 'sheet',
  scopes: ['admin'],
});

export const standaloneBackend: Backend = {
  address: undefined,
  triggerMinutes: 1,
  needsTrigger: true,

  async execute(app, work) {
    const inside: App = {
      ...app,
      clock,
      properties: remembering(app.properties),
      locked: async (part) => part(sessionFor(inside).store),
      table: { ...app.table, exclusively: (part) => part() },
    };
    world = inside;
    try {
      return await work(inside);
    } finally {
      const { close } = session ?? {};
      [session, world] = [undefined, undefined];
      await close?.();
    }
  },

  async askAll(app, _key, calls) {
    const answers: HttpResult[] = [];
    for (const call of calls) answers.push(await answered(app, call));
    return answers;
  },

  async connect(app, given) {
    if (!/^\S{8,}$/.test(given)) throw new Problem('connect', sayAlone('tokenForm'));
    const caller = callerIn(app);
    const { ports, useToken } = sessionFor(app);
    useToken(given);
    try {
      const [known] = await listConnections(ports, caller.companyId);
      if (known === undefined)
        await connectPlatform(ports, caller, {
          platform: platform.definition.id,
          credentials: { accessToken: given },
        });
      else {
        const { problem } = await testConnection(ports, caller, known.id);
        if (problem !== null) throw new Problem('connect', `${problem.message} ${problem.fix}`);
      }
    } catch (error) {
      if (!(error instanceof SlipwayError)) throw error;
      throw new Problem(
        'connect',
        [...new Set([error.message, ...error.details.map(({ message }) => message)])].join(' '),
      );
    }
    return { key: given, companyId: caller.companyId, companyName: app.spreadsheet.getName() };
  },

  handOver: (_key, id, file) => driveAddress(id, file),
};

/** Asked for once in an execution: nobody else changes what is a user's own. */
function remembering(properties: App['properties']): App['properties'] {
  const known = new Map<string, string | null>();
  return {
    ...properties,
    getProperty(name) {
      const value = known.has(name) ? (known.get(name) ?? null) : properties.getProperty(name);
      known.set(name, value);
      return value;
    },
    setProperty(name, value) {
      known.set(name, value);
      return properties.setProperty(name, value);
    },
    deleteProperty(name) {
      known.set(name, null);
      return properties.deleteProperty(name);
    },
  };
}

/** Of an entry point; a formula is none, and only reads. */
function sessionFor(app: AskingApp): Session {
  // `Promise` is the class that can be waited for: it wakes sleepers when there is nothing else to
  // do.
  (Promise as unknown as { whenIdle: () => boolean }).whenIdle = clock.wakeNext;
  session ??= openSession(world ?? { ...app, clock }, world === undefined);
  return session;
}

async function answered(app: AskingApp, call: OperationCall): Promise<HttpResult> {
  const { ports } = sessionFor(app);
  try {
    return {
      ok: true,
      status: 200,
      headers: {},
      text: JSON.stringify(await carriedOut(sessionFor(app), call)),
    };
  } catch (error) {
    if (error instanceof Problem) throw error;
    const { status, body } = errorAnswer(error, {
      envelope: 'v1',
      requestId: '',
      publicUrl: ports.publicUrl,
      where: () => '',
    });
    if (status === 500) throw error;
    return { ok: true, status, headers: {}, text: JSON.stringify(body) };
  }
}

async function carriedOut(
  session: Session,
  { name, input, idempotencyKey }: OperationCall,
): Promise<unknown> {
  const { ports, work } = session;
  // Nothing is uploaded here: there are the files that cells name.
  if (name === 'media.list')
    return {
      success: true,
      data: [],
      pagination: { offset: 0, limit: 50, total: 0, hasMore: false },
    };
  const operation = localOperation(name, [platform.definition]);
  if (operation === undefined) throw new Problem('other', sayAlone('needsServer'));
  const caller = callerIn({ spreadsheet: SpreadsheetApp.getActiveSpreadsheet() });
  // Watching a launch is what carries it on.
  if (name === 'batches.statuses') await work(caller.companyId);
  const parts = partsOf(operation, input ?? {});
  const { path } = placeOf(name);
  const carry = (): Promise<unknown> =>
    carryOut(ports, operation, caller, parts, (meaning = parts.input as object) => {
      const params =
        operation.subject && (parts.subject as { readonly [name: string]: string | number });
      return onceFor(ports, caller.companyId, idempotencyKey, { path, params, body: meaning });
    });
  return name === 'launch' ? launched(session, caller.companyId, input, carry) : carry();
}

/** Nothing is sent before what is launched is known outside the file too. */
async function launched(
  { ports, store }: Session,
  companyId: string,
  input: unknown,
  carry: () => Promise<unknown>,
): Promise<unknown> {
  const beside = PropertiesService.getDocumentProperties();
  const kept = await refuseForgotten(beside, store, { companyId, input, now: ports.clock.now() });
  const answer = await carry();
  await store.flush();
  noteLaunched(beside, kept, {
    slug: (answer as { adBatchSlug: string }).adBatchSlug,
    input,
    now: ports.clock.now(),
  });
  return answer;
}

import { auditWrite } from '../../access/audit.ts';
import type { Actor } from '../../access/caller.ts';
import { PlatformError, type PlatformFailure, SlipwayError } from '../../base/errors.ts';
import { settingsPages } from '../../base/settings-pages.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Research, ResearchAccess } from '../../ports/research.ts';
import type { Secrets } from '../../ports/secrets.ts';
import type { Store, Write } from '../../ports/store.ts';
import { randomId } from '../../records/random-id.ts';
import { researchError, researchFailure, SOURCE } from './failure.ts';
import { type ResearchConnectionRecord, researchConnectionKind } from './records.ts';

export interface ResearchPorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly research?: Research;
}

const ID = 'research';
/** A query that every key may ask, and that changes nothing. */
const PROBE = 'boards.list';

/** Whether a company is connected with the source, and since when. */
export async function showConnection({ store, research }: ResearchPorts, companyId: string) {
  const found = await store.get(researchConnectionKind, companyId, ID);
  return {
    connected: research !== undefined && found !== undefined,
    source: research?.host ?? null,
    connectedAt: found === undefined ? null : new Date(found.doc.createdAt).toISOString(),
  };
}

/** Tries a key at the source and keeps it, sealed, in place of the one there was. Throws when the source refuses it. */
export async function connectResearch(ports: ResearchPorts, caller: Actor, key: string) {
  const { companyId } = caller;
  const research = sourceOf(ports);
  const connection = randomId(ports.secrets, 'rc');
  const tried = await research.ask({ companyId, connection, key }, { kind: 'query', procedure: PROBE });
  if (!tried.ok) {
    const error = researchError(tried.refusal, 'query');
    throw error.failure.class === 'auth' ? refusedKey(error) : error;
  }
  for (;;) {
    const before = await ports.store.get(researchConnectionKind, companyId, ID);
    const writes = await connectionWrites(ports, caller, { connection, key, expect: before?.version ?? 'absent' });
    if ((await ports.store.commit(writes)) === undefined) return showConnection(ports, companyId);
  }
}

/** Asks the source whether the key that is kept still works, and answers why not; undefined where none is kept. */
export async function tryResearch(ports: ResearchPorts, companyId: string): Promise<'works' | PlatformFailure | undefined> {
  if (!(await showConnection(ports, companyId)).connected) return undefined;
  const { research, access } = await researchAccess(ports, companyId);
  const tried = await research.ask(access, { kind: 'query', procedure: PROBE });
  return tried.ok ? 'works' : researchFailure(tried.refusal, 'query');
}

/** A connection that is yet to be committed. */
export async function connectionWrites(
  ports: Pick<ResearchPorts, 'clock' | 'secrets'>,
  caller: Actor,
  { connection, key, expect }: { readonly connection: string; readonly key: string; readonly expect: Write['expect'] },
): Promise<readonly Write[]> {
  const { companyId } = caller;
  const sealedKey = await ports.secrets.seal(key, { companyId, use: 'research' });
  const doc: ResearchConnectionRecord = { connection, sealedKey, createdAt: ports.clock.now() };
  return [
    { kind: researchConnectionKind, companyId, id: ID, expect, doc },
    auditWrite(ports, caller, 'research.connect', connection),
  ];
}

/** Forgets the key. What was made at the source stays there. */
export async function disconnectResearch(ports: ResearchPorts, caller: Actor): Promise<void> {
  const { companyId } = caller;
  for (;;) {
    const found = await ports.store.get(researchConnectionKind, companyId, ID);
    if (found === undefined) return;
    const conflict = await ports.store.commit([
      { kind: researchConnectionKind, companyId, id: ID, expect: found.version, doc: undefined },
      auditWrite(ports, caller, 'research.disconnect', found.doc.connection),
    ]);
    if (conflict === undefined) return;
  }
}

/** The source and the right to ask it. Throws `unavailable`, with how to connect one, where there is none. */
export async function researchAccess(
  ports: ResearchPorts,
  companyId: string,
): Promise<{ readonly research: Research; readonly access: ResearchAccess }> {
  const research = sourceOf(ports);
  const found = await ports.store.get(researchConnectionKind, companyId, ID);
  if (found === undefined)
    throw notConnected(
      'No research source is connected.',
      `An admin connects one with a key of the source: ${settingsPages.connections}.`,
    );
  const key = await ports.secrets.open(found.doc.sealedKey, { companyId, use: 'research' });
  return { research, access: { companyId, connection: found.doc.connection, key } };
}

function sourceOf({ research }: ResearchPorts): Research {
  if (research !== undefined) return research;
  throw notConnected('This service has no research source.', 'Whoever assembles it gives it one: the port `research`.');
}

/** Said as a platform's refusal is, so that no client tries again what stays so. */
function notConnected(message: string, fix: string): PlatformError {
  return new PlatformError(
    { platform: SOURCE, class: 'blocked', message, fix, retryable: false, traceId: 'none' },
    {
      code: 'unavailable',
      details: [{ path: '', code: 'no_research_source', message: fix, hint: 'ask-admin' }],
      hint: 'research.connect',
    },
  );
}

function refusedKey({ failure }: PlatformError): SlipwayError {
  const message = `${failure.message} Copy the key once more, or make another at the source.`;
  return new SlipwayError('unprocessable_entity', 'The research source refused this key.', {
    details: [{ path: 'apiKey', code: 'credentials_refused', message }],
  });
}

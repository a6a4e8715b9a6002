import { auditWrite } from '../../access/audit.ts';
import type { Actor } from '../../access/caller.ts';
import { PlatformError, SlipwayError } from '../../base/errors.ts';
import { settingsPages } from '../../base/settings-pages.ts';
import type { Feature, Finding } from '../../operations/feature.ts';
import type { ServicePorts } from '../../operations/ports.ts';
import type { Research, ResearchAccess } from '../../ports/research.ts';
import { kind, type Write } from '../../ports/store.ts';
import { randomId } from '../../records/random-id.ts';
import { researchError, researchFailure, SOURCE } from './failure.ts';

/** A company's key of the research source. A company has one, under the id `research`. */
interface ResearchConnectionRecord {
  /** Another with every key that is connected. */
  readonly connection: string;
  readonly sealedKey: string;
  readonly createdAt: number;
}

export const researchConnectionKind = kind<ResearchConnectionRecord>('research-connection');

export type ResearchPorts = Pick<ServicePorts, 'store' | 'clock' | 'secrets' | 'research'>;

const ID = 'research';
const PROBE = 'boards.list';

export async function showConnection({ store, research }: ResearchPorts, companyId: string) {
  const found = await store.get(researchConnectionKind, companyId, ID);
  return {
    connected: research !== undefined && found !== undefined,
    source: research?.host ?? null,
    connectedAt: found === undefined ? null : new Date(found.doc.createdAt).toISOString(),
  };
}

/**
 * Tries a key at the source and keeps it in place of the former. Throws when the source refuses it.
 */
export async function connectResearch(ports: ResearchPorts, caller: Actor, key: string) {
  const { companyId } = caller;
  const research = sourceOf(ports);
  const connection = randomId(ports.secrets, 'rc');
  const tried = await research.ask(
    { companyId, connection, key },
    { kind: 'query', procedure: PROBE },
  );
  if (!tried.ok) {
    const error = researchError(tried.refusal, 'query');
    throw error.failure.class === 'auth' ? refusedKey(error) : error;
  }
  for (;;) {
    const before = await ports.store.get(researchConnectionKind, companyId, ID);
    const writes = await connectionWrites(ports, caller, {
      connection,
      key,
      expect: before?.version ?? 'absent',
    });
    if ((await ports.store.commit(writes)) === undefined) return showConnection(ports, companyId);
  }
}

/** Asks the source whether the key still works. */
export async function doctorResearch(
  ports: ResearchPorts,
  companyId: string,
): Promise<readonly Finding[]> {
  if (!(await showConnection(ports, companyId)).connected) return [];
  const { research, access } = await researchAccess(ports, companyId);
  const tried = await research.ask(access, { kind: 'query', procedure: PROBE });
  const about = { name: 'research source', ok: tried.ok };
  if (tried.ok) return [{ ...about, found: `${research.host} takes the key` }];
  const { message, fix } = researchFailure(tried.refusal, 'query');
  return [{ ...about, found: message, fix }];
}

async function connectionWrites(
  ports: Pick<ResearchPorts, 'clock' | 'secrets'>,
  caller: Actor,
  {
    connection,
    key,
    expect,
  }: { readonly connection: string; readonly key: string; readonly expect: Write['expect'] },
): Promise<readonly Write[]> {
  const { companyId } = caller;
  const sealedKey = await ports.secrets.seal(key, { companyId, use: 'research' });
  const doc: ResearchConnectionRecord = { connection, sealedKey, createdAt: ports.clock.now() };
  return [
    { kind: researchConnectionKind, companyId, id: ID, expect, doc },
    auditWrite(ports, caller, { action: 'research.connect', subject: connection }),
  ];
}

export async function disconnectResearch(ports: ResearchPorts, caller: Actor): Promise<void> {
  const { companyId } = caller;
  for (;;) {
    const found = await ports.store.get(researchConnectionKind, companyId, ID);
    if (found === undefined) return;
    const conflict = await ports.store.commit([
      { kind: researchConnectionKind, companyId, id: ID, expect: found.version, doc: undefined },
      auditWrite(ports, caller, { action: 'research.disconnect', subject: found.doc.connection }),
    ]);
    if (conflict === undefined) return;
  }
}

/** Throws `unavailable`, with how to connect a source, where there is none. */
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
  throw notConnected(
    'This service has no research source.',
    'The program that assembles it gives it one: the port `research`.',
  );
}

/** Worded as a platform's refusal that clients do not retry. */
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

function refusedKey({ failure }: PlatformError) {
  const message = `${failure.message} Copy the key once more, or make another at the source.`;
  return new SlipwayError('unprocessable_entity', 'The research source refused this key.', {
    details: [{ path: 'apiKey', code: 'credentials_refused', message }],
  });
}

export const researchOfSandbox: NonNullable<Feature['seeded']> = async (ports, owner, seeded) => {
  const key = seeded[SOURCE]?.apiKey;
  if (key === undefined) return [];
  return connectionWrites(ports, owner, {
    connection: randomId(ports.secrets, 'rc'),
    key,
    expect: 'absent',
  });
};

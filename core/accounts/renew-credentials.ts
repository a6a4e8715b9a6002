import { SlipwayError } from '../base/errors.ts';
import type { ConnectionRef, CredentialStore } from '../ports/credential-store.ts';
import type { Credentials } from '../ports/platform-accounts.ts';
import type { Stored } from '../ports/store.ts';
import type { WritePorts } from '../ports/write-ports.ts';
import { canonicalJson } from '../records/canonical-json.ts';
import { claimLease, createHolder } from '../records/lease.ts';
import { randomId } from '../records/random-id.ts';
import { openCredentials, storedConnection } from './access.ts';
import { credentialFields, withCredentials } from './connection-writes.ts';
import { type ConnectionRecord, connectionKind } from './records.ts';

/** Longer than the time-out of a platform; a dead worker holds the others up this long. */
const LEASE_MS = 30_000;
const LOOK_MS = 500;
/** How often a failing storage is asked to keep a renewal, with growing pauses. */
const ATTEMPTS = 5;
const FIRST_PAUSE_MS = 250;

/**
 * One worker at a time renews, under a lease; the document decides that a renewal replaces only
 * what it was made from. A worker that stood still and lost its lease may therefore still store its
 * result if no other did: on a platform that takes each refresh token once, it holds the only one
 * that works. A process that dies between the platform's answer and the commit loses the answer: an
 * access token is asked for again, a refresh token that works once is gone and the account has to
 * be connected again.
 */
export function createCredentialStore(ports: WritePorts): CredentialStore {
  const { clock, secrets } = ports;
  return {
    async renew(connection, isStale, renew) {
      const holder = createHolder(clock, randomId(secrets, 'renewal'));
      const { companyId, connectionId } = connection;
      for (;;) {
        const { credentials } = await read(ports, connection);
        if (!isStale(credentials)) return credentials;
        const lease = await claimLease(ports, companyId, {
          name: `credentials:${connectionId}`,
          holder,
          ttlMs: LEASE_MS,
        });
        if (lease === undefined) await clock.sleep(LOOK_MS);
        else
          try {
            const current = await read(ports, connection);
            if (!isStale(current.credentials)) return current.credentials;
            return await keep(
              ports,
              connection,
              current.credentials,
              await renew(current.credentials),
            );
          } finally {
            // An unreleased lease lapses by itself.
            await lease.release().catch(() => undefined);
          }
      }
    },
  };
}

interface Read {
  readonly connection: Stored<ConnectionRecord>;
  readonly credentials: Credentials;
}

async function read(
  { store, secrets }: WritePorts,
  { companyId, connectionId }: ConnectionRef,
): Promise<Read> {
  const connection = await storedConnection(store, companyId, connectionId);
  return {
    connection,
    credentials: await openCredentials(secrets, companyId, connection.doc.sealedCredentials),
  };
}

/** Answers what is stored in the end: this renewal, or another worker's that came first. */
async function keep(
  ports: WritePorts,
  ref: ConnectionRef,
  before: Credentials,
  renewed: Credentials,
): Promise<Credentials> {
  const { companyId, connectionId: id } = ref;
  const fields = await credentialFields(ports.secrets, companyId, renewed);
  for (let attempt = 1; ; ) {
    try {
      const { connection, credentials } = await read(ports, ref);
      if (!same(credentials, before)) return credentials;
      const doc: ConnectionRecord = afterRenewal(connection.doc, fields);
      const write = { kind: connectionKind, companyId, id, expect: connection.version, doc };
      // The document may have been resealed or renamed meanwhile: read it again.
      if ((await ports.store.commit([write])) === undefined) return renewed;
    } catch (error) {
      if (error instanceof SlipwayError || attempt === ATTEMPTS) throw error;
      await ports.clock.sleep(FIRST_PAUSE_MS * 2 ** (attempt - 1));
      attempt += 1;
    }
  }
}

/** A notice about an end still holds for the same end. */
const afterRenewal = (
  doc: ConnectionRecord,
  fields: Awaited<ReturnType<typeof credentialFields>>,
): ConnectionRecord =>
  isSameEnd(doc.endsAt, fields.endsAt) ? { ...doc, ...fields } : withCredentials(doc, fields);

/** Platforms give the time left, so the end varies by some seconds. */
const isSameEnd = (one: number | undefined, other: number | undefined): boolean =>
  one === other || (one !== undefined && other !== undefined && Math.abs(one - other) < 3_600_000);

const same = (one: Credentials, other: Credentials): boolean =>
  canonicalJson(one) === canonicalJson(other);

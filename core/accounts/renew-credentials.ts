import { SlipwayError } from '../base/errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { ConnectionRef, CredentialStore } from '../ports/credential-store.ts';
import type { Credentials } from '../ports/platform-accounts.ts';
import type { Secrets } from '../ports/secrets.ts';
import type { Store, Stored } from '../ports/store.ts';
import { canonicalJson } from '../records/canonical-json.ts';
import { claimLease, createHolder } from '../records/lease.ts';
import { randomId } from '../records/random-id.ts';
import { storedConnection } from './access.ts';
import { credentialFields, withCredentials } from './connection-writes.ts';
import { type ConnectionRecord, connectionKind } from './records.ts';

interface CredentialPorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly secrets: Secrets;
}

/** Longer than a platform is given to answer; a worker that died while it renewed holds the others up for this long. */
const LEASE_MS = 30_000;
const LOOK_MS = 500;
/** How often a storage that fails is asked to take what was renewed, with longer pauses each time. */
const ATTEMPTS = 5;
const FIRST_PAUSE_MS = 250;

/**
 * One worker at a time renews, under a lease; that a renewal replaces only what it was made from is decided by the
 * document itself. A worker that stood still and has lost its lease may therefore still store what it was given, as
 * long as nobody else has: on a platform that takes each refresh token once, it holds the only one that works.
 *
 * What can be lost: a process that dies between the platform's answer and the commit takes the answer with it. An
 * access token is asked for again. A refresh token that the platform has replaced, and does not take a second time, is
 * gone; then the platform refuses the stored one, and the account has to be connected again.
 */
export function createCredentialStore(ports: CredentialPorts): CredentialStore {
  const { clock, secrets } = ports;
  return {
    async renew(connection, isStale, renew) {
      const holder = createHolder(clock, randomId(secrets, 'renewal'));
      const { companyId, connectionId } = connection;
      for (;;) {
        const { credentials } = await read(ports, connection);
        if (!isStale(credentials)) return credentials;
        const lease = await claimLease(ports, companyId, `credentials:${connectionId}`, holder, LEASE_MS);
        if (lease === undefined) await clock.sleep(LOOK_MS);
        else
          try {
            const current = await read(ports, connection);
            if (!isStale(current.credentials)) return current.credentials;
            return await keep(ports, connection, current.credentials, await renew(current.credentials));
          } finally {
            // A lease that cannot be handed back lapses by itself; what was stored is stored.
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

async function read({ store, secrets }: CredentialPorts, { companyId, connectionId }: ConnectionRef): Promise<Read> {
  const connection = await storedConnection(store, companyId, connectionId);
  const text = await secrets.open(connection.doc.sealedCredentials, { companyId, use: 'credentials' });
  return { connection, credentials: JSON.parse(text) as Credentials };
}

/** Answers what is stored in the end: this renewal, or another worker's that came first. */
async function keep(ports: CredentialPorts, ref: ConnectionRef, before: Credentials, renewed: Credentials): Promise<Credentials> {
  const { companyId, connectionId: id } = ref;
  const fields = await credentialFields(ports.secrets, companyId, renewed);
  for (let attempt = 1; ; ) {
    try {
      const { connection, credentials } = await read(ports, ref);
      if (!same(credentials, before)) return credentials;
      const doc: ConnectionRecord = afterRenewal(connection.doc, fields);
      const write = { kind: connectionKind, companyId, id, expect: connection.version, doc };
      // The document may have been sealed anew, or renamed, meanwhile: then it is read again.
      if ((await ports.store.commit([write])) === undefined) return renewed;
    } catch (error) {
      if (error instanceof SlipwayError || attempt === ATTEMPTS) throw error;
      await ports.clock.sleep(FIRST_PAUSE_MS * 2 ** (attempt - 1));
      attempt += 1;
    }
  }
}

/** What was said about an end still holds for the same one. */
const afterRenewal = (doc: ConnectionRecord, fields: Awaited<ReturnType<typeof credentialFields>>): ConnectionRecord =>
  isSameEnd(doc.endsAt, fields.endsAt) ? { ...doc, ...fields } : withCredentials(doc, fields);

/** Platforms tell how long is left: each time they are asked the end is another by some seconds. */
const isSameEnd = (one: number | undefined, other: number | undefined): boolean =>
  one === other || (one !== undefined && other !== undefined && Math.abs(one - other) < 3_600_000);

const same = (one: Credentials, other: Credentials): boolean => canonicalJson(one) === canonicalJson(other);

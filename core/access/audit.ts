import type { PageWindow } from '../base/schema/envelope.ts';
import type { Clock } from '../ports/clock.ts';
import type { Secrets } from '../ports/secrets.ts';
import { type Json, kind, type Store, type Stored, SYSTEM, type Write } from '../ports/store.ts';
import type { Turns } from '../ports/turns.ts';
import { type ListPage, pageOf, pageOfMatching } from '../records/list.ts';
import { randomId } from '../records/random-id.ts';
import type { Actor, Person } from './caller.ts';
import { personKind } from './person-records.ts';
import type { AuditEntry } from './schema.ts';

/** One thing somebody did. Append-only: nothing changes it, and it is removed only with its company or where a setting says how long it is kept. */
export interface AuditRecord {
  readonly at: number;
  /** The key or person that did it. */
  readonly keyId: string;
  /** The person, as he was called then. */
  readonly person?: string;
  /** Where it was asked for from; absent where that is not known. */
  readonly address?: string;
  /** Noun and verb: `key.create`, `batch.launch`, `ad.delete`. */
  readonly action: string;
  /** The id of what it was done to. */
  readonly subject: string;
  /** Ids, counts and statuses worth knowing; never a credential, never a whole body. */
  readonly details?: { readonly [name: string]: Json };
  /** Not chained yet (audit-chain.ts). */
  readonly open?: 1;
  /** Its number in the chain, the hash of the entry before and its own. Absent in entries from before the chain. */
  readonly seq?: number;
  readonly previous?: string;
  readonly hash?: string;
  /** Of the hash, with the key of the chain. Absent in entries that earlier versions chained. */
  readonly mac?: string;
}

export const auditKind = kind<AuditRecord>('audit', { at: 'number', open: 'number', seq: 'number' });

/** The last entry of a company's chain. */
export interface ChainEnd {
  readonly seq: number;
  readonly hash: string;
}

/** With what the chain begins with where its oldest entries were forgotten (forget-audit.ts). */
export interface AuditHead extends ChainEnd {
  readonly start?: ChainEnd;
  /** Absent in chains of earlier versions, until the next entries are chained. */
  readonly signed?: ChainKey & {
    /** Of all else in this document. */
    readonly mac: string;
  };
}

/** What the entries of a chain are signed with, and which of them are. */
export interface ChainKey {
  /** A random key of the company, sealed with the secret of the installation. */
  readonly sealedKey: string;
  /** The first entry that has a MAC. */
  readonly from: number;
}

export const auditHeadKind = kind<AuditHead>('audit-head');

/** Goes into the commit that does the thing, so that nothing is done without a trace. */
export function auditWrite(
  ports: { readonly clock: Clock; readonly secrets: Secrets },
  caller: Actor,
  action: string,
  subject: string,
  details?: AuditRecord['details'],
): Write {
  const { companyId, keyId, address, person } = caller;
  const doc: AuditRecord = {
    ...{ at: ports.clock.now(), keyId, action, subject, open: 1 },
    ...(person && { person: personLabel(person) }),
    ...(address !== undefined && { address }),
    ...(details && { details }),
  };
  return { kind: auditKind, companyId, id: randomId(ports.secrets, 'au'), expect: 'absent', doc };
}

/** What was done in a company, the latest first. */
export async function listAudit(
  ports: { readonly store: Store; readonly turns?: Turns },
  companyId: string,
  window: PageWindow,
  { subject }: { readonly subject?: string | undefined } = {},
): Promise<ListPage<AuditEntry>> {
  const query = { order: { by: 'at', direction: 'desc' } } as const;
  const { items, total } =
    subject === undefined
      ? await pageOf(ports.store, auditKind, companyId, query, window)
      : await pageOfMatching(ports.store, auditKind, companyId, query, window, (doc) => doc.subject === subject, ports.turns);
  const named = await Promise.all(items.map(async (found) => shown(found, await personOf(ports.store, found.doc))));
  return { items: named, total };
}

/** What was done later on somebody's behalf has his id alone. */
async function personOf(store: Store, { person, keyId }: AuditRecord): Promise<string | null> {
  if (person !== undefined || !keyId.startsWith('pe_')) return person ?? null;
  const found = await store.get(personKind, SYSTEM, keyId);
  return found === undefined ? null : personLabel(found.doc);
}

/** How the audit and plans name a person. */
export const personLabel = ({ name, email }: Pick<Person, 'name' | 'email'>): string =>
  name === undefined ? email : `${name} <${email}>`;

const shown = ({ id, doc }: Stored<AuditRecord>, person: string | null): AuditEntry => ({
  id,
  at: new Date(doc.at).toISOString(),
  keyId: doc.keyId,
  person,
  address: doc.address ?? null,
  action: doc.action,
  subject: doc.subject,
  details: { ...doc.details },
  chain: doc.seq !== undefined ? { seq: doc.seq, hash: doc.hash ?? '' } : doc.open === 1 ? 'waiting' : 'before',
});

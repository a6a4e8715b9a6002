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

/** Append-only: removed only with its company or by a retention setting. */
export interface AuditRecord {
  readonly at: number;
  /** Key or person. */
  readonly keyId: string;
  /** The person's name at the time. */
  readonly person?: string;
  /** Absent where unknown. */
  readonly address?: string;
  /** Noun and verb: `key.create`, `batch.launch`, `ad.delete`. */
  readonly action: string;
  /** The id of what it was done to. */
  readonly subject: string;
  /** Ids, counts and statuses; never a credential, never a whole body. */
  readonly details?: { readonly [name: string]: Json };
  /** Not chained yet (audit-chain.ts). */
  readonly open?: 1;
  /** Absent in entries from before the chain. */
  readonly seq?: number;
  readonly previous?: string;
  readonly hash?: string;
  /** Of the hash, with the key of the chain. Absent in entries that earlier versions chained. */
  readonly mac?: string;
}

export const auditKind = kind<AuditRecord>('audit', {
  at: 'number',
  open: 'number',
  seq: 'number',
});

export interface ChainEnd {
  readonly seq: number;
  readonly hash: string;
}

/** `start`: the chain's beginning where its oldest entries were forgotten (forget-audit.ts). */
export interface AuditHead extends ChainEnd {
  readonly start?: ChainEnd;
  /** Absent in chains of earlier versions, until the next entries are chained. */
  readonly signed?: ChainKey & {
    /** Of all else in this document. */
    readonly mac: string;
  };
}

export interface ChainKey {
  /** A random key of the company, sealed with the secret of the installation. */
  readonly sealedKey: string;
  /** The first entry with a MAC. */
  readonly from: number;
}

export const auditHeadKind = kind<AuditHead>('audit-head');

/** Goes into the commit of the change, so that nothing is done without a trace. */
export function auditWrite(
  ports: { readonly clock: Clock; readonly secrets: Secrets },
  caller: Actor,
  {
    action,
    subject,
    details,
  }: {
    readonly action: string;
    readonly subject: string;
    readonly details?: AuditRecord['details'] | undefined;
  },
): Write {
  const { companyId, keyId, address, person, grant, plannedBy } = caller;
  const through = {
    ...(grant && { grant: grant.id, program: grant.client }),
    ...(plannedBy !== undefined && { plannedBy }),
  };
  const all = Object.keys(through).length === 0 ? details : { ...details, ...through };
  const doc: AuditRecord = {
    at: ports.clock.now(),
    keyId,
    action,
    subject,
    open: 1,
    ...(person && { person: personLabel(person) }),
    ...(address !== undefined && { address }),
    ...(all && { details: all }),
  };
  return { kind: auditKind, companyId, id: randomId(ports.secrets, 'au'), expect: 'absent', doc };
}

/** Latest first. */
export async function listAudit(
  ports: { readonly store: Store; readonly turns?: Turns },
  companyId: string,
  window: PageWindow,
  {
    subject,
    without,
  }: { readonly subject?: string | undefined; readonly without?: string | undefined } = {},
): Promise<ListPage<AuditEntry>> {
  const query = { order: { by: 'at', direction: 'desc' } } as const;
  const { items, total } =
    subject === undefined && without === undefined
      ? await pageOf(ports.store, auditKind, { companyId, query, ...window })
      : await pageOfMatching(ports.store, auditKind, {
          companyId,
          query,
          ...window,
          matches: (doc) =>
            (subject === undefined || doc.subject === subject) &&
            (without === undefined || doc.action.split('.')[0] !== without),
          turns: ports.turns,
        });
  const named = await Promise.all(
    items.map(async (found) => shown(found, await personOf(ports.store, found.doc))),
  );
  return { items: named, total };
}

/** Later work for a person has only the person's id. */
async function personOf(store: Store, { person, keyId }: AuditRecord): Promise<string | null> {
  if (person !== undefined || !keyId.startsWith('pe_')) return person ?? null;
  const found = await store.get(personKind, SYSTEM, keyId);
  return found === undefined ? null : personLabel(found.doc);
}

/** As the audit and plans name a person. */
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
  chain:
    doc.seq !== undefined
      ? { seq: doc.seq, hash: doc.hash ?? '' }
      : doc.open === 1
        ? 'waiting'
        : 'before',
});

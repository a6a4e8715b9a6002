import type { Clock } from '../ports/clock.ts';
import type { Secrets } from '../ports/secrets.ts';
import { type Json, kind, type Write } from '../ports/store.ts';
import type { Caller } from './caller.ts';

/** One thing somebody did. Append-only: nothing changes or removes it. */
export interface AuditRecord {
  readonly at: number;
  readonly keyId: string;
  /** Noun and verb: `key.create`, `batch.launch`, `ad.delete`. */
  readonly action: string;
  /** The id of what it was done to. */
  readonly subject: string;
  /** Ids, counts and statuses worth knowing; never a credential, never a whole body. */
  readonly details?: { readonly [name: string]: Json };
}

export const auditKind = kind<AuditRecord>('audit', { at: 'number' });

/** Goes into the commit that does the thing, so that nothing is done without a trace. */
export function auditWrite(
  ports: { readonly clock: Clock; readonly secrets: Secrets },
  caller: Pick<Caller, 'companyId' | 'keyId'>,
  action: string,
  subject: string,
  details?: AuditRecord['details'],
): Write {
  const doc: AuditRecord = { at: ports.clock.now(), keyId: caller.keyId, action, subject, ...(details && { details }) };
  return { kind: auditKind, companyId: caller.companyId, id: randomId(ports.secrets, 'au'), expect: 'absent', doc };
}

/** A fresh id that nobody can guess: `au_` and 24 characters. */
export function randomId(secrets: Secrets, prefix: string): string {
  return `${prefix}_${randomText(secrets, 24)}`;
}

/** Letters and digits; 62 characters carry just under 6 bits each. */
export function randomText(secrets: Secrets, length: number): string {
  const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  let text = '';
  while (text.length < length)
    // 248 is the largest multiple of 62 a byte can hold: what lies above would favour the first letters.
    for (const byte of secrets.random(length)) if (byte < 248 && text.length < length) text += alphabet.charAt(byte % 62);
  return text;
}

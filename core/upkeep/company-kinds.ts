import { inviteKind } from '../access/invites.ts';
import { keyKind } from '../access/keys.ts';
import { personKind } from '../access/person-records.ts';
import { sessionKind } from '../access/sessions.ts';
import type { Kind } from '../ports/store.ts';

/**
 * Documents of a company under SYSTEM, found by `companyId`. Jobs lie there too, without an index
 * by company.
 */
export const foundByCompany = [keyKind, sessionKind, inviteKind, personKind] as readonly Kind<{
  readonly companyId: string;
}>[];

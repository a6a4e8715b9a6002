import { inviteKind } from '../access/invites.ts';
import { keyKind } from '../access/keys.ts';
import { personKind } from '../access/person-records.ts';
import { sessionKind } from '../access/sessions.ts';
import type { Kind } from '../ports/store.ts';

/** What belongs to a company and lies under SYSTEM, found by `companyId`. Jobs lie there too, and are found by none. */
export const foundByCompany = [keyKind, sessionKind, inviteKind, personKind] as readonly Kind<{ readonly companyId: string }>[];

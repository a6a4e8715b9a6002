import { kind } from '../ports/store.ts';
import type { Rights } from './roles.ts';

/**
 * A person of a company. It lies under SYSTEM, because whoever signs in brings an e-mail address and nothing else. What a
 * person may do is in this one document and read anew for every request: removing it ends all sessions at once.
 */
export interface PersonRecord extends Rights {
  readonly companyId: string;
  /** In lower case. One person of a company has it. */
  readonly email: string;
  readonly name?: string;
  readonly createdAt: number;
  /** Who invited him: a key or a person. */
  readonly invitedBy?: string;
  /** SHA-256 of the provider and of what it calls him, once he has signed in there. */
  readonly identity?: string;
}

export const personKind = kind<PersonRecord>('person', { companyId: 'string', email: 'string', identity: 'string' });

/** What makes changes of who is an admin follow each other, so that two admins cannot remove each other at once. */
export const peopleHeadKind = kind<{ readonly revision: number }>('people-head');

export const HEAD = 'head';
export const EMAILS = 'person-email';

import { kind } from '../ports/store.ts';
import type { Rights } from './roles.ts';

/**
 * A person of a company, under SYSTEM, because signing in brings only an e-mail address. Read for
 * every request: removing it ends all sessions at once.
 */
export interface PersonRecord extends Rights {
  readonly companyId: string;
  /** Lower case, unique in the company. */
  readonly email: string;
  readonly name?: string;
  readonly createdAt: number;
  /** A key or a person. */
  readonly invitedBy?: string;
  /** SHA-256 of the provider and its id of the person, after the first sign-in there. */
  readonly identity?: string;
}

export const personKind = kind<PersonRecord>('person', {
  companyId: 'string',
  email: 'string',
  identity: 'string',
});

/** Serialises changes of admins, so that two admins cannot remove each other at once. */
export const peopleHeadKind = kind<{ readonly revision: number }>('people-head');

export const HEAD = 'head';
export const EMAILS = 'person-email';

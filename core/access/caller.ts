import type { CompanyLimits } from './records.ts';
import type { Rights } from './roles.ts';
import type { Scope } from './scopes.ts';

/** Who asks: a key of a company, or a person of it who has signed in. */
export interface Caller {
  readonly companyId: string;
  /** The id of the key, or of the person. */
  readonly keyId: string;
  readonly scopes: readonly Scope[];
  /** Who is behind the key: the person, or the key at the beginning of its chain (KeyRecord). Absent where that is unknown. */
  readonly madeBy?: string | undefined;
  /** When the key ends, milliseconds; absent when it does not. */
  readonly expiresAt?: number | undefined;
  /** The person who signed in, as the audit names him, and what he may do. Absent: a key, whose scopes say that. */
  readonly person?: Person | undefined;
  /** Networks the key is for; absent when it is for all. */
  readonly addresses?: readonly string[] | undefined;
  /** The session a request belongs to, where somebody signed in with the key. */
  readonly sessionId?: string | undefined;
  /** What the operator has set for the company. */
  readonly limits?: CompanyLimits | undefined;
  /** Where he asks from, as far as that is known. */
  readonly address?: string | undefined;
  /** The workspace the key was made for; without one it is of the company's default workspace. */
  readonly workspaceId?: string | undefined;
  /** What is asked was approved by another person than planned it. */
  readonly secondKey?: boolean | undefined;
  /** A model asks, over the Model Context Protocol. Absent in what a person has approved. */
  readonly door?: 'mcp' | undefined;
}

/** A person who has signed in. */
export interface Person extends Rights {
  readonly email: string;
  readonly name?: string | undefined;
}

/** A caller whose right to what he asks for was checked before. */
export type Actor = Pick<Caller, 'companyId' | 'keyId' | 'address' | 'workspaceId' | 'secondKey' | 'person' | 'door' | 'madeBy'> &
  Partial<Pick<Caller, 'scopes'>>;

/** Whether a model chose what is asked: over MCP, or with a key that may plan and nothing else. */
export const isModel = ({ door, scopes = [] }: Pick<Actor, 'door' | 'scopes'>): boolean =>
  door === 'mcp' || scopes.includes('plan');

/** Whether these scopes include the one that is needed. */
export function allows(held: readonly Scope[], needed: Scope): boolean {
  if (held.includes(needed)) return true;
  if (needed === 'operator') return false;
  return held.includes('admin') || (needed === 'read' && held.some((scope) => INCLUDE_READ.includes(scope)));
}

const INCLUDE_READ: readonly Scope[] = ['plan', 'launch', 'manage'];

/** Whether these scopes are enough to plan what needs a scope, and to look at what only reads under it. */
export const mayPlan = (held: readonly Scope[], needed: Scope): boolean =>
  allows(held, needed) || (held.includes('plan') && (needed === 'launch' || needed === 'manage'));

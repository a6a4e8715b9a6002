import type { CompanyLimits } from './records.ts';
import type { Rights } from './roles.ts';
import type { Scope } from './scopes.ts';

/** Who asks: a key of a company, or a person of it who has signed in. */
export interface Caller {
  readonly companyId: string;
  /** Key or person. */
  readonly keyId: string;
  readonly scopes: readonly Scope[];
  /**
   * The person behind the key, or the key at the beginning of its chain (KeyRecord). Absent where
   * unknown.
   */
  readonly madeBy?: string | undefined;
  /** Of the key, milliseconds. */
  readonly expiresAt?: number | undefined;
  /** The person who signed in. Absent: a key, whose scopes count. */
  readonly person?: Person | undefined;
  /** Networks the key is for; absent: all. */
  readonly addresses?: readonly string[] | undefined;
  /** The session of a request by a signed-in caller. */
  readonly sessionId?: string | undefined;
  /** Set by the operator. */
  readonly limits?: CompanyLimits | undefined;
  /** As far as known. */
  readonly address?: string | undefined;
  /** The key's workspace; absent: the company's default workspace. */
  readonly workspaceId?: string | undefined;
  /** Another person than the planner approved it. */
  readonly secondKey?: boolean | undefined;
  /** A model asks, over the Model Context Protocol. Absent in what a person has approved. */
  readonly door?: 'mcp' | undefined;
  /** A connected program asks for the key or person, with the scopes it was granted at most. */
  readonly grant?: { readonly id: string; readonly client: string } | undefined;
  /** Of what is carried out by a plan: the key or person that planned it, where it is another. */
  readonly plannedBy?: string | undefined;
}

export interface Person extends Rights {
  readonly email: string;
  readonly name?: string | undefined;
}

/** A caller whose right was checked before. */
export type Actor = Pick<
  Caller,
  | 'companyId'
  | 'keyId'
  | 'address'
  | 'workspaceId'
  | 'secondKey'
  | 'person'
  | 'door'
  | 'madeBy'
  | 'grant'
  | 'plannedBy'
> &
  Partial<Pick<Caller, 'scopes'>>;

/** Whether a model decides: over MCP, or with a key that may only plan. */
export const isModel = ({ door, scopes = [] }: Pick<Actor, 'door' | 'scopes'>): boolean =>
  door === 'mcp' || scopes.includes('plan');

export function allows(held: readonly Scope[], needed: Scope): boolean {
  if (held.includes(needed)) return true;
  if (needed === 'operator') return false;
  return (
    held.includes('admin') ||
    (needed === 'read' && held.some((scope) => INCLUDE_READ.includes(scope)))
  );
}

const INCLUDE_READ: readonly Scope[] = ['plan', 'launch', 'manage'];

/** Whether these scopes are enough to plan what needs a scope, and to read under it. */
export const mayPlan = (held: readonly Scope[], needed: Scope): boolean =>
  allows(held, needed) || (held.includes('plan') && (needed === 'launch' || needed === 'manage'));

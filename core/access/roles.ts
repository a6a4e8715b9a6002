import type { Scope } from './scopes.ts';

/** What a person may do, each including those before it: look, launch, change what is there, decide who may do what. */
export const roles = ['viewer', 'launcher', 'manager', 'admin'] as const;

export type Role = (typeof roles)[number];

/** What a person may do where. */
export interface Rights {
  /** In every workspace, and with what belongs to the whole company. */
  readonly role?: Role | undefined;
  readonly workspaces: readonly WorkspaceRole[];
}

interface WorkspaceRole {
  readonly workspaceId: string;
  readonly role: Role;
}

/** What an operation asks of a caller. */
export interface Need {
  readonly scope: Scope;
  /** Of an operation: what it does. What only reads, a key that may plan may as well. */
  readonly effects?: 'reads' | 'writes' | 'destroys';
  /** `none`: no person may do it, whatever the role; keys may. */
  readonly role: Role | 'none';
  /**
   * `workspace`: a role in one workspace is enough, because what it reads and changes is found by ad accounts, and
   * those of other workspaces are hidden (workspace-view.ts). `company`: the role must hold for the whole company.
   */
  readonly reach: 'workspace' | 'company';
}

/** The scopes a key would need for as much. */
const scopesOf: { readonly [R in Role]: readonly Scope[] } = {
  viewer: ['read'],
  launcher: ['read', 'launch'],
  manager: ['read', 'launch', 'manage'],
  admin: ['admin'],
};

/** The least role that may do what a key with this scope may. What concerns the whole installation is for keys alone. */
export function roleFor(scope: Scope): Need['role'] {
  if (scope === 'operator' || scope === 'unattended' || scope === 'plan') return 'none';
  return roles.find((role) => scopesOf[role].includes(scope)) ?? 'admin';
}

/** All that a person may do anywhere, as scopes: for what is shown, never for what is allowed. */
export const scopesOfRights = ({ role, workspaces }: Rights): readonly Scope[] => {
  const held = [role, ...workspaces.map((each) => (each.role === 'admin' ? 'manager' : each.role))];
  const highest = [...roles].reverse().find((each) => held.includes(each));
  return highest === undefined ? [] : scopesOf[highest];
};

const covers = (held: Role | undefined, needed: Need['role']): boolean =>
  held !== undefined && needed !== 'none' && roles.indexOf(held) >= roles.indexOf(needed);

/** Where rights are enough for a role: everywhere, or in these workspaces. */
export function whereEnough({ role, workspaces }: Rights, needed: Need['role']): 'company' | readonly string[] {
  if (covers(role, needed)) return 'company';
  return workspaces.filter((each) => covers(each.role, needed)).map(({ workspaceId }) => workspaceId);
}

/** The role somebody has, in words. */
export const rightsInWords = ({ role, workspaces }: Rights): string =>
  [...(role === undefined ? [] : [role]), ...workspaces.map((each) => `${each.role} in ${each.workspaceId}`)].join(', ');

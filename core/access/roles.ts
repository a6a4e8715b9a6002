import type { Scope } from './scopes.ts';

/** Each includes those before it: look, launch, change what exists, decide who may do what. */
export const roles = ['viewer', 'launcher', 'manager', 'admin'] as const;

export type Role = (typeof roles)[number];

export interface Rights {
  /** In every workspace and for the whole company. */
  readonly role?: Role | undefined;
  readonly workspaces: readonly WorkspaceRole[];
}

interface WorkspaceRole {
  readonly workspaceId: string;
  readonly role: Role;
}

/** What an operation requires of a caller. */
export interface Need {
  readonly scope: Scope;
  /** A key that may plan may also do what only reads. */
  readonly effects?: 'reads' | 'writes' | 'destroys';
  /** `none`: keys only, no person. */
  readonly role: Role | 'none';
  /**
   * `workspace`: a role in one workspace is enough, because objects are found by ad accounts, and
   * those of other workspaces are hidden (workspace-view.ts). `company`: the role must hold for the
   * whole company.
   */
  readonly reach: 'workspace' | 'company';
}

const scopesOf: { readonly [R in Role]: readonly Scope[] } = {
  viewer: ['read'],
  launcher: ['read', 'launch'],
  manager: ['read', 'launch', 'manage', 'leads'],
  admin: ['admin'],
};

/**
 * The least role for what a key with this scope may do. What concerns the whole installation is for
 * keys alone.
 */
export function roleFor(scope: Scope): Need['role'] {
  if (scope === 'operator' || scope === 'unattended' || scope === 'plan') return 'none';
  return roles.find((role) => scopesOf[role].includes(scope)) ?? 'admin';
}

/** A person's rights anywhere, as scopes: for display, never for checks. */
export const scopesOfRights = ({ role, workspaces }: Rights): readonly Scope[] => {
  const held = [role, ...workspaces.map((each) => (each.role === 'admin' ? 'manager' : each.role))];
  const highest = [...roles].reverse().find((each) => held.includes(each));
  return highest === undefined ? [] : scopesOf[highest];
};

const covers = (held: Role | undefined, needed: Need['role']): boolean =>
  held !== undefined && needed !== 'none' && roles.indexOf(held) >= roles.indexOf(needed);

/** Where rights suffice for a role: everywhere, or in these workspaces. */
export function whereEnough(
  { role, workspaces }: Rights,
  needed: Need['role'],
): 'company' | readonly string[] {
  if (covers(role, needed)) return 'company';
  return workspaces
    .filter((each) => covers(each.role, needed))
    .map(({ workspaceId }) => workspaceId);
}

export const rightsInWords = ({ role, workspaces }: Rights): string =>
  [
    ...(role === undefined ? [] : [role]),
    ...workspaces.map((each) => `${each.role} in ${each.workspaceId}`),
  ].join(', ');

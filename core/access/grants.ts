import { type Fault, SlipwayError } from '../base/errors.ts';
import { breaks, refusal } from '../base/refusal.ts';
import type { Store } from '../ports/store.ts';
import type { Caller } from './caller.ts';
import { hasWorkspace, unknownWorkspace } from './has-workspace.ts';
import { type Rights, type Role, roles, whereEnough } from './roles.ts';

/** What is left out stays; null removes the role in the company. */
interface Grants {
  readonly role?: Role | null | undefined;
  readonly workspaces?: Rights['workspaces'] | undefined;
}

/** Throws where no role would be left, or a workspace is unknown or named twice. */
export async function grantedRights(
  store: Store,
  companyId: string,
  before: Rights,
  grants: Grants,
): Promise<Rights> {
  const role = grants.role === undefined ? before.role : (grants.role ?? undefined);
  const workspaces = grants.workspaces ?? before.workspaces;
  if (role === undefined && workspaces.length === 0)
    throw breaks(
      'role',
      'role_missing',
      'Give a role in the company, or in one of its workspaces.',
    );
  const faults: Fault[] = [];
  for (const [i, { workspaceId }] of workspaces.entries()) {
    const path = `workspaces[${i}].workspaceId`;
    if (!(await hasWorkspace(store, companyId, workspaceId)))
      faults.push(unknownWorkspace(workspaceId, path));
    if (workspaces.findIndex((each) => each.workspaceId === workspaceId) < i)
      faults.push({ path, code: 'duplicate', message: 'This workspace is named twice.' });
  }
  if (faults[0] !== undefined)
    throw new SlipwayError('unprocessable_entity', faults[0].message, { details: faults });
  return { ...(role !== undefined && { role }), workspaces };
}

/**
 * Throws `forbidden` where an admin of some workspaces would change roles elsewhere, or a bounded
 * key would give a role.
 */
export function refuseBeyondOwn(caller: Caller, before: Rights, after: Rights): void {
  refuseBeyondKey(caller, before, after);
  const own = ownWorkspaces(caller);
  if (own === 'company') return;
  const isSame = (id: string): boolean => roleIn(before, id) === roleIn(after, id);
  const touched = [...before.workspaces, ...after.workspaces]
    .map(({ workspaceId }) => workspaceId)
    .filter((id) => !isSame(id));
  if (before.role === after.role && touched.every((id) => own.includes(id))) return;
  const message = `Your role is admin in ${own.join(', ')}: you can give and take roles there, and nowhere else.`;
  throw refusal('forbidden', { path: '', code: 'role_lacking', message, hint: 'ask-admin' });
}

/**
 * A person's rights have no end and work from anywhere: a key that ends, or is for some networks,
 * can take roles but give none.
 */
function refuseBeyondKey(
  { person, expiresAt, addresses }: Caller,
  before: Rights,
  after: Rights,
): void {
  if (person !== undefined || (expiresAt === undefined && addresses === undefined)) return;
  const isMore = (now: Role | undefined, former: Role | undefined): boolean =>
    now !== undefined && (former === undefined || roles.indexOf(now) > roles.indexOf(former));
  const isGiven =
    isMore(after.role, before.role) ||
    after.workspaces.some((each) => isMore(each.role, roleIn(before, each.workspaceId)));
  if (!isGiven) return;
  const bound =
    expiresAt === undefined
      ? 'is for some addresses alone'
      : `ends ${new Date(expiresAt).toISOString()}`;
  const message = `Your key ${bound}, and people have roles without an end and from anywhere: it can give none. Sign in as a person, or use a key without an end and without addresses.`;
  throw refusal('forbidden', { path: 'role', code: 'beyond_key', message, hint: 'ask-admin' });
}

/** Whether an admin of some workspaces may see a person. */
export function isInView(caller: Caller, { workspaces }: Rights): boolean {
  const own = ownWorkspaces(caller);
  return own === 'company' || workspaces.some(({ workspaceId }) => own.includes(workspaceId));
}

/** Where a caller may give roles. */
const ownWorkspaces = ({ person }: Caller): 'company' | readonly string[] =>
  person === undefined ? 'company' : whereEnough(person, 'admin');

const roleIn = ({ workspaces }: Rights, id: string): Role | undefined =>
  workspaces.find(({ workspaceId }) => workspaceId === id)?.role;

import { auditWrite } from '../access/audit.ts';
import type { Caller } from '../access/caller.ts';
import { companyKind, type WorkspaceRecord, workspaceKind } from '../access/records.ts';
import type { Workspace } from '../access/schema.ts';
import type { SlipwayError } from '../base/errors.ts';
import { breaks, refusal } from '../base/refusal.ts';
import { withoutEnds, withoutTrailing } from '../base/schema/trimmed.ts';
import { type Store, SYSTEM, type Write } from '../ports/store.ts';
import type { WritePorts } from '../ports/write-ports.ts';
import { allOf } from '../records/list.ts';
import { type Once, unkeyed } from '../records/once.ts';
import { randomId } from '../records/random-id.ts';
import { type Room, refuseBeyond } from '../records/room.ts';
import { takeName } from '../records/unique-name.ts';

const room: Room<WorkspaceRecord> = {
  kind: workspaceKind,
  most: 500,
  what: 'workspaces',
  code: 'too_many_workspaces',
};

/** A company's workspaces, the oldest first. */
export async function listWorkspaces(
  ports: { readonly store: Store },
  companyId: string,
): Promise<Workspace[]> {
  const company = await ports.store.get(companyKind, SYSTEM, companyId);
  const workspaces = await allOf(ports.store, workspaceKind, companyId, {
    order: { by: 'createdAt' },
  });
  return workspaces.map(({ id, doc }) => shown(id, doc, id === company?.doc.defaultWorkspaceId));
}

/**
 * A new workspace. Its slug is taken from its name when none is given. Throws `conflict` when the
 * slug is taken.
 */
export async function createWorkspace(
  ports: WritePorts,
  caller: Caller,
  request: { readonly name: string; readonly slug?: string | undefined },
  once: Once = unkeyed(ports.store),
): Promise<Workspace> {
  const slug = request.slug ?? slugOf(request.name);
  if (slug === '') {
    throw breaks(
      'slug',
      'missing_slug',
      'The name gives no slug. Send one with lower-case letters and digits.',
    );
  }
  return once.inOneCommit(async (conclude) => {
    await refuseBeyond(ports.store, caller.companyId, room);
    const id = randomId(ports.secrets, 'ws');
    const doc: WorkspaceRecord = { name: request.name, slug, createdAt: ports.clock.now() };
    const created = shown(id, doc, false);
    const writes: Write[] = [
      { kind: workspaceKind, companyId: caller.companyId, id, expect: 'absent', doc },
      takeName(caller.companyId, 'workspace-slug', slug, id),
      auditWrite(ports, caller, { action: 'workspace.create', subject: id, details: { slug } }),
    ];
    if ((await conclude(writes, created)) === undefined) return created;
    throw slugTaken(slug);
  });
}

export function slugTaken(slug: string): SlipwayError {
  const message = `The slug ${slug} is taken by another workspace. Choose another one.`;
  return refusal('conflict', { path: 'slug', code: 'slug_taken', message });
}

function slugOf(name: string): string {
  const dashed = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^a-z0-9]+/g, '-');
  return withoutTrailing(withoutEnds(dashed, '-').slice(0, 60), '-');
}

const shown = (id: string, doc: WorkspaceRecord, isDefault: boolean): Workspace => ({
  id,
  name: doc.name,
  slug: doc.slug,
  isDefault,
  createdAt: new Date(doc.createdAt).toISOString(),
});

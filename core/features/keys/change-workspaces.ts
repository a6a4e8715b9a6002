import { auditWrite } from '../../access/audit.ts';
import { beforeAndAfter } from '../../access/before-and-after.ts';
import type { Caller } from '../../access/caller.ts';
import { findKey, keyKind } from '../../access/keys.ts';
import { personKind } from '../../access/person-records.ts';
import { companyKind, workspaceKind } from '../../access/records.ts';
import type { WorkspaceChanges, WorkspaceDetail, WorkspaceMembers } from '../../access/schema.ts';
import { findAccount } from '../../accounts/find-account.ts';
import { adAccountKind } from '../../accounts/records.ts';
import { listWorkspaces, slugTaken } from '../../accounts/workspaces.ts';
import { defined } from '../../base/defined.ts';
import { type Fault, SlipwayError } from '../../base/errors.ts';
import { refusal, refuseFaults } from '../../base/refusal.ts';
import { readGuardrails } from '../../gate/records.ts';
import type { ServicePorts } from '../../operations/ports.ts';
import { type Stored, SYSTEM, type Write } from '../../ports/store.ts';
import { changeDocument } from '../../records/change.ts';
import { allOf } from '../../records/list.ts';
import { type Once, unkeyed } from '../../records/once.ts';
import { freeName, takeName } from '../../records/unique-name.ts';

type Ports = Pick<ServicePorts, 'store' | 'clock' | 'secrets' | 'platforms'>;

export async function readWorkspace(
  { store }: Pick<Ports, 'store'>,
  companyId: string,
  id: string,
): Promise<WorkspaceDetail> {
  const workspace = (await listWorkspaces({ store }, companyId)).find((each) => each.id === id);
  if (workspace === undefined) throw missing();
  const keys = await allOf(store, keyKind, SYSTEM, { where: { companyId } });
  // Keys that were made for no workspace are of the default one.
  const isOwn = (of: string | undefined) => of === id || (workspace.isDefault && of === undefined);
  return {
    ...workspace,
    adAccounts: await store.count(adAccountKind, companyId, { where: { workspaceId: id } }),
    keys: keys.filter(({ doc }) => isOwn(doc.workspaceId)).length,
  };
}

/** Throws `conflict` when the slug is taken. */
export async function changeWorkspace(
  ports: Ports,
  caller: Caller,
  id: string,
  { name, slug, isDefault }: WorkspaceChanges,
): Promise<WorkspaceDetail> {
  const { store } = ports;
  const { companyId } = caller;
  const conflict = await changeDocument(store, workspaceKind, {
    companyId,
    id,
    change: (current) => {
      if (current === undefined) throw missing();
      const { doc } = current;
      const isMoved = slug !== undefined && slug !== doc.slug;
      const next = { ...doc, ...defined({ name, slug }) };
      return {
        doc: next,
        also: [
          ...(isMoved
            ? [
                takeName(companyId, 'workspace-slug', slug, id),
                freeName(companyId, 'workspace-slug', doc.slug),
              ]
            : []),
          auditWrite(ports, caller, {
            action: 'workspace.change',
            subject: id,
            details: {
              ...defined({ name, slug: isMoved ? slug : undefined }),
              ...beforeAndAfter(doc, next, ['name', 'slug']),
            },
          }),
        ],
      };
    },
  });
  if (conflict !== undefined) throw slugTaken(slug ?? '');
  if (isDefault)
    await changeDocument(store, companyKind, {
      companyId: SYSTEM,
      id: companyId,
      change: (current) => ({
        doc: current && { ...current.doc, defaultWorkspaceId: id },
        also: [auditWrite(ports, caller, { action: 'workspace.default', subject: id })],
      }),
    });
  return readWorkspace(ports, companyId, id);
}

/**
 * Deletes an empty workspace. Throws `conflict` for the default one, and while anything belongs to
 * it.
 */
export async function deleteWorkspace(ports: Ports, caller: Caller, id: string): Promise<void> {
  const { store } = ports;
  const { companyId } = caller;
  const { isDefault, adAccounts, keys } = await readWorkspace(ports, companyId, id);
  if (isDefault)
    throw occupied(
      'default_workspace',
      'This is the default workspace. Make another one the default first.',
    );
  if (adAccounts + keys > 0)
    throw occupied(
      'workspace_not_empty',
      `This workspace has ${adAccounts} ad accounts and ${keys} keys. Move them to another one first.`,
    );
  const people = await allOf(store, personKind, SYSTEM, { where: { companyId } });
  if (people.some(({ doc }) => doc.workspaces.some(({ workspaceId }) => workspaceId === id)))
    throw occupied(
      'workspace_not_empty',
      'People have roles in this workspace. Change their roles first.',
    );
  const guards = Object.values((await readGuardrails({ store }, companyId))?.doc.accounts ?? {});
  if (guards.some(({ workspaceId }) => workspaceId === id))
    throw occupied(
      'workspace_in_guardrails',
      'Guardrails keep an ad account to this workspace. Change the guardrails first.',
    );
  await changeDocument(store, workspaceKind, {
    companyId,
    id,
    change: (current) => {
      if (current === undefined) throw missing();
      return {
        doc: undefined,
        also: [
          freeName(companyId, 'workspace-slug', current.doc.slug),
          auditWrite(ports, caller, {
            action: 'workspace.delete',
            subject: id,
            details: { name: current.doc.name },
          }),
        ],
      };
    },
  });
}

export function moveToWorkspace(
  ports: Ports,
  caller: Caller,
  {
    id,
    members,
    once = unkeyed(ports.store),
  }: { readonly id: string; readonly members: WorkspaceMembers; readonly once?: Once | undefined },
): Promise<WorkspaceDetail> {
  const { companyId } = caller;
  return once.inOneCommit(async (conclude) => {
    for (;;) {
      const before = await readWorkspace(ports, companyId, id);
      const writes = await movingWrites(ports, companyId, id, members);
      const audit = auditWrite(ports, caller, {
        action: 'workspace.move',
        subject: id,
        details: {
          accountIds: members.accountIds ?? [],
          keyIds: members.keyIds ?? [],
        },
      });
      const moved = {
        ...before,
        adAccounts: before.adAccounts + writes.filter(({ kind }) => kind === adAccountKind).length,
        keys: before.keys + writes.filter(({ kind }) => kind === keyKind).length,
      };
      if ((await conclude([...writes, audit], moved)) === undefined) return moved;
    }
  });
}

async function movingWrites(
  ports: Ports,
  companyId: string,
  id: string,
  { accountIds = [], keyIds = [] }: WorkspaceMembers,
): Promise<readonly Write[]> {
  const faults: Fault[] = [];
  const writes = new Map<string, Write>();
  const move = <T extends { readonly workspaceId?: string | undefined }>(
    found: Stored<T> | undefined,
    write: Pick<Write, 'kind' | 'companyId'>,
    fault: Fault,
  ): void => {
    if (found === undefined) faults.push(fault);
    else if (found.doc.workspaceId !== id)
      writes.set(`${write.kind.name} ${found.id}`, {
        ...write,
        id: found.id,
        expect: found.version,
        doc: { ...found.doc, workspaceId: id },
      });
  };
  for (const [i, accountId] of accountIds.entries()) {
    const path = `accountIds[${i}]`;
    const account = await findAccount(ports, companyId, accountId, { path });
    const found = account && (await ports.store.get(adAccountKind, companyId, account.key));
    const message = `There is no ad account ${accountId} here.`;
    move(found, { kind: adAccountKind, companyId }, { path, code: 'unknown_ad_account', message });
  }
  for (const [i, keyId] of keyIds.entries()) {
    const message = `There is no key ${keyId} here.`;
    const fault = { path: `keyIds[${i}]`, code: 'unknown_key', message };
    move(await findKey(ports.store, companyId, keyId), { kind: keyKind, companyId: SYSTEM }, fault);
  }
  refuseFaults(faults);
  return [...writes.values()];
}

const occupied = (code: string, message: string) =>
  refusal('conflict', { path: 'id', code, message });

const missing = () =>
  new SlipwayError('not_found', 'There is no such workspace.', { hint: 'workspaces.list' });

import type * as v from 'valibot';
import { auditWrite } from '../../access/audit.ts';
import { beforeAndAfter } from '../../access/before-and-after.ts';
import type { Actor } from '../../access/caller.ts';
import { SlipwayError } from '../../base/errors.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Secrets } from '../../ports/secrets.ts';
import { kind, type Store } from '../../ports/store.ts';
import { changeDocument } from '../../records/change.ts';
import { allOf } from '../../records/list.ts';
import { type Once, unkeyed } from '../../records/once.ts';
import { randomId } from '../../records/random-id.ts';
import { type Room, refuseBeyond } from '../../records/room.ts';
import type { newSavedReply, SavedReply, savedReplyChanges } from './schema.ts';

interface SavedReplyRecord {
  readonly name: string;
  readonly text: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export const savedReplyKind = kind<SavedReplyRecord>('saved-reply', { createdAt: 'number' });

const room: Room<SavedReplyRecord> = { kind: savedReplyKind, most: 200, what: 'saved replies', code: 'too_many_saved_replies' };

interface Ports {
  readonly store: Store;
  readonly clock: Clock;
  readonly secrets: Secrets;
}

export const createSavedReply = (
  ports: Ports,
  caller: Actor,
  request: v.InferOutput<typeof newSavedReply>,
  once: Once = unkeyed(ports.store),
): Promise<SavedReply> =>
  once.inOneCommit<SavedReply>(async (conclude) => {
    const { companyId } = caller;
    await refuseBeyond(ports.store, companyId, room);
    const id = randomId(ports.secrets, 'sr');
    const now = ports.clock.now();
    const doc: SavedReplyRecord = { ...request, createdAt: now, updatedAt: now };
    const created = shown(id, doc);
    const writes = [
      { kind: savedReplyKind, companyId, id, expect: 'absent' as const, doc },
      auditWrite(ports, caller, 'saved-reply.create', id, { name: doc.name }),
    ];
    await conclude(writes, created);
    return created;
  });

/** The oldest first. */
export const listSavedReplies = async ({ store }: Pick<Ports, 'store'>, companyId: string): Promise<readonly SavedReply[]> =>
  (await allOf(store, savedReplyKind, companyId, { order: { by: 'createdAt' } })).map(({ id, doc }) => shown(id, doc));

export async function changeSavedReply(
  ports: Ports,
  caller: Actor,
  id: string,
  { name, text }: v.InferOutput<typeof savedReplyChanges>,
): Promise<SavedReply> {
  const { companyId } = caller;
  await changeDocument(ports.store, savedReplyKind, companyId, id, (current) => {
    if (current === undefined) throw missing();
    const doc = {
      ...current.doc,
      ...(name !== undefined && { name }),
      ...(text !== undefined && { text }),
      updatedAt: ports.clock.now(),
    };
    return {
      doc,
      also: [auditWrite(ports, caller, 'saved-reply.change', id, beforeAndAfter(current.doc, doc, ['name', 'text']))],
    };
  });
  const changed = await ports.store.get(savedReplyKind, companyId, id);
  if (changed === undefined) throw missing();
  return shown(id, changed.doc);
}

export async function deleteSavedReply(ports: Ports, caller: Actor, id: string): Promise<void> {
  await changeDocument(ports.store, savedReplyKind, caller.companyId, id, (current) => {
    if (current === undefined) throw missing();
    return { doc: undefined, also: [auditWrite(ports, caller, 'saved-reply.delete', id, { name: current.doc.name })] };
  });
}

const missing = (): SlipwayError =>
  new SlipwayError('not_found', 'There is no such saved reply. GET /v1/saved-replies lists yours.');

const shown = (id: string, { name, text, createdAt, updatedAt }: SavedReplyRecord): SavedReply => ({
  ...{ id, name, text },
  createdAt: new Date(createdAt).toISOString(),
  updatedAt: new Date(updatedAt).toISOString(),
});

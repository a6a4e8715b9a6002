import { type DeletionPorts, deleteMedia } from '../media/library.ts';
import { mediaKind, mediaLookedKind } from '../media/records.ts';
import { changeDocument } from '../records/change.ts';
import type { Forgotten } from '../records/expired.ts';
import { allOf } from '../records/list.ts';
import { findPlan } from './journal/journal.ts';
import { batchKind, draftKind } from './journal/records.ts';

const PAGE = 100;
/** Files that stay are not looked at again before this. */
const AGAIN_MS = 3_600_000;

/**
 * Forgets some of the files that were uploaded long ago, except those on a board and those that a
 * draft or a launch under way names. Each step goes on after the one before, so that files that
 * stay are passed once.
 */
export async function forgetMedia(
  ports: DeletionPorts,
  companyId: string,
  before: number,
  told: (count: number) => void,
): Promise<Forgotten> {
  const { store } = ports;
  const looked = (await store.get(mediaLookedKind, companyId, 'media'))?.doc;
  if (looked !== undefined && looked.after === undefined && before < looked.before + AGAIN_MS)
    return 'done';
  const { items, next } = await store.find(mediaKind, companyId, {
    where: { createdAt: { before } },
    order: { by: 'createdAt' },
    limit: PAGE,
    ...(looked?.after !== undefined && { after: looked.after }),
  });
  const loose = items.filter(({ doc }) => !doc.boards?.length);
  const gone = await unnamed(
    ports,
    companyId,
    new Map(loose.map(({ id, doc }) => [id, doc.filename])),
  );
  const caller = { companyId, keyId: 'sweep' };
  for (const id of gone) await deleteMedia(ports, caller, Number(id));
  if (gone.length > 0) told(gone.length);
  if (items.length > 0 || looked?.after !== undefined)
    await changeDocument(store, mediaLookedKind, {
      companyId,
      id: 'media',
      change: () => ({
        doc: next === undefined ? { before } : { before, after: next },
      }),
    });
  return next === undefined ? 'done' : 'more';
}

/** Whose address no draft and no launch under way names. Reads one of those at a time. */
async function unnamed(
  { store }: DeletionPorts,
  companyId: string,
  files: Map<string, string>,
): Promise<readonly string[]> {
  for (const rawStatus of ['Draft', 'Queued', 'Processing'] as const) {
    if (files.size === 0) return [];
    for (const { id } of await allOf(store, batchKind, companyId, { where: { rawStatus } })) {
      const draft = rawStatus === 'Draft' ? await store.get(draftKind, companyId, id) : undefined;
      const text = JSON.stringify(draft?.doc ?? (await findPlan(store, companyId, id)) ?? '');
      for (const [file, filename] of files)
        if (text.includes(filename) || text.includes(encodeURIComponent(filename)))
          files.delete(file);
    }
  }
  return [...files.keys()];
}

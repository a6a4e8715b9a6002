import { findPlan } from '../launch/journal/journal.ts';
import { batchKind, draftKind } from '../launch/journal/records.ts';
import type { Page } from '../ports/store.ts';
import type { Forgotten } from '../records/expired.ts';
import { allOf } from '../records/list.ts';
import { type DeletionPorts, deleteMedia } from './library.ts';
import { type MediaRecord, mediaKind } from './records.ts';

const STEP = 20;
const PAGE = 200;

/**
 * Forgets some of the files that were uploaded long ago. Those on a board stay, and those that a draft or a launch under
 * way names.
 */
export async function forgetMedia(
  ports: DeletionPorts,
  companyId: string,
  before: number,
  told: (count: number) => void,
): Promise<Forgotten> {
  const { store } = ports;
  const old: { readonly id: string; readonly filename: string }[] = [];
  for (let after: string | undefined, isFirst = true; isFirst || after !== undefined; isFirst = false) {
    const page: Page<MediaRecord> = await store.find(mediaKind, companyId, {
      where: { createdAt: { before } },
      ...{ order: { by: 'createdAt' }, limit: PAGE },
      ...(after !== undefined && { after }),
    });
    for (const { id, doc } of page.items) if (!doc.boards?.length) old.push({ id, filename: doc.filename });
    after = page.next;
  }
  if (old.length === 0) return 'done';
  const wanted = await namedIn(ports, companyId);
  const gone = old.filter(({ filename }) => !wanted.some((text) => text.includes(filename)));
  const caller = { companyId, keyId: 'sweep' };
  for (const { id } of gone.slice(0, STEP)) await deleteMedia(ports, caller, Number(id));
  if (gone.length > 0) told(Math.min(gone.length, STEP));
  return gone.length > STEP ? 'more' : 'done';
}

/** What drafts and launches that have not ended say, as text. */
async function namedIn({ store }: DeletionPorts, companyId: string): Promise<readonly string[]> {
  const texts: string[] = [];
  for (const rawStatus of ['Draft', 'Queued', 'Processing'] as const)
    for (const { id } of await allOf(store, batchKind, companyId, { where: { rawStatus } })) {
      const draft = rawStatus === 'Draft' ? await store.get(draftKind, companyId, id) : undefined;
      const of = draft?.doc ?? (await findPlan(store, companyId, id));
      if (of !== undefined) texts.push(JSON.stringify(of));
    }
  return texts;
}

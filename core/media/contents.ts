import type { Clock } from '../ports/clock.ts';
import { kind, type Store, type Write } from '../ports/store.ts';
import { createSilence } from '../records/silence.ts';

/**
 * Guards the bytes behind files, by hash. Every upload and deletion moves its version with the
 * file's record, so that of two at once one loses and looks again. It outlives the bytes: a version
 * that a worker may hold must not come back.
 */
interface ContentRecord {
  /** Since when the bytes are being removed. If that does not end, the remover died. */
  readonly removing?: number;
}

export const contentKind = kind<ContentRecord>('media-content');

/** Longer than a media store takes to remove a file. */
export const REMOVAL_MS = 60_000;
const LOOK_MS = 100;

/**
 * Waits until no removal runs, and answers the write that makes a commit lose against a new one.
 * Bytes put between this and the commit are there afterwards.
 */
export async function holdContent(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  companyId: string,
  sha256: string,
): Promise<Write> {
  const silence = createSilence(clock);
  for (;;) {
    const current = await store.get(contentKind, companyId, sha256);
    const doc: ContentRecord = {};
    if (
      current?.doc.removing === undefined ||
      silence.lasts(sha256, String(current.version), REMOVAL_MS)
    )
      return {
        kind: contentKind,
        companyId,
        id: sha256,
        expect: current?.version ?? 'absent',
        doc,
      };
    await clock.sleep(LOOK_MS);
  }
}

export function beginRemoval(clock: Clock, hold: Write): Write {
  const doc: ContentRecord = { removing: clock.now() };
  return { ...hold, doc };
}

export const endRemoval = (hold: Write): Write => ({
  ...hold,
  expect: hold.expect === 'absent' ? 1 : hold.expect + 1,
});

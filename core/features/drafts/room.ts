import { withWholeStore } from '../../access/whole-store.ts';
import { SlipwayError } from '../../base/errors.ts';
import { MAX_DRAFT_SIZE, MAX_DRAFTS, MAX_DRAFTS_SIZE } from '../../base/limits.ts';
import { type BatchRecord, batchKind, type DraftRecord } from '../../launch/journal/records.ts';
import type { Store } from '../../ports/store.ts';
import { allOf } from '../../records/list.ts';

/** What the head of a draft says of its content, so that lists and sums need not read it. */
export type DraftOutline = NonNullable<BatchRecord['draft']>;

export const outlineOf = ({ body, revision, updatedAt }: DraftRecord): DraftOutline => ({
  ads: body.ads?.length ?? 0,
  size: JSON.stringify(body).length,
  revision,
  updatedAt,
});

/** Throws `unprocessable_entity` when the company has no room for a draft of this size; `id` is the one that it replaces. */
export async function refuseWithoutRoom(part: Store, companyId: string, { size }: DraftOutline, id?: string): Promise<void> {
  const { store } = withWholeStore({ store: part });
  if (size > MAX_DRAFT_SIZE)
    throw refused('draft_too_large', `A draft holds at most ${MAX_DRAFT_SIZE} characters; this one would hold ${size}.`);
  const others = (await allOf(store, batchKind, companyId, { where: { rawStatus: 'Draft' } })).filter((each) => each.id !== id);
  if (others.length >= MAX_DRAFTS)
    throw refused(
      'too_many_drafts',
      `A company keeps at most ${MAX_DRAFTS} drafts, and yours has as many. Launch or delete some.`,
    );
  const kept = others.reduce((sum, { doc }) => sum + (doc.draft?.size ?? 0), 0);
  if (kept + size > MAX_DRAFTS_SIZE)
    throw refused(
      'drafts_too_large',
      `All drafts of a company hold at most ${MAX_DRAFTS_SIZE} characters together; there is room for ${Math.max(0, MAX_DRAFTS_SIZE - kept)}. Launch or delete some.`,
    );
}

const refused = (code: string, message: string): SlipwayError =>
  new SlipwayError('unprocessable_entity', message, { details: [{ path: '', code, message }] });

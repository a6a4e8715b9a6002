import { auditWrite } from '../../access/audit.ts';
import { type AccountKey, adAccountIdOf } from '../../base/account-key.ts';
import { defined } from '../../base/defined.ts';
import type { PlatformFailure } from '../../base/errors.ts';
import type { ServicePorts } from '../../operations/ports.ts';
import type { Store, Write } from '../../ports/store.ts';
import { forgetComment } from './kept.ts';
import type { ReadAccount } from './read-thread.ts';
import { type CommentRecord, commentFilterKind, commentKind, refOf, type StoredComment, threadKind } from './records.ts';

const AT_ONCE = 20;

type HidePorts = Pick<ServicePorts, 'store' | 'clock' | 'secrets'>;

/**
 * Hides what filters want hidden in an account. Hiding twice is harmless at every platform; the hidden comment, the count of
 * its filter and the trace are one commit. Answers a failure that may pass.
 */
export async function hideDue(ports: HidePorts, companyId: string, account: ReadAccount): Promise<PlatformFailure | undefined> {
  for (;;) {
    const { items } = await ports.store.find(commentKind, companyId, { where: { toHide: account.key }, limit: AT_ONCE });
    if (items.length === 0) return undefined;
    const due = await stillWanted(ports.store, companyId, items);
    const threads = await Promise.all(due.map(({ doc }) => ports.store.get(threadKind, companyId, doc.thread)));
    const refs = due.flatMap((comment, i) => {
      const thread = threads[i]?.doc.thread;
      return thread === undefined ? [] : [refOf(thread, comment.doc)];
    });
    const results = refs.length === 0 ? [] : await account.comments.setHidden(account.access, refs, true);
    const failures = new Map(results.map(({ id, failure }) => [id, failure]));
    const passing: PlatformFailure[] = [];
    for (const { id, doc } of due) {
      const failure = failures.get(doc.comment.id);
      if (failure === undefined) await concludeHidden(ports, companyId, account.key, id);
      else if (failure.class === 'missing') await forgetComment(ports, companyId, id);
      else if (failure.retryable) passing.push(failure);
      else await release(ports.store, companyId, id, `${failure.message} ${failure.fix}`);
    }
    if (passing[0] !== undefined) return passing[0];
  }
}

/** Those whose filters are still on; the others become flagged. */
async function stillWanted(store: Store, companyId: string, items: readonly StoredComment[]): Promise<readonly StoredComment[]> {
  const wanted: StoredComment[] = [];
  for (const item of items) {
    const filter = await store.get(commentFilterKind, companyId, item.doc.hiddenBy?.filterId ?? '-');
    if (filter?.doc.mode === 'on') wanted.push(item);
    else await release(store, companyId, item.id);
  }
  return wanted;
}

async function release(store: Store, companyId: string, id: string, hideProblem?: string): Promise<void> {
  await change(store, companyId, id, ({ toHide: _, hiddenBy, ...doc }) => ({
    doc: { ...doc, ...defined({ hideProblem, flagged: hiddenBy && [...(doc.flagged ?? []), hiddenBy] }) },
  }));
}

async function concludeHidden(ports: HidePorts, companyId: string, account: AccountKey, id: string): Promise<void> {
  const { store, clock } = ports;
  const filterId = (await store.get(commentKind, companyId, id))?.doc.hiddenBy?.filterId ?? '-';
  for (;;) {
    const filter = await store.get(commentFilterKind, companyId, filterId);
    const doc = filter && { ...filter.doc, hidden: filter.doc.hidden + 1 };
    const counted: Write[] = filter ? [{ kind: commentFilterKind, companyId, id: filterId, expect: filter.version, doc }] : [];
    const actor = { companyId, keyId: filter?.doc.keyId ?? '' };
    const trace = auditWrite(ports, actor, {
      action: 'comment.hide',
      subject: id,
      details: { adAccountId: adAccountIdOf(account), filterId },
    });
    const now = clock.now();
    const done = await change(store, companyId, id, ({ toHide: _, ...hidden }) => ({
      doc: { ...hidden, hiding: 'hidden', comment: { ...hidden.comment, hidden: true }, changedAt: now },
      also: [...counted, trace],
    }));
    if (done) return;
  }
}

/** False where the other writes lost. Writes nothing for a comment that is not to be hidden any more. */
async function change(
  store: Store,
  companyId: string,
  id: string,
  next: (doc: CommentRecord) => { readonly doc: CommentRecord; readonly also?: readonly Write[] },
): Promise<boolean> {
  for (;;) {
    const current = await store.get(commentKind, companyId, id);
    if (current?.doc.toHide === undefined) return true;
    const { doc, also = [] } = next(current.doc);
    const conflict = await store.commit([{ kind: commentKind, companyId, id, expect: current.version, doc }, ...also]);
    if (conflict === undefined) return true;
    if (!conflict.lost.includes(0)) return false;
  }
}

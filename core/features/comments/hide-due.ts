import { auditWrite } from '../../access/audit.ts';
import { adAccountIdOf } from '../../base/account-key.ts';
import { defined } from '../../base/defined.ts';
import type { PlatformFailure } from '../../base/errors.ts';
import type { ServicePorts } from '../../operations/ports.ts';
import type { Store } from '../../ports/store.ts';
import { changeComment, setHidden } from './kept.ts';
import type { ReadAccount } from './read-thread.ts';
import {
  type CommentRecord,
  commentFilterKind,
  commentKind,
  type StoredComment,
} from './records.ts';

const AT_ONCE = 20;

type HidePorts = Pick<ServicePorts, 'store' | 'clock' | 'secrets'>;

/**
 * Hides what filters want hidden in an account. No journal is needed: the comments themselves say
 * what is left. The hidden comment, the count of its filter and the trace are one commit. Answers a
 * failure that may pass.
 */
export async function hideDue(
  ports: HidePorts,
  companyId: string,
  account: ReadAccount,
): Promise<PlatformFailure | undefined> {
  for (;;) {
    const { items } = await ports.store.find(commentKind, companyId, {
      where: { toHide: account.key },
      limit: AT_ONCE,
    });
    if (items.length === 0) return undefined;
    const due = await stillWanted(ports.store, companyId, items);
    const failures = await setHidden(ports, companyId, account, due, true);
    for (const [i, comment] of due.entries()) {
      const failure = failures[i];
      if (failure === undefined) await concludeHidden(ports, companyId, comment);
      else if (failure.class !== 'missing' && !failure.retryable)
        await release(ports.store, companyId, comment.id, `${failure.message} ${failure.fix}`);
    }
    const passing = failures.find((failure) => failure?.retryable && failure.class !== 'missing');
    if (passing !== undefined) return passing;
  }
}

/** Those whose filters are still on; the others become flagged. */
async function stillWanted(
  store: Store,
  companyId: string,
  items: readonly StoredComment[],
): Promise<readonly StoredComment[]> {
  const wanted: StoredComment[] = [];
  for (const item of items) {
    const filter = await store.get(
      commentFilterKind,
      companyId,
      item.doc.hiddenBy?.filterId ?? '-',
    );
    if (filter?.doc.mode === 'on') wanted.push(item);
    else await release(store, companyId, item.id);
  }
  return wanted;
}

/** Changes nothing where a person has decided meanwhile. */
const release = (store: Store, companyId: string, id: string, hideProblem?: string) =>
  changeComment(store, companyId, id, ({ toHide, hiddenBy, ...doc }) => {
    const flagged = hiddenBy && [...(doc.flagged ?? []), hiddenBy];
    return toHide && { ...doc, ...defined({ hideProblem, flagged }) };
  });

async function concludeHidden(
  ports: HidePorts,
  companyId: string,
  { id, doc: { account, hiddenBy } }: StoredComment,
) {
  const { store, clock } = ports;
  const filterId = hiddenBy?.filterId ?? '-';
  const details = { adAccountId: adAccountIdOf(account), filterId };
  const hide = ({ toHide, ...doc }: CommentRecord): CommentRecord | undefined =>
    toHide && {
      ...doc,
      hiding: 'hidden',
      comment: { ...doc.comment, hidden: true },
      changedAt: clock.now(),
    };
  await changeComment(store, companyId, id, hide, async () => {
    const filter = await store.get(commentFilterKind, companyId, filterId);
    const actor = { companyId, keyId: filter?.doc.keyId ?? '' };
    const trace = auditWrite(ports, actor, { action: 'comment.hide', subject: id, details });
    if (filter === undefined) return [trace];
    const doc = { ...filter.doc, hidden: filter.doc.hidden + 1 };
    return [
      { kind: commentFilterKind, companyId, id: filterId, expect: filter.version, doc },
      trace,
    ];
  });
}

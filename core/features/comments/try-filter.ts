import type * as v from 'valibot';
import type { AccountPorts } from '../../accounts/find-account.ts';
import type { Clock } from '../../ports/clock.ts';
import { pagesOf } from '../../records/list.ts';
import { accountsNamed, refuseWithoutCondition } from './filters.ts';
import { threadsOf } from './list.ts';
import { reasonFor } from './matching.ts';
import { presentComment } from './present.ts';
import { commentKind, type StoredComment, timeKey } from './records.ts';
import type { commentFilterTrial } from './schema.ts';

const MOST_CHECKED = 2_000;
const MOST_SHOWN = 100;
const BATCH = 500;
const DAY = 86_400_000;

export async function tryFilter(
  ports: AccountPorts & { readonly clock: Clock },
  companyId: string,
  { accountIds, days = 30, when = 'any', ...conditions }: v.InferOutput<typeof commentFilterTrial>,
) {
  refuseWithoutCondition(conditions);
  const accounts = await accountsNamed(ports, companyId, accountIds);
  const checked = await recentComments(ports, companyId, ports.clock.now() - days * DAY);
  const judged = checked.filter(
    ({ doc }) => !doc.comment.own && (accounts === undefined || accounts.includes(doc.account)),
  );
  // Newest first: the last entry of an author is the first comment.
  const firsts = new Map(judged.map(({ id, doc }) => [doc.author, id]));
  const matched = judged.flatMap((each) => {
    const isFirst =
      each.doc.comment.author !== undefined && firsts.get(each.doc.author) === each.id;
    const reason = reasonFor({ ...conditions, when }, { text: each.doc.comment.text, isFirst });
    return reason === undefined ? [] : [{ each, reason }];
  });
  const shown = matched.slice(0, MOST_SHOWN);
  const threads = await threadsOf(
    ports.store,
    companyId,
    shown.map(({ each }) => each),
  );
  return {
    success: true as const,
    checked: judged.length,
    matched: matched.length,
    data: shown.map(({ each, reason }) => ({
      ...presentComment(each, threads.get(each.doc.thread)),
      reason,
    })),
  };
}

async function recentComments(
  { store }: AccountPorts,
  companyId: string,
  since: number,
): Promise<readonly StoredComment[]> {
  const found: StoredComment[] = [];
  const query = {
    where: { sort: { from: timeKey(since) } },
    order: { by: 'sort', direction: 'desc' },
    limit: BATCH,
  } as const;
  for await (const page of pagesOf(store, commentKind, companyId, query)) {
    found.push(...page);
    if (found.length >= MOST_CHECKED) break;
  }
  return found;
}

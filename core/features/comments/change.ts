import type { Actor } from '../../access/caller.ts';
import { type AccessPorts, accessAccount, whileHeld } from '../../accounts/access.ts';
import { notOffered, offeredGroup } from '../../accounts/capabilities.ts';
import { type AccountKey, adAccountIdOf } from '../../base/account-key.ts';
import { defined } from '../../base/defined.ts';
import { PlatformError, SlipwayError } from '../../base/errors.ts';
import { changedCounts } from '../../base/item-counts.ts';
import { itemOutcomeOf, type Part } from '../../base/outcomes.ts';
import { itemError, refuseFaults, withRequestErrors } from '../../base/refusal.ts';
import { refuseOtherWorkspace } from '../../gate/workspace.ts';
import { type Change, changeWrite, refusedWrite } from '../../manage/edit/trace.ts';
import type { Clock } from '../../ports/clock.ts';
import type { CommentRights } from '../../ports/platform-comments.ts';
import { type Once, type Steps, unkeyed } from '../../records/once.ts';
import {
  changeComment,
  forgetComment,
  type OpenedComment,
  openComment,
  readComment,
  setHidden,
} from './kept.ts';
import { threadsOf } from './list.ts';
import { presentComment } from './present.ts';
import { type CommentRecord, commentKind, type StoredComment } from './records.ts';

interface ChangePorts extends AccessPorts {
  readonly clock: Clock;
}

export async function commentWithReplies(
  { store }: Pick<ChangePorts, 'store'>,
  companyId: string,
  id: string,
) {
  const stored = await readComment(store, companyId, id);
  const order = { by: 'sort', direction: 'asc' } as const;
  const { items } = await store.find(commentKind, companyId, {
    where: { root: id },
    order,
    limit: 500,
  });
  const threads = await threadsOf(store, companyId, [stored]);
  const shown = (each: StoredComment) => presentComment(each, threads.get(each.doc.thread));
  return {
    success: true as const,
    comment: shown(stored),
    replies: items.filter((each) => each.id !== id).map(shown),
  };
}

export async function hideComment(ports: ChangePorts, caller: Actor, id: string, hidden: boolean) {
  const opened = await openComment(ports, caller, id);
  refuseWithoutRight(opened, 'hide', 'hiding');
  await atPlatform(ports, caller.companyId, id, async () => {
    const [failure] = await setHidden(ports, caller.companyId, opened, [opened.stored], hidden);
    if (failure !== undefined) throw new PlatformError(failure);
  });
  return oneAnswer(opened, await noteHidden(ports, caller, opened.stored, hidden));
}

export async function likeComment(ports: ChangePorts, caller: Actor, id: string, liked: boolean) {
  const opened = await openComment(ports, caller, id);
  const { like } = opened.comments;
  if (like === undefined) throw notOffered(opened.platform, 'likes of comments', 'id');
  refuseWithoutRight(opened, 'like', 'likes');
  await atPlatform(ports, caller.companyId, id, () => like(opened.access, opened.ref, liked));
  const now = ports.clock.now();
  const trace = changeWrite(ports, caller, changeOf(opened.stored, 'comment.like', { liked }));
  const change = (doc: CommentRecord) => ({
    ...doc,
    comment: { ...doc.comment, liked },
    changedAt: now,
  });
  return oneAnswer(
    opened,
    await changeComment(ports.store, caller.companyId, id, change, () => [trace]),
  );
}

/**
 * Deletes the replies too. A repetition of what was cut off finds it gone, and that is what was
 * wanted.
 */
export const deleteComment = (
  ports: ChangePorts,
  caller: Actor,
  id: string,
  once: Once = unkeyed(ports.store),
) =>
  once.inSteps<object, { readonly success: true }>(async (steps) => {
    const isBegun = steps.begun !== undefined;
    const { companyId } = caller;
    const isThere = !isBegun || (await ports.store.get(commentKind, companyId, id)) !== undefined;
    if (isThere) await removeComment(ports, caller, id, steps);
    await forgetComment(ports, companyId, id);
    const answer = { success: true as const };
    await steps.conclude(answer, []);
    return answer;
  });

async function removeComment(
  ports: ChangePorts,
  caller: Actor,
  id: string,
  {
    begun,
    begin,
    refuse,
    isHeld,
  }: Pick<Steps<object, never>, 'begun' | 'begin' | 'refuse' | 'isHeld'>,
): Promise<void> {
  const opened = whileHeld(await openComment(ports, caller, id), isHeld);
  refuseWithoutRight(opened, 'delete', 'deleting');
  const change = changeOf(opened.stored, 'comment.delete', {});
  const text = opened.stored.doc.comment.text.slice(0, 200);
  if (begun === undefined) await begin({}, [changeWrite(ports, caller, change, { text })]);
  try {
    await withRequestErrors({ missing: 'id' }, () =>
      opened.comments.remove(opened.access, opened.ref),
    );
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const { failure } = error;
    if (failure.class === 'missing' && begun !== undefined) return;
    if (failure.class !== 'transient') await refuse([refusedWrite(ports, caller, change, failure)]);
    throw error;
  }
}

/** Answers a result for each id, in order. */
export async function hideComments(
  ports: ChangePorts,
  caller: Actor,
  ids: readonly string[],
  hidden: boolean,
) {
  const { companyId } = caller;
  const unique = [...new Set(ids)];
  const found = await Promise.all(unique.map((id) => ports.store.get(commentKind, companyId, id)));
  const results = new Map<string, HideResult>();
  const accounts = new Map<AccountKey, StoredComment[]>();
  for (const [i, stored] of found.entries()) {
    const id = unique[i] ?? '';
    if (stored === undefined)
      results.set(id, notHidden(id, null, 'There is no such comment here.'));
    else if (!stored.doc.comment.can.hide)
      results.set(id, notHidden(id, stored.doc.comment.hidden, noRight('hiding')));
    else accounts.set(stored.doc.account, [...(accounts.get(stored.doc.account) ?? []), stored]);
  }
  await refuseOtherWorkspace(ports, caller, [...accounts.keys()], 'ids');
  for (const [key, comments] of accounts)
    for (const result of await hideInAccount(ports, caller, { key, comments, hidden }))
      results.set(result.id, result);
  const ordered = unique.flatMap((id) => results.get(id) ?? []);
  return { ...changedCounts(ordered), success: true as const, results: ordered };
}

type HideResult = {
  readonly id: string;
  readonly success: boolean;
  readonly outcome: ReturnType<typeof itemOutcomeOf>;
  readonly hidden: boolean | null;
} & Partial<ReturnType<typeof itemError>>;

const notHidden = (id: string, hidden: boolean | null, error: string): HideResult => ({
  id,
  success: false,
  outcome: 'refused',
  hidden,
  error,
});

export const hideParts = {
  of: async (
    _ports: unknown,
    _companyId: string,
    {
      results,
    }: {
      readonly results: readonly (Pick<HideResult, 'id' | 'outcome'> & {
        readonly error?: string | undefined;
      })[];
    },
  ): Promise<readonly Part[]> =>
    results.map(({ id, outcome, error: reason }) => ({
      type: 'comment',
      id,
      outcome,
      ...defined({ reason }),
    })),
  again: (input: { readonly [name: string]: unknown }, left: readonly Part[]) => ({
    input: { ...input, ids: left.flatMap(({ id }) => id ?? []) },
  }),
};

async function hideInAccount(
  ports: ChangePorts,
  caller: Actor,
  {
    key,
    comments,
    hidden,
  }: {
    readonly key: AccountKey;
    readonly comments: readonly StoredComment[];
    readonly hidden: boolean;
  },
): Promise<readonly HideResult[]> {
  const { companyId } = caller;
  const { platform, access } = await accessAccount(ports, companyId, key);
  const account = { access, comments: offeredGroup(platform, 'comments') };
  const failures = await setHidden(ports, companyId, account, comments, hidden);
  const results: HideResult[] = [];
  for (const [i, stored] of comments.entries()) {
    const failure = failures[i];
    if (failure === undefined) await noteHidden(ports, caller, stored, hidden);
    const now =
      failure?.class === 'missing'
        ? null
        : failure === undefined
          ? hidden
          : stored.doc.comment.hidden;
    results.push({
      id: stored.id,
      success: failure === undefined,
      outcome: itemOutcomeOf(failure),
      hidden: now,
      ...(failure && itemError(failure)),
    });
  }
  return results;
}

/** A person decides: no filter hides it again. */
function noteHidden(
  ports: ChangePorts,
  caller: Actor,
  stored: StoredComment,
  hidden: boolean,
): Promise<StoredComment | undefined> {
  const now = ports.clock.now();
  const trace = changeWrite(
    ports,
    caller,
    changeOf(stored, hidden ? 'comment.hide' : 'comment.unhide', { hidden }),
  );
  const change = ({
    toHide: _,
    hiddenBy,
    hideProblem: __,
    ...doc
  }: CommentRecord): CommentRecord => ({
    ...doc,
    ...(hidden && hiddenBy !== undefined && doc.comment.hidden && { hiddenBy }),
    hiding: hidden ? 'hidden' : 'shown',
    comment: { ...doc.comment, hidden },
    changedAt: now,
  });
  return changeComment(ports.store, caller.companyId, stored.id, change, () => [trace]);
}

const changeOf = (
  { id, doc }: StoredComment,
  action: string,
  after: NonNullable<Change['after']>,
): Change => ({
  action,
  subject: id,
  adAccountId: adAccountIdOf(doc.account),
  after,
});

/** Forgets a comment that the platform does not know any more. */
export const atPlatform = <T>(
  { store }: Pick<ChangePorts, 'store'>,
  companyId: string,
  id: string,
  work: () => Promise<T>,
): Promise<T> =>
  withRequestErrors({ missing: 'id' }, async () => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof PlatformError && error.failure.class === 'missing')
        await forgetComment({ store }, companyId, id);
      throw error;
    }
  });

export function refuseWithoutRight(
  { stored }: Pick<OpenedComment, 'stored'>,
  right: keyof CommentRights,
  what: string,
): void {
  if (stored.doc.comment.can[right]) return;
  refuseFaults([
    {
      path: 'id',
      code: 'not_allowed_by_platform',
      message: stored.doc.comment.cannot ?? noRight(what),
    },
  ]);
}

const noRight = (what: string): string =>
  `The platform does not allow ${what} for this comment: \`can\` says what it does allow.`;

function oneAnswer({ thread }: OpenedComment, changed: StoredComment | undefined) {
  if (changed === undefined)
    throw new SlipwayError('not_found', 'The comment was taken back meanwhile.');
  return { success: true as const, comment: presentComment(changed, thread) };
}

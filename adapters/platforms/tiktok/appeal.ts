import { editResults } from '../kit/edits.ts';
import { unless } from '../kit/failures.ts';
import { defined, groupedBy, said } from '../kit/json.ts';
import type { Access, Appeal, EditCapability, Params, PlatformFailure, Row } from '../types.ts';
import { familyOf, formerSmart, type Tiktok } from './family.ts';
import { readRows } from './read/entities.ts';
import { isRejected, reviewsOf } from './read/reviews.ts';

const looks = 4;
const lookAgainMs = 2_000;
const unseen = ['transient', 'flaky', 'throttled'] as const;

const running = 'APPEALING';

/** What one appeal is made for. */
interface Case {
  readonly adId: string;
  readonly row: Row;
  /** Before. */
  readonly state: string;
  readonly mayBeAsked: boolean;
  readonly path: string;
  readonly body: Params;
}

/**
 * A Smart+ ad is appealed by itself, manual ads with their ad group: those of one that are named
 * together are one appeal.
 */
export function createAppeal(api: Tiktok): NonNullable<EditCapability['appeal']> {
  const { calls, wire, clock } = api;
  return async (access, appeals) => {
    const ids = appeals.map(({ id }) => id);
    const rows = await readRows(api, access, 'ad', ids);
    const reviews = await reviewsOf(api, access, rows);
    const failed = new Map<string, PlatformFailure>();
    const open = appeals.filter((appeal) => {
      const why = whyNot(appeal, rows.get(appeal.id), reviews.get(appeal.id));
      if (why !== undefined) failed.set(appeal.id, why);
      return why === undefined;
    });
    for (const some of groupedBy(open, ({ id }) => subjectOf(id, rows.get(id) ?? {})).values()) {
      const [first] = some;
      if (first === undefined) continue;
      const { id: adId, mayBeAsked } = first;
      const row = rows.get(adId) ?? {};
      const state = said(reviews.get(adId)?.appeal_status);
      const failure = await ask(access, {
        adId,
        row,
        state,
        mayBeAsked,
        ...requestOf(first, row, some.length > 1),
      });
      if (failure !== undefined) for (const { id } of some) failed.set(id, failure);
    }
    return editResults(appeals, failed);
  };

  function whyNot(
    { id, mayBeAsked }: Appeal,
    row: Row | undefined,
    review: Row | undefined,
  ): PlatformFailure | undefined {
    if (row === undefined) return wire.missing(id);
    if (familyOf(row) === 'former') return wire.fail('rule', formerSmart, formerSmart);
    if (mayBeAsked) return undefined;
    if (review === undefined)
      return wire.fail(
        'rule',
        'TikTok tells no review of this ad yet.',
        'Appeal once the ad has been rejected.',
      );
    if (!isRejected(review))
      return wire.fail(
        'rule',
        'TikTok has not rejected this ad.',
        'There is nothing to appeal against.',
      );
    // It may be for other ads of the ad group.
    if (familyOf(row) === 'manual' && said(review.appeal_status) === running)
      return wire.fail(
        'rule',
        'TikTok looks at an appeal for the ad group of this ad.',
        'Appeal again after its result.',
      );
    return undefined;
  }

  /** An appeal has no key and no id: a state that has changed tells that it was taken. */
  async function ask(
    access: Access,
    { adId, row, state, mayBeAsked, path, body }: Case,
  ): Promise<PlatformFailure | undefined> {
    if (state === running) return undefined;
    const answer = mayBeAsked ? undefined : await calls.tried(access, path, body);
    if (answer?.ok) return undefined;
    if (answer?.maybeDone === false) return answer.failure;
    for (let look = 1; answer !== undefined && look <= looks; look += 1) {
      if (look > 1) await clock.sleep(lookAgainMs);
      const seen = await unless(unseen, () => reviewsOf(api, access, new Map([[adId, row]])));
      const now = said(seen?.get(adId)?.appeal_status);
      if (now !== '' && now !== state) return undefined;
    }
    return wire.fail(
      'transient',
      'TikTok did not answer the appeal, and its review does not show one: whether it was made is not known.',
      'Read the delivery of the ad in some minutes, and appeal again if it shows none.',
    );
  }
}

const subjectOf = (id: string, row: Row) => (familyOf(row) === 'smart' ? id : said(row.adgroup_id));

function requestOf(
  { id, reason }: Appeal,
  row: Row,
  hasOthers: boolean,
): Pick<Case, 'path' | 'body'> {
  const why = defined({ appeal_reason: reason });
  if (familyOf(row) === 'smart')
    return { path: 'smart_plus/ad/appeal/', body: { smart_plus_ad_id: id, ...why } };
  const adgroup_id = said(row.adgroup_id);
  return {
    path: 'adgroup/appeal/',
    body: { adgroup_id, ...(!hasOthers && { ad_id: id }), ...why },
  };
}

import type { Access } from '../../../../core/ports/platform-accounts.ts';
import type { CreativeRemoval, LaunchCapability } from '../../../../core/ports/platform-launch.ts';
import { type Row, rowsOf, said, wordsIn } from '../../kit/json.ts';
import type { Calls } from '../wire/calls.ts';
import { accountNode } from '../wire/params.ts';

type Request = Parameters<NonNullable<LaunchCapability['removeCreatives']>>[1];

/** Without this the list leaves out archived ads, which show their creative too. */
const anyStatus = wordsIn(`
  ACTIVE PAUSED ARCHIVED CAMPAIGN_PAUSED ADSET_PAUSED PENDING_REVIEW DISAPPROVED PREAPPROVED PENDING_BILLING_INFO IN_PROCESS
  WITH_ISSUES
`);

/**
 * Only creatives with the batch's label: for a known post the platform may answer with an earlier creative. The platform also
 * refuses to delete one in use (facebook-php-business-sdk #385).
 */
export async function removeCreatives(
  calls: Calls,
  access: Access,
  { ids, batch, gone }: Request,
): Promise<readonly CreativeRemoval[]> {
  const results = new Map<string, CreativeRemoval>();
  const reads = await calls.readMany(
    access,
    ids.map((id) => ({ path: id, params: { fields: 'id,status,adlabels' } })),
  );
  ids.forEach((id, position) => {
    const read = reads[position];
    const known = read === undefined ? undefined : judge(read, batch);
    if (known !== undefined) results.set(id, known);
  });

  const open = ids.filter((id) => !results.has(id));
  const shown = await adsShowing(calls, access, open, new Set(gone));
  for (const [id, ads] of shown) {
    const others = ads.length === 1 ? '' : ` and ${ads.length - 1} more`;
    results.set(id, { state: 'kept', why: `Ad ${ads[0]}${others} still shows this creative.` });
  }

  const free = open.filter((id) => !results.has(id));
  const answers = await calls.writeMany(
    access,
    free.map((id) => ({ method: 'DELETE', path: id })),
    { harmlessTwice: true },
  );
  free.forEach((id, position) => {
    const answer = answers[position];
    const refused = answer?.ok === false && answer.failure.class !== 'missing' ? answer.failure : undefined;
    results.set(id, refused === undefined ? { state: 'removed' } : { state: 'failed', failure: refused });
  });
  return ids.map((id) => results.get(id) ?? { state: 'removed' });
}

function judge(read: Awaited<ReturnType<Calls['readMany']>>[number], batch: string): CreativeRemoval | undefined {
  if (!read.ok) return read.failure.class === 'missing' ? { state: 'removed' } : { state: 'failed', failure: read.failure };
  if (read.body.status === 'DELETED') return { state: 'removed' };
  const labels = rowsOf(read.body.adlabels);
  if (labels.some(({ name }) => name === batch)) return undefined;
  return { state: 'kept', why: 'The platform had this creative before the launch and used it again.' };
}

/** Without those just deleted. Throws `PlatformError`. */
async function adsShowing(
  calls: Calls,
  access: Access,
  ids: readonly string[],
  gone: ReadonlySet<string>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const shown = new Map<string, string[]>();
  if (ids.length === 0) return shown;
  const ads: readonly Row[] = await calls.list(access, `${accountNode(access.adAccountId)}/ads`, {
    fields: 'id,creative{id}',
    filtering: [{ field: 'creative.id', operator: 'IN', value: ids }],
    effective_status: anyStatus,
    limit: 500,
  });
  for (const ad of ads) {
    const [id, creative] = [said(ad.id), said(ad, 'creative', 'id')];
    if (!gone.has(id) && ids.includes(creative)) shown.set(creative, [...(shown.get(creative) ?? []), id]);
  }
  return shown;
}

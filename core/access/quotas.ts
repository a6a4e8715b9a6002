import { SlipwayError } from '../base/errors.ts';
import { batchKind } from '../launch/journal/records.ts';
import { mediaKind } from '../media/records.ts';
import type { Clock } from '../ports/clock.ts';
import { type Store, SYSTEM } from '../ports/store.ts';
import { eachOf } from '../records/list.ts';
import { monthOf } from './company-calls.ts';
import { companyKind } from './records.ts';

/**
 * What the operator lets a company use in all. Nothing is counted where no quota is set. Of several requests at the same
 * moment each may still pass.
 */

interface Ports {
  readonly store: Store;
  readonly clock: Clock;
}

/** Throws `unprocessable_entity` where the company would have launched more ads in this calendar month (UTC) than it may. */
export async function refuseOverAdQuota({ store, clock }: Ports, companyId: string, ads: number): Promise<void> {
  const most = (await limitsOf(store, companyId))?.adsPerMonth;
  if (most === undefined) return;
  const from = Date.parse(`${monthOf(clock.now())}-01T00:00:00Z`);
  let used = 0;
  await eachOf(store, batchKind, companyId, { where: { createdAt: { from } }, order: { by: 'createdAt' } }, ({ doc }) => {
    // Those that failed are not there; those on their way will be.
    if (doc.rawStatus !== 'Draft') used += doc.totalAds - doc.failedAds;
  });
  if (used + ads <= most) return;
  throw exceeded(
    `Your company may launch ${most} ads in a calendar month. It has ${used} in this one, and this launch has ${ads}.`,
  );
}

/** Throws `unprocessable_entity` where the media of the company would be larger than they may. */
export async function refuseOverMediaQuota({ store }: Pick<Ports, 'store'>, companyId: string, bytes: number): Promise<void> {
  const most = (await limitsOf(store, companyId))?.mediaBytes;
  if (most === undefined) return;
  let used = 0;
  await eachOf(store, mediaKind, companyId, {}, ({ doc }) => {
    used += doc.bytes;
  });
  if (used + bytes <= most) return;
  throw exceeded(
    `Your company may keep ${most} bytes of media. It has ${used}, and this file has ${bytes}. Delete what is not needed.`,
  );
}

const limitsOf = async (store: Store, companyId: string) => (await store.get(companyKind, SYSTEM, companyId))?.doc.limits;

function exceeded(reason: string): SlipwayError {
  const message = `${reason} The operator of this service can raise it.`;
  return new SlipwayError('unprocessable_entity', message, {
    details: [{ path: '', code: 'quota_exceeded', message, hint: 'ask-admin' }],
  });
}

import type { AccountNotes, PlatformFailure } from '../../types.ts';
import { isOtherFamily, type ManualEnd, namesField, type Rights } from '../family.ts';

const platform = 'short-video';

/**
 * No question tells whether an ad account is allow-listed, and no source the code of the refusal.
 */
export const createRights = (
  notes: AccountNotes | undefined,
  { right, fix }: ManualEnd,
): Rights => ({
  allowed: ({ companyId, adAccountId }) =>
    notes?.note({ companyId, platform, adAccountId }, right, { isAllowed: true }),
  refused({ companyId, adAccountId }, failure) {
    if (!mayBeForTheRight(failure)) return failure;
    notes?.note({ companyId, platform, adAccountId }, right, {
      isAllowed: false,
      says: failure.message,
    });
    return {
      ...failure,
      fix: `TikTok blames no field: ${adAccountId} may not be allow-listed for Upgraded Smart+, or the app lacks a permission. ${fix}`,
    };
  },
});

const mayBeForTheRight = (failure: PlatformFailure) =>
  (failure.class === 'blocked' || failure.code === '40002') &&
  !isOtherFamily(failure) &&
  !namesField.test(failure.message);

import { expect, test } from 'vitest';
import { stateOf } from '../../../core/accounts/states.ts';

test.each([
  ['AD_STATUS_DELIVERY_OK', 'On'],
  ['AD_STATUS_DELIVERY_AND_REAUDIT', 'On'],
  ['AD_STATUS_REVIEW_PARTIALLY_APPROVED', 'On'],
  ['AD_STATUS_AUDIT', 'In review'],
  ['AD_STATUS_PRIVACY_POLICY_AUDIT', 'In review'],
  ['AD_STATUS_AUDIT_DENY', 'Rejected'],
  ['AD_STATUS_PRIVACY_POLICY_REJECTED', 'Rejected'],
  ['AD_STATUS_CAMPAIGN_DISABLE', 'Not delivering'],
])('an ad that is switched on and %s is %s', (effectiveStatus, state) => {
  expect(stateOf({ status: 'ENABLE', effectiveStatus })).toBe(state);
});

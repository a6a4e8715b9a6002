import { PlatformError } from '../../core/base/errors.ts';
import type { AdPlatform } from '../../core/ports/ad-platform.ts';
import type { AccountsCapability } from '../../core/ports/platform-accounts.ts';
import { testDefinition } from '../test-definition.ts';

export const GOOD_TOKEN = 'token-that-works';

/** A platform with one account, just large enough for the routes that only look around. */
export function createTinyPlatform(over: Partial<AccountsCapability> = {}): AdPlatform {
  return {
    definition: testDefinition(),
    accounts: {
      async list(_companyId, credentials) {
        if (credentials.accessToken !== GOOD_TOKEN)
          throw new PlatformError({
            platform: 'primary',
            class: 'auth',
            code: '190',
            message: 'The access token is not valid.',
            fix: 'Connect again with a fresh token.',
            retryable: false,
            traceId: 'trace-1',
          });
        return [
          {
            id: 'act_101',
            name: 'First',
            currency: 'USD',
            timezone: 'America/New_York',
            status: 'active',
          },
        ];
      },
      identities: async () => [
        { value: '555', label: 'A page', linked: { value: '777', label: 'a_profile' } },
      ],
      campaigns: async () => [
        {
          id: '11',
          name: 'Spring',
          objective: 'OUTCOME_SALES',
          status: 'ACTIVE',
          effectiveStatus: 'ACTIVE',
          dailyBudget: 50,
        },
      ],
      adSets: async () => [
        {
          id: '21',
          name: 'Broad',
          status: 'ACTIVE',
          effectiveStatus: 'ACTIVE',
          campaignId: '11',
          campaignName: 'Spring',
          objective: 'OUTCOME_SALES',
          campaign: { status: 'ACTIVE' },
          hasActiveAds: true,
          adCount: 3,
          capacity: 50,
        },
      ],
      ...over,
    },
  };
}

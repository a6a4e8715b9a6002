import * as v from 'valibot';
import { publicPlatforms } from '../base/platforms.ts';
import { answer, listOf, pageQuery } from '../base/schema/envelope.ts';
import {
  described,
  nameText,
  platform,
  platformObjectId,
  shortText,
} from '../base/schema/fields.ts';

/** Under any of its names. GET /v1/platforms lists those of the service. */
export const platformName = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^[a-z][a-z0-9-]{0,39}$/i, 'A platform is named in letters, digits and dashes.'),
  described({
    type: 'string',
    description: `One of ${publicPlatforms.join(', ')}, or the name the platform has itself. GET /v1/platforms lists those this service offers.`,
  }),
);

const credentials = v.pipe(
  v.record(v.string(), v.string()),
  v.check(
    (all) => Object.keys(all).length > 0,
    'Give at least one credential, for example accessToken.',
  ),
);

export const newConnection = v.object({
  platform: platformName,
  name: v.optional(nameText(100)),
  workspaceId: v.optional(shortText(100)),
  credentials,
});

export const newCredentials = v.object({ credentials });

const connectionProblem = v.object({
  code: v.nullable(v.string()),
  message: v.string(),
  fix: v.string(),
  retryable: v.boolean(),
});

export const connection = v.object({
  id: v.string(),
  platform,
  name: v.string(),
  createdAt: v.string(),
  adAccounts: v.number(),
  /**
   * `expiring` in the last 14 days, `expired` after the end, `refused` where the platform stopped
   * renewing, `dead` where it rejected them when last asked.
   */
  state: v.picklist(['ok', 'expiring', 'expired', 'refused', 'dead']),
  /** When the credentials end and nothing renews them; null where they do not, or unknown. */
  expiresAt: v.nullable(v.string()),
  /** Of the last test, or of a refused launch since; null where not tested yet. */
  lastTest: v.nullable(
    v.object({ at: v.string(), ok: v.boolean(), problem: v.nullable(connectionProblem) }),
  ),
  /** What the platform says of the token itself; null where it cannot be asked, or was not yet. */
  token: v.nullable(
    v.object({
      checkedAt: v.string(),
      /** It never ends. */
      isPermanent: v.boolean(),
      /** The app that it was made for. */
      app: v.nullable(v.string()),
      missingScopes: v.array(v.string()),
    }),
  ),
  /** What its owner should know although it works: missing permissions, limits of the app. */
  notices: v.array(v.string()),
});

export type Connection = v.InferOutput<typeof connection>;

export const connectionList = listOf(connection);
export const createdConnection = answer(connection.entries);

export const connectionTest = answer({
  ok: v.boolean(),
  adAccounts: v.number(),
  problem: v.nullable(connectionProblem),
});

export const connectionTests = listOf(
  v.object({
    id: v.string(),
    name: v.string(),
    platform: v.string(),
    ok: v.boolean(),
    adAccounts: v.number(),
    problem: v.nullable(connectionProblem),
  }),
);

export const adAccountQuery = v.object({
  ...pageQuery,
  platform: v.optional(platformName),
  workspaceId: v.optional(shortText(100)),
});

export const adAccount = v.object({
  id: v.string(),
  name: v.string(),
  platform,
  currency: v.string(),
  timezone: v.string(),
  status: v.picklist(['active', 'disabled', 'unsettled', 'pending', 'closed']),
  workspaceId: v.string(),
  workspaceName: v.string(),
});

export type AdAccountRow = v.InferOutput<typeof adAccount>;

export const adAccountList = listOf(adAccount);

/** Under any of its names. */
export const accountQueryEntries = {
  accountId: v.optional(platformObjectId),
  adAccountId: v.optional(platformObjectId),
  businessId: v.optional(platformObjectId),
  accountIds: v.optional(platformObjectId),
};

export type AccountQuery = {
  readonly [N in keyof typeof accountQueryEntries]?: string | undefined;
};

export interface NamedAccount {
  readonly id: string;
  /** The parameter. */
  readonly path: string;
}

export function accountNamed(query: AccountQuery): NamedAccount | undefined {
  const names = ['adAccountId', 'accountId', 'businessId', 'accountIds'] as const;
  const path = names.find((name) => query[name] !== undefined);
  return path && { id: query[path] ?? '', path };
}

export const profileQuery = v.object({ ...pageQuery, ...accountQueryEntries });

const profile = v.object({
  page: v.string(),
  primaryName: v.string(),
  pageImageUrl: v.nullable(v.string()),
  secondary: v.nullable(v.string()),
  secondaryName: v.nullable(v.string()),
});

export const profileList = listOf(profile);

const entityStatus = v.pipe(
  v.string(),
  v.description(
    'ACTIVE, PAUSED, ARCHIVED or DELETED; ENABLE and DISABLE where the platform says so.',
  ),
);

export const campaignRow = v.object({
  id: v.string(),
  name: v.string(),
  objective: v.string(),
  status: entityStatus,
  effectiveStatus: v.string(),
  dailyBudget: v.nullable(v.number()),
  lifetimeBudget: v.nullable(v.number()),
  /**
   * Of the last 30 days, whole units of the account's currency; null where this service has no
   * figures yet.
   */
  spend: v.nullable(v.number()),
});

export const adSetRow = v.object({
  /** The ad set's id, under the name a launch takes it by. */
  value: v.string(),
  label: v.string(),
  adCount: v.number(),
  capacity: v.number(),
  campaign: v.object({ id: v.string(), name: v.string(), objective: v.string() }),
  status: entityStatus,
  effectiveStatus: v.string(),
  dailyBudget: v.nullable(v.number()),
  lifetimeBudget: v.nullable(v.number()),
  spend: v.nullable(v.number()),
});

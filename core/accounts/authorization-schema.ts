import * as v from 'valibot';
import { answer } from '../base/schema/envelope.ts';
import { nameText, ownId, platform, platformObjectId, shortText } from '../base/schema/fields.ts';
import { listOfAtMost } from '../base/schema/lists.ts';
import { adAccount, platformName } from './schema.ts';

/** A platform, for a new connection, or a connection that gets new credentials. */
export const newAuthorization = v.pipe(
  v.object({
    platform: v.optional(platformName),
    connectionId: v.optional(ownId),
    name: v.optional(nameText(100)),
    workspaceId: v.optional(shortText(100)),
    credentials: v.optional(v.record(v.string(), v.string())),
  }),
  v.check(
    ({ platform: named, connectionId }) => (named === undefined) !== (connectionId === undefined),
    'Give platform for a new connection, or connectionId for one that exists.',
  ),
);

const state = v.pipe(
  v.string(),
  v.regex(/^[\w-]{20,100}$/, 'Give the state that the platform has sent back.'),
);

export const authorization = v.object({
  /** Where a person goes. The platform sends the person back to /oauth/callback of this service. */
  authorizeUrl: v.string(),
  state: v.string(),
  expiresAt: v.string(),
});

export type Authorization = v.InferOutput<typeof authorization>;

export const begunAuthorization = answer(authorization.entries);

export const returned = v.object({ state, code: shortText(4_000) });

const reachedAccount = v.object({
  id: v.string(),
  name: v.string(),
  currency: v.string(),
  status: adAccount.entries.status,
  isConnected: v.boolean(),
  /** Whether it is suggested. */
  isPicked: v.boolean(),
});

export type ReachedAccount = v.InferOutput<typeof reachedAccount>;

const reached = v.object({
  platform,
  name: v.string(),
  connectionId: v.nullable(v.string()),
  adAccounts: v.array(reachedAccount),
  /** What to know before picking, such as how many the app may change. */
  notices: v.array(v.string()),
});

export type Reached = v.InferOutput<typeof reached>;

export const reachedAccounts = answer(reached.entries);

export const pickedAccounts = v.object({
  state,
  /** Default: all that the credentials reach. */
  adAccountIds: v.optional(
    v.pipe(
      listOfAtMost(platformObjectId, 5_000, 'ad accounts'),
      v.minLength(1, 'Pick at least one ad account.'),
    ),
  ),
  name: v.optional(nameText(100)),
});

import * as v from 'valibot';
import { answer, listOf, pageQuery } from '../base/schema/envelope.ts';
import { nameText, platform, shortText, timestamp } from '../base/schema/fields.ts';
import { listOfAtMost } from '../base/schema/lists.ts';
import { flag } from '../base/schema/request-fields.ts';
import { isNetwork } from './networks.ts';
import { roles } from './roles.ts';
import { scopes } from './scopes.ts';

const scope = v.picklist(scopes);

const network = v.pipe(
  shortText(50),
  v.check(isNetwork, 'Give an address or a network, such as 203.0.113.7 or 2001:db8::/32.'),
);

const addresses = v.pipe(
  listOfAtMost(network, 50, 'networks'),
  v.description(
    'Addresses and networks (`203.0.113.0/24`, `2001:db8::/32`) that requests must come from. Empty: from anywhere.',
  ),
);

export const newKey = v.object({
  name: nameText(100),
  scopes: v.optional(
    v.pipe(
      listOfAtMost(scope, 10, 'scopes'),
      v.minLength(1, 'A key without a scope could do nothing.'),
      v.description('Default: read, launch and manage.'),
    ),
  ),
  expiresAt: v.optional(
    v.nullable(
      v.pipe(timestamp, v.description('Default: never, or when the key that creates it expires.')),
    ),
  ),
  workspaceId: v.optional(
    v.pipe(
      nameText(100),
      v.description(
        'Whose key it is: guardrails may keep an ad account to one workspace. Default: the default workspace.',
      ),
    ),
  ),
  addresses: v.optional(v.nullable(addresses)),
});

/**
 * What is left out stays; `expiresAt: null` removes the end, `workspaceId: null` means the default
 * workspace, `addresses: null` anywhere.
 */
export const keyChanges = v.object({
  name: v.optional(nameText(100)),
  scopes: v.optional(
    v.pipe(
      listOfAtMost(scope, 10, 'scopes'),
      v.minLength(1, 'A key without a scope could do nothing.'),
    ),
  ),
  expiresAt: v.optional(v.nullable(timestamp)),
  workspaceId: v.optional(v.nullable(nameText(100))),
  addresses: v.optional(v.nullable(addresses)),
});
export type KeyChanges = v.InferOutput<typeof keyChanges>;

export const key = v.object({
  id: v.string(),
  name: v.string(),
  prefix: v.string(),
  scopes: v.array(scope),
  createdAt: v.string(),
  expiresAt: v.nullable(v.string()),
  lastUsedAt: v.nullable(v.string()),
  /** Absent: the default workspace. */
  workspaceId: v.optional(v.string()),
  addresses: v.pipe(
    v.array(v.string()),
    v.description('Where requests must come from. Empty: from anywhere.'),
  ),
});

export type Key = v.InferOutput<typeof key>;

export const keyList = listOf(key);
export const oneKey = answer(key.entries);
export const createdKey = answer({ ...key.entries, key: v.string() });

export const newCompany = v.object({ name: nameText(100), sandbox: v.optional(v.boolean()) });
export const createdCompany = answer({ companyId: v.string(), adminKey: v.string() });

const slug = v.pipe(
  v.string(),
  v.maxLength(60, 'At most 60 characters fit here.'),
  v.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'A slug has lower-case letters, digits and single dashes.'),
);

export const newWorkspace = v.object({ name: nameText(100), slug: v.optional(slug) });

export const workspaceChanges = v.object({
  name: v.optional(nameText(100)),
  slug: v.optional(slug),
  isDefault: v.optional(
    v.pipe(
      v.literal(true, 'Make another workspace the default instead.'),
      v.description('Makes it the default workspace.'),
    ),
  ),
});
export type WorkspaceChanges = v.InferOutput<typeof workspaceChanges>;

export const workspaceMembers = v.object({
  accountIds: v.optional(
    v.pipe(
      listOfAtMost(shortText(200), 200, 'ad accounts'),
      v.description('Ad accounts to move here.'),
    ),
  ),
  keyIds: v.optional(
    v.pipe(
      listOfAtMost(shortText(100), 200, 'keys'),
      v.description('Keys to move here, by their ids.'),
    ),
  ),
});
export type WorkspaceMembers = v.InferOutput<typeof workspaceMembers>;

export const workspace = v.object({
  id: v.string(),
  name: v.string(),
  slug: v.string(),
  isDefault: v.boolean(),
  createdAt: v.string(),
});

export type Workspace = v.InferOutput<typeof workspace>;

export const workspaceDetail = answer({
  ...workspace.entries,
  adAccounts: v.number(),
  keys: v.number(),
});
export type WorkspaceDetail = Omit<v.InferOutput<typeof workspaceDetail>, 'success'>;

export const workspaceList = listOf(workspace);
export const createdWorkspace = answer(workspace.entries);

const signedInPerson = v.object({
  id: v.string(),
  email: v.string(),
  name: v.nullable(v.string()),
  role: v.nullable(v.picklist(roles)),
  workspaces: v.array(v.object({ workspaceId: v.string(), role: v.picklist(roles) })),
  companies: v.pipe(
    v.array(v.object({ id: v.string(), name: v.string() })),
    v.description(
      'All companies with a person of this address: the dashboard changes between them.',
    ),
  ),
});

export const me = answer({
  company: v.object({ id: v.string(), name: v.string() }),
  key: v.pipe(
    v.object({ id: v.string(), name: v.string(), prefix: v.string(), scopes: v.array(scope) }),
    v.description(
      'Of a person who has signed in: the id and name, and the scopes a key would need for as much.',
    ),
  ),
  person: v.pipe(
    v.nullable(signedInPerson),
    v.description('Who has signed in; null where a key asks.'),
  ),
  defaultWorkspace: v.nullable(v.object({ id: v.string(), name: v.string(), slug: v.string() })),
  defaultAdAccount: v.nullable(v.object({ id: v.string(), name: v.string(), platform })),
  launchLimits: v.pipe(
    v.object({ ads: v.number(), creations: v.number() }),
    v.description('How many ads one launch may hold here, and how many ads x ad sets.'),
  ),
});

const auditEntry = v.object({
  id: v.string(),
  at: v.string(),
  keyId: v.pipe(v.string(), v.description('The key that did it, or the person.')),
  person: v.pipe(
    v.nullable(v.string()),
    v.description('The person who did it, by name and address; null where a key did.'),
  ),
  address: v.nullable(
    v.pipe(v.string(), v.description('Where it was asked for from, as far as that is known.')),
  ),
  action: v.string(),
  subject: v.string(),
  details: v.record(v.string(), v.unknown()),
  chain: v.pipe(
    v.union([v.object({ seq: v.number(), hash: v.string() }), v.picklist(['waiting', 'before'])]),
    v.description(
      'Its number in the chain of entries and its hash; waiting: within the hour; before: older than the chain.',
    ),
  ),
});

export type AuditEntry = v.InferOutput<typeof auditEntry>;

export const auditQuery = v.object({
  ...pageQuery,
  subject: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(300),
      v.description('Only what was done to the thing with this id.'),
    ),
  ),
  without: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(40),
      v.description('Leaves out actions of this noun, such as `session` for sign-ins.'),
    ),
  ),
  verify: v.optional(
    v.pipe(flag, v.description('Read the whole chain of entries and tell whether it is whole.')),
  ),
});

const auditVerdict = v.object({
  ok: v.boolean(),
  chained: v.pipe(v.number(), v.description('Entries in the chain.')),
  waiting: v.pipe(v.number(), v.description('Entries that are chained within the hour.')),
  beforeChain: v.pipe(
    v.number(),
    v.description('Entries from before there was a chain: nothing vouches for them.'),
  ),
  head: v.pipe(
    v.object({ seq: v.number(), hash: v.string() }),
    v.description(
      'The last entry. Keep a copy elsewhere: it shows whether the whole chain was rewritten.',
    ),
  ),
  firstBroken: v.nullable(
    v.object({ seq: v.number(), id: v.nullable(v.string()), problem: v.string() }),
  ),
  withoutMacUntil: v.pipe(
    v.number(),
    v.description(
      'The last entry without a MAC: earlier versions chained it, and a person who writes to the database could have replaced it. 0: every entry has a MAC. It never grows.',
    ),
  ),
  macsChecked: v.pipe(
    v.boolean(),
    v.description('False where the secret of the installation was not at hand.'),
  ),
});

export type AuditVerdict = v.InferOutput<typeof auditVerdict>;

export const auditList = answer({
  ...listOf(auditEntry).entries,
  verified: v.optional(auditVerdict),
});

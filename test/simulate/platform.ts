import { PlatformError, type PlatformFailure } from '../../core/base/errors.ts';
import type { AdPlatform } from '../../core/ports/ad-platform.ts';
import type { Access, AdAccount, AdSet, Credentials } from '../../core/ports/platform-accounts.ts';
import type { EditResult } from '../../core/ports/platform-changes.ts';
import { testDefinition } from '../test-definition.ts';
import { absent } from '../test-service.ts';
import { type Network, TIMES } from './network.ts';
import { type CommentBook, commenting, createCommentBook } from './platform-comments.ts';
import { converting, type EventBook } from './platform-conversions.ts';
import { copying } from './platform-copy.ts';
import { launching } from './platform-launch.ts';
import { createLeadBook, type LeadBook, leading } from './platform-leads.ts';
import { creation } from './platform-make.ts';
import { adSetOf, campaignOf, factsOf } from './shown-things.ts';
import { PLATFORM, type Thing, type Things } from './things.ts';

const definition = testDefinition(PLATFORM);

const account: AdAccount = {
  id: 'act_1',
  name: 'One',
  currency: 'EUR',
  timezone: 'Europe/Berlin',
  status: 'active',
};
/** Of each company two, which no other has. */
export const ACCOUNTS: readonly (readonly AdAccount[])[] = [0, 1, 2].map((company) =>
  [1, 2].map((number) => ({
    ...account,
    id: `act_${2 * company + number}`,
    name: `Account ${number}`,
  })),
);

/** What stories have in different ways. */
interface Kinds {
  readonly isNative: boolean;
  readonly leads: LeadBook;
  readonly comments: CommentBook;
  readonly events: Pick<EventBook, 'dedupeMs' | 'isLater' | 'count'>;
}

const NONE: Kinds = {
  isNative: false,
  leads: createLeadBook(() => 0),
  comments: createCommentBook(() => 0),
  events: { dedupeMs: 0, isLater: true, count: () => undefined },
};

/** A token names the company: it reaches its accounts and no others. */
export const credentialsOf = (company: number): Credentials =>
  Object.fromEntries(
    (definition.credentials.ways[0] ?? []).map((name) => [name, `token-${company}`]),
  );

const accountsBy = (credentials: Credentials): readonly AdAccount[] =>
  ACCOUNTS[Number(Object.values(credentials)[0]?.split('-')[1])] ?? [];

/**
 * The ports of the platform, as one process holds them: everything goes through its network,
 * nothing is remembered here.
 */
export function simulatedPlatform(
  network: Network,
  things: Things,
  { isNative, leads, comments, events }: Kinds = NONE,
): AdPlatform {
  const { read, write } = network;
  const missing = (id: string): PlatformError =>
    new PlatformError({
      platform: PLATFORM,
      class: 'missing',
      message: `No ${id}.`,
      fix: 'Look.',
      retryable: false,
      traceId: 'T',
    });
  const existing = (id: string): Thing => {
    const thing = things.get(id);
    if (thing === undefined) throw missing(id);
    return thing;
  };

  return {
    definition,
    accounts: {
      list: async (_companyId, credentials) => accountsBy(credentials),
      identities: async () => [],
      campaigns: (access) =>
        read(access, 'campaigns', () =>
          things.listed('campaign', access.adAccountId).map(campaignOf),
        ),
      adSets: (access, only) =>
        read(access, 'ad sets', (): readonly AdSet[] =>
          things
            .listed('adset', access.adAccountId)
            .filter(({ id, parent = '' }) =>
              only === undefined
                ? true
                : 'ids' in only
                  ? only.ids.includes(id)
                  : only.campaignIds.includes(parent),
            )
            .map((each) => adSetOf(things, each)),
        ),
    },
    launch: launching(network, things),
    create: {
      ...TIMES,
      campaign: creation(network, things, 'campaign'),
      adSet: creation(network, things, 'adset'),
    },
    edit: {
      setStatus: (access, changes) =>
        each(write, access, changes, ({ id, status }) => things.set(id, { status })),
      remove: (access, objects) => each(write, access, objects, ({ id }) => removeWith(things, id)),
      rename: (access, changes) =>
        each(write, access, changes, ({ id, name }) => things.set(id, { name })),
      async setBudget(access, _type, id, { daily }) {
        const heard = await write(access, `budget ${id} ${daily}`, () =>
          things.set(id, { dailyBudget: daily ?? 0 }),
        );
        if (!('answer' in heard))
          throw new PlatformError('refused' in heard ? heard.refused : heard.unanswered);
      },
    },
    duplicate: copying(network, things, isNative),
    // Rules ask for no figures here.
    report: absent('report'),
    leads: leading(network, leads),
    comments: commenting(network, comments),
    conversions: converting(network, events),
    inspect: {
      listsDeleted: false,
      ads: (access, { adSetId, campaignId }) =>
        read(access, 'ads', () => ({
          data: things
            .listed('ad', access.adAccountId)
            .filter(({ parent = '' }) => adSetId === undefined || parent === adSetId)
            .filter(
              ({ parent = '' }) =>
                campaignId === undefined || things.get(parent)?.parent === campaignId,
            )
            .map(({ id, name, status, parent = '', creative }) => ({
              id,
              name,
              status,
              effectiveStatus: status,
              createdTime: '2026-11-01T00:00:00Z',
              thumbnailUrl: null,
              adSetId: parent,
              ...(creative !== undefined && { creativeId: creative }),
            })),
        })),
      entities: (access, objects) =>
        read(access, `objects ${objects.map(({ id }) => id).join()}`, () =>
          objects.map(({ id }) => {
            const thing = things.get(id);
            return thing === undefined
              ? { id, failure: missing(id).failure }
              : factsOf(things, thing);
          }),
        ),
      accountOf: (_asker, { id }) => read({}, `account of ${id}`, () => existing(id).account),
    },
  };
}

/** What is below goes with it. */
function removeWith(things: Things, id: string): void {
  things.set(id, { status: 'DELETED' });
  for (const each of things.all.values())
    if (each.parent === id && each.status !== 'DELETED') removeWith(things, each.id);
}

/** One request for each object: some may be done and others not. */
async function each<C extends { readonly id: string }>(
  write: Network['write'],
  access: Access,
  changes: readonly C[],
  effect: (change: C) => void,
): Promise<readonly EditResult[]> {
  const results: EditResult[] = [];
  for (const change of changes) {
    const heard = await write(access, `change ${JSON.stringify(change)}`, () => effect(change));
    const failure: PlatformFailure | undefined =
      'refused' in heard ? heard.refused : 'unanswered' in heard ? heard.unanswered : undefined;
    results.push({ id: change.id, ...(failure && { failure }) });
  }
  return results;
}

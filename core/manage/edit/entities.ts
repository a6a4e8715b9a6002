import type { Actor } from '../../access/caller.ts';
import { stateOf } from '../../accounts/states.ts';
import { counted } from '../../base/counted.ts';
import { defined } from '../../base/defined.ts';
import {
  type Fault,
  PlatformError,
  type PlatformFailure,
  SlipwayError,
} from '../../base/errors.ts';
import { changedCounts } from '../../base/item-counts.ts';
import { sameValue } from '../../base/money.ts';
import { itemOutcomeOf, type Part } from '../../base/outcomes.ts';
import { breaks, itemError, refuseFaults, withRequestErrors } from '../../base/refusal.ts';
import { sentName } from '../../base/schema/aliases.ts';
import { join } from '../../base/schema/faults.ts';
import { quoted } from '../../base/schema/quoted.ts';
import { type Look, lookAt } from '../../gate/look.ts';
import type { Preview } from '../../gate/preview.ts';
import type { EntityType } from '../../ports/platform-accounts.ts';
import type { EntityFacts } from '../../ports/platform-reads.ts';
import type { Standing } from '../../ports/platform-update.ts';
import type { ChangeStep } from '../change/changing.ts';
import { unknownFault, unknownObjects, withMeant } from '../meant.ts';
import { type ManagePorts, type NamesAccount, type Opened, openToChange } from '../open-account.ts';
import type { ItemResult, ItemsResponse } from '../schema/edit.ts';

/** Each once. Throws `bad_request` when the request names none. */
export function idsOf(request: {
  readonly entityId?: string | undefined;
  readonly entityIds?: readonly string[] | undefined;
}): string[] {
  const ids = [
    ...(request.entityIds ?? []),
    ...(request.entityId === undefined ? [] : [request.entityId]),
  ];
  if (ids.length > 0) return [...new Set(ids)];
  throw new SlipwayError('bad_request', 'The request names no object.', {
    details: [
      {
        path: 'entityIds',
        code: 'missing_field',
        message: 'Name what is meant: give entityIds, 1 to 50 of them, or entityId.',
      },
    ],
  });
}

export type Read =
  | EntityFacts
  | { readonly id: string; readonly failure: PlatformFailure }
  | { readonly id: string; readonly unread: true };

/** For the trace, and so that nothing doomed is sent. */
export const readBefore = (
  account: Opened<'edit'>,
  type: EntityType | undefined,
  ids: readonly string[],
) =>
  readEach(
    account,
    ids.map((id) => ({ id, type })),
  );

/** Reads each object once in a request, whatever asks for it. */
export function rememberReads(objects: readonly Wanted[]) {
  const known = new Map<string, Read>();
  return async (account: Opened<'edit'>, ids: readonly string[]): Promise<readonly Read[]> => {
    const unknown = objects.filter(({ id }) => ids.includes(id) && !known.has(id));
    if (unknown.length > 0)
      for (const read of await readEach(account, unknown)) known.set(read.id, read);
    return ids.flatMap((id) => known.get(id) ?? []);
  };
}

interface Wanted {
  readonly id: string;
  readonly type?: EntityType | undefined;
}

async function readEach(
  { platform, access }: Opened<'edit'>,
  objects: readonly Wanted[],
): Promise<readonly Read[]> {
  if (platform.inspect === undefined) return objects.map(({ id }) => ({ id, unread: true }));
  return platform.inspect.entities(
    access,
    objects.map(({ id, type }) => ({ id, ...defined({ type }) })),
  );
}

/**
 * How the objects of a change stand, where what it sets is among what every platform tells of its
 * objects.
 */
export async function lookByFacts(
  account: Opened<'edit'>,
  { steps }: { readonly steps: readonly ChangeStep[] },
): Promise<readonly (Standing | PlatformFailure)[]> {
  const reads = await readEach(account, steps);
  return steps.map(({ before = {}, after = {} }, position) => {
    const read = reads[position];
    // What cannot be read is set again: that is harmless.
    if (read === undefined || 'unread' in read) return 'before';
    if ('failure' in read) return read.failure;
    const fields = Object.entries(after);
    const value = (field: string) =>
      (read as EntityFacts & { readonly [field: string]: unknown })[field] ?? null;
    if (fields.every(([field, wanted]) => sameValue(value(field), wanted))) return 'after';
    const isBefore = fields.every(([field, wanted]) =>
      [before[field] ?? null, wanted].some((is) => sameValue(value(field), is)),
    );
    return isBefore ? 'before' : 'other';
  });
}

export function whyNot(
  read: Read,
  adAccountId: string,
): Pick<ItemResult, 'error' | 'platformError'> | undefined {
  if ('failure' in read) return itemError(read.failure);
  if ('unread' in read || read.adAccountId === adAccountId) return undefined;
  return {
    error: `This object belongs to ${read.adAccountId}, not to ${adAccountId}. Name its own ad account.`,
  };
}

/**
 * Throws `not_found` with the object's place, or `unprocessable_entity` when it is in another
 * account.
 */
export async function readOne(
  account: Opened<'edit'>,
  request: object,
  { type, id, field }: { readonly type: EntityType; readonly id: string; readonly field: string },
): Promise<EntityFacts> {
  const [read] = await readBefore(account, type, [id]);
  const missing = sentName(request, field);
  if (read === undefined || 'unread' in read)
    throw new Error(`${account.platform.definition.id} cannot read its objects.`);
  if ('failure' in read)
    return withMeant(account, { type, id, path: missing }, () =>
      withRequestErrors({ missing }, () => Promise.reject(new PlatformError(read.failure))),
    );
  const refused = whyNot(read, account.access.adAccountId);
  if (refused === undefined) return read;
  const message = refused.error ?? '';
  throw breaks(missing, 'other_account', message);
}

type NamesObjects = Parameters<typeof idsOf>[0] & { readonly entityType?: EntityType | undefined };

/** The place of an id in a request. */
export function pathOfId(request: NamesObjects, id: string): string {
  const position = (request.entityIds ?? []).indexOf(id);
  return position < 0
    ? sentName(request, 'entityId')
    : join(sentName(request, 'entityIds'), position);
}

/**
 * Throws unless all of it can be done to the objects of a plan: for ids that are not there with
 * what may have been meant, for objects of other accounts and for those that are gone. What the
 * platform does not tell just now is a platform error.
 */
export async function refuseUnfit(
  account: Opened<'edit'>,
  request: NamesObjects,
  reads: readonly Read[],
  whyNotNow: (read: Read) => { readonly error: string } | undefined = () => undefined,
): Promise<void> {
  const unknown: Fault[] = [];
  const unfit: Fault[] = [];
  let missing: PlatformFailure | undefined;
  for (const read of reads) {
    const path = pathOfId(request, read.id);
    if ('failure' in read && read.failure.class !== 'missing')
      await withRequestErrors({ missing: path }, () =>
        Promise.reject(new PlatformError(read.failure)),
      );
    if ('failure' in read) {
      missing = read.failure;
      unknown.push(
        await unknownFault(account, read.failure, { type: request.entityType, id: read.id, path }),
      );
      continue;
    }
    const other = whyNot(read, account.access.adAccountId);
    const message = (other ?? whyNotNow(read))?.error;
    if (message !== undefined)
      unfit.push({ path, code: other === undefined ? 'gone' : 'other_account', message });
  }
  if (missing !== undefined) throw unknownObjects(missing, [...unknown, ...unfit]);
  refuseFaults(unfit);
}

export type ItemOutcome = Omit<ItemResult, 'status' | 'outcome'> & {
  readonly status?: string;
  /** Absent: refused, where it did not succeed. */
  readonly outcome?: ItemResult['outcome'];
};

/** Of a change of several objects: those that need nothing, or can take nothing. */
export interface Items {
  readonly settled: readonly ItemOutcome[];
}

export const itemOf = ({ id }: ChangeStep, failure: PlatformFailure | undefined): ItemOutcome => ({
  entityId: id,
  success: failure === undefined,
  outcome: itemOutcomeOf(failure),
  ...(failure !== undefined && itemError(failure)),
});

export const idsIn = (objects: readonly Wanted[]): readonly string[] => objects.map(({ id }) => id);

export const inOrder = (
  ids: readonly string[],
  items: readonly ItemOutcome[],
): readonly ItemOutcome[] =>
  ids.flatMap((id) => items.find(({ entityId }) => entityId === id) ?? []);

export function itemsAnswer(outcomes: readonly ItemOutcome[]): ItemsResponse {
  const results = outcomes.map(
    ({ entityId, success, status = null, outcome = success ? 'done' : 'refused', ...why }) => ({
      entityId,
      success,
      outcome,
      status,
      ...why,
    }),
  );
  return { results, ...changedCounts(results) };
}

/** What became of each object, and the request for those alone that are left. */
export const itemParts = {
  of: async (
    _ports: unknown,
    _companyId: string,
    { results }: ItemsResponse,
  ): Promise<readonly Part[]> =>
    results.map(({ entityId: id, outcome, error: reason }) => ({
      id,
      outcome,
      ...defined({ reason }),
    })),
  again: (
    { entityId: _, ...input }: { readonly [name: string]: unknown },
    left: readonly Part[],
  ) => ({
    input: { ...input, entityIds: left.flatMap(({ id }) => id ?? []) },
  }),
};

interface NamedSteps {
  /** What happens to an object, by its words: `Pause ad “Boots”`. */
  does(object: string): string;
  readonly state?: string | undefined;
  readonly look?: Look | undefined;
}

/** The steps of a plan; it is outdated once something that `look` sees has changed. */
export const namedIn = (
  account: Opened<'edit'>,
  reads: readonly Read[],
  { does, state: then, look = 'named' }: NamedSteps,
): Pick<Preview, 'objects' | 'look'> => ({
  objects: reads.flatMap((read) =>
    'status' in read
      ? [
          {
            type: read.type,
            id: read.id,
            name: read.name,
            does: does(objectWords(read)),
            now: nowOf(read),
            then,
          },
        ]
      : [],
  ),
  look: () =>
    lookAt(
      account,
      reads.filter((read) => 'status' in read),
      look,
    ),
});

const nowOf = ({ status }: { readonly status: string }): string =>
  (stateOf({ status, effectiveStatus: status }) ?? status).toLowerCase();

/** `ad set “Boots”`. */
export const objectWords = ({
  type,
  name,
}: {
  readonly type: string;
  readonly name: string;
}): string => `${type === 'adset' ? 'ad set' : type} ${quoted(name)}`;

/** `2 ad sets of 1001`. */
export function objectsIn(reads: readonly Read[], adAccountId: string): string {
  const types = new Set(reads.map((read) => ('status' in read ? read.type : 'object')));
  const [type = 'object'] = types;
  return `${counted(reads.length, types.size > 1 ? 'object' : type === 'adset' ? 'ad set' : type)} of ${adAccountId}`;
}

/**
 * Of a change that starts and raises no spending. One call. `rest`: what follows the objects;
 * `state`: theirs after.
 */
export async function previewQuiet(
  ports: ManagePorts,
  caller: Actor,
  request: NamesAccount & NamesObjects,
  {
    verb,
    rest = '',
    ...seen
  }: {
    readonly verb: string;
    readonly rest?: string;
    readonly state?: string;
    readonly look?: Look;
  },
): Promise<Preview> {
  const account = await openToChange(ports, caller, request, 'edit');
  const reads = await readBefore(account, request.entityType, idsOf(request));
  await refuseUnfit(account, request, reads);
  const summary = `${verb} ${objectsIn(reads, account.access.adAccountId)}${rest}`;
  const named = namedIn(account, reads, { ...seen, does: (object) => `${verb} ${object}${rest}` });
  return { guards: [], moneyAtStake: [], startsDelivering: false, summary, ...named };
}

import type { Actor } from '../../access/caller.ts';
import { stateOf } from '../../accounts/states.ts';
import { counted } from '../../base/counted.ts';
import { defined } from '../../base/defined.ts';
import { PlatformError, type PlatformFailure, SlipwayError } from '../../base/errors.ts';
import { breaks, itemError, withRequestErrors } from '../../base/refusal.ts';
import { sentName } from '../../base/schema/aliases.ts';
import type { Preview } from '../../gate/preview.ts';
import type { EntityType } from '../../ports/platform-accounts.ts';
import type { EntityFacts } from '../../ports/platform-reads.ts';
import { type ManagePorts, type NamesAccount, type Opened, openToChange } from '../open-account.ts';
import type { ItemResult, ItemsResponse } from '../schema/edit.ts';

/** Each once. Throws `bad_request` when the request names none. */
export function idsOf(request: {
  readonly entityId?: string | undefined;
  readonly entityIds?: readonly string[] | undefined;
}): string[] {
  const ids = [...(request.entityIds ?? []), ...(request.entityId === undefined ? [] : [request.entityId])];
  if (ids.length > 0) return [...new Set(ids)];
  throw new SlipwayError('bad_request', 'The request names no object.', {
    details: [
      { path: 'entityIds', code: 'missing_field', message: 'Name what is meant: give entityIds, 1 to 50 of them, or entityId.' },
    ],
  });
}

export type Read =
  | EntityFacts
  | { readonly id: string; readonly failure: PlatformFailure }
  | { readonly id: string; readonly unread: true };

/** For the trace, and so that nothing doomed is sent. */
export async function readBefore(
  { platform, access }: Opened<'edit'>,
  type: EntityType | undefined,
  ids: readonly string[],
): Promise<readonly Read[]> {
  if (platform.inspect === undefined) return ids.map((id) => ({ id, unread: true }));
  return platform.inspect.entities(
    access,
    ids.map((id) => ({ id, ...defined({ type }) })),
  );
}

/** For a change that was decided earlier, without its author. */
export interface Watch {
  /** Called in the turn in which the object is changed. Throws when it must not be changed any more. */
  seen?(object: EntityFacts): void;
  /** The platform's refusal as it came. */
  failed?(failure: PlatformFailure): void;
}

export function whyNot(read: Read, adAccountId: string): Pick<ItemResult, 'error' | 'platformError'> | undefined {
  if ('failure' in read) return itemError(read.failure);
  if ('unread' in read || read.adAccountId === adAccountId) return undefined;
  return { error: `This object belongs to ${read.adAccountId}, not to ${adAccountId}. Name its own ad account.` };
}

/** Throws `not_found` with the object's place, or `unprocessable_entity` when it is in another account. */
export async function readOne(
  account: Opened<'edit'>,
  request: object,
  { type, id, field }: { readonly type: EntityType; readonly id: string; readonly field: string },
): Promise<EntityFacts> {
  const [read] = await readBefore(account, type, [id]);
  const missing = sentName(request, field);
  if (read === undefined || 'unread' in read) throw new Error(`${account.platform.definition.id} cannot read its objects.`);
  if ('failure' in read) return withRequestErrors({ missing }, () => Promise.reject(new PlatformError(read.failure)));
  const refused = whyNot(read, account.access.adAccountId);
  if (refused === undefined) return read;
  const message = refused.error ?? '';
  throw breaks(missing, 'other_account', message);
}

export type ItemOutcome = Omit<ItemResult, 'status'> & { readonly status?: string };

export function itemsAnswer(outcomes: readonly ItemOutcome[]): ItemsResponse {
  const results = outcomes.map(({ entityId, success, status = null, ...why }) => ({ entityId, success, status, ...why }));
  const successCount = results.filter(({ success }) => success).length;
  return { success: successCount > 0, results, successCount, failCount: results.length - successCount };
}

/** A plan is outdated once one of its objects has another name or status. */
export const namedIn = (reads: readonly Read[], then?: string): Pick<Preview, 'objects' | 'world'> => ({
  objects: reads.flatMap((read) =>
    'status' in read ? [{ type: read.type, id: read.id, name: read.name, now: nowOf(read), then }] : [],
  ),
  world: reads.map((read) => ('status' in read ? [read.id, read.name, read.status] : [read.id])),
});

const nowOf = ({ status }: { readonly status: string }): string =>
  (stateOf({ status, effectiveStatus: status }) ?? status).toLowerCase();

/** `2 ad sets of 1001`. */
export function objectsIn(reads: readonly Read[], adAccountId: string): string {
  const types = new Set(reads.map((read) => ('status' in read ? read.type : 'object')));
  const [type = 'object'] = types;
  return `${counted(reads.length, types.size > 1 ? 'object' : type === 'adset' ? 'ad set' : type)} of ${adAccountId}`;
}

/** Of a change that starts and raises no spending. One call. `what`: a verb, what follows the objects, and their state after. */
export async function previewQuiet(
  ports: ManagePorts,
  caller: Actor,
  request: NamesAccount & { readonly entityType?: EntityType | undefined } & Parameters<typeof idsOf>[0],
  [verb, rest = '', then]: readonly [verb: string, rest?: string, then?: string],
): Promise<Preview> {
  const account = await openToChange(ports, caller, request, 'edit');
  const reads = await readBefore(account, request.entityType, idsOf(request));
  const summary = `${verb} ${objectsIn(reads, account.access.adAccountId)}${rest}`;
  return { guards: [], moneyAtStake: [], startsDelivering: false, summary, ...namedIn(reads, then) };
}

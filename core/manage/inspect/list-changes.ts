import type { Actor } from '../../access/caller.ts';
import { passesWorkspace } from '../../accounts/in-workspace.ts';
import { defined } from '../../base/defined.ts';
import { refuseFaults, withRequestErrors } from '../../base/refusal.ts';
import { sentName } from '../../base/schema/aliases.ts';
import { zonedTime } from '../../base/time/zoned-time.ts';
import type { ChangeEvent, CursorPage } from '../../ports/platform-reads.ts';
import { type ManagePorts, type Opened, openAccount } from '../open-account.ts';
import type { ListChangesRequest, ListChangesResponse } from '../schema/inspect.ts';

const DAY_MS = 86_400_000;

export async function listChanges(
  ports: ManagePorts,
  caller: Actor,
  request: ListChangesRequest,
): Promise<ListChangesResponse> {
  const { objectId, since, until } = request;
  if (since !== undefined && until !== undefined && since >= until)
    refuseFaults([
      {
        path: sentName(request, 'until'),
        code: 'range',
        message: 'until must be later than since.',
      },
    ]);
  const { businessId, workspaceId: _, ...asked } = request;
  const named = { businessId, ...asked, namedAt: sentName(request, 'businessId') };
  const { key, platform, access, can } = await openAccount(
    ports,
    caller.companyId,
    named,
    'history',
  );
  const isInside = await passesWorkspace(ports.store, caller.companyId, request, key);
  const page = isInside ? await changesOf(request, can, access) : { data: [] };
  return {
    success: true,
    data: page.data.map((event) => ({
      ...event,
      objectName: unmarked(event.objectName),
      dateTimeInTimezone: zonedTime(event.eventTime * 1000, access.timezone),
      changes: Object.fromEntries(
        Object.entries(event.changes).map(([field, { old, new: now }]) => [
          field,
          { old: unmarked(old), new: unmarked(now) },
        ]),
      ),
    })),
    paging: { cursors: { before: page.before ?? null, after: page.after ?? null } },
    metadata: {
      businessId: access.adAccountId,
      objectId: objectId ?? null,
      count: page.data.length,
      currency: access.currency,
      // History can be read in a currency of unknown unit; it just cannot be divided.
      minorUnits: platform.definition.currencies.minorUnits(access.currency.toUpperCase()) ?? null,
      ...(can.days !== undefined && {
        tellsFrom: new Date(ports.clock.now() - can.days * DAY_MS).toISOString(),
      }),
    },
  };
}

/** A copy ends in a mark until it has its own name: history remembers it, and no person gave it. */
const unmarked = <T>(name: T): T =>
  typeof name === 'string'
    ? (name.replace(/(- Copy(?: \d{1,4})?) \[[\w-]{4,60}\]$/, '$1') as T & string)
    : name;

const changesOf = (
  request: ListChangesRequest,
  can: Opened<'history'>['can'],
  access: Opened<'history'>['access'],
): Promise<CursorPage<ChangeEvent>> => {
  const { objectId, since, until, limit = 50, after } = request;
  const at = {
    missing: sentName(request, 'objectId'),
    fields: { after: sentName(request, 'after') },
  };
  return withRequestErrors(at, () =>
    can.changes(access, { limit, ...defined({ objectId, since, until, after }) }),
  );
};

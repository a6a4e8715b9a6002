import type { Actor } from '../../access/caller.ts';
import { sentName } from '../../schema/aliases.ts';
import type { ListChangesRequest, ListChangesResponse } from '../../schema/manage-inspect.ts';
import { zonedTime } from '../../time/zoned-time.ts';
import { type ManagePorts, openAccount } from '../open-account.ts';
import { refuseFaults, withRequestErrors } from '../refusal.ts';

/** One page of what was changed in an account, by whomever, the latest first. One call. */
export async function listChanges(ports: ManagePorts, caller: Actor, request: ListChangesRequest): Promise<ListChangesResponse> {
  const { objectId, since, until, limit = 50, after } = request;
  if (since !== undefined && until !== undefined && since >= until)
    refuseFaults([{ path: sentName(request, 'until'), code: 'range', message: 'until must be later than since.' }]);
  const { platform, access, can } = await openAccount(ports, caller.companyId, request, 'history');
  const page = await withRequestErrors(
    { missing: sentName(request, 'objectId'), fields: { after: sentName(request, 'after') } },
    () =>
      can.changes(access, {
        limit,
        ...(objectId !== undefined && { objectId }),
        ...(since !== undefined && { since: since * 1000 }),
        ...(until !== undefined && { until: until * 1000 }),
        ...(after !== undefined && { after }),
      }),
  );
  return {
    success: true,
    data: page.data.map((event) => ({
      ...event,
      dateTimeInTimezone: zonedTime(event.eventTime * 1000, access.timezone),
      changes: { ...event.changes },
    })),
    paging: { cursors: { before: page.before ?? null, after: page.after ?? null } },
    metadata: {
      businessId: access.adAccountId,
      objectId: objectId ?? null,
      count: page.data.length,
      currency: access.currency,
      // History can be read in a currency whose unit is not known; it just cannot be divided.
      minorUnits: platform.definition.currencies.minorUnits(access.currency.toUpperCase()) ?? null,
    },
  };
}

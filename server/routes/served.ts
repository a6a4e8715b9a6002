import type { Caller } from '../../core/access/caller.ts';
import { type PageQuery, success } from '../../core/base/schema/envelope.ts';
import type { OperationName } from '../../core/features/registry.ts';
import { polledStatus } from '../http/batch-status-cache.ts';
import { streamEvents } from '../http/events.ts';
import type { Input, RouteSettings } from '../http/route.ts';
import { upload } from '../http/upload.ts';

const serve = (work: (...given: Served) => Promise<unknown>): Pick<RouteSettings, 'serve'> => ({
  // Operations need a key, so there is a caller.
  serve: (ports, caller, input) =>
    work(ports, caller as Caller, input as Input<{ readonly id: string | number }>),
});
type Served = [
  Parameters<NonNullable<RouteSettings['serve']>>[0],
  Caller,
  Input<{ readonly id: string | number }>,
];

const coalesced: Partial<RouteSettings> = { coalesce: true };

/**
 * What HTTP does in its own way, by operation. All others are carried out, and their answers
 * written as JSON.
 */
const own: { readonly [N in OperationName]?: Partial<RouteSettings> } = {
  // Most polls are about batches that have ended.
  'batches.status': serve((ports, caller, { params, query, request: { url }, service, reader }) =>
    polledStatus(
      ports,
      service.statuses,
      { caller, url, reader },
      { id: String(params.id), query: query as PageQuery },
    ),
  ),
  'batches.events': serve((ports, caller, { params, query, request, service }) => {
    const { after } = query as { readonly after?: number };
    return streamEvents(ports, caller.companyId, String(params.id), {
      request,
      after,
      ending: service.settings.ending,
    });
  }),
  'media.upload': {
    envelope: 'upload',
    ...serve(async (ports, caller, input) => success(await upload(ports, caller, input))),
  },
  'media.uploadUrl': { envelope: 'upload' },
  'reports.query': coalesced,
  'reports.topAds': coalesced,
  'reports.topCreatives': coalesced,
  'reports.dailySpend': coalesced,
  'reports.reachComposition': coalesced,
  'reports.countryBreakdown': coalesced,
};

export const served: { readonly [name: string]: Partial<RouteSettings> | undefined } = own;

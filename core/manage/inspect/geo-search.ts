import type { Actor } from '../../access/caller.ts';
import { withRequestErrors } from '../../base/refusal.ts';
import type { ManagePorts } from '../open-account.ts';
import { type GeoSearchRequest, type GeoSearchResponse, wholeListAnswer } from '../schema/inspect.ts';
import { openAnyAccount } from './any-account.ts';

/** Places by name, with the keys a location is made of. One call. */
export async function geoSearch(ports: ManagePorts, caller: Actor, request: GeoSearchRequest): Promise<GeoSearchResponse> {
  const { access, can } = await openAnyAccount(ports, caller.companyId, request.accountId, 'search');
  const { q: text, types = [], country } = request;
  const places = await withRequestErrors({}, () =>
    can.places(access, { text, types, ...(country !== undefined && { country }) }),
  );
  const data = places.map(({ key, name, type, countryCode, region }) => ({
    key,
    name,
    type,
    countryCode: countryCode ?? null,
    region: region ?? null,
  }));
  return wholeListAnswer(data, request);
}

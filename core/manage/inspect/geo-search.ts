import type { Actor } from '../../access/caller.ts';
import { defined } from '../../base/defined.ts';
import { withRequestErrors } from '../../base/refusal.ts';
import type { ManagePorts } from '../open-account.ts';
import {
  type GeoSearchRequest,
  type GeoSearchResponse,
  wholeListAnswer,
} from '../schema/inspect.ts';
import { openAnyAccount } from './any-account.ts';

export async function geoSearch(
  ports: ManagePorts,
  caller: Actor,
  request: GeoSearchRequest,
): Promise<GeoSearchResponse> {
  const { access, can } = await openAnyAccount(ports, caller.companyId, request, 'search');
  const { q: text, types = [], country } = request;
  const places = await withRequestErrors({}, () =>
    can.places(access, { text, types, ...defined({ country }) }),
  );
  const data = places.map(({ key, name, type, countryCode = null, region = null }) => ({
    key,
    name,
    type,
    countryCode,
    region,
  }));
  return wholeListAnswer(data, request);
}

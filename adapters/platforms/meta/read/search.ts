import type { Place, SearchCapability } from '../../../../core/ports/platform-reads.ts';
import { type Row, rowsOf, said, text } from '../../kit/json.ts';
import type { Calls } from '../wire/calls.ts';

export function createSearch(calls: Calls): SearchCapability {
  return {
    async places(access, query) {
      const body = await calls.read(access, 'search', {
        type: 'adgeolocation',
        q: query.text,
        location_types: query.types.length > 0 ? query.types : undefined,
        country_code: query.country,
        limit: 50,
      });
      return rowsOf(body).map(place);
    },
  };
}

function place(row: Row): Place {
  const countryCode = text(row.country_code);
  const region = text(row.region);
  return {
    key: said(row.key),
    name: said(row.name),
    type: said(row.type),
    ...(countryCode !== undefined && { countryCode }),
    ...(region !== undefined && { region }),
  };
}

import { entityReader, rowsById } from '../../kit/anywhere.ts';
import { defined, text } from '../../kit/json.ts';
import type { Access, Api, Calls, EntityFacts, EntityType, Row } from '../../types.ts';
import { nouns } from '../wire/values.ts';
import { idsPerFilter, shapes } from './accounts.ts';

/** With deleted ones; leaves out unknown ids. */
export async function readRows(calls: Calls, access: Access, type: EntityType, ids: readonly string[]) {
  const noun = nouns[type];
  return rowsById(ids, { size: idsPerFilter, idField: `${noun}_id` }, (some) =>
    calls.list(access, `${noun}/get/`, { filtering: { [`${noun}_ids`]: some, primary_status: 'STATUS_ALL' } }),
  );
}

const factsOf = (access: Access, type: EntityType, _id: string, row: Row): EntityFacts => ({
  ...shapes.facts(access, type, row),
  ...defined({ objective: text(row.objective_type) }),
});

export const readEntities = entityReader(({ calls }: Api, ...asked) => readRows(calls, ...asked), factsOf);

import { PlatformError } from '../../../../core/base/errors.ts';
import { rowsOf } from '../../kit/json.ts';
import type { Access, Answer, Marked, Row, Unanswered } from '../../types.ts';
import type { Calls } from './calls.ts';
import { edgeOf, msOf } from './params.ts';

/** A label, which the platform makes on first use. */
export const labelled = (mark: string) => ({ adlabels: [{ name: mark }] });

/** Throws `PlatformError` for a refusal. */
export function madeFrom<T>(answer: Answer, read: (row: Row) => T): T | Unanswered {
  if (answer.ok) return read(answer.body);
  if (answer.maybeDone) return { unanswered: answer.failure };
  throw new PlatformError(answer.failure);
}

/** The oldest living one: a copy may carry the mark too. */
export async function findMarked(
  calls: Calls,
  access: Access,
  {
    edge,
    mark,
    name,
    fields,
  }: Marked & { readonly edge: 'campaigns' | 'adsets'; readonly fields: string },
) {
  const filtering = [{ field: 'name', operator: 'CONTAIN', value: name }];
  const path = edgeOf(access, edge);
  const rows = await calls.list(access, path, {
    fields: `${fields},created_time,adlabels`,
    filtering,
  });
  const mine = rows.filter((row) => rowsOf(row.adlabels).some((label) => label.name === mark));
  return [...mine].sort((a, b) => (msOf(a.created_time) ?? 0) - (msOf(b.created_time) ?? 0))[0];
}

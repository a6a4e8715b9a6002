import { asRow, numeric, rowsOf, text } from '../../kit/json.ts';
import type { Caller, Good, Params, Refusal, Row, Wire } from '../../types.ts';
import { refusalOf } from './client.ts';

export const itemsPerRequest = 30;

type Item = { readonly row: Row; readonly warnings: readonly string[] } | Refusal;

/**
 * In the order sent. The exceptions of an item are a list for campaigns and ad groups, an object
 * for ads, and empty or absent where all is well.
 */
export function itemsOf(
  wire: Wire,
  caller: Caller,
  {
    path,
    answer,
    sent,
  }: { readonly path: string; readonly answer: Good; readonly sent: readonly Params[] },
): readonly Item[] {
  const items = rowsOf(answer.body.items);
  return sent.map((_, position): Item => {
    const item = items[position];
    const row = asRow(item?.data) ?? {};
    const [exception, ...others] = exceptionsOf(item?.exceptions);
    if (item !== undefined && exception === undefined) return { row, warnings: [] };
    if (exception === undefined)
      return {
        failure: wire.fail('transient', 'The platform did not say what became of this object.'),
        maybeDone: true,
      };
    const said = [exception, ...others].map(({ message }) => text(message) ?? '').join(' ');
    // A new object with an id exists, whatever else is said.
    if (text(row.id) !== undefined && sent[position]?.id === undefined)
      return { row, warnings: [said] };
    return wire.refused(
      caller,
      { path },
      refusalOf({ code: numeric(exception.code), message: said }, wire.newTraceId()),
    );
  });
}

function exceptionsOf(value: unknown) {
  const list = Array.isArray(value) ? rowsOf(value) : [asRow(value) ?? {}];
  return list.filter(({ code, message }) => code !== undefined || message !== undefined);
}

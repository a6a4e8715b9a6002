import * as v from 'valibot';

/** The rest of a list with this many faults is skipped: no answer lists more. */
const ENOUGH_FAULTS = 200;

/**
 * A list of at most `most` items. A longer one is refused without a look at any of them. `v.array`
 * with `v.maxLength` would look at all of them first.
 *
 * @param what the items in a sentence: `postal codes`
 */
export function listOfAtMost<const I extends v.GenericSchema>(
  item: I,
  most: number,
  what = 'items',
) {
  const message = `At most ${most} ${what}.`;
  const schema: v.ArraySchema<I, undefined> = v.array(item);
  const bounded: typeof schema = {
    ...schema,
    '~run'(dataset, config) {
      const input: unknown = dataset.value;
      if (!Array.isArray(input)) return schema['~run'](dataset, config);
      if (input.length > most) return refused(input, message);
      return looked(item, input, config);
    },
  };
  return v.pipe(bounded, v.maxLength(most, message));
}

type Output<I extends v.GenericSchema> = v.OutputDataset<
  v.InferOutput<I>[],
  v.InferIssue<I> | v.ArrayIssue
>;

function refused<I extends v.GenericSchema>(input: readonly unknown[], message: string): Output<I> {
  const issue: v.BaseIssue<unknown> = {
    kind: 'validation',
    type: 'max_length',
    input,
    expected: null,
    received: String(input.length),
    message,
  };
  // The types know only the issues of items.
  return { typed: false, value: [], issues: [issue] as unknown as [v.ArrayIssue] };
}

/** What `v.array` does, up to ENOUGH_FAULTS. */
function looked<I extends v.GenericSchema>(
  item: I,
  input: readonly unknown[],
  config: v.Config<v.BaseIssue<unknown>>,
): Output<I> {
  const value: v.InferOutput<I>[] = [];
  const issues: v.BaseIssue<unknown>[] = [];
  let typed = true;
  for (let key = 0; key < input.length && issues.length < ENOUGH_FAULTS; key++) {
    const each = item['~run']({ value: input[key] }, config);
    typed &&= each.typed;
    value.push(each.value as v.InferOutput<I>);
    for (const issue of each.issues ?? []) {
      const place = { type: 'array', origin: 'value', input, key, value: input[key] } as const;
      issues.push({ ...issue, path: [place, ...(issue.path ?? [])] } as v.BaseIssue<unknown>);
    }
  }
  return { typed, value, ...(issues.length > 0 && { issues }) } as Output<I>;
}

/** Ids of objects, of ours and of platforms, and marks. */
const IDS = /\b[a-z]+_[A-Za-z0-9]{22}\b|\bslipway-\w{10,12}\b|\d{12,}/g;
const TIMES = /\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:?\d\d)/g;

/** The same for two runs that differ only in the ids that were drawn and in when it happened. */
export function plain<T>(value: T): T {
  const names = new Map<string, string>();
  const named = (id: string) => {
    if (!names.has(id)) names.set(id, `#${names.size + 1}`);
    return names.get(id) ?? '';
  };
  return JSON.parse(timeless(value).replace(IDS, named));
}

/** In an order that follows from what they say, whatever their ids. */
export const sorted = <T extends object>(list: readonly T[]): readonly T[] =>
  list
    .map((each) => ({ each, key: `${timeless(each).replace(IDS, '#')} ${JSON.stringify(each)}` }))
    .sort((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0))
    .map(({ each }) => each);

const timeless = (value: unknown): string =>
  JSON.stringify(value, (name, each) =>
    isTime(each) || name.startsWith('elapsedTime')
      ? 'a time'
      : name === 'adBatchSlug'
        ? 'a slug'
        : name === 'requests'
          ? 'some'
          : each,
  ).replace(TIMES, 'a time');

const isTime = (value: unknown): boolean =>
  typeof value === 'number' && /^17[89]\d{7}(\d{3})?$/.test(String(value));

import { chunks, text } from '../../kit/json.ts';
import type { Access, Answer, Api, Params } from '../../types.ts';
import { type Item, itemsOf } from './errors.ts';

/** The platform's limit is not published: a request it refuses is sent in halves. */
export const perRequest = 50;

interface BulkWrite {
  /** In path and body: `ads`. */
  readonly plural: string;
  /** Sends one request. */
  send(body: Params): Promise<Answer>;
}

export async function writeAll(
  { wire }: Pick<Api, 'wire'>,
  access: Access,
  { plural, send }: BulkWrite,
  objects: readonly Params[],
) {
  const items: Item[] = [];
  for (const some of chunks(objects, perRequest)) items.push(...(await write(some)));
  return items;

  async function write(some: readonly Params[]): Promise<readonly Item[]> {
    const answer = await send({ [plural]: some });
    if (answer.ok) return matched(some, itemsOf(answer.body, plural, wire.newTraceId()));
    const { failure, maybeDone } = answer;
    // One object may be at fault, or their number; nothing was written.
    const isAboutSome =
      some.length > 1 &&
      !maybeDone &&
      ['invalid', 'rule', 'missing', 'too-large'].includes(failure.class);
    if (!isAboutSome) return some.map(() => ({ ok: false, failure, maybeDone }));
    const half = Math.ceil(some.length / 2);
    return [...(await write(some.slice(0, half))), ...(await write(some.slice(half)))];
  }

  /**
   * In order where the names agree, else by name; objects the answer does not name may have been
   * written.
   */
  function matched(some: readonly Params[], found: readonly Item[]): readonly Item[] {
    const isFor = (object: Params | undefined, item: Item | undefined) =>
      text(item?.row?.name) === undefined || text(item?.row?.name) === object?.name;
    const result =
      found.length === some.length && some.every((object, at) => isFor(object, found[at]))
        ? found
        : byName();
    for (const item of result) if (!item.ok) wire.refused(access, { path: plural }, item);
    return result;

    function byName(): readonly Item[] {
      const left = found.filter(({ row }) => text(row?.name) !== undefined);
      return some.map((object): Item => {
        const at = left.findIndex((item) => item.row?.name === object.name);
        const [own] = at < 0 ? [] : left.splice(at, 1);
        const message = 'The platform wrote some of these objects and did not say which.';
        return own ?? { ok: false, failure: wire.fail('transient', message), maybeDone: true };
      });
    }
  }
}

export async function writeOne(
  api: Pick<Api, 'wire'>,
  access: Access,
  bulk: BulkWrite,
  object: Params,
): Promise<Item> {
  const [item] = await writeAll(api, access, bulk, [object]);
  return (
    item ?? {
      ok: false,
      failure: api.wire.fail('transient', 'The platform answered without the object.'),
      maybeDone: true,
    }
  );
}

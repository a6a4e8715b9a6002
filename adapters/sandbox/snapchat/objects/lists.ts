import type { Entity, Json, JsonObject } from '../../entity.ts';
import { isTooNew } from '../../kit/faults.ts';
import { type Endpoint, isDeleted, owned, type Turn } from '../wire/call.ts';
import { invalid, notFound } from '../wire/refusals.ts';
import { type Noun, single } from './items.ts';
import { shown } from './shown.ts';
import { isGone } from './statuses.ts';

/** Without a limit everything comes at once. */
export function paged(turn: Turn, plural: string, path: string, rows: readonly JsonObject[]): JsonObject {
  const { query, origin, mount, fired } = turn;
  const { size, start } = pageOf(query);
  const next = start + size;
  const { cursor: _cursor, ...others } = query;
  const host = fired.has('other-host-link') ? 'https://adsapisc.example' : `${origin}${mount}`;
  const link = `${host}/v1/${path}?${new URLSearchParams({ ...(others as { [name: string]: string }), cursor: `at${next}` })}`;
  return { paging: next < rows.length ? { next_link: link } : {}, [plural]: rows.slice(start, next) };
}

function pageOf({ limit, cursor }: Turn['query']): { readonly size: number; readonly start: number } {
  const size = limit === undefined ? Number.MAX_SAFE_INTEGER : Number(limit);
  if (limit !== undefined && (!Number.isInteger(size) || size < 50 || size > 1000))
    throw invalid('limit must be between 50 and 1000.');
  const start = cursor === undefined ? 0 : Number(/^at(\d+)$/.exec(String(cursor))?.[1] ?? Number.NaN);
  if (Number.isNaN(start)) throw invalid('cursor is not valid.');
  return { size, start };
}

export interface Listing extends Noun {
  readonly kinds: readonly string[];
  /** Beside those of every list. */
  readonly query?: readonly string[];
}

/** In order of creation. */
export const listing = (
  of: Listing,
  above: { readonly path: string; readonly kind: string; readonly what: string },
): Endpoint => ({
  query: ['limit', 'cursor', ...(of.query ?? [])],
  run(turn) {
    const id = turn.ids.id ?? '';
    const parent = owned(turn, above.kind, above.what, id);
    const isKept = (entity: Entity): boolean =>
      (!isGone(turn.world, entity) || turn.query.read_deleted_entities === 'true') && !isTooNew(turn, entity, 'list-lag');
    const rows = of.kinds
      .flatMap((kind) => turn.world.entities(kind, parent.id))
      .filter(isKept)
      .sort((one, other) => one.created - other.created)
      .map((entity): JsonObject => ({ sub_request_status: 'SUCCESS', [of.singular]: shown(turn, entity) }));
    return paged(turn, of.plural, `${above.path}/${id}/${of.plural}`, rows);
  },
});

export const reading = (of: Listing, what: string): Endpoint => ({
  query: of.query ?? [],
  run(turn) {
    const id = turn.ids.id ?? '';
    const entity = turn.world.get(id);
    const isHidden =
      entity === undefined ||
      !of.kinds.includes(entity.kind) ||
      entity.company !== turn.company ||
      (isGone(turn.world, entity) && turn.query.read_deleted_entities !== 'true') ||
      isTooNew(turn, entity, 'not-yet-visible');
    if (isHidden) throw notFound(what, id);
    return single(turn, of, entity);
  },
});

/** The answer lists nothing. */
export const deleting = (kind: string, { plural }: Noun, what: string): Endpoint => ({
  run(turn) {
    const entity = owned(turn, kind, what, turn.ids.id ?? '');
    if (isDeleted(entity)) throw notFound(what, entity.id);
    turn.world.change(entity.id, { deleted: true, spans: ended(entity.data.spans, turn.world.now()) });
    return { [plural]: [] };
  },
});

const ended = (spans: Json | undefined, now: number): Json =>
  Array.isArray(spans) ? spans.map((span: Json) => (Array.isArray(span) ? [span[0] ?? 0, span[1] ?? now] : span)) : [];

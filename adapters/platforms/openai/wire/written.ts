import { PlatformError } from '../../../../core/base/errors.ts';
import { mapBounded } from '../../../../core/base/map-bounded.ts';
import { orThrow } from '../../kit/calls.ts';
import { asRow, numeric, rowsOf, said } from '../../kit/json.ts';
import type { Access, Answer, Api, Calls, Clock, Row } from '../../types.ts';

/** Lists and objects alike show for seconds what they were before a write. */
const laidForMs = 10_000;
const looks = 3;
const betweenLooksMs = 1_500;

/** `ads/ad_1` and `ads/ad_1/pause`, not `ads/ad_1/preview`. */
const written = /^(?:campaigns|ad_groups|ads)\/([^/]+)(?:\/(activate|pause|archive))?$/;
const afterAction: { readonly [action: string]: string } = {
  activate: 'active',
  pause: 'paused',
  archive: 'archived',
};

interface Write {
  readonly fields: Row;
  readonly until: number;
  /** As the answer told it; undefined where the answer itself was old. */
  readonly updatedAt: number | undefined;
}

export interface OpenaiApi extends Api {
  readonly calls: SettledCalls;
}

interface SettledCalls extends Calls {
  /**
   * Resolves when the platform shows what this process wrote to these objects, or after three
   * looks: other processes read it too.
   */
  settled(access: Access, places: readonly string[]): Promise<void>;
}

/** Calls whose reads show what was written through them in the last seconds. */
export function withWritten(calls: Calls, clock: Clock): SettledCalls {
  const writes = new Map<string, Write>();

  const recent = (id: string): Write | undefined => {
    const write = writes.get(id);
    return write !== undefined && write.until > clock.monotonic() ? write : undefined;
  };

  /** A change by others that is newer counts. */
  const laidOver = (row: Row): Row => {
    const write = recent(said(row.id));
    if (
      write === undefined ||
      (numeric(row.updated_at) ?? 0) > (write.updatedAt ?? Number.POSITIVE_INFINITY)
    )
      return row;
    const { creative, ...fields } = write.fields;
    return {
      ...row,
      ...fields,
      ...(creative !== undefined && { creative: { ...asRow(row.creative), ...asRow(creative) } }),
    };
  };

  function note(path: string, body: unknown, answer: Answer): void {
    const [, place, action = ''] = written.exec(path) ?? [];
    if (place === undefined) return;
    const id = decodeURIComponent(place);
    if (!answer.ok) {
      // What the object is by now is not known: the platform tells it.
      if (answer.maybeDone) writes.delete(id);
      return;
    }
    for (const [each, { until }] of writes) if (until <= clock.monotonic()) writes.delete(each);
    const own = action === '' ? asRow(body) : { status: afterAction[action] };
    const before = Object.entries(recent(id)?.fields ?? {});
    // An answer that shows this write is newer than those before: where it contradicts them, others
    // have changed it since.
    const isNew = holds(answer.body, own);
    const earlier = isNew
      ? before.filter(([name, value]) => holds(answer.body[name], value))
      : before;
    const updatedAt = isNew ? numeric(answer.body.updated_at) : undefined;
    writes.set(id, {
      fields: { ...Object.fromEntries(earlier), ...own },
      updatedAt,
      until: clock.monotonic() + laidForMs,
    });
  }

  /** A read that fails ends the wait: the write itself was answered. */
  async function isShown(access: Access, place: string): Promise<boolean> {
    const write = recent(decodeURIComponent(place.split('/')[1] ?? ''));
    if (write === undefined) return true;
    try {
      return holds(await calls.read(access, place), write.fields);
    } catch (error) {
      if (error instanceof PlatformError) return true;
      throw error;
    }
  }

  const own: SettledCalls = {
    ...calls,
    async read(...call) {
      const body = laidOver(await calls.read(...call));
      return Array.isArray(body.data) ? { ...body, data: rowsOf(body).map(laidOver) } : body;
    },
    list: async (...call) => (await calls.list(...call)).map(laidOver),
    async tried(caller, path, body, more) {
      const answer = await calls.tried(caller, path, body, more);
      note(path, body, answer);
      return answer;
    },
    write: async (...call) => orThrow(await own.tried(...call)).body,
    async settled(access, places) {
      let open = places;
      for (let look = 1; open.length > 0; look += 1) {
        const shown = await mapBounded(open, 4, (place) => isShown(access, place));
        open = open.filter((_, position) => !shown[position]);
        if (open.length === 0 || look === looks) return;
        await clock.sleep(betweenLooksMs);
      }
    },
  };
  return own;
}

/** Whether a row has all of these values; members that only the platform writes are left aside. */
function holds(row: unknown, wanted: unknown): boolean {
  if (typeof wanted !== 'object' || wanted === null) return (row ?? null) === (wanted ?? null);
  if (Array.isArray(wanted)) return JSON.stringify(row) === JSON.stringify(wanted);
  const held = asRow(row);
  return (
    held !== undefined && Object.entries(wanted).every(([name, value]) => holds(held[name], value))
  );
}

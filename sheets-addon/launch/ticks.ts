import { hash } from '../../core/sheet/row-fingerprint.ts';
import { say } from '../base/say.ts';
import type { LookedAt } from './looked-at.ts';

const NAMED_ROWS = 10;

/**
 * Ticks that stayed while rows were sorted. The file remembers which rows were ticked, until a tick
 * changes or rows come and go.
 */
export function tickRemarks({ open, ads, chosen }: LookedAt): string[] {
  const ticked = ads.filter(
    ({ ready }, i) => ready && chosen[i]?.turn !== 'launched' && chosen[i]?.turn !== 'launching',
  );
  const keysOf = (some: LookedAt['ads']): string =>
    hash(
      some
        .flatMap(({ keys }) => keys.map(([key]) => key))
        .sort()
        .join(),
    );
  const rows = ticked.flatMap((ad) => ad.rows);
  const [places, keys, all] = [hash(rows.join()), keysOf(ticked), keysOf(ads)];
  const properties = PropertiesService.getDocumentProperties();
  const name = `ticks|${open.id}`;
  const [placesThen, keysThen, allThen] = (properties.getProperty(name) ?? '').split(' ');
  if (placesThen === places && allThen === all && keysThen !== keys) {
    const more = rows.length - NAMED_ROWS;
    const named = rows.slice(0, NAMED_ROWS).join(', ');
    return [
      say('ticksStayed', { rows: more > 0 ? say('rowsAndMore', { rows: named, n: more }) : named }),
    ];
  }
  if (placesThen !== places || allThen !== all)
    properties.setProperty(name, [places, keys, all].join(' '));
  return [];
}

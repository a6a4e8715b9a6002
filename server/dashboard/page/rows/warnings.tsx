import { a1 } from '../../../../core/sheet/locate.ts';
import { capital, count, plural } from '../base/words.ts';
import { Badge } from '../parts/parts.tsx';
import type { Warned } from './sheet.ts';
import { focusCell } from './turning.ts';

const SHOWN = 10;

const PLACES = 6;

export function Warnings({ warned }: { warned: readonly Warned[] }) {
  return (
    <section class="fault-list warnings" aria-label="Warnings">
      <h3>{plural(warned.length, 'warning')}: nothing stops the launch, but look first</h3>
      <ul>
        {warned.slice(0, SHOWN).map(({ code, message, places }) => (
          <li key={message}>
            <Badge tone="warn">{capital(code.replace(/_/g, ' '))}</Badge>
            <span>
              {message}{' '}
              {places.slice(0, PLACES).map((place) => (
                <button
                  key={`${place.row} ${place.position}`}
                  type="button"
                  class="cell-link"
                  onClick={() => focusCell(place)}
                >
                  {place.position === undefined
                    ? `Row ${place.row}`
                    : a1(place.position, place.row)}
                </button>
              ))}
              {places.length > PLACES && (
                <span class="hint"> and {count(places.length - PLACES)} more</span>
              )}
            </span>
          </li>
        ))}
      </ul>
      {warned.length > SHOWN && <p class="hint">and {count(warned.length - SHOWN)} more</p>}
    </section>
  );
}

import { useState } from 'preact/hooks';
import { resultWord } from '../../../../../core/report/result-word.ts';
import { type FigureType, figure, plural } from '../../base/words.ts';
import { toggled } from '../../parts/fields.tsx';
import { Button } from '../../parts/parts.tsx';
import { Table } from '../../parts/table.tsx';
import { type CreativeRow, Picture } from './picture.tsx';

interface GalleryProps {
  rows: readonly CreativeRow[];
  nameOf: (row: CreativeRow) => string;
  currency: string | undefined;
}

const keyOf = (row: CreativeRow): string =>
  `${row.asset ?? ''} ${JSON.stringify(row.name ?? null)}`;

const DAY_MS = 86_400_000;

/** Days from the first to the last that it was seen on. */
const daysOf = ({ firstDay, lastDay }: CreativeRow): number =>
  Math.round((Date.parse(lastDay) - Date.parse(firstDay)) / DAY_MS) + 1;

/** What tells a winner from a loser, in the order of the first look; `better`: which of two is. */
const FIGURES: readonly (readonly [
  label: string,
  key: keyof CreativeRow & string,
  type: FigureType,
  better?: 'low' | 'high',
])[] = [
  ['Hook rate', 'hookRate', 'percent', 'high'],
  ['CPA', 'costPerResult', 'money', 'low'],
  ['Spend', 'spend', 'money'],
  ['Results', 'results', 'count', 'high'],
  ['CTR', 'ctr', 'percent', 'high'],
  ['ROAS', 'roas', 'ratio', 'high'],
];
const ON_CARD = 4;
const MOST = 4;

const measured = (row: CreativeRow, key: keyof CreativeRow): number | null => {
  const value = key === 'roas' && !row.conversionValue ? null : row[key];
  return typeof value === 'number' ? value : null;
};

/** Pictures with what tells winners from losers. Ticked ones stand side by side. */
export function Gallery({ rows, nameOf, currency }: GalleryProps) {
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const chosen = rows.filter((row) => ticked.includes(keyOf(row)));
  const shown = (row: CreativeRow, key: keyof CreativeRow, type: FigureType) =>
    figure(measured(row, key), type, currency);
  return (
    <>
      {chosen.length > 1 && (
        <SideBySide rows={chosen} nameOf={nameOf} shown={shown} onClose={() => setTicked([])} />
      )}
      <ul class="media-grid" aria-label="Creatives">
        {rows.map((row) => {
          const { thumbnailUrl, mediaIds, ads, firstDay, lastDay, resultType } = row;
          const isTicked = ticked.includes(keyOf(row));
          const name = nameOf(row);
          return (
            <li key={keyOf(row)} class={`media-card${isTicked ? ' chosen' : ''}`}>
              <div class="picture">
                <Picture url={thumbnailUrl} />
              </div>
              <div class="media-foot">
                <p class="strong" dir="auto">
                  {mediaIds[0] === undefined ? (
                    name
                  ) : (
                    <a href={`#/library/${mediaIds[0]}`}>{name}</a>
                  )}
                </p>
                <dl class="creative-figures">
                  {FIGURES.slice(0, ON_CARD).map(([label, key, type]) => (
                    <div key={key}>
                      <dt>{label}</dt>
                      <dd>{shown(row, key, type)}</dd>
                    </div>
                  ))}
                </dl>
                <p class="hint">
                  {plural(daysOf(row), 'day')}, {firstDay} to {lastDay} · {plural(ads, 'ad')}
                  {resultType != null && ` · ${resultWord(resultType)}`}
                </p>
                <label class="check">
                  <input
                    type="checkbox"
                    checked={isTicked}
                    disabled={!isTicked && chosen.length >= MOST}
                    aria-label={`Compare ${name}`}
                    onChange={() => setTicked(toggled(ticked, keyOf(row)))}
                  />
                  <span>Compare</span>
                </label>
              </div>
            </li>
          );
        })}
      </ul>
    </>
  );
}

interface SideProps {
  rows: readonly CreativeRow[];
  nameOf: (row: CreativeRow) => string;
  shown: (row: CreativeRow, key: keyof CreativeRow, type: FigureType) => string;
  onClose: () => void;
}

function SideBySide({ rows, nameOf, shown, onClose }: SideProps) {
  // Results of unlike kinds cost what they cost: none is better than another.
  const isOneKind = new Set(rows.map(({ resultType }) => resultType ?? null)).size === 1;
  const bestOf = (
    key: keyof CreativeRow,
    better: 'low' | 'high' | undefined,
  ): number | undefined => {
    const values = rows.flatMap((row) => measured(row, key) ?? []);
    const isComparable = isOneKind || (key !== 'costPerResult' && key !== 'results');
    if (better === undefined || !isComparable || values.length < 2) return undefined;
    return better === 'low' ? Math.min(...values) : Math.max(...values);
  };
  return (
    <section aria-label="Side by side">
      <header class="section-head">
        <h2 class="section">Side by side</h2>
        <Button kind="quiet" icon="close" onClick={onClose}>
          Close
        </Button>
      </header>
      <Table
        narrow="pinned"
        label="Creatives side by side"
        head={[
          '',
          ...rows.map((row) => (
            <span key={keyOf(row)} class="side-head">
              <Picture url={row.thumbnailUrl} size={64} />
              {nameOf(row)}
            </span>
          )),
        ]}
        numbers={rows.map((_, i) => i + 1)}
      >
        {FIGURES.map(([label, key, type, better]) => {
          const best = bestOf(key, better);
          return (
            <tr key={key}>
              <td class="strong">{label}</td>
              {rows.map((row) => (
                <td
                  key={keyOf(row)}
                  class={`number${best !== undefined && measured(row, key) === best ? ' strong good-text' : ''}`}
                >
                  {shown(row, key, type)}
                </td>
              ))}
            </tr>
          );
        })}
        <tr>
          <td class="strong">Days</td>
          {rows.map((row) => (
            <td key={keyOf(row)} class="number">
              {daysOf(row)}
            </td>
          ))}
        </tr>
      </Table>
    </section>
  );
}

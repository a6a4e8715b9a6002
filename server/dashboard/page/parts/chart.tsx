import { useEffect, useRef, useState } from 'preact/hooks';
import { LOCALE, short } from '../base/words.ts';

interface Point {
  readonly day: string;
  readonly value: number | null;
  readonly before?: number | null;
}

const HEIGHT = 240;
const MARGIN = { top: 26, right: 12, bottom: 26, left: 48 };

interface ChartProps {
  points: readonly Point[];
  label: string;
  unit?: string;
  /** The day that has not ended, in the zone of the account. */
  today?: string;
  /** Counts, which have no half. */
  whole?: boolean;
  format: (value: number | null) => string;
}

export function DayChart({ points, label, unit = '', today, whole = false, format }: ChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(800);
  const [at, setAt] = useState<number>();
  useEffect(() => {
    if (box.current === null) return;
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 800));
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);

  const inner = {
    width: Math.max(1, width - MARGIN.left - MARGIN.right),
    height: HEIGHT - MARGIN.top - MARGIN.bottom,
  };
  const ticks = ticksFor(
    Math.max(0, ...points.flatMap(({ value, before }) => [value ?? 0, before ?? 0])),
    whole,
  );
  const isCompared = points.some(({ before }) => before !== undefined);
  const unfinished = points.findIndex(({ day }) => day === today);
  const top = ticks[ticks.length - 1] ?? 1;
  const x = (i: number) =>
    MARGIN.left + (points.length < 2 ? inner.width / 2 : (i / (points.length - 1)) * inner.width);
  const y = (value: number) => MARGIN.top + inner.height * (1 - value / top);
  const lineOf = (of: (point: Point) => number | null | undefined) =>
    points
      .map((each, i) => `${i === 0 ? 'M' : 'L'}${x(i).toFixed(1)} ${y(of(each) ?? 0).toFixed(1)}`)
      .join(' ');
  const line = lineOf(({ value }) => value);
  const area = `${line} L${x(points.length - 1).toFixed(1)} ${y(0)} L${x(0).toFixed(1)} ${y(0)} Z`;
  const every = Math.ceil(points.length / Math.max(2, Math.floor(inner.width / 70)));
  const shown = at === undefined ? undefined : points[at];

  const point = (clientX: number) => {
    const left = box.current?.getBoundingClientRect().left ?? 0;
    const share = (clientX - left - MARGIN.left) / inner.width;
    setAt(Math.min(points.length - 1, Math.max(0, Math.round(share * (points.length - 1)))));
  };
  const step = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    setAt((i) =>
      Math.min(points.length - 1, Math.max(0, (i ?? (by > 0 ? -1 : points.length)) + by)),
    );
  };

  return (
    <div class="chart" ref={box}>
      <svg
        width={width}
        height={HEIGHT}
        role="img"
        aria-label={`${label}, ${points.length} days, at most ${format(Math.max(0, ...points.map(({ value }) => value ?? 0)))}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move through the days.
        tabIndex={0}
        onPointerMove={(event) => point(event.clientX)}
        onPointerLeave={() => setAt(undefined)}
        onKeyDown={step}
        onBlur={() => setAt(undefined)}
      >
        {ticks.map((tick) => (
          <g key={tick}>
            <line
              class="grid"
              x1={MARGIN.left}
              x2={width - MARGIN.right}
              y1={y(tick)}
              y2={y(tick)}
            />
            <text class="axis" x={MARGIN.left - 8} y={y(tick) + 4} text-anchor="end">
              {short(tick)}
            </text>
          </g>
        ))}
        {unit !== '' && (
          <text class="axis" x={MARGIN.left - 8} y={10} text-anchor="end">
            {unit}
          </text>
        )}
        {unfinished >= 0 && (
          <g>
            <line class="today" x1={x(unfinished)} x2={x(unfinished)} y1={MARGIN.top} y2={y(0)} />
            <text class="axis" x={x(unfinished) - 4} y={MARGIN.top + 8} text-anchor="end">
              Today, so far
            </text>
          </g>
        )}
        <path class="area" d={area} />
        {isCompared && <path class="line before" d={lineOf(({ before }) => before)} />}
        <path class="line" d={line} />
        {points.map(
          ({ day }, i) =>
            i % every === 0 && (
              <text key={day} class="axis" x={x(i)} y={HEIGHT - 8} text-anchor="middle">
                {dayLabel(day)}
              </text>
            ),
        )}
        {at !== undefined && shown !== undefined && (
          <g>
            <line class="cursor" x1={x(at)} x2={x(at)} y1={MARGIN.top} y2={y(0)} />
            <circle class="dot" cx={x(at)} cy={y(shown.value ?? 0)} r="4.5" />
          </g>
        )}
      </svg>
      {at !== undefined && shown !== undefined && (
        <p class="tip" style={{ left: `${Math.min(width - 150, Math.max(0, x(at) - 70))}px` }}>
          <span class="hint">{dayLabel(shown.day, true)}</span>
          <strong>{format(shown.value)}</strong>
          {shown.before !== undefined && <span class="hint">Before: {format(shown.before)}</span>}
        </p>
      )}
    </div>
  );
}

/**
 * Even steps, three to five unless whole numbers are fewer, each 1, 2, 2.5 or 5 times a power of
 * ten.
 */
function ticksFor(highest: number, whole: boolean): number[] {
  const most = highest > 0 ? highest : 1;
  const power = 10 ** Math.floor(Math.log10(most / 4));
  const steps = [1, 2, 2.5, 5, 10].map((each) => each * power);
  const step =
    steps.find((each) => each * 4 >= most && (!whole || Number.isInteger(each))) ??
    (whole ? 1 : 10 * power);
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, i) => i * step);
}

const dayLabel = (day: string, long = false): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString(LOCALE, {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
    ...(long && { weekday: 'short' }),
  });

import type { Seen, SeenChart } from './grid.ts';

const SVG = 'http://www.w3.org/2000/svg';
const [WIDTH, HEIGHT, LEFT, BOTTOM] = [290, 200, 50, 24];

/** A chart as Sheets would draw it, roughly: the second range over the first. */
export function drawChart(
  { cells }: Seen,
  { type, options, ranges, position }: SeenChart,
): HTMLElement {
  const column = (index: number): string[] => {
    const range = ranges[index];
    if (range === undefined) return [];
    return cells
      .slice(range.row, range.row + range.rows - 1)
      .map((row) => row[range.column - 1]?.shown ?? '');
  };
  const labels = column(0);
  const figures = column(1).map((text) => Number(text.replace(/[,%]/g, '')) || 0);
  const most = Math.max(...figures, 1);
  const x = (i: number): number =>
    LEFT + ((i + 0.5) * (WIDTH - LEFT - 10)) / Math.max(figures.length, 1);
  const y = (figure: number): number => 30 + (1 - figure / most) * (HEIGHT - 30 - BOTTOM);
  const svg = make('svg', {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    width: WIDTH,
    height: HEIGHT,
    role: 'img',
  });
  svg.append(
    text(options.title ?? '', 8, { y: 16, fill: '#3c4043', size: 13 }),
    text(most.toLocaleString(), 8, { y: y(most) + 4 }),
    text('0', 8, { y: y(0) + 4 }),
  );
  svg.append(make('line', { x1: LEFT, x2: WIDTH, y1: y(0), y2: y(0), stroke: '#bdc1c6' }));
  if (type === 'LINE')
    svg.append(
      make('polyline', {
        points: figures.map((figure, i) => `${x(i)},${y(figure)}`).join(' '),
        fill: 'none',
        stroke: '#1a73e8',
        'stroke-width': 2,
      }),
    );
  else {
    const width = Math.max(4, ((WIDTH - LEFT) / figures.length) * 0.6);
    svg.append(
      ...figures.map((figure, i) =>
        make('rect', {
          x: x(i) - width / 2,
          y: y(figure),
          width,
          height: y(0) - y(figure),
          fill: '#1a73e8',
        }),
      ),
    );
  }
  const step = Math.ceil(labels.length / 4);
  svg.append(
    ...labels.flatMap((label, i) =>
      i % step === 0 ? [text(label, x(i) - 30, { y: HEIGHT - 6 })] : [],
    ),
  );
  const place = document.createElement('div');
  place.className = 'chart';
  place.dataset.row = String(position.row);
  place.dataset.column = String(position.column);
  place.append(svg);
  return place;
}

function make(name: string, attributes: { readonly [name: string]: string | number }): SVGElement {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

function text(
  content: string,
  x: number,
  {
    y,
    fill = '#5f6368',
    size = 10,
  }: { readonly y: number; readonly fill?: string | undefined; readonly size?: number | undefined },
): SVGElement {
  const element = make('text', { x, y, fill, 'font-size': size });
  element.textContent = content;
  return element;
}

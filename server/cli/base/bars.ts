const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

export function bar(share: number, columns: number): string {
  const eighths = Math.round(Math.min(1, Math.max(0, share)) * columns * 8);
  const full = '█'.repeat(Math.floor(eighths / 8)) + EIGHTHS[eighths % 8];
  return full + ' '.repeat(columns - [...full].length);
}

/** Two parts of a whole as one bar: done, failed, still to come. */
export function progressBar(
  done: number,
  failed: number,
  total: number,
  columns: number,
): { done: string; failed: string; rest: string } {
  const part = (count: number): number => (total === 0 ? 0 : Math.round((count / total) * columns));
  const [a, b] = [part(done), part(done + failed)];
  return { done: '█'.repeat(a), failed: '█'.repeat(b - a), rest: '░'.repeat(columns - b) };
}

/** A column chart: rows of text from top to bottom, one column for each value. */
export function columnChart(values: readonly number[], height: number): string[] {
  const top = Math.max(...values, 0);
  const steps = ' ▁▂▃▄▅▆▇█';
  return Array.from({ length: height }, (_, row) =>
    values
      .map((value) => {
        const level = top === 0 ? 0 : (value / top) * height - (height - 1 - row);
        const step = Math.min(8, Math.max(0, Math.round(level * 8)));
        return `${steps[step]}${steps[step]} `;
      })
      .join('')
      .trimEnd(),
  );
}

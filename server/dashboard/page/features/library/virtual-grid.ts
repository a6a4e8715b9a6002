import { useEffect, useRef, useState } from 'preact/hooks';

const SPARE = 2;

/** Draws of many cards those near the screen. `width` and `height` hold the gap between cards. */
export function useVirtualGrid(total: number, { width, height }: { readonly width: number; readonly height: number }) {
  const box = useRef<HTMLUListElement>(null);
  const [at, setAt] = useState({ top: 0, seen: 900, wide: 1_000 });
  useEffect(() => {
    const look = (): void => {
      const edges = box.current?.getBoundingClientRect();
      if (edges !== undefined) setAt({ top: Math.max(0, -edges.top), seen: innerHeight, wide: edges.width });
    };
    look();
    addEventListener('scroll', look, { passive: true });
    addEventListener('resize', look);
    return () => {
      removeEventListener('scroll', look);
      removeEventListener('resize', look);
    };
  }, [total]);
  const columns = Math.max(1, Math.floor(at.wide / width));
  const rows = Math.ceil(total / columns);
  const first = Math.max(0, Math.floor(at.top / height) - SPARE);
  const last = Math.min(rows, Math.ceil((at.top + at.seen) / height) + SPARE);
  const cards = {
    columns,
    // Positions of the first card that is drawn, and behind the last.
    from: Math.min(total, first * columns),
    to: Math.min(total, last * columns),
    before: first * height,
    after: Math.max(0, rows - last) * height,
  };
  return { box, cards };
}

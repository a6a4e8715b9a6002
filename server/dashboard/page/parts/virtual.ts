import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

/** Rows above and below those in sight. */
const BEYOND = 10;
/** After a jump they are drawn once scrolling rests this long: the rows in sight come first. */
const REST_MS = 60;
/** The first drawn row moves in steps: a short scroll draws nothing. */
const STEP = 5;

export type VirtualRows = ReturnType<typeof useVirtualRows>;

/** Draws the rows that are in sight, of one height each. */
export function useVirtualRows(count: number, rowHeight: number) {
  const box = useRef<HTMLElement | null>(null);
  const [sight, setSight] = useState({ first: 0, rows: 20, beyond: 0 });
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = (): void => {
      const first = Math.floor(element.scrollTop / rowHeight / STEP) * STEP;
      const rows = Math.ceil(element.clientHeight / rowHeight) + STEP;
      const beyondFrom = (from: typeof sight): number => (Math.abs(first - from.first) < rows ? from.beyond : 0);
      setSight((now) => (now.first === first && now.rows === rows ? now : { first, rows, beyond: beyondFrom(now) }));
      clearTimeout(timer);
      timer = setTimeout(() => setSight((now) => (now.beyond === BEYOND ? now : { ...now, beyond: BEYOND })), REST_MS);
    };
    look();
    element.addEventListener('scroll', look, { passive: true });
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => {
      clearTimeout(timer);
      element.removeEventListener('scroll', look);
      observer.disconnect();
    };
  }, [rowHeight, count === 0]);
  const start = Math.max(0, Math.min(sight.first, count - sight.rows) - sight.beyond);
  const end = Math.min(count, Math.max(0, sight.first) + sight.rows + sight.beyond);
  const show = useCallback(
    (row: number) => {
      const element = box.current;
      if (element === null) return;
      const top = row * rowHeight;
      const isInSight = top >= element.scrollTop && top + 3 * rowHeight <= element.scrollTop + element.clientHeight;
      if (!isInSight) element.scrollTop = Math.max(0, top - element.clientHeight / 3);
    },
    [rowHeight],
  );
  // `before` and `after` are pixels in the place of the other rows.
  return { box, start, end, before: start * rowHeight, after: (count - end) * rowHeight, show };
}

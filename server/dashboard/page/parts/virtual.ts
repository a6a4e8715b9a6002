import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

/** Rows above and below those in sight. */
const BEYOND = 10;
/** The first drawn row moves in steps: a short scroll draws nothing. */
const STEP = 5;
/**
 * A jump draws the rows in sight alone; those around them follow when scrolling rests this long.
 */
const REST_MS = 60;

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
      const top = Math.floor(element.scrollTop / rowHeight);
      const rows = Math.ceil(element.clientHeight / rowHeight) + 1;
      setSight((now) => {
        if (Math.abs(top - now.first) >= rows) return { first: top, rows, beyond: 0 };
        const next = { first: top - (top % STEP), rows: rows + STEP, beyond: BEYOND };
        return now.first === next.first && now.rows === next.rows && now.beyond === next.beyond
          ? now
          : next;
      });
    };
    const lookAtRest = (): void => {
      clearTimeout(timer);
      timer = setTimeout(look, REST_MS);
    };
    const scrolled = (): void => {
      look();
      lookAtRest();
    };
    element.addEventListener('scroll', scrolled, { passive: true });
    const observer = new ResizeObserver(lookAtRest);
    observer.observe(element);
    return () => {
      clearTimeout(timer);
      element.removeEventListener('scroll', scrolled);
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
      const isInSight =
        top >= element.scrollTop && top + 3 * rowHeight <= element.scrollTop + element.clientHeight;
      if (!isInSight) element.scrollTop = Math.max(0, top - element.clientHeight / 3);
    },
    [rowHeight],
  );
  // `before` and `after` are pixels in the place of the other rows.
  return { box, start, end, before: start * rowHeight, after: (count - end) * rowHeight, show };
}

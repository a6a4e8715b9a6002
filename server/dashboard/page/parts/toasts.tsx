import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ApiError } from '../../../client/client.ts';
import { problemOf } from '../base/api.ts';

interface Toast {
  readonly id: number;
  readonly tone: 'good' | 'bad' | 'calm';
  readonly text: string;
  readonly lifeMs: number;
  /** What it is about: a newer one takes its place. */
  readonly about?: string | undefined;
}

const LIFE_MS = 6_000;

let show: (toast: Omit<Toast, 'id'>) => void = () => undefined;

export const say = (text: string, tone: Toast['tone'] = 'good', lifeMs = LIFE_MS, about?: string): void =>
  show({ text, tone, lifeMs, about });

const inWords = (problem: ApiError): void => say(problem.details[0]?.message ?? problem.message, 'bad');

/** Carries something out; whatever goes wrong is told, as a toast unless somebody else does, and answered as undefined. */
export async function attempt<T>(work: () => Promise<T>, tell: (problem: ApiError) => void = inWords): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    tell(problemOf(error));
    return undefined;
  }
}

/** In the order in which they are tried. */
const CORNERS = ['bottom right', 'bottom left', 'top right', 'top left'] as const;

/** Puts the box into the first corner where it hides nothing that can be pressed or filled in. */
function place(box: HTMLElement): void {
  const controls = [...document.querySelectorAll('button, a[href], input, select, textarea')]
    .map((control) => control.getBoundingClientRect())
    .filter(({ width, height }) => width > 0 && height > 0);
  const hides = (): boolean => {
    const own = box.getBoundingClientRect();
    return controls.some(
      ({ left, right, top, bottom }) => left < own.right && right > own.left && top < own.bottom && bottom > own.top,
    );
  };
  const free = CORNERS.find((corner) => {
    box.dataset.corner = corner;
    return !hides();
  });
  box.dataset.corner = free ?? CORNERS[0];
}

export function Toasts() {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (box.current !== null && toasts.length > 0) place(box.current);
  }, [toasts]);
  useEffect(() => {
    let last = 0;
    show = (toast) => {
      last += 1;
      const id = last;
      // One at a time: what is newer is what the person waits for.
      setToasts((all) => [...all.filter(({ about }) => about !== undefined && about !== toast.about), { ...toast, id }]);
      setTimeout(() => setToasts((all) => all.filter((each) => each.id !== id)), toast.lifeMs);
    };
  }, []);
  return (
    <div class="toasts" role="status" ref={box}>
      {toasts.map(({ id, tone, text }) => (
        <p key={id} class={`toast ${tone}`}>
          {text}
        </p>
      ))}
    </div>
  );
}

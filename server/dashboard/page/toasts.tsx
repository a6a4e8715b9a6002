import { useEffect, useState } from 'preact/hooks';
import type { ApiError } from '../../client/client.ts';
import { problemOf } from './api.ts';

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

export function Toasts() {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
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
    <div class="toasts" role="status">
      {toasts.map(({ id, tone, text }) => (
        <p key={id} class={`toast ${tone}`}>
          {text}
        </p>
      ))}
    </div>
  );
}

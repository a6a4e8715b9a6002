import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type ApiError, problemOf } from '../base/api.ts';
import { Button, type ButtonProps, type Children } from './parts.tsx';

type DialogProps = Children & {
  title: string;
  open: boolean;
  look?: 'wide' | 'sheet' | undefined;
  onClose: () => void;
};

export function Dialog({ title, open, look, onClose, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open && element.current?.open === false) element.current.showModal();
    if (!open && element.current?.open === true) element.current.close();
  }, [open]);
  return (
    <dialog ref={element} class={look} onClose={onClose} aria-label={title}>
      {open && (
        <>
          <header>
            <h2>{title}</h2>
            <Button kind="quiet" icon="close" label="Close" onClick={onClose} />
          </header>
          {children}
        </>
      )}
    </dialog>
  );
}

interface DialogButtonProps extends Pick<ButtonProps, 'kind' | 'icon'> {
  title: string;
  look?: DialogProps['look'];
  children: (close: () => void) => ComponentChildren;
}

/** A button, and the dialog that it opens. */
export function DialogButton({ title, look, children, ...button }: DialogButtonProps) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)}>
        {title}
      </Button>
      <Dialog title={title} open={open} look={look} onClose={close}>
        {children(close)}
      </Dialog>
    </>
  );
}

/** Asks before something is gone: `ask` opens the dialog that `question` draws. */
export function useConfirm<T>(
  verb: string,
  nameOf: (item: T) => string,
  onConfirm: (item: T) => unknown,
) {
  const [item, ask] = useState<T>();
  const close = () => ask(undefined);
  const confirm = () => {
    close();
    if (item !== undefined) onConfirm(item);
  };
  const question = (text: ComponentChildren) => (
    <Dialog
      title={`${verb} ${item === undefined ? '' : nameOf(item)}?`}
      open={item !== undefined}
      onClose={close}
    >
      <p>{text}</p>
      <div class="dialog-actions">
        <Button onClick={close}>Cancel</Button>
        <Button kind="danger" onClick={confirm}>
          {verb}
        </Button>
      </div>
    </Dialog>
  );
  return { item, ask, question };
}

interface Toast {
  readonly id: number;
  readonly tone: 'good' | 'bad' | 'calm';
  readonly text: string;
  readonly lifeMs: number;
  /** A newer one about the same takes its place. */
  readonly about?: string | undefined;
}

const LIFE_MS = 6_000;

let show: (toast: Omit<Toast, 'id'>) => void = () => undefined;

export const say = (
  text: string,
  tone: Toast['tone'] = 'good',
  lifeMs = LIFE_MS,
  about?: string,
): void => show({ text, tone, lifeMs, about });

const sayProblem = (problem: ApiError): void =>
  say(problem.details[0]?.message ?? problem.message, 'bad');

/** What `work` answers; undefined where it failed, which `tell` shows: by default a toast. */
export async function attempt<T>(
  work: () => Promise<T>,
  tell: (problem: ApiError) => void = sayProblem,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    tell(problemOf(error));
    return undefined;
  }
}

/** Carries `work` out and says so. `after` runs also where it failed. */
export async function act<T>(
  work: () => Promise<T>,
  said: string | ((answer: T) => string),
  after: () => void = () => undefined,
): Promise<T | undefined> {
  const answer = await attempt(work);
  if (answer !== undefined) say(typeof said === 'string' ? said : said(answer));
  after();
  return answer;
}

const CORNERS = ['bottom right', 'bottom left', 'top right', 'top left'] as const;

function place(box: HTMLElement): void {
  const controls = [...document.querySelectorAll('button, a[href], input, select, textarea')]
    .map((control) => control.getBoundingClientRect())
    .filter(({ width, height }) => width > 0 && height > 0);
  const hides = () => {
    const own = box.getBoundingClientRect();
    return controls.some(
      ({ left, right, top, bottom }) =>
        left < own.right && right > own.left && top < own.bottom && bottom > own.top,
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
    const element = box.current;
    if (element === null || toasts.length === 0) return;
    const again = () => place(element);
    again();
    // Controls move when something arrives, a dialog closes, or the page scrolls.
    const changes = new MutationObserver(again);
    changes.observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributeFilter: ['class', 'open'],
    });
    addEventListener('scroll', again, true);
    return () => {
      changes.disconnect();
      removeEventListener('scroll', again, true);
    };
  }, [toasts]);
  useEffect(() => {
    let last = 0;
    show = (toast) => {
      last += 1;
      const id = last;
      setToasts((all) => [
        ...all.filter(({ about }) => about !== undefined && about !== toast.about),
        { ...toast, id },
      ]);
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

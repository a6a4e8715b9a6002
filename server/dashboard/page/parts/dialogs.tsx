import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Button } from './parts.tsx';

interface Children {
  readonly children?: ComponentChildren;
}

export function Dialog({
  title,
  open,
  wide = false,
  onClose,
  children,
}: Children & {
  readonly title: string;
  readonly open: boolean;
  /** With room for pictures and lists. */
  readonly wide?: boolean;
  readonly onClose: () => void;
}) {
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open && element.current?.open === false) element.current.showModal();
    if (!open && element.current?.open === true) element.current.close();
  }, [open]);
  return (
    <dialog ref={element} class={wide ? 'wide' : ''} onClose={onClose} aria-label={title}>
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

/** Asks once more before something is gone. Open while there is a name of what it is about. */
export function Confirm({
  verb,
  name,
  onClose,
  onConfirm,
  children,
}: Children & {
  readonly verb: string;
  readonly name: string | undefined;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}) {
  return (
    <Dialog title={`${verb} ${name ?? ''}?`} open={name !== undefined} onClose={onClose}>
      {children}
      <div class="dialog-actions">
        <Button onClick={onClose}>Keep it</Button>
        <Button kind="danger" onClick={onConfirm}>
          {verb}
        </Button>
      </div>
    </Dialog>
  );
}

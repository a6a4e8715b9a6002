import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { act, Dialog, DialogButton, useConfirm } from './dialogs.tsx';
import { Button, FreshKey } from './parts.tsx';
import { ResourceList, type ResourceListProps } from './table.tsx';

/** A form over a row. */
interface Edit<T> {
  /** `Rename` */
  readonly word: string;
  readonly label?: (name: string) => string;
  readonly title?: (name: string) => string;
  readonly form: (row: T, done: () => void) => ComponentChildren;
}

/** The end of a row, which is asked for. */
interface Ending<T> {
  /** `Delete` */
  readonly verb?: string;
  readonly call: (row: T) => Promise<unknown>;
  readonly said?: (name: string) => string;
  /** What the person should know before. */
  readonly note: ComponentChildren | ((row: T) => ComponentChildren);
}

interface RowActions<T> {
  nameOf?: (row: T) => string;
  actions?: (row: T) => ComponentChildren;
  edit?: Edit<T>;
  ending?: Ending<T>;
  /** Whether the viewer may edit and end rows. */
  mayChange?: boolean;
}

const nameIn = (row: unknown): string =>
  typeof row === 'object' && row !== null && 'name' in row ? String(row.name) : '';

/** The buttons of a row, and the dialogs that they open. */
export function useRowActions<T>(
  { nameOf = nameIn, actions, edit, ending, mayChange = true }: RowActions<T>,
  reload: () => void,
): { readonly buttons: (row: T) => ComponentChildren; readonly dialogs: ComponentChildren } {
  const [open, setOpen] = useState<T>();
  const close = () => setOpen(undefined);
  const {
    verb = 'Delete',
    said = (name) => `${name} is deleted.`,
    call,
    note,
  }: Partial<Ending<T>> = ending ?? {};
  const end = useConfirm<T>(
    verb,
    nameOf,
    (row) => call && act(() => call(row), said(nameOf(row)), reload),
  );
  const {
    word = '',
    label = (name) => `${word} ${name}`,
    title = label,
    form,
  }: Partial<Edit<T>> = edit ?? {};
  const done = () => {
    close();
    reload();
  };
  return {
    buttons: (row) => (
      <>
        {actions?.(row)}
        {mayChange && edit && (
          <Button kind="quiet" label={label(nameOf(row))} onClick={() => setOpen(row)}>
            {word}
          </Button>
        )}
        {mayChange && ending && (
          <Button
            kind="quiet"
            icon="trash"
            label={`${verb} ${nameOf(row)}`}
            onClick={() => end.ask(row)}
          />
        )}
      </>
    ),
    dialogs: (
      <>
        <Dialog
          title={open === undefined ? '' : title(nameOf(open))}
          open={open !== undefined}
          onClose={close}
        >
          {open !== undefined && form?.(open, done)}
        </Dialog>
        {end.question(typeof note === 'function' ? end.item !== undefined && note(end.item) : note)}
      </>
    ),
  };
}

/**
 * Rows with what can be done with each. On narrow screens `corner` puts the buttons beside the
 * first column.
 */
export function ActionList<T>({
  columns,
  corner = false,
  ...list
}: ResourceListProps<T> & RowActions<T> & { corner?: boolean }) {
  const { buttons, dialogs } = useRowActions(list, list.of.reload);
  return (
    <>
      <ResourceList
        {...list}
        columns={[...columns, ['', buttons, `nowrap right${corner ? ' corner' : ''}`]]}
      />
      {dialogs}
    </>
  );
}

type Fresh = Parameters<typeof FreshKey>[0];

/** The button with the form that makes a row, and the secret of a new one, which is shown once. */
export function useCreate(
  title: string,
  reload: () => void,
  form: (done: (fresh?: Fresh) => void) => ComponentChildren,
) {
  const [fresh, setFresh] = useState<Fresh>();
  const create = (
    <DialogButton kind="primary" icon="plus" title={title}>
      {(close) =>
        form((made) => {
          close();
          if (made) setFresh(made);
          reload();
        })
      }
    </DialogButton>
  );
  return { create, secret: fresh && <FreshKey {...fresh} />, setFresh };
}

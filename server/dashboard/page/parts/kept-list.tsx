import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Resource } from '../base/api.ts';
import { act, Dialog, say, useConfirm } from './dialogs.tsx';
import { Form, type KeptValues, TextField } from './fields.tsx';
import { Button, Empty, Loaded } from './parts.tsx';
import { List } from './table.tsx';

interface Kept {
  readonly id: string;
  readonly name: string;
}

interface KeptListProps<T extends Kept> {
  /** `convention` */
  noun: string;
  about: string;
  list: Resource<{ readonly data: readonly T[] }>;
  mayChange: boolean;
  summary: (item: T) => ComponentChildren;
  form: (item: T | undefined, onSaved: () => void) => ComponentChildren;
  onDelete: (id: string) => Promise<unknown>;
}

export function KeptList<T extends Kept>({ noun, about, list, mayChange, summary, form, onDelete }: KeptListProps<T>) {
  const [open, setOpen] = useState<T | 'new'>();
  const removal = useConfirm<T>(
    'Delete',
    ({ name }) => name,
    ({ id, name }) => act(() => onDelete(id), `${name} is deleted.`, list.reload),
  );
  const create = mayChange && (
    <Button kind="primary" icon="plus" onClick={() => setOpen('new')}>
      New {noun}
    </Button>
  );
  const saved = () => {
    setOpen(undefined);
    list.reload();
  };
  return (
    <>
      <Loaded
        of={list}
        rows={3}
        empty={
          <Empty icon="file" title={`No ${noun} yet`} action={create}>
            {about}
          </Empty>
        }
      >
        {({ data }) => (
          <>
            <p class="hint">{about}</p>
            <List
              label={`Each ${noun}`}
              rows={data}
              keyOf={({ id }) => id}
              columns={[
                ['Name', ({ name }) => name, 'strong'],
                ['Says', summary, 'grow'],
                [
                  '',
                  (item) =>
                    mayChange && (
                      <>
                        <Button kind="quiet" label={`Edit ${item.name}`} onClick={() => setOpen(item)}>
                          Edit
                        </Button>
                        <Button kind="quiet" icon="trash" label={`Delete ${item.name}`} onClick={() => removal.ask(item)} />
                      </>
                    ),
                  'nowrap right',
                ],
              ]}
            />
            {create}
          </>
        )}
      </Loaded>
      <Dialog
        title={open === 'new' ? `New ${noun}` : `Edit ${open?.name ?? ''}`}
        open={open !== undefined}
        onClose={() => setOpen(undefined)}
      >
        {open !== undefined && form(open === 'new' ? undefined : open, saved)}
      </Dialog>
      {removal.question('What was launched with it stays as it is. Rows and requests that name it are refused from now on.')}
    </>
  );
}

interface KeptFormProps {
  name: { readonly value: string; readonly onValue: (name: string) => void };
  kept: KeptValues;
  onSave: () => Promise<unknown>;
  onSaved: () => void;
  children: ComponentChildren;
}

export const KeptForm = ({ name, kept, onSave, onSaved, children }: KeptFormProps) => (
  <Form
    class="kept-form"
    kept={kept}
    send={onSave}
    onDone={() => {
      say(`${name.value} is saved.`);
      onSaved();
    }}
    button="Save"
  >
    <TextField label="Name" required maxLength={200} {...name} />
    {children}
  </Form>
);

interface FormRowsProps<T> {
  /** `field` */
  label: string;
  value: readonly T[];
  fresh: T;
  onValue: (rows: readonly T[]) => void;
  children: (row: T, bind: <N extends keyof T>(name: N) => Bound<T[N]>, at: number) => ComponentChildren;
}

interface Bound<V> {
  readonly value: V;
  readonly onValue: (value: V) => void;
}

export const FormRows = <T extends object>({ label, value: rows, fresh, onValue, children }: FormRowsProps<T>) => (
  <fieldset class="form-rows">
    {rows.map((row, at) => (
      <div key={at} class="form-row">
        {children(
          row,
          (name) => ({
            value: row[name],
            onValue: (value) => onValue(rows.map((each, i) => (i === at ? { ...each, [name]: value } : each))),
          }),
          at + 1,
        )}
        <Button
          kind="quiet"
          icon="trash"
          label={`Take away ${label} ${at + 1}`}
          onClick={() => onValue(rows.filter((_, i) => i !== at))}
        />
      </div>
    ))}
    <Button icon="plus" onClick={() => onValue([...rows, fresh])}>
      Add {label}
    </Button>
  </fieldset>
);

export const listOf = (text: string): string[] => text.split(',').flatMap((part) => part.trim() || []);

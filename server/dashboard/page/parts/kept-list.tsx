import type { ComponentChildren } from 'preact';
import type { Resource } from '../base/api.ts';
import { say } from './dialogs.tsx';
import { Form, type KeptValues, TextField } from './fields.tsx';
import { ActionList, useCreate } from './list-page.tsx';
import { Button, Empty } from './parts.tsx';

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

export function KeptList<T extends Kept>({
  noun,
  about,
  list,
  mayChange,
  summary,
  form,
  onDelete,
}: KeptListProps<T>) {
  const { create } = useCreate(`New ${noun}`, list.reload, (done) => form(undefined, done));
  const shown = mayChange && create;
  return (
    <>
      {(list.data?.data.length ?? 0) > 0 && <p class="hint">{about}</p>}
      <ActionList
        of={list}
        lines={3}
        empty={
          <Empty icon="file" title={`No ${noun} yet`} action={shown}>
            {about}
          </Empty>
        }
        label={`Each ${noun}`}
        columns={[
          ['Name', ({ name }) => name, 'strong'],
          ['Says', summary, 'grow'],
        ]}
        mayChange={mayChange}
        edit={{ word: 'Edit', form }}
        ending={{
          call: ({ id }) => onDelete(id),
          note: 'What was launched with it stays as it is. Rows and requests that name it are refused from now on.',
        }}
      />
      {(list.data?.data.length ?? 0) > 0 && shown}
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
  children: (
    row: T,
    bind: <N extends keyof T>(name: N) => Bound<T[N]>,
    at: number,
  ) => ComponentChildren;
}

interface Bound<V> {
  readonly value: V;
  readonly onValue: (value: V) => void;
}

export const FormRows = <T extends object>({
  label,
  value: rows,
  fresh,
  onValue,
  children,
}: FormRowsProps<T>) => (
  <fieldset class="form-rows">
    {rows.map((row, at) => (
      <div key={at} class="form-row">
        {children(
          row,
          (name) => ({
            value: row[name],
            onValue: (value) =>
              onValue(rows.map((each, i) => (i === at ? { ...each, [name]: value } : each))),
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

export const listOf = (text: string): string[] =>
  text.split(',').flatMap((part) => part.trim() || []);

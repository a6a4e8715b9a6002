import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Resource } from '../../base/resource.ts';
import { Confirm, Dialog } from '../../parts/dialogs.tsx';
import { Form } from '../../parts/form.tsx';
import { Button, Empty, ProblemNote, TextField, Waiting } from '../../parts/parts.tsx';
import { Table } from '../../parts/table.tsx';
import { attempt, say } from '../../parts/toasts.tsx';

/** A document that people keep under a name. */
interface Kept {
  readonly id: string;
  readonly name: string;
}

interface KeptListProps<T extends Kept> {
  /** What one of them is called: `convention`. */
  readonly noun: string;
  readonly about: string;
  readonly list: Resource<{ readonly data: readonly T[] }>;
  readonly mayChange: boolean;
  /** What it says, in a line. */
  readonly summary: (item: T) => ComponentChildren;
  readonly form: (item: T | undefined, onSaved: () => void) => ComponentChildren;
  readonly onDelete: (id: string) => Promise<unknown>;
}

/** Named documents of one kind: listed, made, changed and deleted. */
export function KeptList<T extends Kept>({ noun, about, list, mayChange, summary, form, onDelete }: KeptListProps<T>) {
  const [open, setOpen] = useState<T | 'new'>();
  const [leaving, setLeaving] = useState<T>();
  const remove = async ({ id, name }: T): Promise<void> => {
    setLeaving(undefined);
    if ((await attempt(() => onDelete(id))) !== undefined) say(`${name} is deleted.`);
    list.reload();
  };
  const create = mayChange && (
    <Button kind="primary" icon="plus" onClick={() => setOpen('new')}>
      New {noun}
    </Button>
  );
  const saved = (): void => {
    setOpen(undefined);
    list.reload();
  };
  return (
    <>
      {list.problem && <ProblemNote problem={list.problem} onRetry={list.reload} />}
      {list.data === undefined ? (
        !list.problem && <Waiting rows={3} />
      ) : list.data.data.length === 0 ? (
        <Empty icon="file" title={`No ${noun} yet`} action={create}>
          {about}
        </Empty>
      ) : (
        <>
          <p class="hint">{about}</p>
          <Table narrow="stacks" label={`Each ${noun}`} head={['Name', 'Says', '']}>
            {list.data.data.map((item) => (
              <tr key={item.id}>
                <td class="strong">{item.name}</td>
                <td class="grow">{summary(item)}</td>
                <td class="nowrap right">
                  {mayChange && (
                    <>
                      <Button kind="quiet" label={`Edit ${item.name}`} onClick={() => setOpen(item)}>
                        Edit
                      </Button>
                      <Button kind="quiet" icon="trash" label={`Delete ${item.name}`} onClick={() => setLeaving(item)} />
                    </>
                  )}
                </td>
              </tr>
            ))}
          </Table>
          {create}
        </>
      )}
      <Dialog
        title={open === 'new' ? `New ${noun}` : `Edit ${open?.name ?? ''}`}
        open={open !== undefined}
        onClose={() => setOpen(undefined)}
      >
        {open !== undefined && form(open === 'new' ? undefined : open, saved)}
      </Dialog>
      <Confirm
        verb="Delete"
        name={leaving?.name}
        onClose={() => setLeaving(undefined)}
        onConfirm={() => leaving && void remove(leaving)}
      >
        <p>What was launched with it stays as it is. Rows and requests that name it are refused from now on.</p>
      </Confirm>
    </>
  );
}

/** The form of one: its name, the rest as children. What the service refuses is told in place. */
export function KeptForm({
  name,
  onName,
  onSave,
  onSaved,
  children,
}: {
  readonly name: string;
  readonly onName: (name: string) => void;
  readonly onSave: () => Promise<unknown>;
  readonly onSaved: () => void;
  readonly children: ComponentChildren;
}) {
  const finish = (): void => {
    say(`${name} is saved.`);
    onSaved();
  };
  return (
    <Form class="kept-form" send={onSave} onDone={finish} button="Save">
      <TextField label="Name" required maxLength={200} value={name} onText={onName} />
      {children}
    </Form>
  );
}

/** Rows of inputs that can be added and taken away. */
export function FormRows<T extends object>({
  label,
  rows,
  fresh,
  onRows,
  children,
}: {
  /** What one row is called: `field`. */
  readonly label: string;
  readonly rows: readonly T[];
  readonly fresh: T;
  readonly onRows: (rows: readonly T[]) => void;
  readonly children: (row: T, change: (some: Partial<T>) => void, at: number) => ComponentChildren;
}) {
  return (
    <fieldset class="form-rows">
      {rows.map((row, at) => (
        <div key={at} class="form-row">
          {children(row, (some) => onRows(rows.map((each, i) => (i === at ? { ...each, ...some } : each))), at + 1)}
          <Button
            kind="quiet"
            icon="trash"
            label={`Take away ${label} ${at + 1}`}
            onClick={() => onRows(rows.filter((_, i) => i !== at))}
          />
        </div>
      ))}
      <Button icon="plus" onClick={() => onRows([...rows, fresh])}>
        Add {label}
      </Button>
    </fieldset>
  );
}

/** `a, b` as a list. */
export const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

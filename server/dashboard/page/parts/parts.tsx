import type { ComponentChildren, ComponentProps } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ApiError } from '../../../client/client.ts';
import { Icon, type IconName } from './icons.tsx';

/** The pieces pages are made of. */

interface Children {
  readonly children?: ComponentChildren;
}

type PageHeadProps = Children & {
  readonly title: string;
  /** Where the heading is more than its words. */
  readonly heading?: ComponentChildren;
  readonly lead?: ComponentChildren;
};

export function PageHead({ title, heading = title, lead, children }: PageHeadProps) {
  useEffect(() => {
    document.title = `${title} · Slipway`;
  }, [title]);
  return (
    <header class="page-head">
      <div>
        <h1>{heading}</h1>
        {lead !== undefined && <p class="lead">{lead}</p>}
      </div>
      <div class="actions">{children}</div>
    </header>
  );
}

type ButtonProps = Children & {
  readonly onClick?: () => void;
  readonly kind?: 'primary' | 'plain' | 'danger' | 'quiet';
  readonly icon?: IconName;
  readonly busy?: boolean;
  readonly disabled?: boolean;
  readonly type?: 'button' | 'submit';
  /** Where there are no words beside the icon. */
  readonly label?: string;
};

export function Button({
  kind = 'plain',
  icon,
  busy = false,
  disabled = false,
  type = 'button',
  label,
  onClick,
  children,
}: ButtonProps) {
  return (
    <button
      type={type}
      class={`button ${kind}${children === undefined ? ' bare' : ''}`}
      disabled={disabled || busy}
      aria-busy={busy}
      onClick={onClick}
      {...(label !== undefined && { 'aria-label': label, title: label })}
    >
      {busy ? <span class="spinner" aria-hidden="true" /> : icon !== undefined && <Icon name={icon} />}
      {children}
    </button>
  );
}

export type Tone = 'good' | 'bad' | 'warn' | 'live' | 'calm';

export const Badge = ({ tone, children }: Children & { readonly tone: Tone }) => <span class={`badge ${tone}`}>{children}</span>;

export function Empty({
  icon,
  title,
  children,
  action,
}: Children & { readonly icon: IconName; readonly title: string; readonly action?: ComponentChildren }) {
  return (
    <div class="empty">
      <span class="empty-icon">
        <Icon name={icon} size={26} />
      </span>
      <h2>{title}</h2>
      <p>{children}</p>
      {action}
    </div>
  );
}

/** Lines that hold the place of rows that are on their way. */
export const Waiting = ({ rows = 5 }: { readonly rows?: number }) => (
  <div class="waiting" role="status" aria-label="Loading">
    {Array.from({ length: rows }, (_, i) => (
      <span key={i} />
    ))}
  </div>
);

export const ProblemNote = ({ problem, onRetry }: { readonly problem: ApiError; readonly onRetry?: () => void }) => (
  <div class="note bad" role="alert">
    <Icon name="faults" />
    <div>
      <p>{problem.message}</p>
      {problem.details.length > 0 && problem.details.some(({ message }) => message !== problem.message) && (
        <ul>
          {problem.details.slice(0, 8).map(({ path, message }) => (
            <li key={path + message}>{message}</li>
          ))}
        </ul>
      )}
    </div>
    {onRetry && <Button onClick={onRetry}>Try again</Button>}
  </div>
);

export function Progress({
  done,
  failed,
  total,
  settled = done + failed,
  label,
}: {
  readonly done: number;
  readonly failed: number;
  readonly total: number;
  /** Where more is settled than is shown in colour: what was undone, or cancelled. */
  readonly settled?: number;
  readonly label: string;
}) {
  const share = (part: number): string => `${total === 0 ? 0 : (part / total) * 100}%`;
  return (
    <div class="progress" role="progressbar" aria-label={label} aria-valuemin={0} aria-valuemax={total} aria-valuenow={settled}>
      <span class="done" style={{ width: share(done) }} />
      <span class="failed" style={{ width: share(failed) }} />
    </div>
  );
}

export function Field({ label, hint, children }: Children & { readonly label: string; readonly hint?: string | undefined }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child.
    <label class="field">
      <span class="field-label">{label}</span>
      {children}
      {hint !== undefined && <span class="hint">{hint}</span>}
    </label>
  );
}

type TextFieldProps = Omit<ComponentProps<'input'>, 'onInput' | 'label'> & {
  readonly label: string;
  readonly hint?: string;
  readonly onText: (text: string) => void;
};

/** A field of one line. */
export const TextField = ({ label, hint, onText, ...input }: TextFieldProps) => (
  <Field label={label} hint={hint}>
    {/* Its type and its role are checked where it is used. */}
    <input {...(input as ComponentProps<'input'>)} onInput={(event) => onText(event.currentTarget.value)} />
  </Field>
);

/** Which of the ad accounts. */
export function AccountChoice({
  label,
  accounts,
  value,
  onChoose,
}: {
  readonly label: string;
  readonly accounts: readonly { readonly id: string; readonly name: string }[] | undefined;
  readonly value: string | undefined;
  readonly onChoose: (id: string) => void;
}) {
  return (
    <Field label={label}>
      <select value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
        {accounts?.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </Field>
  );
}

export function Copy({ text, label = 'Copy' }: { readonly text: string; readonly label?: string }) {
  const [copied, setCopied] = useState(false);
  const copy = (): void => {
    void copyText(text).then((isCopied) => {
      if (!isCopied) return;
      setCopied(true);
      setTimeout(() => setCopied(false), 1500);
    });
  };
  return <Button kind="quiet" icon={copied ? 'check' : 'copy'} label={copied ? 'Copied' : label} onClick={copy} />;
}

/** A key that was just made. */
export const FreshKey = ({ name, secret }: { readonly name: string; readonly secret: string }) => (
  <div class="note good fresh-key" role="status">
    <div>
      <p>
        <strong>{name}</strong>: copy the key now, it is not shown again.
      </p>
      <code>{secret}</code>
    </div>
    <Copy text={secret} label="Copy the key" />
  </div>
);

/** Over plain http a browser has no clipboard for pages; a selected text can be copied all the same. */
async function copyText(text: string): Promise<boolean> {
  if (navigator.clipboard !== undefined)
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  const area = document.createElement('textarea');
  area.value = text;
  // Inside the dialog that may be open: what lies behind it cannot be selected.
  (document.querySelector('dialog[open]') ?? document.body).append(area);
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  return isCopied;
}

/** Files by drop or by choice. */
export function DropZone({
  onFiles,
  accept,
  children,
}: Children & { readonly onFiles: (files: readonly File[]) => void; readonly accept: string }) {
  const [over, setOver] = useState(false);
  const take = (list: FileList | null | undefined): void => onFiles(Array.from(list ?? []));
  const on = (event: DragEvent, inside: boolean): void => {
    event.preventDefault();
    setOver(inside);
  };
  return (
    <label
      class={`drop${over ? ' over' : ''}`}
      onDragOver={(event) => on(event, true)}
      onDragLeave={(event) => on(event, false)}
      onDrop={(event) => {
        on(event, false);
        take(event.dataTransfer?.files);
      }}
    >
      <input
        type="file"
        multiple
        accept={accept}
        onChange={(event) => {
          take(event.currentTarget.files);
          event.currentTarget.value = '';
        }}
      />
      {children}
    </label>
  );
}

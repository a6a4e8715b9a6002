import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { docPages, errorPage } from '../../../../core/base/doc-pages.ts';
import type { ApiError, Resource } from '../base/api.ts';
import { go, pageHere } from '../base/route.ts';
import { Icon, type IconName } from './icons.tsx';
import { LongWait } from './long-wait.tsx';

export interface Children {
  readonly children?: ComponentChildren;
}

type PageHeadProps = Children & {
  title: string;
  heading?: ComponentChildren;
  lead?: ComponentChildren;
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

export interface ButtonProps extends Children {
  onClick?: (() => unknown) | undefined;
  /** It is busy until what `onClick` does has ended. */
  waits?: boolean;
  kind?: 'primary' | 'plain' | 'danger' | 'quiet';
  icon?: IconName;
  busy?: boolean;
  disabled?: boolean;
  type?: 'button' | 'submit';
  label?: string;
}

export function Button({
  kind = 'plain',
  icon,
  busy = false,
  disabled = false,
  type = 'button',
  label,
  waits = false,
  onClick,
  children,
}: ButtonProps) {
  const [isWaiting, setWaiting] = useState(false);
  const isBusy = busy || isWaiting;
  const press = async () => {
    if (waits) setWaiting(true);
    await onClick?.();
    if (waits) setWaiting(false);
  };
  return (
    <button
      type={type}
      class={`button ${kind}${children === undefined ? ' bare' : ''}`}
      disabled={disabled || isBusy}
      aria-busy={isBusy}
      onClick={press}
      {...(label !== undefined && { 'aria-label': label, title: label })}
    >
      {isBusy ? (
        <span class="spinner" aria-hidden="true" />
      ) : (
        icon !== undefined && <Icon name={icon} />
      )}
      {children}
    </button>
  );
}

export type Tone = 'good' | 'bad' | 'warn' | 'live' | 'calm';

export const Badge = ({ tone, children }: Children & { tone: Tone }) => (
  <span class={`badge ${tone}`}>{children}</span>
);

/** A link into the documentation of this service. */
export const DocLink = ({ page, children }: Children & { page: string }) => (
  <a href={`/docs/${page}`} target="_blank" rel="noreferrer">
    {children}
  </a>
);

/** How the page that is shown is used. */
function HowTo() {
  const page = (docPages.dashboard as { readonly [path: string]: string | undefined })[pageHere()];
  return page === undefined ? null : (
    <p>
      <DocLink page={page}>How this works</DocLink>
    </p>
  );
}

export function Empty({
  icon,
  title,
  children,
  action,
}: Children & { icon: IconName; title: string; action?: ComponentChildren }) {
  return (
    <div class="empty">
      <span class="empty-icon">
        <Icon name={icon} size={26} />
      </span>
      <h2>{title}</h2>
      <p>{children}</p>
      {action}
      <HowTo />
    </div>
  );
}

export const NoAccounts = ({
  mayConnect = true,
  children,
}: Children & { mayConnect?: boolean }) => (
  <Empty
    icon="connections"
    title="No ad account yet"
    action={
      mayConnect && (
        <Button kind="primary" onClick={() => go('connections')}>
          Connect a platform
        </Button>
      )
    }
  >
    {children}
  </Empty>
);

export const Waiting = ({ rows = 5, onRetry }: { rows?: number; onRetry?: () => void }) => (
  <div class="waiting" role="status" aria-label="Loading">
    {Array.from({ length: rows }, (_, i) => (
      <span key={i} />
    ))}
    {onRetry !== undefined && <LongWait onRetry={onRetry} />}
  </div>
);

export const ProblemNote = ({ problem, onRetry }: { problem: ApiError; onRetry?: () => void }) => (
  <div class="note bad" role="alert">
    <Icon name="faults" />
    <div>
      <p>{problem.message}</p>
      {problem.details.length > 0 &&
        problem.details.some(({ message }) => message !== problem.message) && (
          <ul>
            {problem.details.slice(0, 8).map(({ path, message }) => (
              <li key={path + message}>{message}</li>
            ))}
          </ul>
        )}
      {problem.status > 0 && (
        <p>
          <DocLink page={errorPage(problem.details[0]?.code ?? problem.code)}>
            About this error
          </DocLink>
        </p>
      )}
    </div>
    {onRetry && <Button onClick={onRetry}>Try again</Button>}
  </div>
);

interface LoadedProps<T> {
  of: Resource<T>;
  rows?: number;
  empty?: ComponentChildren;
  children: (data: T) => ComponentChildren;
}

const isEmpty = (data: unknown): boolean =>
  typeof data === 'object' &&
  data !== null &&
  'data' in data &&
  Array.isArray(data.data) &&
  data.data.length === 0;

export const Loaded = <T,>({
  of: { data, problem, reload },
  rows = 4,
  empty,
  children,
}: LoadedProps<T>) => (
  <>
    {problem && <ProblemNote problem={problem} onRetry={reload} />}
    {data === undefined
      ? !problem && <Waiting rows={rows} onRetry={reload} />
      : empty !== undefined && isEmpty(data)
        ? empty
        : children(data)}
  </>
);

interface FactsProps {
  facts: readonly (readonly [name: string, value: ComponentChildren, kind?: string])[];
  class?: string;
}

export const Facts = ({ facts, class: kind = 'facts' }: FactsProps) => (
  <dl class={kind}>
    {facts.map(([name, value, ink]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd class={ink}>{value}</dd>
      </div>
    ))}
  </dl>
);

interface SegmentsProps<T extends string> {
  label: string;
  name: string;
  choices: readonly (readonly [value: T, words: ComponentChildren])[];
  value: T;
  onValue: (value: T) => void;
  class?: string;
}

export const Segments = <T extends string>({
  label,
  name,
  choices,
  value,
  onValue,
  class: kind = 'segments',
}: SegmentsProps<T>) => (
  <fieldset class={kind}>
    <legend class="sr">{label}</legend>
    {choices.map(([each, words]) => (
      <label key={each} class={each === value ? 'on' : ''}>
        <input type="radio" name={name} checked={each === value} onChange={() => onValue(each)} />
        {words}
      </label>
    ))}
  </fieldset>
);

interface ProgressProps {
  done: number;
  failed: number;
  total: number;
  /** Where undone or cancelled ads have no colour. */
  settled?: number;
  label: string;
}

export function Progress({ done, failed, total, settled = done + failed, label }: ProgressProps) {
  const share = (part: number) => `${total === 0 ? 0 : (part / total) * 100}%`;
  return (
    <div
      class="progress"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={settled}
    >
      <span class="done" style={{ width: share(done) }} />
      <span class="failed" style={{ width: share(failed) }} />
    </div>
  );
}

export function Copy({ text, label = 'Copy' }: { text: string; label?: string }) {
  const [copied, setCopied] = useState(false);
  const copy = () => {
    void copyText(text).then((isCopied) => {
      if (!isCopied) return;
      setCopied(true);
      setTimeout(() => setCopied(false), 1500);
    });
  };
  return (
    <Button
      kind="quiet"
      icon={copied ? 'check' : 'copy'}
      label={copied ? 'Copied' : label}
      onClick={copy}
    />
  );
}

export const FreshKey = ({ name, secret }: { name: string; secret: string }) => (
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

/** Over plain http a page has no clipboard: it copies a selected text. */
async function copyText(text: string): Promise<boolean> {
  if (navigator.clipboard !== undefined)
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  const area = document.createElement('textarea');
  area.value = text;
  // Text behind an open dialog cannot be selected.
  (document.querySelector('dialog[open]') ?? document.body).append(area);
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  return isCopied;
}

export function DropZone({
  onFiles,
  accept,
  children,
}: Children & { onFiles: (files: readonly File[]) => void; accept: string }) {
  const [over, setOver] = useState(false);
  const take = (list: FileList | null | undefined): void => onFiles(Array.from(list ?? []));
  const on = (event: DragEvent, inside: boolean) => {
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

/** A page elsewhere, beside this one. */
export const Outside = ({ to, children }: { to: string; children: string }) => (
  <a href={to} target="_blank" rel="noreferrer">
    {children}
  </a>
);

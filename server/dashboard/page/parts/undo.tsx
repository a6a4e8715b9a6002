import { useEffect, useState } from 'preact/hooks';
import { client, problemOf } from '../base/api.ts';
import { pageHere, useListener } from '../base/route.ts';
import { useConfirm } from './dialogs.tsx';
import { Button } from './parts.tsx';

interface Named {
  readonly id: string;
  readonly name: string;
}

/** What became of one object. */
export interface Told extends Named {
  readonly isDone: boolean;
  /** The platform gave no answer, so it may have happened. */
  readonly isUnknown?: boolean;
  readonly text?: string | undefined;
}

/**
 * The id that takes one request back, and the objects it concerned: they are named where all of it
 * is refused.
 */
export interface WayBack {
  readonly updateId: string;
  readonly objects: readonly Named[];
}

interface Change {
  readonly text: string;
  readonly isBad?: boolean;
  readonly ways: readonly WayBack[];
  readonly link?: { readonly href: string; readonly text: string };
  readonly onUndone?: (told: readonly Told[]) => void;
}

let show: (change: Change) => void = () => undefined;

/**
 * Tells of a change that was made, with a button that takes it back, until the next one or another
 * page.
 */
export const sayChange = (change: Change): void => show(change);

export const waysBack = (
  updateId: string | undefined,
  objects: readonly Named[],
): readonly WayBack[] => (updateId === undefined ? [] : [{ updateId, objects }]);

export function UndoBar() {
  const [last, setLast] = useState<Change>();
  const [told, setTold] = useState<readonly Told[]>([]);
  const [busy, setBusy] = useState(false);
  const [page, setPage] = useState(pageHere);
  const clear = () => {
    setLast(undefined);
    setTold([]);
  };
  useEffect(() => {
    show = (change) => {
      setLast(change);
      setTold([]);
    };
  }, []);
  useListener('hashchange', () => {
    if (pageHere() === page) return;
    setPage(pageHere());
    clear();
  });
  const undo = async ({ ways, onUndone }: Change) => {
    setBusy(true);
    const all: Told[] = [];
    for (const way of ways) all.push(...(await takenBack(way)));
    setBusy(false);
    setTold(all);
    // What is refused for now, such as copies that are still being made, can be tried again.
    if (all.some(({ isDone }) => isDone)) setLast(undefined);
    onUndone?.(all);
  };
  // Outside of fields, and where no table has taken the key for its own.
  useListener('keydown', (event) => {
    const isWriting =
      event.target instanceof HTMLElement &&
      event.target.matches('input:not([type="checkbox"]), textarea');
    if (
      isWriting ||
      event.defaultPrevented ||
      event.key !== 'z' ||
      !(event.ctrlKey || event.metaKey)
    )
      return;
    if (busy || last === undefined || last.ways.length === 0) return;
    event.preventDefault();
    void undo(last);
  });
  return (
    <div class="undo-bar">
      <div class={last === undefined ? '' : `note ${last.isBad ? 'bad' : 'calm'}`} role="status">
        {last && (
          <>
            <div dir="auto">{last.text}</div>
            {last.link && <a href={last.link.href}>{last.link.text}</a>}
            {last.ways.length > 0 && (
              <Button
                icon="undo"
                label={`Undo: ${last.text}`}
                busy={busy}
                onClick={() => undo(last)}
              >
                Undo
              </Button>
            )}
            <Button kind="quiet" icon="close" label="Dismiss" onClick={clear} />
          </>
        )}
      </div>
      <Outcomes told={told} verb="taken back" onClose={() => setTold([])} />
    </div>
  );
}

/**
 * A button that takes back what was done earlier, and says what became of each object. It can be
 * tried again until all of it is.
 */
export function TakeBack({ way, text }: { way: WayBack; text: string }) {
  const [told, setTold] = useState<readonly Told[]>([]);
  const [busy, setBusy] = useState(false);
  const undo = useConfirm<string>(
    'Undo',
    (name) => name,
    async () => {
      setBusy(true);
      setTold(await takenBack(way));
      setBusy(false);
    },
  );
  const isOver = told.length > 0 && told.every(({ isDone }) => isDone);
  return (
    <>
      {!isOver && (
        <Button icon="undo" label={`Undo: ${text}`} busy={busy} onClick={() => undo.ask(text)}>
          Undo
        </Button>
      )}
      <Outcomes told={told} verb="taken back" onClose={() => setTold([])} />
      {undo.question(
        'Everything gets the value that it had before. What was changed since stays as it is, and is named.',
      )}
    </>
  );
}

async function takenBack({ updateId, objects }: WayBack): Promise<readonly Told[]> {
  try {
    if (updateId.startsWith('chg_')) return await rowsTakenBack(updateId);
    const { results, entityId, name, changes } = await client.manage.undoUpdate({
      updateId,
      confirm: true,
    });
    const told = (
      results ?? [{ entityId, name, outcome: 'done' as const, error: undefined, changes }]
    ).map((each) => ({
      id: each.entityId,
      name: each.name,
      isDone: each.outcome === 'done',
      isUnknown: each.outcome === 'unknown',
      text:
        each.outcome === 'done'
          ? changeWords(each.changes)
          : (each.error ?? 'The platform did not say what became of it.'),
    }));
    const rest = objects.filter(({ id }) => !told.some((each) => each.id === id));
    return [
      ...told,
      ...rest.map((each) => ({ ...each, isDone: true, text: 'had been taken back before' })),
    ];
  } catch (error) {
    const { details, message } = problemOf(error);
    return objects.map((each) => ({
      ...each,
      isDone: false,
      text: details[0]?.message ?? message,
    }));
  }
}

/** Of many rows that were changed together. */
async function rowsTakenBack(id: string): Promise<readonly Told[]> {
  const { results } = await client.changes.undo({ id, confirm: true });
  return results.map(({ id: object, name = object, outcome, reason, fields }) => ({
    id: object,
    name,
    isDone: outcome === 'done',
    isUnknown: outcome === 'unknown' || outcome === 'running',
    text:
      outcome === 'done'
        ? changeWords(fields)
        : (reason ?? 'The platform did not say what became of it.'),
  }));
}

const shown = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '–');

const changeWords = (
  changes: readonly {
    readonly field: string;
    readonly before?: unknown;
    readonly after?: unknown;
  }[],
): string =>
  changes.length === 0
    ? 'deleted'
    : changes
        .map(
          ({ field, before, after }) =>
            `${field.replace(/[A-Z]/g, ' $&').toLowerCase()} ${shown(before)} → ${shown(after)}`,
        )
        .join(', ');

interface OutcomesProps {
  told: readonly Told[];
  verb?: string;
  onClose: () => void;
}

export function Outcomes({ told, verb = 'done', onClose }: OutcomesProps) {
  if (told.length === 0) return null;
  const refused = told.filter(({ isDone }) => !isDone);
  const unknown = refused.filter(({ isUnknown }) => isUnknown).length;
  const listed = (all: readonly Told[]) => (
    <ul>
      {all.map(({ id, name, text = 'done' }) => (
        <li key={id}>
          <span class="strong" dir="auto">
            {name}
          </span>{' '}
          <span class="ids">{id}</span> {text}
        </li>
      ))}
    </ul>
  );
  return (
    <section class={`note ${refused.length > 0 ? 'bad' : 'calm'}`} aria-label="What became of each">
      <div>
        <p role="status">
          {told.length - refused.length} of {told.length} {verb}
          {refused.length > unknown && `, ${refused.length - unknown} refused`}
          {unknown > 0 && `, ${unknown} not known`}.
        </p>
        {refused.length > 0 && listed(refused)}
        {refused.length < told.length && (
          <details open={refused.length === 0 && told.length <= MOST_OPEN}>
            <summary>{refused.length > 0 ? 'Show the others' : 'Show each'}</summary>
            {listed(told.filter(({ isDone }) => isDone))}
          </details>
        )}
      </div>
      <Button kind="quiet" icon="close" label="Close the list" onClick={onClose} />
    </section>
  );
}

const MOST_OPEN = 8;

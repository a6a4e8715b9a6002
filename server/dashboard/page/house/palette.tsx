import { useEffect, useRef, useState } from 'preact/hooks';
import { client } from '../base/api.ts';
import { attempt, say } from '../parts/dialogs.tsx';
import { Icon } from '../parts/icons.tsx';
import type { Place } from '../parts/page.ts';
import { type Choice, type Found, plugged } from '../parts/plug.ts';
import { sayChange, waysBack } from '../parts/undo.tsx';
import { choiceOf, choicesHere, fallbackOf, isId, pauseOf } from './palette-results.ts';

const PAUSE_MS = 140;
const MOST = 30;
const PAUSE = /^(pause|stop) +(?=\S)/i;

interface PaletteProps {
  places: readonly Place[];
  mayChange: boolean;
  onClose: () => void;
  onAct: (act: 'theme' | 'sign-out' | 'help') => void;
}

interface Answer {
  readonly text: string;
  readonly found: readonly Found[];
}

function useFound(text: string): { readonly answer: Answer | undefined; readonly failed: boolean } {
  const [answer, setAnswer] = useState<Answer>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (text.length < 2 && !/^\d$/.test(text)) return setAnswer({ text, found: [] });
    const abort = new AbortController();
    const timer = setTimeout(() => {
      Promise.all(plugged('find').map((find) => find(text, abort.signal))).then(
        (found) => {
          setFailed(false);
          setAnswer({ text, found: found.flat() });
        },
        () => {
          if (abort.signal.aborted) return;
          setFailed(true);
          setAnswer({ text, found: [] });
        },
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [text]);
  return { answer, failed };
}

export function Palette({ places, mayChange, onClose, onAct }: PaletteProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const straight = useRef(false);
  const text = typed.trim();
  const isPause = mayChange && PAUSE.test(text);
  const asked = isPause ? text.replace(PAUSE, '') : text;
  const { answer, failed } = useFound(asked);
  const isWaiting = answer?.text !== asked;
  const found = isWaiting ? [] : answer.found;
  const saved = plugged('useSaved').flatMap((useSaved) => useSaved());
  const here = isPause ? [] : choicesHere(text, places, saved);
  const choices = chosen(text, isPause, found, here).slice(0, MOST);
  const current = Math.min(at, choices.length - 1);

  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    document.getElementById(`choice-${current}`)?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  const take = (choice: Choice | undefined) => {
    if (choice === undefined) return;
    onClose();
    if (typeof choice.act === 'object') void pause(choice.act.pause);
    else if (choice.act !== undefined) onAct(choice.act);
    else if (choice.href !== undefined) location.hash = choice.href;
  };
  useEffect(() => {
    if (isWaiting || asked === '' || !straight.current) return;
    straight.current = false;
    const [first] = found;
    if (first?.id.toLowerCase().endsWith(asked.toLowerCase())) take(choiceOf(first));
    else if (found.length === 0) take(fallbackOf(asked));
  }, [isWaiting]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setAt(Math.max(0, Math.min(choices.length - 1, current + step)));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      // Enter before the answer opens its first result.
      if (isWaiting && choices.length === 0) straight.current = true;
      else take(choices[current]);
    }
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it.
    <dialog
      ref={dialog}
      class="palette"
      aria-label="Find anything"
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && dialog.current?.close()}
    >
      <div class="palette-field">
        <Icon name="research" />
        <input
          role="combobox"
          aria-label="Find anything by name or id"
          aria-expanded={choices.length > 0}
          aria-controls="choices-found"
          aria-autocomplete="list"
          {...(choices.length > 0 && { 'aria-activedescendant': `choice-${current}` })}
          placeholder="A page, an ad, an id, something to do…"
          autocomplete="off"
          spellcheck={false}
          dir="auto"
          value={typed}
          onInput={(event) => {
            setTyped(event.currentTarget.value);
            setAt(0);
          }}
          onPaste={(event) => {
            straight.current =
              isId(event.clipboardData?.getData('text').trim() ?? '') && typed === '';
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div id="choices-found" role="listbox" aria-label="Results" class="palette-list">
        {choices.map((choice, i) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are read in the field, which keeps the focus.
          // biome-ignore lint/a11y/useFocusableInteractive: the field names the current option.
          <div
            key={choice.key}
            id={`choice-${i}`}
            role="option"
            aria-selected={i === current}
            onMouseMove={() => setAt(i)}
            onClick={() => take(choice)}
          >
            <Icon name={choice.icon} />
            <span class="palette-title" dir="auto">
              {choice.title}
            </span>
            <span class="hint" dir="auto">
              {choice.what}
            </span>
          </div>
        ))}
      </div>
      <p class="hint palette-foot" role="status">
        {isWaiting
          ? 'Looking…'
          : failed
            ? 'The service does not answer: only pages are found.'
            : saidOf(choices.length)}
      </p>
    </dialog>
  );
}

const saidOf = (many: number): string =>
  many === 0
    ? 'Nothing is found.'
    : `${many === 1 ? 'One result' : `${many} results`}. Enter opens, arrows choose.`;

/** Results of an id stand alone; otherwise pages and actions come first. */
function chosen(
  text: string,
  isPause: boolean,
  found: readonly Found[],
  here: readonly Choice[],
): readonly Choice[] {
  if (isPause)
    return found
      .filter(({ kind }) => kind === 'campaign' || kind === 'adset' || kind === 'ad')
      .map(pauseOf);
  const things = found.map(choiceOf);
  const fallback = found.length === 0 ? fallbackOf(text) : undefined;
  return isId(text)
    ? [...things, ...(fallback ? [fallback] : [])]
    : [...here, ...things, ...(fallback ? [fallback] : [])];
}

async function pause({ kind, id, name, accountId }: Found): Promise<void> {
  if (accountId === null || (kind !== 'campaign' && kind !== 'adset' && kind !== 'ad')) return;
  const paused = await attempt(() =>
    client.manage.updateStatus({
      businessId: accountId,
      entityType: kind,
      entityIds: [id],
      newStatus: 'PAUSED',
    }),
  );
  if (paused === undefined) return;
  const failed = paused.results.find(({ success }) => !success);
  if (failed === undefined)
    sayChange({
      text: `${name || id} is paused.`,
      ways: waysBack(paused.updateId, [{ id, name: name || id }]),
    });
  else say(failed.error ?? 'The platform did not say what became of it.', 'bad');
}

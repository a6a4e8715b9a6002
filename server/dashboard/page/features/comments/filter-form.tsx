import { useState } from 'preact/hooks';
import type { AnswerOf, ApiError, InputOf } from '../../../../client/client.ts';
import { client } from '../../base/api.ts';
import { plural } from '../../base/words.ts';
import { FormFoot } from '../../parts/form.tsx';
import { Button, Field, TextField } from '../../parts/parts.tsx';
import { attempt, say } from '../../parts/toasts.tsx';

type Conditions = Omit<InputOf<'commentFilters.try'>, 'days'>;
type Trial = AnswerOf<'commentFilters.try'>;
type Script = NonNullable<Conditions['scripts']>[number];

const scripts: readonly (readonly [name: Script, label: string])[] = [
  ...([
    ['latin', 'Latin'],
    ['cyrillic', 'Cyrillic'],
    ['greek', 'Greek'],
    ['arabic', 'Arabic'],
    ['hebrew', 'Hebrew'],
  ] as const),
  ...([
    ['devanagari', 'Devanagari'],
    ['thai', 'Thai'],
    ['han', 'Chinese characters'],
    ['kana', 'Japanese kana'],
    ['hangul', 'Korean'],
  ] as const),
];

/** Examples that are shown of what a filter would hide. */
const SHOWN = 5;

/** Says what a filter looks for; it is tried on what people wrote before it is saved. */
export function CommentFilterForm({ onCreated }: { readonly onCreated: () => void }) {
  const [name, setName] = useState('');
  const [words, setWords] = useState('');
  const [links, setLinks] = useState(false);
  const [firstTime, setFirstTime] = useState(false);
  const [chosen, setChosen] = useState<readonly Script[]>([]);
  const [when, setWhen] = useState<'any' | 'all'>('any');
  const [trial, setTrial] = useState<Trial>();
  const [problem, setProblem] = useState<ApiError>();
  const [busy, setBusy] = useState(false);

  const conditions = (): Conditions => {
    const list = words
      .split('\n')
      .map((word) => word.trim())
      .filter((word) => word !== '');
    return {
      ...(list.length > 0 && { words: list }),
      ...(links && { links }),
      ...(firstTime && { firstTime }),
      ...(chosen.length > 0 && { scripts: [...chosen] }),
      when,
    };
  };
  const during = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    await work();
    setBusy(false);
  };
  const tryOut = () => during(async () => setTrial(await attempt(() => client.commentFilters.try(conditions()), setProblem)));
  const save = (event: Event) => {
    event.preventDefault();
    void during(async () => {
      const created = await attempt(() => client.commentFilters.create({ name, ...conditions() }), setProblem);
      if (created === undefined) return;
      say(`${name} runs dry: nothing is hidden until you switch it on.`);
      onCreated();
    });
  };
  const tick = (label: string, on: boolean, set: (on: boolean) => void) => (
    <label key={label}>
      <input type="checkbox" checked={on} onChange={(event) => set(event.currentTarget.checked)} />
      <span>{label}</span>
    </label>
  );
  return (
    <form onSubmit={save}>
      <TextField label="Name" required maxLength={100} value={name} placeholder="Scams" onText={setName} />
      <Field label="Words" hint="One a line; whole words, large or small letters">
        <textarea rows={3} value={words} onInput={(event) => setWords(event.currentTarget.value)} />
      </Field>
      <fieldset class="choices">
        <legend>Also comments with</legend>
        {tick('a link', links, setLinks)}
        {tick('an author who writes for the first time', firstTime, setFirstTime)}
        {scripts.map(([script, label]) =>
          tick(`mostly ${label}`, chosen.includes(script), (on) =>
            setChosen(on ? [...chosen, script] : chosen.filter((each) => each !== script)),
          ),
        )}
      </fieldset>
      <Field label="It matches where">
        <select value={when} onChange={(event) => setWhen(event.currentTarget.value === 'all' ? 'all' : 'any')}>
          <option value="any">one of these is so</option>
          <option value="all">all of these are so</option>
        </select>
      </Field>
      {trial && <Tried trial={trial} />}
      <FormFoot
        problem={problem}
        busy={busy}
        others={
          <Button busy={busy} onClick={() => void tryOut()}>
            Try it
          </Button>
        }
      >
        Save as dry run
      </FormFoot>
    </form>
  );
}

const Tried = ({ trial: { checked, matched, data } }: { readonly trial: Trial }) => (
  <div class="note calm" role="status">
    <div>
      <p>
        It would hide {matched} of {plural(checked, 'comment')} of the last 30 days. Nothing was hidden.
      </p>
      <ul>
        {data.slice(0, SHOWN).map(({ id, text, reason }) => (
          <li key={id}>
            {text} <span class="hint">for {reason}</span>
          </li>
        ))}
      </ul>
    </div>
  </div>
);

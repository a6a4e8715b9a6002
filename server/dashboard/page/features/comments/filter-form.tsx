import { useState } from 'preact/hooks';
import { type AnswerOf, client, type InputOf } from '../../base/api.ts';
import { plural } from '../../base/words.ts';
import { attempt, say } from '../../parts/dialogs.tsx';
import { Check, Checks, Form, SelectField, TextField, useValues } from '../../parts/fields.tsx';
import { Button } from '../../parts/parts.tsx';

type Conditions = Omit<InputOf<'commentFilters.try'>, 'days'>;
type Trial = AnswerOf<'commentFilters.try'>;
type Script = NonNullable<Conditions['scripts']>[number];

const SCRIPTS: { readonly [S in Script]: string } = {
  latin: 'Latin',
  cyrillic: 'Cyrillic',
  greek: 'Greek',
  arabic: 'Arabic',
  hebrew: 'Hebrew',
  devanagari: 'Devanagari',
  thai: 'Thai',
  han: 'Chinese characters',
  kana: 'Japanese kana',
  hangul: 'Korean',
};

const SHOWN = 5;

export function CommentFilterForm({ onCreated }: { onCreated: () => void }) {
  const { values, bind } = useValues({
    name: '',
    words: '',
    links: false,
    firstTime: false,
    scripts: [] as readonly Script[],
    when: 'any' as 'any' | 'all',
  });
  const [trial, setTrial] = useState<Trial>();
  const { name, links, firstTime, scripts, when } = values;
  const conditions = (): Conditions => {
    const words = values.words.split('\n').flatMap((word) => word.trim() || []);
    return {
      ...(words.length > 0 && { words }),
      ...(links && { links }),
      ...(firstTime && { firstTime }),
      ...(scripts.length > 0 && { scripts: [...scripts] }),
      when,
    };
  };
  return (
    <Form
      send={() => client.commentFilters.create({ name, ...conditions() })}
      onDone={() => {
        say(`${name} runs dry: nothing is hidden until you switch it on.`);
        onCreated();
      }}
      button="Save as dry run"
      others={
        <Button waits onClick={async () => setTrial(await attempt(() => client.commentFilters.try(conditions())))}>
          Try it
        </Button>
      }
    >
      <TextField label="Name" required maxLength={100} placeholder="Scams" {...bind('name')} />
      <TextField label="Words" hint="One a line; whole words, large or small letters" rows={3} {...bind('words')} />
      <fieldset class="choices">
        <legend>Also comments with</legend>
        <Check class="" {...bind('links')}>
          a link
        </Check>
        <Check class="" {...bind('firstTime')}>
          an author who writes for the first time
        </Check>
        <Checks
          choices={(Object.keys(SCRIPTS) as Script[]).map((script) => [script, `mostly ${SCRIPTS[script]}`])}
          {...bind('scripts')}
        />
      </fieldset>
      <SelectField
        label="It matches where"
        choices={{ any: 'one of these is so', all: 'all of these are so' }}
        {...bind('when')}
      />
      {trial && <Tried trial={trial} />}
    </Form>
  );
}

const Tried = ({ trial: { checked, matched, data } }: { trial: Trial }) => (
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

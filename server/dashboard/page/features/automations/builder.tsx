import { useEffect, useState } from 'preact/hooks';
import { type AnswerOf, client, useAccounts, useResource } from '../../base/api.ts';
import { useAccountChoices, useNames } from '../../base/platforms.ts';
import { asTyped } from '../../base/typed.ts';
import { capital, plural } from '../../base/words.ts';
import { attempt } from '../../parts/dialogs.tsx';
import { Check, Checks, Form, SelectField, TextField, useValues } from '../../parts/fields.tsx';
import { ProblemNote, Waiting } from '../../parts/parts.tsx';
import { Picker } from '../../parts/picker.tsx';
import { Conditions, firstLine, type Part, partOf, type RuleFields } from './conditions.tsx';
import { ACTIONS, CLOCK, DAYS, draftOf, numbersOf, ruleOf } from './draft.ts';

type Rule = AnswerOf<'automations.get'>;
type Checked = AnswerOf<'automations.check'>;

const OWN = 'own';

const OWN_RULE = {
  name: 'A rule of mine',
  scope: { level: 'adset' },
  windows: { last7: { days: 7 } },
  when: { left: { metric: firstLine.what, window: firstLine.window }, is: '>', right: 30 },
  actions: [{ type: 'pause' }],
  schedule: { at: ['08:00'] },
  guards: { minSpend: 50 },
};

/** A new rule, or one that exists: every part of it can be changed. */
export function Builder({
  rule,
  onSaved,
}: {
  rule?: Rule;
  onSaved: (saved: Pick<Rule, 'id' | 'mode'>) => void;
}) {
  const fields = useResource('automations.fields', {});
  if (fields.problem) return <ProblemNote problem={fields.problem} onRetry={fields.reload} />;
  return fields.data === undefined ? (
    <Waiting rows={6} />
  ) : (
    <RuleForm fields={fields.data} rule={rule} onSaved={onSaved} />
  );
}

interface RuleFormProps {
  fields: RuleFields;
  rule: Rule | undefined;
  onSaved: (saved: Pick<Rule, 'id' | 'mode'>) => void;
}

const RUNS: readonly (readonly [every: string, words: string])[] = [
  [CLOCK, 'Once a day at'],
  ['15', 'Every 15 minutes'],
  ['30', 'Every 30 minutes'],
  ['60', 'Every hour'],
  ...['2', '3', '4', '6', '12', '24'].map(
    (hours) => [String(Number(hours) * 60), `Every ${hours} hours`] as const,
  ),
];

const ACTION_NAMES = Object.keys(ACTIONS) as (keyof typeof ACTIONS)[];

const LEVELS: { readonly [level: string]: string } = {
  account: 'Ad accounts',
  campaign: 'Campaigns',
  adset: 'Ad sets',
  ad: 'Ads',
};

function RuleForm({ fields, rule, onSaved }: RuleFormProps) {
  const { templates } = fields;
  const bodyOf = (template: string): Part =>
    rule ?? templates.find(({ id }) => id === template)?.rule ?? OWN_RULE;
  const draftFor = (template: string) => draftOf(fields, bodyOf(template), template);
  const first = rule === undefined ? (templates[0]?.id ?? OWN) : '';
  const { values, set, bind, kept } = useValues(() => draftFor(first), `rule ${rule?.id}`);
  const names = useNames();
  const choices = useAccountChoices(useAccounts().data?.data);
  const body = bodyOf(values.template);
  const { lines, join, action, runs, template } = values;
  const accountIds =
    values.accountIds.length > 0 ? values.accountIds : choices.slice(0, 1).map(([id]) => id);
  const [accountId = ''] = accountIds;
  const wanted = ruleOf(fields, body, values, accountIds);
  const checked = usePreview(accountIds.length === 0 ? undefined : wanted);
  const lag = useResource('reports.lagCurve', accountId === '' ? undefined : { accountId });
  const known = lag.data?.settleDays ?? undefined;
  const numbers = numbersOf(fields, body, values);
  const drawn = ({ path, label, value }: (typeof numbers.main)[number]) => (
    <TextField
      key={path}
      label={label}
      inputMode="decimal"
      value={values.numbers[path] ?? asTyped(value)}
      onValue={(text) => set({ numbers: { ...values.numbers, [path]: text } })}
    />
  );
  const send = async () =>
    rule === undefined
      ? client.automations.create(wanted as never)
      : client.automations.update({ id: rule.id, revision: rule.revision, ...wanted } as never);
  return (
    <Form
      class="form"
      kept={kept}
      send={send}
      onDone={onSaved}
      button={rule === undefined ? 'Save (off)' : 'Save'}
      disabled={checked?.valid !== true}
    >
      {rule === undefined && (
        <SelectField
          label="Template"
          hint={
            templates.find(({ id }) => id === template)?.sentence ??
            'Conditions and an action of your own.'
          }
          value={template}
          choices={[
            ...templates.map(({ id, title }) => [id, title] as const),
            [OWN, 'Your own conditions'],
          ]}
          onValue={(id) => set({ ...draftFor(id), accountIds: values.accountIds })}
        />
      )}
      <TextField label="Name" maxLength={120} {...bind('name')} />
      <Picker
        label="Ad accounts"
        picked={
          accountIds.length === 1
            ? (choices.find(([id]) => id === accountId)?.[1] ?? accountId)
            : plural(accountIds.length, 'account')
        }
      >
        <Checks value={accountIds} choices={choices} onValue={bind('accountIds').onValue} />
      </Picker>
      <SelectField
        label="Looks at"
        aria-label="Looks at"
        choices={fields.levels.map((level) => [level, LEVELS[level] ?? capital(level)])}
        {...bind('level')}
      />
      {lines === null ? (
        <p class="hint">
          {names.sentence(checked?.sentence ?? rule?.sentence ?? '')}{' '}
          <button type="button" class="link" onClick={() => set({ lines: [firstLine] })}>
            Write other conditions
          </button>
        </p>
      ) : (
        <Conditions
          fields={fields}
          lines={lines}
          join={join}
          windows={partOf(body.windows)}
          onLines={bind('lines').onValue}
          onJoin={bind('join').onValue}
        />
      )}
      {numbers.main.length > 0 && <div class="fields">{numbers.main.map(drawn)}</div>}
      <div class="rule-line">
        <SelectField
          label="Do"
          aria-label="Do"
          {...(action === '' && { none: 'As it is now' })}
          choices={ACTION_NAMES.map((name) => [name, ACTIONS[name]])}
          value={action}
          onValue={bind('action').onValue}
        />
        {(action === 'raise' || action === 'lower' || action === 'set') && (
          <TextField
            label={action === 'set' ? 'Amount' : 'Percent'}
            inputMode="decimal"
            {...bind('amount')}
          />
        )}
      </div>
      <div class="rule-line">
        <SelectField label="Runs" aria-label="Runs" choices={RUNS} {...bind('runs')} />
        {runs === CLOCK && (
          <TextField label="Account time" placeholder="08:00, 18:00" {...bind('times')} />
        )}
        <Picker
          label="On"
          picked={
            values.days.length === DAYS.length ? 'Every day' : values.days.map(capital).join(', ')
          }
        >
          <Checks
            value={values.days}
            choices={DAYS.map((day) => [day, capital(day)])}
            onValue={bind('days').onValue}
          />
        </Picker>
      </div>
      <div class="rule-line">
        {values.minSpend !== null && (
          <TextField
            label="Minimum spend"
            inputMode="decimal"
            value={values.minSpend}
            onValue={(minSpend) => set({ minSpend })}
          />
        )}
        <TextField
          label="Ignore the last … days"
          hint={
            known === undefined
              ? undefined
              : `95 % of this account’s conversions are known after ${plural(known, 'day')}.`
          }
          inputMode="numeric"
          {...bind('settleDays')}
        />
      </div>
      <Check {...bind('skipLearning')}>Leave alone what is still learning</Check>
      {numbers.more.length > 0 && (
        <details>
          <summary>More limits</summary>
          <div class="fields">{numbers.more.map(drawn)}</div>
        </details>
      )}
      <Preview checked={checked} />
    </Form>
  );
}

function Preview({ checked }: { checked: Checked | undefined }) {
  const names = useNames();
  if (checked === undefined) return <p class="hint">Looking at your figures…</p>;
  return (
    <div role="status">
      {checked.sentence && <p>{names.sentence(checked.sentence)}</p>}
      {checked.faults.map(({ path, message }) => (
        <p key={path} class="bad-text">
          {message}
        </p>
      ))}
      {checked.warnings.map(({ path, message }) => (
        <p key={path} class="hint">
          {message}
        </p>
      ))}
      {checked.preview && <p class="strong">It {checked.preview.message}.</p>}
      <ul>
        {checked.preview?.results.slice(0, 3).map(({ entity, explanation }) => (
          <li key={entity.id}>
            <strong>{entity.name}</strong> {explanation}
          </li>
        ))}
      </ul>
    </div>
  );
}

const WAIT_MS = 400;

function usePreview(rule: object | undefined): Checked | undefined {
  const [checked, setChecked] = useState<{ readonly of: string; readonly answer: Checked }>();
  const text = JSON.stringify(rule);
  useEffect(() => {
    if (text === undefined) return;
    let gone = false;
    const timer = setTimeout(async () => {
      const answer = await attempt(() =>
        client.automations.check(JSON.parse(text) as { [name: string]: unknown }),
      );
      if (!gone && answer !== undefined) setChecked({ of: text, answer });
    }, WAIT_MS);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [text]);
  return checked?.of === text ? checked?.answer : undefined;
}

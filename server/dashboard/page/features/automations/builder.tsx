import { useEffect, useState } from 'preact/hooks';
import { type AnswerOf, client, useAccounts, useResource } from '../../base/api.ts';
import { useAccountChoices } from '../../base/platforms.ts';
import { asTyped, typedNumber } from '../../base/typed.ts';
import { plural } from '../../base/words.ts';
import { attempt } from '../../parts/dialogs.tsx';
import { Checks, LineForm, SelectField, TextField } from '../../parts/fields.tsx';
import { ProblemNote, Waiting } from '../../parts/parts.tsx';
import { Picker } from '../../parts/picker.tsx';
import { Conditions, conditionsOf, firstLine, type RuleFields, spelled } from './conditions.tsx';

type Template = AnswerOf<'automations.fields'>['templates'][number];
type Checked = AnswerOf<'automations.check'>;

const OWN = 'own';

export function Builder({ onSaved }: { onSaved: (id: string) => void }) {
  const fields = useResource('automations.fields', {});
  const accounts = useAccounts();
  const [chosen, setChosen] = useState('');
  const [picked, setPicked] = useState<readonly string[]>([]);
  const [values, setValues] = useState<{ readonly [name: string]: string }>({});
  const [own, setOwn] = useState(freeRule);
  const template = fields.data?.templates.find(({ id }) => id === chosen) ?? fields.data?.templates[0];
  const choices = useAccountChoices(accounts.data?.data);
  const accountIds = picked.length > 0 ? picked : choices.slice(0, 1).map(([id]) => id);
  const [accountId = ''] = accountIds;
  const isOwn = chosen === OWN;
  const rule =
    fields.data && (isOwn ? freeRuleOf(fields.data, own, accountIds) : template && templateRule(template, accountIds, values));
  const checked = usePreview(rule);
  if (fields.problem) return <ProblemNote problem={fields.problem} onRetry={fields.reload} />;
  if (fields.data === undefined || template === undefined || rule === undefined) return <Waiting rows={3} />;
  const save = async () => {
    const saved = await attempt(() => client.automations.create(rule as never));
    if (saved !== undefined) onSaved(saved.id);
  };
  return (
    <LineForm class="form" onSend={save} button="Save (off)" disabled={checked?.valid !== true}>
      <SelectField
        label="Template"
        hint={isOwn ? 'Conditions and an action of your own.' : template.sentence}
        value={isOwn ? OWN : template.id}
        choices={[...fields.data.templates.map(({ id, title }) => [id, title] as const), [OWN, 'Your own conditions']]}
        onValue={(id) => {
          setChosen(id);
          setValues({});
        }}
      />
      <Picker
        label="Ad accounts"
        picked={accountIds.length === 1 ? choices.find(([id]) => id === accountId)?.[1] : plural(accountIds.length, 'account')}
      >
        <Checks value={accountIds} choices={choices} onValue={setPicked} />
      </Picker>
      {isOwn ? (
        <FreeRuleFields fields={fields.data} accountId={accountId} rule={own} onChange={setOwn} />
      ) : (
        Object.entries(paramsOf(template)).map(([name, param]) => (
          <TextField
            key={name}
            label={spelled(name)}
            inputMode="decimal"
            value={values[name] ?? asTyped(param.value)}
            onValue={(text) => setValues({ ...values, [name]: text })}
          />
        ))
      )}
      <Preview checked={checked} />
    </LineForm>
  );
}

function Preview({ checked }: { checked: Checked | undefined }) {
  if (checked === undefined) return <p class="hint">Looking at your figures…</p>;
  return (
    <div role="status">
      {checked.sentence && <p>{checked.sentence}</p>}
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
      const answer = await attempt(() => client.automations.check(JSON.parse(text) as { [name: string]: unknown }));
      if (!gone && answer !== undefined) setChecked({ of: text, answer });
    }, WAIT_MS);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [text]);
  return checked?.of === text ? checked?.answer : undefined;
}

type Params = { readonly [name: string]: { readonly value: number } };

const paramsOf = ({ rule }: Template): Params => (rule.params ?? {}) as Params;

function templateRule(template: Template, accountIds: readonly string[], values: { readonly [name: string]: string }): object {
  const params = Object.fromEntries(
    Object.entries(paramsOf(template)).map(([name, param]) => [
      name,
      { ...param, value: values[name] === undefined ? param.value : typedNumber(values[name]) },
    ]),
  );
  return { ...template.rule, params, scope: { ...(template.rule.scope as object), accountIds } };
}

const ACTIONS = {
  pause: 'Pause',
  resume: 'Switch on again what this rule paused',
  raise: 'Raise the budget by percent',
  lower: 'Lower the budget by percent',
  set: 'Set the budget to',
  notify: 'Only tell',
} as const;

const RUNS = { daily: 'Once a day at', '60': 'Every hour', '15': 'Every 15 minutes' };

const LEVELS: { readonly [level: string]: string } = {
  account: 'Ad accounts',
  campaign: 'Campaigns',
  adset: 'Ad sets',
  ad: 'Ads',
};

const freeRule = {
  name: 'A rule of mine',
  level: 'adset',
  join: 'all' as 'all' | 'any',
  lines: [firstLine] as readonly (typeof firstLine)[],
  action: 'pause' as keyof typeof ACTIONS,
  amount: '15',
  runs: 'daily' as keyof typeof RUNS,
  time: '08:00',
  minSpend: '50',
  settleDays: '',
};

type FreeRule = Readonly<typeof freeRule>;

function freeRuleOf(fields: RuleFields, rule: FreeRule, accountIds: readonly string[]): object {
  const { name, level, lines, join, action, amount, runs, time, minSpend, settleDays } = rule;
  const change = {
    raise: { percent: typedNumber(amount) },
    lower: { percent: -typedNumber(amount) },
    set: { set: typedNumber(amount) },
  };
  return {
    name,
    scope: { level, accountIds },
    ...conditionsOf(fields, lines, join),
    actions: [
      action === 'raise' || action === 'lower' || action === 'set'
        ? { type: 'budget', change: change[action] }
        : { type: action },
    ],
    schedule: runs === 'daily' ? { at: [time] } : { everyMinutes: Number(runs) },
    guards: {
      ...(minSpend.trim() !== '' && { minSpend: typedNumber(minSpend) }),
      ...(settleDays.trim() !== '' && { settleDays: typedNumber(settleDays) }),
    },
  };
}

interface FreeRuleProps {
  fields: RuleFields;
  accountId: string;
  rule: FreeRule;
  onChange: (rule: FreeRule) => void;
}

function FreeRuleFields({ fields, accountId, rule, onChange }: FreeRuleProps) {
  const bind = <N extends keyof FreeRule>(name: N) => ({
    value: rule[name],
    onValue: (value: FreeRule[N]) => onChange({ ...rule, [name]: value }),
  });
  const lag = useResource('reports.lagCurve', { accountId });
  const known = lag.data?.settleDays ?? undefined;
  const hasAmount = rule.action === 'raise' || rule.action === 'lower' || rule.action === 'set';
  return (
    <>
      <TextField label="Name" {...bind('name')} />
      <SelectField
        label="Looks at"
        aria-label="Looks at"
        choices={fields.levels.map((level) => [level, LEVELS[level] ?? spelled(level)])}
        {...bind('level')}
      />
      <Conditions
        fields={fields}
        lines={rule.lines}
        join={rule.join}
        onLines={bind('lines').onValue}
        onJoin={bind('join').onValue}
      />
      <div class="rule-line">
        <SelectField label="Do" aria-label="Do" choices={ACTIONS} {...bind('action')} />
        {hasAmount && <TextField label={rule.action === 'set' ? 'Amount' : 'Percent'} inputMode="decimal" {...bind('amount')} />}
      </div>
      <div class="rule-line">
        <SelectField label="Runs" aria-label="Runs" choices={RUNS} {...bind('runs')} />
        {rule.runs === 'daily' && <TextField label="Account time" type="time" {...bind('time')} />}
      </div>
      <div class="rule-line">
        <TextField label="Minimum spend" inputMode="decimal" {...bind('minSpend')} />
        <TextField
          label="Ignore the last … days"
          hint={known === undefined ? undefined : `95 % of this account’s conversions are known after ${plural(known, 'day')}.`}
          inputMode="numeric"
          {...bind('settleDays')}
        />
      </div>
    </>
  );
}

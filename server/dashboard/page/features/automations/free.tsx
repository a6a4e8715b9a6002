import { useResource } from '../../base/api.ts';
import { plural } from '../../base/words.ts';
import { SelectField, TextField } from '../../parts/fields.tsx';
import { Conditions, conditionsOf, firstLine, type RuleFields, spelled } from './conditions.tsx';

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

export const freeRule = {
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

const numberIn = (text: string): number => Number(text.trim().replace(',', '.'));

/** The rule as the service takes it; the service says what is wrong with it. */
export function freeRuleOf(fields: RuleFields, rule: FreeRule, accountId: string): object {
  const { name, level, lines, join, action, amount, runs, time, minSpend, settleDays } = rule;
  const change = { raise: { percent: numberIn(amount) }, lower: { percent: -numberIn(amount) }, set: { set: numberIn(amount) } };
  return {
    name,
    scope: { level, accountIds: [accountId] },
    ...conditionsOf(fields, lines, join),
    actions: [
      action === 'raise' || action === 'lower' || action === 'set'
        ? { type: 'budget', change: change[action] }
        : { type: action },
    ],
    schedule: runs === 'daily' ? { at: [time] } : { everyMinutes: Number(runs) },
    guards: {
      ...(minSpend.trim() !== '' && { minSpend: numberIn(minSpend) }),
      ...(settleDays.trim() !== '' && { settleDays: numberIn(settleDays) }),
    },
  };
}

interface FreeRuleProps {
  fields: RuleFields;
  accountId: string;
  rule: FreeRule;
  onChange: (rule: FreeRule) => void;
}

export function FreeRuleFields({ fields, accountId, rule, onChange }: FreeRuleProps) {
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
        <SelectField label="Do" choices={ACTIONS} {...bind('action')} />
        {hasAmount && <TextField label={rule.action === 'set' ? 'Amount' : 'Percent'} inputMode="decimal" {...bind('amount')} />}
      </div>
      <div class="rule-line">
        <SelectField label="Runs" choices={RUNS} {...bind('runs')} />
        {rule.runs === 'daily' && <TextField label="Time of the account" type="time" {...bind('time')} />}
      </div>
      <div class="rule-line">
        <TextField label="From a spend of" inputMode="decimal" {...bind('minSpend')} />
        <TextField
          label="Last days that do not count for results"
          hint={known === undefined ? undefined : `95 % of this account’s conversions are known after ${plural(known, 'day')}.`}
          inputMode="numeric"
          {...bind('settleDays')}
        />
      </div>
    </>
  );
}

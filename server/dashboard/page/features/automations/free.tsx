import type { AnswerOf } from '../../../../client/client.ts';
import { useResource } from '../../base/resource.ts';
import { plural } from '../../base/words.ts';
import { Field } from '../../parts/parts.tsx';
import { Choice, Conditions, conditionsOf, firstLine, type Line, spelled } from './conditions.tsx';

type Fields = AnswerOf<'automations.fields'>;

/** A rule of one's own as it stands in the form. */
export interface FreeRule {
  readonly name: string;
  readonly level: string;
  readonly join: 'all' | 'any';
  readonly lines: readonly Line[];
  readonly action: keyof typeof ACTIONS;
  readonly amount: string;
  readonly runs: string;
  readonly time: string;
  readonly minSpend: string;
  readonly settleDays: string;
}

export const freeRule: FreeRule = {
  ...{ name: 'A rule of mine', level: 'adset', join: 'all', lines: [firstLine], action: 'pause', amount: '15' },
  ...{ runs: 'daily', time: '08:00', minSpend: '50', settleDays: '' },
};

const ACTIONS = {
  pause: 'Pause',
  resume: 'Switch on again what this rule paused',
  raise: 'Raise the budget by percent',
  lower: 'Lower the budget by percent',
  set: 'Set the budget to',
  notify: 'Only tell',
} as const;

const RUNS: { readonly [runs: string]: string } = { daily: 'Once a day at', '60': 'Every hour', '15': 'Every 15 minutes' };

const numberIn = (text: string): number => Number(text.trim().replace(',', '.'));

/** The rule as the service takes it. What is wrong with it the service says. */
export function freeRuleOf(fields: Fields, rule: FreeRule, accountId: string): object {
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

export function FreeRuleFields({
  fields,
  accountId,
  rule,
  onChange,
}: {
  readonly fields: Fields;
  readonly accountId: string;
  readonly rule: FreeRule;
  readonly onChange: (rule: FreeRule) => void;
}) {
  const set = (changed: Partial<FreeRule>): void => onChange({ ...rule, ...changed });
  const lag = useResource('reports.lagCurve', { accountId });
  const known = lag.data?.settleDays ?? undefined;
  const hasAmount = rule.action === 'raise' || rule.action === 'lower' || rule.action === 'set';
  return (
    <>
      <Field label="Name">
        <input value={rule.name} onInput={(event) => set({ name: event.currentTarget.value })} />
      </Field>
      <Field label="Looks at">
        <Choice
          label="Looks at"
          value={rule.level}
          choices={fields.levels.map((level) => [level, LEVELS[level] ?? spelled(level)])}
          onChange={(level) => set({ level })}
        />
      </Field>
      <Conditions
        fields={fields}
        lines={rule.lines}
        join={rule.join}
        onLines={(lines) => set({ lines })}
        onJoin={(join) => set({ join })}
      />
      <div class="rule-line">
        <Field label="Do">
          <Choice
            label="Do"
            value={rule.action}
            choices={Object.entries(ACTIONS)}
            onChange={(action) => set({ action: action as FreeRule['action'] })}
          />
        </Field>
        {hasAmount && (
          <Field label={rule.action === 'set' ? 'Amount' : 'Percent'}>
            <input inputMode="decimal" value={rule.amount} onInput={(event) => set({ amount: event.currentTarget.value })} />
          </Field>
        )}
      </div>
      <div class="rule-line">
        <Field label="Runs">
          <Choice label="Runs" value={rule.runs} choices={Object.entries(RUNS)} onChange={(runs) => set({ runs })} />
        </Field>
        {rule.runs === 'daily' && (
          <Field label="Time of the account">
            <input type="time" value={rule.time} onInput={(event) => set({ time: event.currentTarget.value })} />
          </Field>
        )}
      </div>
      <div class="rule-line">
        <Field label="From a spend of">
          <input inputMode="decimal" value={rule.minSpend} onInput={(event) => set({ minSpend: event.currentTarget.value })} />
        </Field>
        <Field
          label="Last days that do not count for results"
          {...(known !== undefined && { hint: `95 % of this account’s conversions are known after ${plural(known, 'day')}.` })}
        >
          <input
            inputMode="numeric"
            value={rule.settleDays}
            onInput={(event) => set({ settleDays: event.currentTarget.value })}
          />
        </Field>
      </div>
    </>
  );
}

const LEVELS: { readonly [level: string]: string } = {
  account: 'Ad accounts',
  campaign: 'Campaigns',
  adset: 'Ad sets',
  ad: 'Ads',
};

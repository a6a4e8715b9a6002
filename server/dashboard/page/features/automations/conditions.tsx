import type { AnswerOf } from '../../base/api.ts';
import { typedNumber } from '../../base/typed.ts';
import { capital } from '../../base/words.ts';
import { Input, Select } from '../../parts/fields.tsx';
import { Button } from '../../parts/parts.tsx';

export type RuleFields = AnswerOf<'automations.fields'>;

interface Line {
  /** A metric, a number or text of the entity, or `rejected`. */
  readonly what: string;
  readonly window: string;
  readonly is: string;
  readonly value: string;
}

export const firstLine: Line = { what: 'costPerResult', window: 'last7', is: '>', value: '30' };

const WINDOWS: { readonly [name: string]: readonly [words: string, window: object] } = {
  last3: ['last 3 days', { days: 3 }],
  last7: ['last 7 days', { days: 7 }],
  last14: ['last 14 days', { days: 14 }],
  last30: ['last 30 days', { days: 30 }],
  yesterday: ['yesterday', { preset: 'yesterday' }],
  today: ['today', { preset: 'today' }],
  monthToDate: ['this month', { preset: 'monthToDate' }],
};

const NUMBERS = {
  '>': 'is above',
  '>=': 'is at least',
  '<': 'is below',
  '<=': 'is at most',
  above: 'is provably above',
  below: 'is provably below',
} as const;
const TEXTS = {
  is: 'is',
  isNot: 'is not',
  contains: 'contains',
  notContains: 'does not contain',
  matches: 'fits (* and ?)',
} as const;
/** Metrics that count something against its exposure; only these have a statistical bound. */
const PROVABLE = ['costPerResult', 'cpc', 'ctr'];

const kindOf = ({ numbers, attributes, events }: RuleFields, what: string) =>
  events.includes(what) ? 'event' : attributes.includes(what) ? 'text' : numbers.includes(what) ? 'number' : 'metric';

export function conditionsOf(fields: RuleFields, lines: readonly Line[], join: 'all' | 'any') {
  const parts = lines.map((line) => conditionOf(fields, line));
  const used = lines.filter(({ what }) => kindOf(fields, what) === 'metric').map(({ window }) => window);
  return {
    windows: Object.fromEntries([...new Set(used)].map((name) => [name, WINDOWS[name]?.[1] ?? { days: 7 }])),
    when: parts.length === 1 ? parts[0] : { [join]: parts },
  };
}

function conditionOf(fields: RuleFields, { what, window, is, value }: Line): object {
  const kind = kindOf(fields, what);
  if (kind === 'event') return { event: what };
  if (kind === 'text') return { attr: what, op: is in TEXTS ? is : 'contains', value };
  const right = typedNumber(value);
  if (kind === 'number') return { left: { attr: what }, is: is in NUMBERS ? is : '>', right };
  if (is === 'above' || is === 'below') return { provably: is, metric: what, than: right, window };
  return { left: { metric: what, window }, is: is in NUMBERS ? is : '>', right };
}

interface ConditionsProps {
  fields: RuleFields;
  lines: readonly Line[];
  join: 'all' | 'any';
  onLines: (lines: readonly Line[]) => void;
  onJoin: (join: 'all' | 'any') => void;
}

export const Conditions = ({ fields, lines, join, onLines, onJoin }: ConditionsProps) => (
  <fieldset class="conditions">
    <legend class="field-label">When</legend>
    {lines.length > 1 && (
      <Select
        aria-label="How conditions are joined"
        value={join}
        choices={{ all: 'all of these are true', any: 'any of these is true' }}
        onValue={onJoin}
      />
    )}
    {lines.map((line, at) => (
      <LineFields
        key={at}
        fields={fields}
        line={line}
        at={at + 1}
        onChange={(changed) => onLines(lines.map((each, i) => (i === at ? { ...each, ...changed } : each)))}
        onRemove={lines.length > 1 ? () => onLines(lines.filter((_, i) => i !== at)) : undefined}
      />
    ))}
    <Button kind="quiet" onClick={() => onLines([...lines, { ...firstLine, what: 'spend' }])}>
      Add a condition
    </Button>
  </fieldset>
);

interface LineProps {
  fields: RuleFields;
  line: Line;
  at: number;
  onChange: (changed: Partial<Line>) => void;
  onRemove: (() => void) | undefined;
}

function LineFields({ fields, line, at, onChange, onRemove }: LineProps) {
  const kind = kindOf(fields, line.what);
  const choose = (what: string) =>
    onChange({ what, ...(kindOf(fields, what) !== kind && { is: kindOf(fields, what) === 'text' ? 'contains' : '>' }) });
  return (
    <div class="rule-line">
      <select
        aria-label={`What condition ${at} looks at`}
        value={line.what}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        <optgroup label="Figures">
          {fields.metrics.map(({ key, label }) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </optgroup>
        <optgroup label="Its own values">
          {[...fields.numbers, ...fields.attributes, ...fields.events].map((name) => (
            <option key={name} value={name}>
              {spelled(name)}
            </option>
          ))}
        </optgroup>
      </select>
      {kind === 'metric' && (
        <Select
          aria-label={`Days of condition ${at}`}
          value={line.window}
          choices={Object.entries(WINDOWS).map(([name, [words]]) => [name, words])}
          onValue={(window) => onChange({ window })}
        />
      )}
      {kind !== 'event' && (
        <>
          <Select
            aria-label={`How condition ${at} compares`}
            value={line.is}
            choices={Object.entries(kind === 'text' ? TEXTS : NUMBERS).filter(
              ([is]) => kind === 'text' || !['above', 'below'].includes(is) || PROVABLE.includes(line.what),
            )}
            onValue={(is) => onChange({ is })}
          />
          <Input
            aria-label={`Value of condition ${at}`}
            {...(kind !== 'text' && { inputMode: 'decimal' as const })}
            value={line.value}
            onValue={(value) => onChange({ value })}
          />
        </>
      )}
      {onRemove && <Button kind="quiet" icon="close" label={`Remove condition ${at}`} onClick={onRemove} />}
    </div>
  );
}

/** `targetCost` as `Target cost`. */
export const spelled = (name: string): string => capital(name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));

import type { AnswerOf } from '../../../../client/client.ts';
import { Button } from '../../parts/parts.tsx';

type Fields = AnswerOf<'automations.fields'>;

/** One condition as it stands in the form. */
export interface Line {
  /** A metric, a number or a text of the entity; or `rejected`. */
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
  ...{ '>': 'is above', '>=': 'is at least', '<': 'is below', '<=': 'is at most' },
  ...{ above: 'is provably above', below: 'is provably below' },
} as const;
const TEXTS = {
  is: 'is',
  isNot: 'is not',
  contains: 'contains',
  notContains: 'does not contain',
  matches: 'fits (* and ?)',
} as const;
/** Counts against exposure: the others have no such bound. */
const PROVABLE = ['costPerResult', 'cpc', 'ctr'];

type Kind = 'metric' | 'number' | 'text' | 'event';

const kindOf = ({ numbers, attributes, events }: Fields, what: string): Kind =>
  events.includes(what) ? 'event' : attributes.includes(what) ? 'text' : numbers.includes(what) ? 'number' : 'metric';

/** The conditions of a form as the service takes them, with the windows they name. */
export function conditionsOf(fields: Fields, lines: readonly Line[], join: 'all' | 'any') {
  const parts = lines.map((line) => conditionOf(fields, line));
  const used = lines.filter(({ what }) => kindOf(fields, what) === 'metric').map(({ window }) => window);
  return {
    windows: Object.fromEntries([...new Set(used)].map((name) => [name, WINDOWS[name]?.[1] ?? { days: 7 }])),
    when: parts.length === 1 ? parts[0] : { [join]: parts },
  };
}

function conditionOf(fields: Fields, { what, window, is, value }: Line): object {
  const kind = kindOf(fields, what);
  if (kind === 'event') return { event: what };
  if (kind === 'text') return { attr: what, op: is in TEXTS ? is : 'contains', value };
  const right = Number(value.replace(',', '.'));
  if (kind === 'number') return { left: { attr: what }, is: is in NUMBERS ? is : '>', right };
  if (is === 'above' || is === 'below') return { provably: is, metric: what, than: right, window };
  return { left: { metric: what, window }, is: is in NUMBERS ? is : '>', right };
}

/** Conditions one below the other: what, over which days, how it compares, with what. */
export function Conditions({
  fields,
  lines,
  join,
  onLines,
  onJoin,
}: {
  readonly fields: Fields;
  readonly lines: readonly Line[];
  readonly join: 'all' | 'any';
  readonly onLines: (lines: readonly Line[]) => void;
  readonly onJoin: (join: 'all' | 'any') => void;
}) {
  return (
    <fieldset class="conditions">
      <legend class="field-label">When</legend>
      {lines.length > 1 && (
        <select
          aria-label="How conditions are joined"
          value={join}
          onChange={(event) => onJoin(event.currentTarget.value === 'any' ? 'any' : 'all')}
        >
          <option value="all">all of these are true</option>
          <option value="any">any of these is true</option>
        </select>
      )}
      {lines.map((line, at) => (
        <LineFields
          key={at}
          fields={fields}
          line={line}
          at={at + 1}
          onChange={(changed) => onLines(lines.map((each, i) => (i === at ? { ...each, ...changed } : each)))}
          {...(lines.length > 1 && { onRemove: () => onLines(lines.filter((_, i) => i !== at)) })}
        />
      ))}
      <Button kind="quiet" onClick={() => onLines([...lines, { ...firstLine, what: 'spend' }])}>
        Add a condition
      </Button>
    </fieldset>
  );
}

function LineFields({
  fields,
  line,
  at,
  onChange,
  onRemove,
}: {
  readonly fields: Fields;
  readonly line: Line;
  readonly at: number;
  readonly onChange: (changed: Partial<Line>) => void;
  readonly onRemove?: () => void;
}) {
  const kind = kindOf(fields, line.what);
  const choose = (what: string): void =>
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
        <optgroup label="Of itself">
          {[...fields.numbers, ...fields.attributes, ...fields.events].map((name) => (
            <option key={name} value={name}>
              {spelled(name)}
            </option>
          ))}
        </optgroup>
      </select>
      {kind === 'metric' && (
        <Choice
          label={`Days of condition ${at}`}
          value={line.window}
          choices={Object.entries(WINDOWS).map(([name, [words]]) => [name, words])}
          onChange={(window) => onChange({ window })}
        />
      )}
      {kind !== 'event' && (
        <>
          <Choice
            label={`How condition ${at} compares`}
            value={line.is}
            choices={Object.entries(kind === 'text' ? TEXTS : NUMBERS).filter(
              ([is]) => kind === 'text' || !['above', 'below'].includes(is) || PROVABLE.includes(line.what),
            )}
            onChange={(is) => onChange({ is })}
          />
          <input
            aria-label={`Value of condition ${at}`}
            {...(kind !== 'text' && { inputMode: 'decimal' as const })}
            value={line.value}
            onInput={(event) => onChange({ value: event.currentTarget.value })}
          />
        </>
      )}
      {onRemove && <Button kind="quiet" icon="close" label={`Remove condition ${at}`} onClick={onRemove} />}
    </div>
  );
}

export function Choice({
  label,
  value,
  choices,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly (readonly [value: string, words: string])[];
  readonly onChange: (value: string) => void;
}) {
  return (
    <select aria-label={label} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
      {choices.map(([name, words]) => (
        <option key={name} value={name}>
          {words}
        </option>
      ))}
    </select>
  );
}

/** `targetCost` as `Target cost`. */
export const spelled = (name: string): string => {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
};

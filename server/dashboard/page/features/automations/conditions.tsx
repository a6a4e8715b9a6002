import type { AnswerOf } from '../../base/api.ts';
import { asTyped, typedNumber } from '../../base/typed.ts';
import { capital, plural } from '../../base/words.ts';
import { Input, Select } from '../../parts/fields.tsx';
import { Button } from '../../parts/parts.tsx';

export type RuleFields = AnswerOf<'automations.fields'>;

/** A part of a rule as the service has it. */
export type Part = { readonly [member: string]: unknown };

export const partOf = (value: unknown): Part =>
  typeof value === 'object' && value !== null ? (value as Part) : {};

/** `targetCost` as `Target cost`. */
export const spelled = (name: string): string =>
  capital(name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));

export interface Line {
  /** A metric, a number or text of the entity, or `rejected`. */
  readonly what: string;
  readonly window: string;
  readonly is: string;
  readonly value: string;
  /** Of the rule: it is compared with that instead. */
  readonly param?: string;
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

export const NUMBERS = {
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
  events.includes(what)
    ? 'event'
    : attributes.includes(what)
      ? 'text'
      : numbers.includes(what)
        ? 'number'
        : 'metric';

/** `windows`: those of the rule itself, under the names that lines can choose too. */
export function conditionsOf(
  fields: RuleFields,
  lines: readonly Line[],
  join: 'all' | 'any',
  windows: Part = {},
) {
  const parts = lines.map((line) => conditionOf(fields, line));
  const used = lines
    .filter(({ what }) => kindOf(fields, what) === 'metric')
    .map(({ window }) => window);
  const added = [...new Set(used)].filter((name) => windows[name] === undefined && name !== '');
  return {
    windows: {
      ...windows,
      ...Object.fromEntries(added.map((name) => [name, WINDOWS[name]?.[1] ?? { days: 7 }])),
    },
    when: parts.length === 1 ? parts[0] : { [join]: parts },
  };
}

function conditionOf(fields: RuleFields, { what, window, is, value, param }: Line): object {
  const kind = kindOf(fields, what);
  if (kind === 'event') return { event: what };
  if (kind === 'text') return { attr: what, op: is in TEXTS ? is : 'contains', value };
  const right = param === undefined ? typedNumber(value) : { param };
  const days = window === '' ? {} : { window };
  if (kind === 'number') return { left: { attr: what }, is: is in NUMBERS ? is : '>', right };
  if (is === 'above' || is === 'below') return { provably: is, metric: what, than: right, ...days };
  return { left: { metric: what, ...days }, is: is in NUMBERS ? is : '>', right };
}

/** The conditions of a rule as lines; undefined where lines cannot say all of them. */
export function linesOf(
  fields: RuleFields,
  { when }: Part,
): { readonly lines: readonly Line[]; readonly join: 'all' | 'any' } | undefined {
  const { all, any } = partOf(when);
  const [parts, join] = Array.isArray(all)
    ? [all, 'all' as const]
    : Array.isArray(any)
      ? [any, 'any' as const]
      : [[when], 'all' as const];
  const lines = parts.flatMap((part: unknown) => lineOf(fields, part) ?? []);
  return lines.length === parts.length && lines.length > 0 ? { lines, join } : undefined;
}

/** Undefined where the line would not lead back to the same condition. */
function lineOf(fields: RuleFields, condition: unknown): Line | undefined {
  const { event, attr, op, value, left, is, right, provably, metric, than, window } =
    partOf(condition);
  const of = partOf(left);
  const compared = right ?? than ?? value;
  const { param } = partOf(compared);
  const line: Line = {
    what: String(event ?? attr ?? metric ?? of.attr ?? of.metric),
    window: String(window ?? of.window ?? ''),
    is: String(op ?? provably ?? is ?? ''),
    value:
      typeof compared === 'number'
        ? asTyped(compared)
        : typeof compared === 'string'
          ? compared
          : '',
    ...(typeof param === 'string' && { param }),
  };
  return inOrder(conditionOf(fields, line)) === inOrder(condition) ? line : undefined;
}

/** As JSON, whatever the order of members. */
const inOrder = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );

/** Windows that a line can choose: those of the rule, then the usual ones. */
function windowChoices(
  own: Part,
  chosen: string,
): readonly (readonly [name: string, words: string])[] {
  const named = Object.entries(own).map(
    ([name, window]) => [name, windowWords(name, partOf(window))] as const,
  );
  const usual = Object.entries(WINDOWS).flatMap(([name, [words]]) =>
    own[name] === undefined ? [[name, words] as const] : [],
  );
  return [...(chosen === '' ? [['', 'as usual'] as const] : []), ...named, ...usual];
}

function windowWords(name: string, { days, endOffsetDays = 1 }: Part): string {
  if (typeof days !== 'number') return WINDOWS[name]?.[0] ?? name;
  const end = Number(endOffsetDays);
  return `last ${plural(days, 'day')}${end === 0 ? ' with today' : end > 1 ? ` without the last ${end}` : ''}`;
}

interface ConditionsProps {
  fields: RuleFields;
  lines: readonly Line[];
  join: 'all' | 'any';
  windows: Part;
  onLines: (lines: readonly Line[]) => void;
  onJoin: (join: 'all' | 'any') => void;
}

export const Conditions = ({ fields, lines, join, windows, onLines, onJoin }: ConditionsProps) => (
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
        windows={windows}
        at={at + 1}
        onChange={(changed) =>
          onLines(lines.map((each, i) => (i === at ? { ...each, ...changed } : each)))
        }
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
  windows: Part;
  at: number;
  onChange: (changed: Partial<Line>) => void;
  onRemove: (() => void) | undefined;
}

function LineFields({ fields, line, windows, at, onChange, onRemove }: LineProps) {
  const kind = kindOf(fields, line.what);
  const choose = (what: string) =>
    onChange({
      what,
      ...(kindOf(fields, what) === 'metric' && line.window === '' && { window: 'last7' }),
      ...(kindOf(fields, what) !== kind && {
        is: kindOf(fields, what) === 'text' ? 'contains' : '>',
      }),
    });
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
          choices={windowChoices(windows, line.window)}
          onValue={(window) => onChange({ window })}
        />
      )}
      {kind !== 'event' && (
        <>
          <Select
            aria-label={`How condition ${at} compares`}
            value={line.is}
            choices={Object.entries(kind === 'text' ? TEXTS : NUMBERS).filter(
              ([is]) =>
                kind === 'text' || !['above', 'below'].includes(is) || PROVABLE.includes(line.what),
            )}
            onValue={(is) => onChange({ is })}
          />
          {line.param === undefined ? (
            <Input
              aria-label={`Value of condition ${at}`}
              {...(kind !== 'text' && { inputMode: 'decimal' as const })}
              value={line.value}
              onValue={(value) => onChange({ value })}
            />
          ) : (
            <strong>{spelled(line.param).toLowerCase()}</strong>
          )}
        </>
      )}
      {onRemove && (
        <Button kind="quiet" icon="close" label={`Remove condition ${at}`} onClick={onRemove} />
      )}
    </div>
  );
}

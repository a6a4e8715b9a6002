import { useState } from 'preact/hooks';
import type { AnswerOf } from '../../../../client/client.ts';
import { client } from '../../base/api.ts';
import { useResource } from '../../base/resource.ts';
import { Field } from '../../parts/parts.tsx';
import { FormRows, KeptForm } from './kept-list.tsx';

export type Preset = AnswerOf<'presets.list'>['data'][number];

const LEVELS = { campaign: 'New campaigns', adSet: 'New ad sets', ad: 'Ads of a launch' } as const;

interface Row {
  readonly field: string;
  readonly value: string;
}

const FRESH: Row = { field: '', value: '' };

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Numbers, lists and yes or no are JSON; everything else is a text. */
function settingOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** Settings that requests may leave out. Fields that no request has are refused by the service, with the nearest there is. */
export function PresetForm({ item, onSaved }: { readonly item: Preset | undefined; readonly onSaved: () => void }) {
  const platforms = useResource('platforms.list', {});
  const [name, setName] = useState(item?.name ?? '');
  const [level, setLevel] = useState<Preset['level']>(item?.level ?? 'adSet');
  const [platform, setPlatform] = useState(item?.platform ?? '');
  const [rows, setRows] = useState<readonly Row[]>(
    Object.entries(item?.settings ?? { '': '' }).map(([field, value]) => ({ field, value: textOf(value) })),
  );
  const creating = platforms.data?.data.filter(({ offers }) => offers.some((each) => each.startsWith('create'))) ?? [];
  const chosen = platform || (creating[0]?.id ?? '');
  const save = (): Promise<unknown> => {
    const settings = Object.fromEntries(rows.map(({ field, value }) => [field.trim(), settingOf(value)]));
    if (item !== undefined) return client.presets.update({ id: item.id, name, settings });
    return client.presets.create({ name, level, settings, ...(level !== 'ad' && { platform: chosen }) });
  };
  return (
    <KeptForm name={name} onName={setName} onSave={save} onSaved={onSaved}>
      {item === undefined && (
        <Field label="For">
          <select value={level} onChange={(event) => setLevel(event.currentTarget.value as Preset['level'])}>
            {Object.entries(LEVELS).map(([key, text]) => (
              <option key={key} value={key}>
                {text}
              </option>
            ))}
          </select>
        </Field>
      )}
      {item === undefined && level !== 'ad' && (
        <Field label="Platform">
          <select value={chosen} onChange={(event) => setPlatform(event.currentTarget.value)}>
            {creating.map(({ id }) => (
              <option key={id} value={id}>
                {id}
              </option>
            ))}
          </select>
        </Field>
      )}
      <FormRows label="setting" rows={rows} fresh={FRESH} onRows={setRows}>
        {(row, change, at) => (
          <>
            <input
              required
              aria-label={`Setting ${at}`}
              placeholder="optimizationGoal"
              value={row.field}
              onInput={(event) => change({ field: event.currentTarget.value })}
            />
            <input
              required
              aria-label={`Value of setting ${at}`}
              placeholder="LINK_CLICKS"
              value={row.value}
              onInput={(event) => change({ value: event.currentTarget.value })}
            />
          </>
        )}
      </FormRows>
    </KeptForm>
  );
}

export const PresetSummary = ({ item }: { readonly item: Preset }) => (
  <>
    {LEVELS[item.level]}
    {item.platform !== null && ` on ${item.platform}`}:{' '}
    <code>
      {Object.entries(item.settings)
        .map(([field, value]) => `${field} ${textOf(value)}`)
        .join(', ')}
    </code>
  </>
);

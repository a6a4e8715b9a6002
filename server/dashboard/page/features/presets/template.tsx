import { platformCalled } from '../../../../../core/base/platforms.ts';
import { client, type RowOf, useResource } from '../../base/api.ts';
import { labelOf, usePlatforms } from '../../base/platforms.ts';
import { Input, SelectField, useValues } from '../../parts/fields.tsx';
import { FormRows, KeptForm, KeptList } from '../../parts/kept-list.tsx';

type Preset = RowOf<'presets.list'>;

const LEVELS = { campaign: 'New campaigns', adSet: 'New ad sets', ad: 'Ads of a launch' } as const;

const FRESH_SETTING = { field: '', value: '' };

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

/** Numbers, lists and yes or no are JSON; everything else is a text. */
function settingOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** The service refuses unknown fields and names the nearest one. */
function PresetForm({ item, onSaved }: { item: Preset | undefined; onSaved: () => void }) {
  const { values, bind, kept } = useValues(
    {
      name: item?.name ?? '',
      level: item?.level ?? ('adSet' as const),
      platform: item?.platform ?? '',
      rows: Object.entries(item?.settings ?? { '': '' }).map(([field, value]) => ({
        field,
        value: textOf(value),
      })) as readonly (typeof FRESH_SETTING)[],
    },
    `preset ${item?.id}`,
  );
  const { name, level, rows } = values;
  const creating = usePlatforms().filter(({ offers }) =>
    offers.some((each) => each.startsWith('create')),
  );
  const platform = values.platform || (creating[0]?.id ?? '');
  const save = (): Promise<unknown> => {
    const settings = Object.fromEntries(
      rows.map(({ field, value }) => [field.trim(), settingOf(value)]),
    );
    if (item !== undefined) return client.presets.update({ id: item.id, name, settings });
    return client.presets.create({ name, level, settings, ...(level !== 'ad' && { platform }) });
  };
  return (
    <KeptForm name={bind('name')} kept={kept} onSave={save} onSaved={onSaved}>
      {item === undefined && <SelectField label="For" choices={LEVELS} {...bind('level')} />}
      {item === undefined && level !== 'ad' && (
        <SelectField
          label="Platform"
          {...bind('platform')}
          value={platform}
          choices={creating.map(({ id, label }) => [id, platformCalled(label)])}
        />
      )}
      <FormRows label="setting" fresh={FRESH_SETTING} {...bind('rows')}>
        {(_, field, at) => (
          <>
            <Input
              required
              aria-label={`Setting ${at}`}
              placeholder="optimizationGoal"
              {...field('field')}
            />
            <Input
              required
              aria-label={`Value of setting ${at}`}
              placeholder="LINK_CLICKS"
              {...field('value')}
            />
          </>
        )}
      </FormRows>
    </KeptForm>
  );
}

function PresetSummary({ level, platform, settings }: Preset) {
  const platforms = usePlatforms();
  return (
    <>
      {LEVELS[level]}
      {platform !== null && ` on ${labelOf(platforms, platform)}`}:{' '}
      <code>
        {Object.entries(settings)
          .map(([field, value]) => `${field} ${textOf(value)}`)
          .join(', ')}
      </code>
    </>
  );
}

export const Presets = ({ mayChange }: { mayChange: boolean }) => (
  <KeptList
    noun="preset"
    about="Settings that new campaigns, new ad sets and ads leave out: name the preset in their place."
    list={useResource('presets.list', { limit: 200 })}
    mayChange={mayChange}
    summary={PresetSummary}
    form={(item, onSaved) => <PresetForm item={item} onSaved={onSaved} />}
    onDelete={(id) => client.presets.delete({ id })}
  />
);

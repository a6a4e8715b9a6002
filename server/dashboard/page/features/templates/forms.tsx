import { platformCalled } from '../../../../../core/base/platforms.ts';
import { client, type PlatformRow, type RowOf } from '../../base/api.ts';
import { labelOf, usePlatforms } from '../../base/platforms.ts';
import { Input, SelectField, TextField, useValues } from '../../parts/fields.tsx';
import { FormRows, KeptForm, listOf } from './kept-list.tsx';

type UtmTemplate = RowOf<'utmTemplates.list'>;

interface Row {
  readonly name: string;
  readonly value: string;
  /** `Pinterest=p, TikTok=tt` */
  readonly elsewhere: string;
}

const FRESH: Row = { name: '', value: '', elsewhere: '' };

const elsewhereOf = (platforms: readonly PlatformRow[], byPlatform: { readonly [platform: string]: string } = {}): string =>
  Object.entries(byPlatform)
    .map(([platform, value]) => `${labelOf(platforms, platform)}=${value}`)
    .join(', ');

function parameterOf(platforms: readonly PlatformRow[], { name, value, elsewhere }: Row) {
  const idOf = (word: string): string =>
    platforms.find(({ label }) => platformCalled(label).toLowerCase() === word.toLowerCase())?.id ?? word;
  const others = listOf(elsewhere).map((part) => {
    const [platform = '', ...rest] = part.split('=');
    return [idOf(platform.trim()), rest.join('=').trim()] as const;
  });
  return { name, value, ...(others.length > 0 && { byPlatform: Object.fromEntries(others) }) };
}

/** The service refuses a macro that no platform fills in. */
export function UtmForm({ item, onSaved }: { item: UtmTemplate | undefined; onSaved: () => void }) {
  const platforms = usePlatforms();
  const { values, bind } = useValues({
    name: item?.name ?? '',
    rows:
      item?.parameters.map(
        ({ name, value, byPlatform }): Row => ({ name, value, elsewhere: elsewhereOf(platforms, byPlatform) }),
      ) ?? ([{ ...FRESH, name: 'utm_source' }] as readonly Row[]),
  });
  const macros = [...new Set(platforms.flatMap(({ launch }) => launch?.macros?.map((macro) => macro.name) ?? []))];
  const save = (): Promise<unknown> => {
    const body = { name: values.name, parameters: values.rows.map((row) => parameterOf(platforms, row)) };
    return item === undefined ? client.utmTemplates.create(body) : client.utmTemplates.update({ id: item.id, ...body });
  };
  return (
    <KeptForm name={bind('name')} onSave={save} onSaved={onSaved}>
      <datalist id="macros">
        {macros.map((macro) => (
          <option key={macro} value={`{{${macro}}}`} />
        ))}
      </datalist>
      <p class="hint">
        Each row: the parameter, its value, and other values by platform, such as Pinterest=p. The platform fills in{' '}
        {macros.map((macro) => `{{${macro}}}`).join(', ')}.
      </p>
      <FormRows label="parameter" fresh={FRESH} {...bind('rows')}>
        {(_, field, at) => (
          <>
            <Input required aria-label={`Parameter ${at}`} placeholder="utm_campaign" {...field('name')} />
            <Input list="macros" aria-label={`Value of parameter ${at}`} placeholder="{{campaign.name}}" {...field('value')} />
            <Input aria-label={`Other values of parameter ${at}, by platform`} placeholder="TikTok=tt" {...field('elsewhere')} />
          </>
        )}
      </FormRows>
      <p class="hint" role="status">
        Links become: <code>https://example.com/?{values.rows.map(({ name, value }) => `${name}=${value}`).join('&')}</code>
      </p>
    </KeptForm>
  );
}

export const UtmSummary = ({ parameters }: UtmTemplate) => (
  <code>{parameters.map(({ name, value }) => `${name}=${value}`).join('&')}</code>
);

type Preset = RowOf<'presets.list'>;

const LEVELS = { campaign: 'New campaigns', adSet: 'New ad sets', ad: 'Ads of a launch' } as const;

const FRESH_SETTING = { field: '', value: '' };

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Numbers, lists and yes or no are JSON; everything else is a text. */
function settingOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** The service refuses unknown fields and names the nearest one. */
export function PresetForm({ item, onSaved }: { item: Preset | undefined; onSaved: () => void }) {
  const { values, bind } = useValues({
    name: item?.name ?? '',
    level: item?.level ?? ('adSet' as const),
    platform: item?.platform ?? '',
    rows: Object.entries(item?.settings ?? { '': '' }).map(([field, value]) => ({
      field,
      value: textOf(value),
    })) as readonly (typeof FRESH_SETTING)[],
  });
  const { name, level, rows } = values;
  const creating = usePlatforms().filter(({ offers }) => offers.some((each) => each.startsWith('create')));
  const platform = values.platform || (creating[0]?.id ?? '');
  const save = (): Promise<unknown> => {
    const settings = Object.fromEntries(rows.map(({ field, value }) => [field.trim(), settingOf(value)]));
    if (item !== undefined) return client.presets.update({ id: item.id, name, settings });
    return client.presets.create({ name, level, settings, ...(level !== 'ad' && { platform }) });
  };
  return (
    <KeptForm name={bind('name')} onSave={save} onSaved={onSaved}>
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
            <Input required aria-label={`Setting ${at}`} placeholder="optimizationGoal" {...field('field')} />
            <Input required aria-label={`Value of setting ${at}`} placeholder="LINK_CLICKS" {...field('value')} />
          </>
        )}
      </FormRows>
    </KeptForm>
  );
}

export function PresetSummary({ level, platform, settings }: Preset) {
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

type CopyTemplate = RowOf<'adCopyTemplates.list'>;

const FRESH_TEXT = { text: '' };
const asRows = (texts: readonly string[] | undefined): readonly (typeof FRESH_TEXT)[] =>
  texts?.map((text) => ({ text })) ?? [FRESH_TEXT];

export function CopyForm({ item, onSaved }: { item: CopyTemplate | undefined; onSaved: () => void }) {
  const { values, bind } = useValues({
    name: item?.name ?? '',
    titles: asRows(item?.titles),
    descriptions: asRows(item?.descriptions),
    variables: (item?.variables ?? []).map((each) => ({ key: each.key, default: each.default ?? '' })) as readonly {
      readonly key: string;
      readonly default: string;
    }[],
    cta: item?.cta ?? '',
    link: item?.link ?? '',
  });
  const save = (): Promise<unknown> => {
    const body = {
      name: values.name,
      titles: values.titles.map(({ text }) => text),
      descriptions: values.descriptions.map(({ text }) => text),
      variables: values.variables.map((each) => ({ key: each.key, ...(each.default !== '' && { default: each.default }) })),
      cta: values.cta.trim() || null,
      link: values.link.trim() || null,
    };
    return item === undefined ? client.adCopyTemplates.create(body) : client.adCopyTemplates.update({ id: item.id, ...body });
  };
  return (
    <KeptForm name={bind('name')} onSave={save} onSaved={onSaved}>
      <FormRows label="headline" fresh={FRESH_TEXT} {...bind('titles')}>
        {(_, field, at) => (
          <Input required dir="auto" rows={1} aria-label={`headline ${at}`} placeholder="Headline" {...field('text')} />
        )}
      </FormRows>
      <FormRows label="primary text" fresh={FRESH_TEXT} {...bind('descriptions')}>
        {(_, field, at) => (
          <Input required dir="auto" rows={3} aria-label={`primary text ${at}`} placeholder="Primary text" {...field('text')} />
        )}
      </FormRows>
      <FormRows label="variable" fresh={{ key: '', default: '' }} {...bind('variables')}>
        {(_, field, at) => (
          <>
            <Input required aria-label={`Variable ${at}`} placeholder="product" {...field('key')} />
            <Input aria-label={`Default of variable ${at}`} placeholder="where an ad gives none" {...field('default')} />
          </>
        )}
      </FormRows>
      <TextField label="Call to action (optional)" placeholder="SHOP_NOW" {...bind('cta')} />
      <TextField label="Link (optional)" type="url" {...bind('link')} />
    </KeptForm>
  );
}

export const CopySummary = ({ titles, descriptions }: CopyTemplate) => (
  <>
    <span dir="auto">{titles.join(' · ')}</span>
    <span class="hint" dir="auto">
      {descriptions[0]}
    </span>
  </>
);

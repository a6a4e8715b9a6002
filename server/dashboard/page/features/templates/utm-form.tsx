import { client, type RowOf } from '../../base/api.ts';
import { usePlatforms } from '../../base/platforms.ts';
import { Input, useValues } from '../../parts/fields.tsx';
import { FormRows, KeptForm, listOf } from './kept-list.tsx';

type UtmTemplate = RowOf<'utmTemplates.list'>;

interface Row {
  readonly name: string;
  readonly value: string;
  /** `pin=p, short-video=tt` */
  readonly elsewhere: string;
}

const FRESH: Row = { name: '', value: '', elsewhere: '' };

const elsewhereOf = (byPlatform: { readonly [platform: string]: string } = {}): string =>
  Object.entries(byPlatform)
    .map(([platform, value]) => `${platform}=${value}`)
    .join(', ');

function parameterOf({ name, value, elsewhere }: Row) {
  const others = listOf(elsewhere).map((part) => {
    const at = part.indexOf('=');
    return at < 0 ? ([part, ''] as const) : ([part.slice(0, at).trim(), part.slice(at + 1).trim()] as const);
  });
  return { name, value, ...(others.length > 0 && { byPlatform: Object.fromEntries(others) }) };
}

/** The service refuses a macro that no platform fills in. */
export function UtmForm({ item, onSaved }: { item: UtmTemplate | undefined; onSaved: () => void }) {
  const platforms = usePlatforms();
  const { values, bind } = useValues({
    name: item?.name ?? '',
    rows:
      item?.parameters.map(({ name, value, byPlatform }): Row => ({ name, value, elsewhere: elsewhereOf(byPlatform) })) ??
      ([{ ...FRESH, name: 'utm_source' }] as readonly Row[]),
  });
  const macros = [...new Set(platforms.flatMap(({ launch }) => launch?.macros?.map((macro) => macro.name) ?? []))];
  const save = (): Promise<unknown> => {
    const body = { name: values.name, parameters: values.rows.map(parameterOf) };
    return item === undefined ? client.utmTemplates.create(body) : client.utmTemplates.update({ id: item.id, ...body });
  };
  return (
    <KeptForm name={bind('name')} onSave={save} onSaved={onSaved}>
      <datalist id="macros">
        {macros.map((macro) => (
          <option key={macro} value={`{{${macro}}}`} />
        ))}
      </datalist>
      <FormRows label="parameter" fresh={FRESH} {...bind('rows')}>
        {(_, field, at) => (
          <>
            <Input required aria-label={`Parameter ${at}`} placeholder="utm_campaign" {...field('name')} />
            <Input list="macros" aria-label={`Value of parameter ${at}`} placeholder="{{campaign.name}}" {...field('value')} />
            <Input
              aria-label={`Other values of parameter ${at}, by platform`}
              placeholder="elsewhere: pin=p, short-video=tt"
              {...field('elsewhere')}
            />
          </>
        )}
      </FormRows>
    </KeptForm>
  );
}

export const UtmSummary = ({ parameters }: UtmTemplate) => (
  <code>{parameters.map(({ name, value }) => `${name}=${value}`).join('&')}</code>
);

import { platformCalled } from '../../../../../core/base/platforms.ts';
import { client, type PlatformRow, type RowOf, useResource } from '../../base/api.ts';
import { labelOf, usePlatforms } from '../../base/platforms.ts';
import { Input, useValues } from '../../parts/fields.tsx';
import { FormRows, KeptForm, KeptList, listOf } from '../../parts/kept-list.tsx';

type UtmTemplate = RowOf<'utmTemplates.list'>;

interface Row {
  readonly name: string;
  readonly value: string;
  /** `Pinterest=p, TikTok=tt` */
  readonly elsewhere: string;
}

const FRESH: Row = { name: '', value: '', elsewhere: '' };

const elsewhereOf = (
  platforms: readonly PlatformRow[],
  byPlatform: { readonly [platform: string]: string } = {},
): string =>
  Object.entries(byPlatform)
    .map(([platform, value]) => `${labelOf(platforms, platform)}=${value}`)
    .join(', ');

function parameterOf(platforms: readonly PlatformRow[], { name, value, elsewhere }: Row) {
  const idOf = (word: string): string =>
    platforms.find(({ label }) => platformCalled(label).toLowerCase() === word.toLowerCase())?.id ??
    word;
  const others = listOf(elsewhere).map((part) => {
    const [platform = '', ...rest] = part.split('=');
    return [idOf(platform.trim()), rest.join('=').trim()] as const;
  });
  return { name, value, ...(others.length > 0 && { byPlatform: Object.fromEntries(others) }) };
}

/** The service refuses a macro that no platform fills in. */
function UtmForm({ item, onSaved }: { item: UtmTemplate | undefined; onSaved: () => void }) {
  const platforms = usePlatforms();
  const { values, bind, kept } = useValues(
    {
      name: item?.name ?? '',
      rows:
        item?.parameters.map(
          ({ name, value, byPlatform }): Row => ({
            name,
            value,
            elsewhere: elsewhereOf(platforms, byPlatform),
          }),
        ) ?? ([{ ...FRESH, name: 'utm_source' }] as readonly Row[]),
    },
    `utm ${item?.id}`,
  );
  const macros = [
    ...new Set(platforms.flatMap(({ launch }) => launch?.macros?.map((macro) => macro.name) ?? [])),
  ];
  const save = (): Promise<unknown> => {
    const body = {
      name: values.name,
      parameters: values.rows.map((row) => parameterOf(platforms, row)),
    };
    return item === undefined
      ? client.utmTemplates.create(body)
      : client.utmTemplates.update({ id: item.id, ...body });
  };
  return (
    <KeptForm name={bind('name')} kept={kept} onSave={save} onSaved={onSaved}>
      <datalist id="macros">
        {macros.map((macro) => (
          <option key={macro} value={`{{${macro}}}`} />
        ))}
      </datalist>
      <p class="hint">
        Each row: the parameter, its value, and other values by platform, such as Pinterest=p. The
        platform fills in {macros.map((macro) => `{{${macro}}}`).join(', ')}.
      </p>
      <FormRows label="parameter" fresh={FRESH} {...bind('rows')}>
        {(_, field, at) => (
          <>
            <Input
              required
              aria-label={`Parameter ${at}`}
              placeholder="utm_campaign"
              {...field('name')}
            />
            <Input
              list="macros"
              aria-label={`Value of parameter ${at}`}
              placeholder="{{campaign.name}}"
              {...field('value')}
            />
            <Input
              aria-label={`Other values of parameter ${at}, by platform`}
              placeholder="TikTok=tt"
              {...field('elsewhere')}
            />
          </>
        )}
      </FormRows>
      <p class="hint" role="status">
        Links become:{' '}
        <code>
          https://example.com/?{values.rows.map(({ name, value }) => `${name}=${value}`).join('&')}
        </code>
      </p>
    </KeptForm>
  );
}

const UtmSummary = ({ parameters }: UtmTemplate) => (
  <code>{parameters.map(({ name, value }) => `${name}=${value}`).join('&')}</code>
);

export const Tracking = ({ mayChange }: { mayChange: boolean }) => (
  <KeptList
    noun="UTM template"
    about="Tracking parameters in their order; macros in double braces are filled in by the platform."
    list={useResource('utmTemplates.list', { limit: 200 })}
    mayChange={mayChange}
    summary={UtmSummary}
    form={(item, onSaved) => <UtmForm item={item} onSaved={onSaved} />}
    onDelete={(id) => client.utmTemplates.delete({ id })}
  />
);

import { useState } from 'preact/hooks';
import type { AnswerOf } from '../../../../client/client.ts';
import { client } from '../../base/api.ts';
import { useResource } from '../../base/resource.ts';
import { FormRows, KeptForm, listOf } from './kept-list.tsx';

export type UtmTemplate = AnswerOf<'utmTemplates.list'>['data'][number];

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

/** Tracking parameters in their order. A macro that no platform fills in is refused by the service, with the ones there are. */
export function UtmForm({ item, onSaved }: { readonly item: UtmTemplate | undefined; readonly onSaved: () => void }) {
  const platforms = useResource('platforms.list', {});
  const [name, setName] = useState(item?.name ?? '');
  const [rows, setRows] = useState<readonly Row[]>(
    item?.parameters.map((each) => ({ name: each.name, value: each.value, elsewhere: elsewhereOf(each.byPlatform) })) ?? [
      { ...FRESH, name: 'utm_source' },
    ],
  );
  const macros = [...new Set(platforms.data?.data.flatMap(({ launch }) => launch?.macros?.map((macro) => macro.name) ?? []))];
  const save = (): Promise<unknown> => {
    const body = { name, parameters: rows.map(parameterOf) };
    return item === undefined ? client.utmTemplates.create(body) : client.utmTemplates.update({ id: item.id, ...body });
  };
  return (
    <KeptForm name={name} onName={setName} onSave={save} onSaved={onSaved}>
      <datalist id="macros">
        {macros.map((macro) => (
          <option key={macro} value={`{{${macro}}}`} />
        ))}
      </datalist>
      <FormRows label="parameter" rows={rows} fresh={FRESH} onRows={setRows}>
        {(row, change, at) => (
          <>
            <input
              required
              aria-label={`Parameter ${at}`}
              placeholder="utm_campaign"
              value={row.name}
              onInput={(event) => change({ name: event.currentTarget.value })}
            />
            <input
              list="macros"
              aria-label={`Value of parameter ${at}`}
              placeholder="{{campaign.name}}"
              value={row.value}
              onInput={(event) => change({ value: event.currentTarget.value })}
            />
            <input
              aria-label={`Other values of parameter ${at}, by platform`}
              placeholder="elsewhere: pin=p, short-video=tt"
              value={row.elsewhere}
              onInput={(event) => change({ elsewhere: event.currentTarget.value })}
            />
          </>
        )}
      </FormRows>
    </KeptForm>
  );
}

export const UtmSummary = ({ item }: { readonly item: UtmTemplate }) => (
  <code>{item.parameters.map(({ name, value }) => `${name}=${value}`).join('&')}</code>
);

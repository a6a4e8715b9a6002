import { useState } from 'preact/hooks';
import { type AnswerOf, client, type InputOf, type RowOf, useResource } from '../../base/api.ts';
import { figure } from '../../base/words.ts';
import { attempt } from '../../parts/dialogs.tsx';
import { Check, Input, Select, SelectField, TextField, useValues } from '../../parts/fields.tsx';
import { FormRows, KeptForm, KeptList, listOf } from '../../parts/kept-list.tsx';
import { Button } from '../../parts/parts.tsx';

type Convention = RowOf<'namingConventions.list'>;
type Given = Convention['fields'][number];

const LEVELS = { campaign: 'Campaigns', adSet: 'Ad sets', ad: 'Ads' } as const;
const SOURCES = {
  option: 'one of a list',
  free: 'free text',
  token: 'filled in by Slipway',
} as const;

/** A field as its row shows it, and as it was before. */
interface Row {
  readonly before: Partial<Given>;
  readonly key: string;
  readonly source: Given['source'];
  readonly from: string;
  readonly isOptional: boolean;
}

const rowOf = (field: Given): Row => ({
  before: field,
  key: field.key,
  source: field.source,
  from: field.source === 'option' ? (field.options ?? []).join(', ') : (field.token ?? ''),
  isOptional: field.required === false,
});

function fieldOf({ before, key, source, from, isOptional }: Row): Given {
  const { options: _options, token: _token, required: _required, ...rest } = before;
  return {
    ...rest,
    key,
    source,
    ...(source === 'option' && { options: listOf(from) }),
    ...(source === 'token' && { token: from.trim() }),
    ...(isOptional && { required: false }),
  };
}

/** What a name may hold there: the first of its values, else the field. */
const exampleOf = ({ key, source, from }: Row): string =>
  (source === 'option' && listOf(from)[0]) || key || 'field';

const FRESH: Row = { before: {}, key: '', source: 'free', from: '', isOptional: false };

/** The service refuses names that could not be read back. */
function NamingForm({ item, onSaved }: { item: Convention | undefined; onSaved: () => void }) {
  const { values, bind, kept } = useValues(
    {
      name: item?.name ?? '',
      level: item?.level ?? ('ad' as const),
      separator: item?.separator ?? '_',
      rows: item?.fields.map(rowOf) ?? ([FRESH] as readonly Row[]),
    },
    `convention ${item?.id}`,
  );
  const save = (): Promise<unknown> => {
    const { rows, ...rest } = values;
    const body = { ...rest, fields: rows.map(fieldOf) } as InputOf<'namingConventions.create'>;
    return item === undefined
      ? client.namingConventions.create(body)
      : client.namingConventions.update({ id: item.id, ...body });
  };
  return (
    <KeptForm name={bind('name')} kept={kept} onSave={save} onSaved={onSaved}>
      <SelectField label="Names of" choices={LEVELS} {...bind('level')} />
      <TextField label="Between the fields" required maxLength={5} {...bind('separator')} />
      <FormRows label="field" fresh={FRESH} {...bind('rows')}>
        {({ source }, field, at) => (
          <>
            <Input required aria-label={`Field ${at}`} placeholder="hook" {...field('key')} />
            <Select aria-label={`Field ${at} is`} choices={SOURCES} {...field('source')} />
            {source !== 'free' && (
              <Input
                required
                aria-label={source === 'option' ? `Values of field ${at}` : `Token of field ${at}`}
                placeholder={source === 'option' ? 'DE, FR, IT' : 'filename'}
                {...field('from')}
              />
            )}
            <Check class="tick" {...field('isOptional')}>
              may be left out
            </Check>
          </>
        )}
      </FormRows>
      <p class="hint" role="status">
        Example: <code>{values.rows.map(exampleOf).join(values.separator)}</code>
      </p>
    </KeptForm>
  );
}

function NamingSummary({ item, accountId }: { item: Convention; accountId: string | undefined }) {
  const [read, setRead] = useState<AnswerOf<'namingConventions.coverage'>>();
  const look = async () => {
    if (accountId === undefined) return;
    setRead(await attempt(() => client.namingConventions.coverage({ id: item.id, accountId })));
  };
  return (
    <>
      {LEVELS[item.level]}:{' '}
      <code>{item.fields.map(({ key }) => `{${key}}`).join(item.separator)}</code>{' '}
      {read !== undefined ? (
        <span class="hint" role="status">
          reads {read.parsed} of {read.total} names of the last 30 days
          {read.spendShare !== null && `, ${figure(read.spendShare * 100, 'percent')} of the spend`}
        </span>
      ) : (
        accountId !== undefined && (
          <Button kind="quiet" onClick={look}>
            How many names it reads
          </Button>
        )
      )}
    </>
  );
}

export function Naming({ mayChange }: { mayChange: boolean }) {
  const accounts = useResource('accounts.list', { limit: 1 });
  return (
    <KeptList
      noun="convention"
      about="Names of campaigns, ad sets and ads are built from fields, and reports read the fields back out of them."
      list={useResource('namingConventions.list', { limit: 200 })}
      mayChange={mayChange}
      summary={(item) => <NamingSummary item={item} accountId={accounts.data?.data[0]?.id} />}
      form={(item, onSaved) => <NamingForm item={item} onSaved={onSaved} />}
      onDelete={(id) => client.namingConventions.delete({ id })}
    />
  );
}

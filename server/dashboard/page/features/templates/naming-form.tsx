import { useState } from 'preact/hooks';
import type { AnswerOf, InputOf } from '../../../../client/client.ts';
import { client } from '../../base/api.ts';
import { figure } from '../../base/words.ts';
import { Button, Field, TextField } from '../../parts/parts.tsx';
import { attempt } from '../../parts/toasts.tsx';
import { FormRows, KeptForm, listOf } from './kept-list.tsx';

export type Convention = AnswerOf<'namingConventions.list'>['data'][number];
type Given = Convention['fields'][number];

const LEVELS = { campaign: 'Campaigns', adSet: 'Ad sets', ad: 'Ads' } as const;
const SOURCES = { option: 'one of a list', free: 'whatever is written', token: 'what the launch knows' } as const;

/** A field as its row shows it; what the row does not show stays as it was. */
interface Row {
  readonly before: Partial<Given>;
  readonly key: string;
  readonly source: Given['source'];
  /** The options of a list, or the token. */
  readonly from: string;
  readonly required: boolean;
}

const rowOf = (field: Given): Row => ({
  before: field,
  key: field.key,
  source: field.source,
  from: field.source === 'option' ? (field.options ?? []).join(', ') : (field.token ?? ''),
  required: field.required !== false,
});

function fieldOf({ before, key, source, from, required }: Row): Given {
  const { options: _options, token: _token, required: _required, ...rest } = before;
  return {
    ...rest,
    ...{ key, source },
    ...(source === 'option' && { options: listOf(from) }),
    ...(source === 'token' && { token: from.trim() }),
    ...(!required && { required }),
  };
}

const FRESH: Row = { before: {}, key: '', source: 'free', from: '', required: true };

/** How names are built from fields. One that could not be read back is refused with two rows that clash. */
export function NamingForm({ item, onSaved }: { readonly item: Convention | undefined; readonly onSaved: () => void }) {
  const [name, setName] = useState(item?.name ?? '');
  const [level, setLevel] = useState<Convention['level']>(item?.level ?? 'ad');
  const [separator, setSeparator] = useState(item?.separator ?? '_');
  const [rows, setRows] = useState<readonly Row[]>(item?.fields.map(rowOf) ?? [FRESH]);
  const save = (): Promise<unknown> => {
    const body = { name, level, separator, fields: rows.map(fieldOf) } as InputOf<'namingConventions.create'>;
    return item === undefined ? client.namingConventions.create(body) : client.namingConventions.update({ id: item.id, ...body });
  };
  return (
    <KeptForm name={name} onName={setName} onSave={save} onSaved={onSaved}>
      <Field label="Names of">
        <select value={level} onChange={(event) => setLevel(event.currentTarget.value as Convention['level'])}>
          {Object.entries(LEVELS).map(([key, text]) => (
            <option key={key} value={key}>
              {text}
            </option>
          ))}
        </select>
      </Field>
      <TextField label="Between the fields" required maxLength={5} value={separator} onText={setSeparator} />
      <FormRows label="field" rows={rows} fresh={FRESH} onRows={setRows}>
        {(row, change, at) => (
          <>
            <input
              required
              aria-label={`Field ${at}`}
              placeholder="hook"
              value={row.key}
              onInput={(event) => change({ key: event.currentTarget.value })}
            />
            <select
              aria-label={`Field ${at} is`}
              value={row.source}
              onChange={(event) => change({ source: event.currentTarget.value as Row['source'] })}
            >
              {Object.entries(SOURCES).map(([key, text]) => (
                <option key={key} value={key}>
                  {text}
                </option>
              ))}
            </select>
            {row.source !== 'free' && (
              <input
                required
                aria-label={row.source === 'option' ? `Values of field ${at}` : `Token of field ${at}`}
                placeholder={row.source === 'option' ? 'DE, FR, IT' : 'filename'}
                value={row.from}
                onInput={(event) => change({ from: event.currentTarget.value })}
              />
            )}
            <label class="tick">
              <input
                type="checkbox"
                checked={!row.required}
                onChange={(event) => change({ required: !event.currentTarget.checked })}
              />
              <span>may be left out</span>
            </label>
          </>
        )}
      </FormRows>
    </KeptForm>
  );
}

export function NamingSummary({ item, accountId }: { readonly item: Convention; readonly accountId: string | undefined }) {
  const [read, setRead] = useState<AnswerOf<'namingConventions.coverage'>>();
  const look = async (): Promise<void> => {
    if (accountId === undefined) return;
    setRead(await attempt(() => client.namingConventions.coverage({ id: item.id, accountId })));
  };
  return (
    <>
      {LEVELS[item.level]}: <code>{item.fields.map(({ key }) => `{${key}}`).join(item.separator)}</code>{' '}
      {read !== undefined ? (
        <span class="hint" role="status">
          reads {read.parsed} of {read.total} names of the last 30 days
          {read.spendShare !== null && `, ${figure(read.spendShare * 100, 'percent')} of the spend`}
        </span>
      ) : (
        accountId !== undefined && (
          <Button kind="quiet" onClick={() => void look()}>
            How many names it reads
          </Button>
        )
      )}
    </>
  );
}

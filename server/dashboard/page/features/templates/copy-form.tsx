import { useState } from 'preact/hooks';
import type { AnswerOf } from '../../../../client/client.ts';
import { client } from '../../base/api.ts';
import { Field } from '../../parts/parts.tsx';
import { FormRows, KeptForm } from './kept-list.tsx';

type CopyTemplate = AnswerOf<'adCopyTemplates.list'>['data'][number];

interface Text {
  readonly text: string;
}

interface Variable {
  readonly key: string;
  readonly default: string;
}

const FRESH: Text = { text: '' };
const asRows = (texts: readonly string[] | undefined): readonly Text[] => texts?.map((text) => ({ text })) ?? [FRESH];

/** Texts that ads are given, with words in double braces that each ad fills in. */
export function CopyForm({ item, onSaved }: { readonly item: CopyTemplate | undefined; readonly onSaved: () => void }) {
  const [name, setName] = useState(item?.name ?? '');
  const [titles, setTitles] = useState(asRows(item?.titles));
  const [descriptions, setDescriptions] = useState(asRows(item?.descriptions));
  const [variables, setVariables] = useState<readonly Variable[]>(
    item?.variables.map((each) => ({ key: each.key, default: each.default ?? '' })) ?? [],
  );
  const [rest, setRest] = useState({ cta: item?.cta ?? '', link: item?.link ?? '' });
  const save = (): Promise<unknown> => {
    const body = {
      name,
      titles: titles.map(({ text }) => text),
      descriptions: descriptions.map(({ text }) => text),
      variables: variables.map((each) => ({ key: each.key, ...(each.default !== '' && { default: each.default }) })),
      cta: rest.cta.trim() || null,
      link: rest.link.trim() || null,
    };
    return item === undefined ? client.adCopyTemplates.create(body) : client.adCopyTemplates.update({ id: item.id, ...body });
  };
  const texts = (label: string, rows: readonly Text[], onRows: (rows: readonly Text[]) => void) => (
    <FormRows label={label} rows={rows} fresh={FRESH} onRows={onRows}>
      {(row, change, at) => (
        <textarea
          required
          dir="auto"
          rows={label === 'headline' ? 1 : 3}
          aria-label={`${label} ${at}`}
          placeholder={label === 'headline' ? 'Headline' : 'Primary text'}
          value={row.text}
          onInput={(event) => change({ text: event.currentTarget.value })}
        />
      )}
    </FormRows>
  );
  return (
    <KeptForm name={name} onName={setName} onSave={save} onSaved={onSaved}>
      {texts('headline', titles, setTitles)}
      {texts('primary text', descriptions, setDescriptions)}
      <FormRows label="variable" rows={variables} fresh={{ key: '', default: '' }} onRows={setVariables}>
        {(row, change, at) => (
          <>
            <input
              required
              aria-label={`Variable ${at}`}
              placeholder="product"
              value={row.key}
              onInput={(event) => change({ key: event.currentTarget.value })}
            />
            <input
              aria-label={`Default of variable ${at}`}
              placeholder="where an ad gives none"
              value={row.default}
              onInput={(event) => change({ default: event.currentTarget.value })}
            />
          </>
        )}
      </FormRows>
      <Field label="Call to action (optional)">
        <input
          placeholder="SHOP_NOW"
          value={rest.cta}
          onInput={(event) => setRest({ ...rest, cta: event.currentTarget.value })}
        />
      </Field>
      <Field label="Link (optional)">
        <input type="url" value={rest.link} onInput={(event) => setRest({ ...rest, link: event.currentTarget.value })} />
      </Field>
    </KeptForm>
  );
}

export const CopySummary = ({ item }: { readonly item: CopyTemplate }) => (
  <>
    <span dir="auto">{item.titles.join(' · ')}</span>
    <span class="hint" dir="auto">
      {item.descriptions[0]}
    </span>
  </>
);

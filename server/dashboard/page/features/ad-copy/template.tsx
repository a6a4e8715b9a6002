import { client, type RowOf, useResource } from '../../base/api.ts';
import { Input, TextField, useValues } from '../../parts/fields.tsx';
import { FormRows, KeptForm, KeptList } from '../../parts/kept-list.tsx';

type CopyTemplate = RowOf<'adCopyTemplates.list'>;

const FRESH_TEXT = { text: '' };
const asRows = (texts: readonly string[] | undefined): readonly (typeof FRESH_TEXT)[] =>
  texts?.map((text) => ({ text })) ?? [FRESH_TEXT];

function CopyForm({ item, onSaved }: { item: CopyTemplate | undefined; onSaved: () => void }) {
  const { values, bind, kept } = useValues(
    {
      name: item?.name ?? '',
      titles: asRows(item?.titles),
      descriptions: asRows(item?.descriptions),
      variables: (item?.variables ?? []).map((each) => ({
        key: each.key,
        default: each.default ?? '',
      })) as readonly {
        readonly key: string;
        readonly default: string;
      }[],
      cta: item?.cta ?? '',
      link: item?.link ?? '',
    },
    `copy ${item?.id}`,
  );
  const save = (): Promise<unknown> => {
    const body = {
      name: values.name,
      titles: values.titles.map(({ text }) => text),
      descriptions: values.descriptions.map(({ text }) => text),
      variables: values.variables.map((each) => ({
        key: each.key,
        ...(each.default !== '' && { default: each.default }),
      })),
      cta: values.cta.trim() || null,
      link: values.link.trim() || null,
    };
    return item === undefined
      ? client.adCopyTemplates.create(body)
      : client.adCopyTemplates.update({ id: item.id, ...body });
  };
  return (
    <KeptForm name={bind('name')} kept={kept} onSave={save} onSaved={onSaved}>
      <FormRows label="headline" fresh={FRESH_TEXT} {...bind('titles')}>
        {(_, field, at) => (
          <Input
            required
            dir="auto"
            rows={1}
            aria-label={`headline ${at}`}
            placeholder="Headline"
            {...field('text')}
          />
        )}
      </FormRows>
      <FormRows label="primary text" fresh={FRESH_TEXT} {...bind('descriptions')}>
        {(_, field, at) => (
          <Input
            required
            dir="auto"
            rows={3}
            aria-label={`primary text ${at}`}
            placeholder="Primary text"
            {...field('text')}
          />
        )}
      </FormRows>
      <FormRows label="variable" fresh={{ key: '', default: '' }} {...bind('variables')}>
        {(_, field, at) => (
          <>
            <Input required aria-label={`Variable ${at}`} placeholder="product" {...field('key')} />
            <Input
              aria-label={`Default of variable ${at}`}
              placeholder="where an ad gives none"
              {...field('default')}
            />
          </>
        )}
      </FormRows>
      <TextField label="Call to action (optional)" placeholder="SHOP_NOW" {...bind('cta')} />
      <TextField label="Link (optional)" type="url" {...bind('link')} />
    </KeptForm>
  );
}

const CopySummary = ({ titles, descriptions }: CopyTemplate) => (
  <>
    <span dir="auto">{titles.join(' · ')}</span>
    <span class="hint" dir="auto">
      {descriptions[0]}
    </span>
  </>
);

export const Copies = ({ mayChange }: { mayChange: boolean }) => (
  <KeptList
    noun="copy template"
    about="Headlines and primary texts that ads are given; words in double braces are filled in by each ad."
    list={useResource('adCopyTemplates.list', { limit: 200 })}
    mayChange={mayChange}
    summary={CopySummary}
    form={(item, onSaved) => <CopyForm item={item} onSaved={onSaved} />}
    onDelete={(id) => client.adCopyTemplates.delete({ id })}
  />
);

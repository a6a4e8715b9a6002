import type { Column } from '../../../../../core/sheet/columns.ts';
import { type KeptOffer, withKeptColumns } from '../../../../../core/sheet/kept-columns.ts';
import type { Sheet } from '../../rows/sheet.ts';
import { type KeptLists, useKept } from './kept-choices.ts';

interface KeptProps {
  sheet: Sheet;
  columns: readonly Column[];
  onSheet: (sheet: Sheet) => void;
}

export function KeptColumns({ sheet, columns, onSheet }: KeptProps) {
  const groups = offersOf(useKept()).filter(({ offers }) => offers.length > 0);
  if (groups.length === 0) return null;
  const all = groups.flatMap(({ offers }) => offers);
  return (
    <label class="field">
      <span class="field-label">Fill these rows with</span>
      <select
        value=""
        onChange={(event) => {
          const offer = all.find(({ id }) => id === event.currentTarget.value);
          event.currentTarget.value = '';
          if (offer !== undefined) onSheet(withKeptColumns(sheet, columns, offer));
        }}
      >
        <option value="">Choose…</option>
        {groups.map(({ label, offers }) => (
          <optgroup key={label} label={label}>
            {offers.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </label>
  );
}

function offersOf(kept: KeptLists): readonly { readonly label: string; readonly offers: readonly KeptOffer[] }[] {
  return [
    {
      label: 'Names by a convention',
      offers: kept.conventions.map(({ id, name, fields }) => ({
        ...{ id, name, by: 'naming.conventionId', instead: ['adName'] },
        keys: fields.filter(({ source }) => source !== 'token').map(({ key }) => `naming.values.${key}`),
      })),
    },
    {
      label: 'Tags by a UTM template',
      offers: kept.utmTemplates.map(({ id, name }) => ({ id, name, by: 'utmTemplateId', keys: [], instead: ['utmTags'] })),
    },
    {
      label: 'Texts of a copy template',
      offers: kept.adCopyTemplates.map(({ id, name, variables }) => ({
        ...{ id, name, by: 'adCopyTemplateId', instead: ['title', 'description'] },
        keys: variables.map(({ key }) => `variables.${key}`),
      })),
    },
    {
      label: 'Settings of a preset',
      offers: kept.presets.map(({ id, name }) => ({ id, name, by: 'presetId', keys: [], instead: [] })),
    },
  ];
}

import { useResource } from '../../base/api.ts';
import { plural } from '../../base/words.ts';
import { Dialog } from '../../parts/dialogs.tsx';
import { Check, Form, SelectField, TextField, useValues } from '../../parts/fields.tsx';
import type { Changes } from './changes.ts';
import { accountKey, type Entity } from './data.ts';
import { LEVEL_WORDS } from './view.ts';

const NEW = 'new';

interface CopyProps {
  rows: readonly Entity[];
  changes: Changes;
  onAsked: () => void;
}

/**
 * Copies of one object or of many, where they are or into another campaign or ad set of their
 * account.
 */
export function CopyForm({ rows, changes, onAsked }: CopyProps) {
  const { values, bind } = useValues({
    copies: '1',
    isActive: false,
    name: '',
    into: '',
    newCampaign: '',
  });
  const { isActive, name, into, newCampaign } = values;
  const copies = Math.max(1, Math.min(10, Math.round(Number(values.copies) || 1)));
  const [first] = rows;
  const isOneAccount = rows.every(
    ({ account }) => first !== undefined && accountKey(account) === accountKey(first.account),
  );
  const target = isOneAccount && first?.level !== 'campaign' ? first : undefined;
  const places = usePlaces(target, rows);
  const isNew = into === NEW;
  const ask = async () => {
    onAsked();
    changes.duplicate(rows, {
      copies,
      status: isActive ? 'ACTIVE' : 'PAUSED',
      name: name.trim(),
      ...(isNew
        ? { newCampaign: newCampaign.trim() }
        : into !== '' && { into, intoName: places.find(([id]) => id === into)?.[1] ?? into }),
    });
  };
  if (first === undefined) return null;
  return (
    <Form
      label="Copy"
      send={ask}
      kind="plain"
      button={rows.length === 1 ? 'Copy it' : 'Copy them'}
      disabled={isNew && newCampaign.trim() === ''}
    >
      <div class="fields">
        <TextField
          label={rows.length === 1 ? 'Copies' : 'Copies of each'}
          type="number"
          min={1}
          max={10}
          {...bind('copies')}
        />
        {rows.length === 1 && (
          <TextField
            label="Name of the copy"
            dir="auto"
            maxLength={360}
            placeholder={`${first.name} - Copy`}
            {...bind('name')}
          />
        )}
        {target && (
          <SelectField
            label={target.level === 'adset' ? 'Into campaign' : 'Into ad set'}
            none={rows.length === 1 ? 'Where it is' : 'Where each is'}
            choices={[
              ...(target.level === 'adset' && target.parent
                ? [[NEW, 'A new campaign…'] as const]
                : []),
              ...places,
            ]}
            {...bind('into')}
          />
        )}
        {isNew && (
          <TextField
            label="Name of the new campaign"
            dir="auto"
            maxLength={360}
            {...bind('newCampaign')}
          />
        )}
      </div>
      {!isOneAccount && first.level !== 'campaign' && (
        <p class="hint">
          Copies stay where their originals are: the rows are of several ad accounts.
        </p>
      )}
      <Check {...bind('isActive')}>On at once</Check>
    </Form>
  );
}

export function CopyDialog({
  rows,
  open,
  changes,
  onClose,
}: Omit<CopyProps, 'onAsked'> & { open: boolean; onClose: () => void }) {
  const [one, many] = LEVEL_WORDS[rows[0]?.level ?? 'ad'];
  return (
    <Dialog
      title={`Copy ${plural(rows.length, one, many)}`}
      open={open}
      look="sheet"
      onClose={onClose}
    >
      <CopyForm rows={rows} changes={changes} onAsked={onClose} />
    </Dialog>
  );
}

/**
 * Campaigns for ad sets, ad sets for ads, of the same account. The place where all rows are is
 * none.
 */
function usePlaces(
  target: Entity | undefined,
  rows: readonly Entity[],
): readonly (readonly [id: string, name: string])[] {
  const of = target && { accountId: target.account.id, limit: 200 };
  const campaigns = useResource('reports.campaigns', target?.level === 'adset' ? of : undefined);
  const adSets = useResource('reports.adSets', target?.level === 'ad' ? of : undefined);
  const found =
    target?.level === 'adset'
      ? (campaigns.data?.data.map(({ id, name }) => [id, name] as const) ?? [])
      : (adSets.data?.data.map(
          ({ value, label, campaign }) => [value, `${label} · ${campaign.name}`] as const,
        ) ?? []);
  return found.filter(([id]) => rows.some(({ parent }) => parent?.id !== id));
}

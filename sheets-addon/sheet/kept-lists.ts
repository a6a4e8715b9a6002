import type { AccountKey } from '../../core/base/account-key.ts';
import { labelled } from '../../core/sheet/cells.ts';
import type { Layout, PlacedColumn } from '../../core/sheet/headers.ts';
import { backend } from '../base/host.ts';
import { Problem } from '../base/problem.ts';
import type { Service } from '../base/service.ts';

/**
 * What cells can name: by column where the company keeps it, by ad account where each account has
 * its own.
 */
export interface KeptLine {
  readonly kind: 'kept' | 'leadForms';
  /** The key of the column, or of the account; empty where a line says that the forms were read. */
  readonly account: string;
  /** Empty where a line only says that the list was read. */
  readonly label: string;
  readonly facts: object;
}

/**
 * The columns of some sheets that are fed so, by key. No others are read: everybody with the file
 * sees them.
 */
export const keptListsOf = (layouts: readonly Layout[]): ReadonlySet<string> =>
  new Set(
    layouts.flatMap(({ columns }) =>
      columns.flatMap((placed) => (isKept(placed) ? [placed.key] : [])),
    ),
  );

const isKept = ({ column: { list } }: PlacedColumn): boolean =>
  list === 'kept' || list === 'leadForms';

const FORMS = 'leadFormId';

/** The line that says that the list of a column was read. */
export const readMark = (key: string): Pick<KeptLine, 'kind' | 'account'> =>
  key === FORMS ? { kind: 'leadForms', account: '' } : { kind: 'kept', account: key };

/** `accounts`: keys of those that may have forms. */
export async function readKeptLists(
  service: Service,
  wanted: ReadonlySet<string>,
  accounts: readonly AccountKey[],
): Promise<KeptLine[]> {
  const marks = [...wanted].map((key): KeptLine => ({ ...readMark(key), label: '', facts: {} }));
  // Without a server nothing of it is kept.
  if (backend().address === undefined || wanted.size === 0) return marks;
  const columns = [...wanted].filter((key) => key !== FORMS).join(',');
  const forms = wanted.has(FORMS) ? accounts : [];
  const asked = [
    ...(columns === '' ? [] : [{ columns }]),
    ...forms.map((accountId) => ({ accountId, columns: FORMS })),
  ];
  // An account that does not answer has no forms.
  const answers = await service.tryAll('launchChoices.list', asked);
  const lines = answers.flatMap((answer, i) =>
    answer instanceof Problem
      ? []
      : answer.data.map(({ column, id, name }): KeptLine => {
          const of = asked[i];
          const place =
            of !== undefined && 'accountId' in of
              ? ({ kind: 'leadForms', account: of.accountId } as const)
              : readMark(column);
          return { ...place, label: id === null ? name : labelled(name, id), facts: {} };
        }),
  );
  // Lines of one column stand together, and options of fields that no column asks for are left out.
  const columnsOf = [...wanted];
  return [
    ...marks,
    ...columnsOf.flatMap((key) =>
      lines.filter(({ kind, account }) => kind === 'kept' && account === key),
    ),
    ...lines.filter(({ kind }) => kind === 'leadForms'),
  ];
}

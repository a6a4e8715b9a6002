import type { WantedCells } from '../../../core/features/changes/sheet/cells.ts';
import {
  newColumns,
  type ObjectKey,
  objectWords,
  valueColumns,
} from '../../../core/features/changes/sheet/columns.ts';
import type { ComposedRows } from '../../../core/features/changes/sheet/fresh.ts';
import { marksOf } from '../../../core/features/changes/sheet/rows.ts';
import { idIn } from '../../../core/sheet/cells.ts';
import { locateFault } from '../../../core/sheet/locate.ts';
import type { SheetAd } from '../../../core/sheet/read-rows.ts';
import type { Account } from '../../base/accounts.ts';
import { accountsNamed, definitions } from '../../base/platforms.ts';
import { say } from '../../base/say.ts';
import { type Asked, told } from './asked.ts';
import { launchLayout } from './tab.ts';
import { headerOf } from './words.ts';

interface RowFault {
  readonly key?: ObjectKey | undefined;
  readonly header?: string;
  readonly message: string;
  readonly isMissing?: boolean;
}

/** What is wrong with rows that are made together. */
export class NewFaults {
  readonly #fresh: readonly Asked[];
  readonly #byRow = new Map<number, RowFault[]>();

  constructor(fresh: readonly Asked[]) {
    this.#fresh = fresh;
  }

  get isEmpty(): boolean {
    return this.#byRow.size === 0;
  }

  add(row: number, fault: RowFault): void {
    this.#byRow.set(row, [...(this.#byRow.get(row) ?? []), fault]);
  }

  /** A fault of the service, at the row and cell that it is about. */
  place(
    fault: { readonly path: string; readonly code: string; readonly message: string },
    { places }: ComposedRows,
    ads: ReadonlyMap<Asked, SheetAd | undefined>,
    accounts: readonly Account[],
  ): void {
    const [, list = '', index, field = ''] =
      /^(newCampaigns|newAdSets|ads)\[(\d+)\]\.?(.*)$/.exec(fault.path) ?? [];
    const row = places[list as keyof typeof places]?.[Number(index)] ?? 0;
    const own = this.#fresh[row];
    if (own === undefined) return;
    // The ad set that it goes into is at fault itself, and says so.
    if (NEW_PARENT.test(fault.message)) return;
    const isMissing = fault.code === 'missing_field';
    const named = FIELDS[field.split(/[.[]/, 1)[0] ?? ''] ?? (field as ObjectKey);
    // Where the platform knows places by ids, there is no cell for countries.
    const key = named === 'countries' && isGrey(own, named, accounts) ? 'locationIds' : named;
    const header = own.tab.layout.positions.has(key) ? headerOf(key) : undefined;
    const ad = ads.get(own);
    if (header === undefined && ad !== undefined) {
      const at = locateFault({ ...fault, path: `ads[0].${field}` }, [ad], launchLayout(own.tab));
      const placed = own.tab.layout.headers[at?.position ?? -1] ?? '';
      this.add(row, {
        header: placed,
        message: wordsOf(at?.message ?? fault.message, placed),
        isMissing,
      });
    } else
      this.add(row, {
        ...(header !== undefined && { key }),
        message: wordsOf(fault.message, header),
        isMissing,
      });
  }

  cells(accounts: readonly Account[]): ReadonlyMap<Asked, WantedCells> {
    return new Map(
      this.#fresh.map((each, i) => [each, faultyCells(each, this.#byRow.get(i) ?? [], accounts)]),
    );
  }
}

const NEW_PARENT = /\bnew:row\d/;

/** A cell has its header beside it: the name that the request has for it is left out. */
function wordsOf(message: string, header: string | undefined): string {
  const missing = header && /^[\w.]+ is missing(?:: (.+)|\.)$/s.exec(message);
  return missing ? (missing[1] ?? say('newNeeds')) : message;
}

/** Fields of the request that a tab calls otherwise. */
const FIELDS: { readonly [field: string]: ObjectKey } = {
  adName: 'name',
  adSets: 'adSetId',
  campaign: 'campaignId',
  accountId: 'adAccountId',
  location: 'countries',
  targeting: 'countries',
  description: 'primaryTexts',
  bodyVariations: 'primaryTexts',
  title: 'headlines',
  headlineVariations: 'headlines',
  utmTags: 'urlTags',
};

function faultyCells(
  own: Asked,
  faults: readonly RowFault[],
  accounts: readonly Account[],
): WantedCells {
  const { layout } = own.tab;
  const grey = greyIn(own, accounts);
  if (faults.length === 0) return { ...told(objectWords.fresh, say('waitsForOthers')), grey };
  const headersOf = (some: readonly RowFault[]): string => {
    const headers = some.flatMap(({ key, header = '' }) =>
      key === undefined ? header : (layout.headers[layout.positions.get(key) ?? -1] ?? ''),
    );
    const all = [...new Set(headers)].filter((header) => header !== '');
    return all.length === 0 ? '' : `|${all.join('|')}|`;
  };
  const lines = faults.map(({ key, header, message }) => {
    const at = key === undefined ? header : headerOf(key);
    return at === undefined || at === '' ? message : `${at}: ${message}`;
  });
  // An empty cell that something is wrong with is one that the row needs.
  const isNeeded = ({ key, header, isMissing }: RowFault): boolean => {
    const at =
      key === undefined ? layout.headers.indexOf(header ?? '') : (layout.positions.get(key) ?? -1);
    return isMissing === true || (at >= 0 && (own.row.cells[at]?.shown ?? '') === '');
  };
  return {
    ...told(objectWords.fresh, [...new Set(lines)].join('\n')),
    marked: headersOf(faults.filter((each) => !isNeeded(each))),
    shaded: headersOf(faults.filter(isNeeded)),
    grey,
  };
}

const isGrey = (own: Asked, key: ObjectKey, accounts: readonly Account[]): boolean =>
  greyIn(own, accounts).includes(marksOf(own.tab.layout, [key])) &&
  own.tab.layout.positions.has(key);

const FORMS = { campaign: 'campaign', adset: 'adSet' } as const;
/** What a column is called in the request for a new object. */
const SENT: { readonly [key: string]: string } = {
  countries: 'location',
  locationIds: 'targeting',
};

/** Cells that a new object of this platform cannot have. */
export function greyIn(
  { tab: { level, layout }, read }: Asked,
  accounts: readonly Account[],
): string {
  const [only, ...others] = accountsNamed(accounts, idIn(read.account));
  const definition = others.length > 0 ? undefined : definitions()[only?.platform ?? ''];
  if (level === 'ad') {
    const identity = definition?.launch?.identity ?? 'page-and-profile';
    return identity === 'page-and-profile' ? '' : marksOf(layout, ['page', 'secondary']);
  }
  const form = definition?.create?.[FORMS[level]]?.request;
  if (form === undefined || !('entries' in form)) return '';
  const fields = Object.keys(form.entries as object);
  const keys = [...valueColumns(layout), ...newColumns(layout)].map(({ key }) => key);
  return marksOf(
    layout,
    keys.filter((key) => key !== 'copyOf' && !fields.includes(SENT[key] ?? key)),
  );
}

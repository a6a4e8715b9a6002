import type { Fault } from '../../../core/base/errors.ts';
import { checkSheet } from '../../../core/sheet/check-sheet.ts';
import type { KeyedAd } from '../../../core/sheet/choose-ads.ts';
import { headerOf } from '../../../core/sheet/headers.ts';
import {
  isChangedSince,
  type SentAd,
  type SheetLaunch,
  sentPrint,
  sheetLaunchKind,
} from '../../../core/sheet/launch-record.ts';
import type { LocatedFault } from '../../../core/sheet/locate.ts';
import { changedColumns, isEmptiedSince } from '../../../core/sheet/row-fingerprint.ts';
import type { InputOf } from '../../../server/client/types.ts';
import { rememberedAccounts } from '../../base/accounts.ts';
import { type App, FILE } from '../../base/app.ts';
import { accountsNamed, columns, definitions } from '../../base/platforms.ts';
import { Problem, problemOf } from '../../base/problem.ts';
import { say } from '../../base/say.ts';
import { openService } from '../../base/service.ts';
import { checkRows, type RowsSummary } from '../../launch/check-rows.ts';
import { keptLaunches } from '../../launch/kept.ts';
import type { LookedAt } from '../../launch/looked-at.ts';
import { sentence, showRows } from '../../launch/marks.ts';
import { lookAt } from '../../launch/rows.ts';
import { currentLaunchSheet } from '../../sheet/launch-sheet.ts';
import { knowledgeOf } from '../../sheet/lists.ts';

/** What a row that was changed since its launch would change at its ads. */
export interface AdUpdate {
  readonly row: number;
  readonly adIds: readonly string[];
  /** Header and new text. */
  readonly changes: readonly { readonly header: string; readonly text: string }[];
  /** Headers of changed columns that no ad can be changed in. */
  readonly fixed: readonly string[];
  /** What is wrong with what the row says by now. Such a row is not sent; its cells are marked. */
  readonly problems: readonly string[];
}

interface Update extends AdUpdate {
  readonly keyed: KeyedAd;
  readonly faults: readonly LocatedFault[];
  /** What the row says of itself besides its faults. */
  readonly remarks: readonly LocatedFault[];
  /** By the operation that every platform has, which changes names alone. */
  readonly renames: boolean;
  readonly fields: { readonly [field: string]: unknown };
}

/** Which field of an ad a column becomes; texts come in lists of variations. */
const FIELDS: {
  readonly [key: string]: (ad: KeyedAd['ad']) => { readonly [field: string]: unknown };
} = {
  adName: ({ adName }) => ({ name: adName }),
  description: ({ description, bodyVariations }) => ({
    primaryTexts: listOf(description, bodyVariations),
  }),
  title: ({ title, headlineVariations }) => ({ headlines: listOf(title, headlineVariations) }),
  link: ({ link }) => ({ link }),
  utmTags: ({ utmTags }) => ({ urlTags: utmTags }),
};

const listOf = (first: unknown, more: unknown): unknown[] =>
  [first, ...(Array.isArray(more) ? more : [])].filter((text) => text);

/** `bodyVariations[2]` is part of what `description` becomes. */
const fieldOf = (key: string): string =>
  key.startsWith('bodyVariations')
    ? 'description'
    : key.startsWith('headlineVariations')
      ? 'title'
      : key;

export async function planUpdates(app: App): Promise<AdUpdate[]> {
  return app.locked(async (store) => {
    const looked = await lookAt(app, store, currentLaunchSheet(app));
    const updates = updatesIn(app, looked);
    showUpdates(app, looked, updates);
    return updates.map(({ row, adIds, changes, fixed, problems }) => ({
      row,
      adIds,
      changes,
      fixed,
      problems,
    }));
  });
}

/**
 * Faults stand at their cells, and in what the row says, until the row is changed or looked at
 * again.
 */
function showUpdates(
  app: App,
  looked: LookedAt,
  updates: readonly Update[],
  refused: ReadonlyMap<number, readonly LocatedFault[]> = new Map(),
): void {
  const own = new Map(
    updates.map(({ row, faults, remarks }) => [
      row,
      [...faults, ...(refused.get(row) ?? []), ...remarks],
    ]),
  );
  const launched = new Set(
    looked.chosen.flatMap(({ turn, keyed }) => (turn === 'launched' ? keyed.rows : [])),
  );
  const faults = looked.ads.map(({ rows }, i) => [
    ...(looked.faults[i] ?? []),
    ...(own.get(rows[0] ?? 0) ?? []),
  ]);
  const told = new Set([...looked.told].filter((row) => !launched.has(row)));
  showRows({ ...looked, faults, told }, app.spreadsheet.getSpreadsheetTimeZone(), (row) =>
    launched.has(row),
  );
}

/** The definition of an ad's platform. */
function platformOf(accounts: LookedAt['lists']['accounts'], { ad }: KeyedAd) {
  const [account] = accountsNamed(accounts, String(ad.adAccountId ?? ''));
  return account && definitions()[account.platform];
}

function updatesIn(app: App, { open, ads, chosen, history, lists }: LookedAt): Update[] {
  const knowledge = knowledgeOf(lists, rememberedAccounts(app));
  return ads.flatMap((keyed, i): Update[] => {
    if (chosen[i]?.turn !== 'launched' || !isChangedSince(keyed.keys, history)) return [];
    const [row = 0] = keyed.rows;
    const past = keyed.keys.map(([key]) => history.get(key));
    const changed = keyed.rows.flatMap((number, at) => {
      const found = open.rows.find((each) => each.number === number);
      return found === undefined
        ? []
        : changedColumns(open.layout, found, sentPrint(past[at], keyed.keys[at]?.[0] ?? ''));
    });
    const platform = platformOf(lists.accounts, keyed);
    // Some platforms change nothing of an ad but its name.
    const names = platform !== undefined && platform.update?.ad === undefined;
    const kept = Object.keys(platform?.unchangeable?.ad ?? {}).map((field) => COLUMNS[field]);
    // A name with a pattern was resolved when the ad was made.
    const isFixed = (key: string): boolean =>
      (names ? key !== 'adName' : FIELDS[fieldOf(key)] === undefined) ||
      kept.includes(fieldOf(key)) ||
      (key === 'adName' && String(keyed.ad.adName).includes('{{'));
    const header = (key: string): string => headerOf(columns(), key) ?? key;
    const wanted = [...new Set(changed.filter((key) => !isFixed(key)).map(fieldOf))];
    // What is launched is not judged again; what its ads shall say from now on is.
    const [found = []] = checkSheet([{ ...keyed, ready: false }], open.layout, knowledge);
    const faults = found.filter(({ key }) => changed.includes(key) && !isFixed(key));
    const isEmptied = keyed.rows.some((number, at) => {
      const found = open.rows.find((each) => each.number === number);
      const before = sentPrint(past[at], keyed.keys[at]?.[0] ?? '');
      return found !== undefined && isEmptiedSince(open.layout, found, before);
    });
    return [
      {
        faults,
        remarks: isEmptied ? [{ row, key: '', code: 'emptied', message: say('emptied') }] : [],
        problems: faults.map((fault) => sentence(open, fault)),
        row,
        keyed,
        renames: names,
        adIds: [...new Set(past.flatMap((each) => [...(each?.made.values() ?? [])]))],
        fields: Object.assign({}, ...wanted.map((key) => FIELDS[key]?.(keyed.ad))),
        changes: wanted.map((key) => ({ header: header(key), text: String(keyed.ad[key] ?? '') })),
        fixed: [...changed.filter(isFixed).map(header), ...(isEmptied ? [say('emptiedCell')] : [])],
      },
    ];
  });
}

export interface UpdateResult {
  readonly updated: number;
  readonly problems: readonly { readonly row: number; readonly text: string }[];
  /** Rows that wait for the next time: the service allows so many requests a minute. */
  readonly left: number;
  readonly summary: RowsSummary;
}

/**
 * Changes the ads of the rows that were changed since their launch, those that people looked at.
 */
export async function updateAds(app: App, rows: readonly number[]): Promise<UpdateResult> {
  const service = openService(app);
  const launchSheet = currentLaunchSheet(app);
  const looked = await app.locked((store) => lookAt(app, store, launchSheet));
  const asked = updatesIn(app, looked).filter(
    ({ row, changes }) => rows.includes(row) && changes.length > 0,
  );
  const wanted = asked.filter(({ faults }) => faults.length === 0);
  if (wanted.length === 0) throw new Problem('changed', say('updateChanged'));
  const problems = asked
    .filter(({ faults }) => faults.length > 0)
    .map(({ row, problems: own }) => ({ row, text: own.join(' ') }));
  const done: Update[] = [];
  const refused = new Map<number, readonly LocatedFault[]>();
  let left = wanted.length;
  for (const update of wanted) {
    if (app.clock.now() > app.deadline) break;
    left -= 1;
    try {
      for (const adId of update.adIds) {
        const { adAccountId } = update.keyed.ad;
        const request = update.renames
          ? { businessId: adAccountId, entityType: 'ad', entityId: adId, ...update.fields }
          : { accountId: adAccountId, adId, ...update.fields };
        const digest = await app.secrets.sha256(
          JSON.stringify([app.spreadsheet.getId(), request, update.keyed.keys]),
        );
        // Rows say what they like; the service checks it.
        await service.call(
          update.renames ? 'manage.rename' : 'manage.updateAd',
          request as InputOf<'manage.rename'> & InputOf<'manage.updateAd'>,
          {
            idempotencyKey: `sheet-${digest.slice(0, 40)}`,
            patient: true,
          },
        );
      }
      done.push(update);
    } catch (error) {
      const problem = problemOf(error);
      const { row } = update;
      const details = problem.details.map((detail) => cellOf(detail, update, looked));
      const faults =
        details.length > 0
          ? details
          : [{ row, key: '', code: problem.kind, message: problem.message }];
      refused.set(row, faults);
      problems.push({ row, text: faults.map((fault) => sentence(looked.open, fault)).join(' ') });
    }
  }
  await remember(app, done);
  await app.locked(async (store) => {
    const seen = await lookAt(app, store, launchSheet);
    showUpdates(app, seen, updatesIn(app, seen), refused);
  });
  return { updated: done.length, problems, left, summary: await checkRows(app, launchSheet) };
}

/** The columns of a row that fields of an update come from. */
const COLUMNS: { readonly [field: string]: string } = {
  name: 'adName',
  primaryTexts: 'description',
  headlines: 'title',
  link: 'link',
  urlTags: 'utmTags',
};

/** The cell that a fault of an update is about; of no cell where its field has none. */
function cellOf({ path, code, message }: Fault, { row }: Update, { open }: LookedAt): LocatedFault {
  const key = COLUMNS[path.split(/[.[]/, 1)[0] ?? ''] ?? '';
  const position = open.layout.positions.get(key);
  return { row, key, code, message, ...(position !== undefined && { position }) };
}

/** Remembers that rows say what their ads say; other changed columns still differ. */
async function remember(app: App, updates: readonly Update[]): Promise<void> {
  const prints = new Map(
    updates.filter(({ fixed }) => fixed.length === 0).flatMap(({ keyed }) => keyed.keys),
  );
  if (prints.size === 0) return;
  await app.locked(async (store) => {
    const { own } = await keptLaunches(app, store);
    const withPrint = ({ rows, ...ad }: SentAd): SentAd => ({
      ...ad,
      rows: rows.map(([key, print]) => [key, prints.get(key) ?? print]),
    });
    const touched = own.filter(({ doc }) =>
      doc.ads.some(({ rows }) => rows.some(([key]) => prints.has(key))),
    );
    await store.commit(
      touched.map(({ id, version, doc }) => {
        const next: SheetLaunch = { ...doc, ads: doc.ads.map(withPrint) };
        return { kind: sheetLaunchKind, companyId: FILE, id, expect: version, doc: next };
      }),
    );
  });
}

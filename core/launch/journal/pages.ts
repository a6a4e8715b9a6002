import { kind, type Store, type Write } from '../../ports/store.ts';
import { allOf } from '../../records/list.ts';
import { pageOfAd } from '../plan/pages.ts';
import { type BatchRecord, type JournalEntry, journalId, journalKind } from './records.ts';

/**
 * An entry of a large batch that concerns a page of its plan: a page is shown without reading the
 * whole journal.
 */
interface JournalPage {
  readonly of: string;
  readonly batch: string;
  readonly seq: number;
}

export const journalPageKind = kind<JournalPage>('batch-journal-page', {
  of: 'string',
  batch: 'string',
});

/** Uploads belong to no single ad, and have a page of their own. */
const UPLOADS = -1;

const placeOf = (batch: string, page: number) =>
  `${batch}/${page === UPLOADS ? 'uploads' : String(page).padStart(4, '0')}`;

/** For batches with pages: which of them an entry concerns. */
export function pageWrites(companyId: string, entry: JournalEntry, head: BatchRecord): Write[] {
  if (head.pages === undefined) return [];
  const { batch, seq } = entry;
  return [...pagesIn(entry)].map((page) => {
    const of = placeOf(batch, page);
    return {
      kind: journalPageKind,
      companyId,
      id: `${of}/${String(seq).padStart(6, '0')}`,
      expect: 'absent',
      doc: { of, batch, seq },
    };
  });
}

function pagesIn({ sending, outcomes, doubted, again, undone }: JournalEntry): ReadonlySet<number> {
  const pages = new Set<number>();
  const add = (id: string) => {
    const [of, place = ''] = id.split(':', 2);
    pages.add(of === 'ad' || of === 'creative' ? pageOfAd(Number.parseInt(place, 10)) : UPLOADS);
  };
  for (const ids of [sending, doubted, again]) for (const id of ids ?? []) add(id);
  for (const results of [outcomes, undone]) for (const id in results) add(id);
  return pages;
}

/**
 * The entries of a page, in order; those about uploads too where ads of the page failed with one.
 * `causes`: what those ads failed with.
 */
export async function readJournalPage(
  store: Store,
  companyId: string,
  batchId: string,
  page: number,
): Promise<{ readonly entries: readonly JournalEntry[]; readonly causes: ReadonlySet<string> }> {
  const own = await entriesAbout(store, companyId, batchId, page);
  const causes = new Set<string>();
  for (const { outcomes = {} } of own)
    for (const settled of Object.values(outcomes))
      if ('because' in settled) causes.add(settled.because);
  if (![...causes].some((id) => !id.startsWith('creative:'))) return { entries: own, causes };
  const known = new Map(own.map((entry) => [entry.seq, entry]));
  for (const entry of await entriesAbout(store, companyId, batchId, UPLOADS))
    known.set(entry.seq, entry);
  return { entries: [...known.values()].sort((a, b) => a.seq - b.seq), causes };
}

async function entriesAbout(
  store: Store,
  companyId: string,
  batchId: string,
  page: number,
): Promise<JournalEntry[]> {
  const entries: JournalEntry[] = [];
  for (const { doc } of await allOf(store, journalPageKind, companyId, {
    where: { of: placeOf(batchId, page) },
  })) {
    const entry = await store.get(journalKind, companyId, journalId(batchId, doc.seq));
    if (entry !== undefined) entries.push(entry.doc);
  }
  return entries;
}

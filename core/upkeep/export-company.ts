import { changeCompany } from '../access/administer.ts';
import type { Actor } from '../access/caller.ts';
import { inviteKind } from '../access/invites.ts';
import { type KeyRecord, keyKind } from '../access/keys.ts';
import { companyKind } from '../access/records.ts';
import { sessionKind } from '../access/sessions.ts';
import { SlipwayError } from '../base/errors.ts';
import { addDays } from '../base/time/days.ts';
import { mediaUrl } from '../media/filename.ts';
import { type MediaRecord, mediaKind } from '../media/records.ts';
import type { Feature, SealedPlace } from '../operations/feature.ts';
import type { Breakdown, Facts } from '../ports/facts.ts';
import { type Document, type Kind, type Stored, SYSTEM } from '../ports/store.ts';
import type { Turns } from '../ports/turns.ts';
import type { WritePorts } from '../ports/write-ports.ts';
import { jobKind } from '../records/job.ts';
import { pagesOf } from '../records/list.ts';
import { unkeyed } from '../records/once.ts';
import { utf8Of } from '../records/utf8.ts';
import { foundByCompany } from './company-kinds.ts';

interface CompanyExportPorts extends WritePorts {
  readonly facts: Facts;
  readonly turns?: Turns;
  readonly publicUrl: string;
}

/** Stands for texts that only this installation can read, or that must not leave it. */
export const LEFT_OUT = '(left out)';

/** Held at a time. */
const STEP = 50;
const ROWS = 1_000;
/** Before any platform had ads. */
const FIRST_DAY = '2000-01-01';

/**
 * Everything of a company as lines of JSON: a head, every document with its kind, every row of
 * present figures, and the counts. A file without the last line is not whole. Once all lines before
 * it were read, the company counts as exported at the moment the export began. Throws `not_found`.
 */
export async function exportCompany(
  ports: CompanyExportPorts,
  features: readonly Feature[],
  operator: Actor,
  companyId: string,
) {
  const company = await ports.store.get(companyKind, SYSTEM, companyId);
  if (company === undefined)
    throw new SlipwayError('not_found', `There is no company ${companyId}.`, {
      hint: 'companies.list',
    });
  return {
    contentType: 'application/x-ndjson',
    filename: `${companyId}-${dayOf(ports.clock.now())}.ndjson`,
    content: written(ports, features, operator, company),
  };
}

const dayOf = (now: number): string => new Date(now).toISOString().slice(0, 10);

interface Line {
  readonly kind: string;
  readonly [member: string]: unknown;
}

async function* written(
  ports: CompanyExportPorts,
  features: readonly Feature[],
  operator: Actor,
  company: Stored<{ readonly name: string }>,
): AsyncGenerator<Uint8Array> {
  const { clock, turns } = ports;
  const exportedAt = clock.now();
  const at = new Date(exportedAt).toISOString();
  yield bytesOf([
    {
      kind: 'export',
      format: 1,
      companyId: company.id,
      name: company.doc.name,
      at,
      leftOut: LEFT_OUT,
    },
  ]);
  const counts: { [kind: string]: number } = {};
  for await (const lines of linesOf(ports, features, company.id)) {
    for (const { kind } of lines) counts[kind] = (counts[kind] ?? 0) + 1;
    yield bytesOf(lines);
    // A store in this process answers at once: without a pause the export would be one turn.
    await turns?.next();
  }
  const { fact: facts = 0, ...byKind } = counts;
  const documents = Object.values(byKind).reduce((sum, count) => sum + count, 0);
  await changeCompany(ports, operator, {
    id: company.id,
    once: unkeyed(ports.store),
    action: 'company.export',
    change: (before) => ({
      doc: { ...before, exportedAt: Math.max(exportedAt, before.exportedAt ?? 0) },
      details: { name: before.name, documents, facts },
    }),
  });
  yield bytesOf([{ kind: 'end', documents, facts, byKind }]);
}

const bytesOf = (lines: readonly Line[]): Uint8Array =>
  utf8Of(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));

async function* linesOf(
  ports: CompanyExportPorts,
  features: readonly Feature[],
  companyId: string,
): AsyncGenerator<readonly Line[]> {
  const places = features.flatMap((each) => each.sealed ?? []);
  const lineOf = (kind: Kind<never>, { id, doc }: Stored): Line => ({
    kind: kind.name,
    id: shownId(kind, id, doc),
    doc: shownDoc(kind, doc, places),
  });
  const { store, publicUrl } = ports;
  const company = await store.get(companyKind, SYSTEM, companyId);
  if (company !== undefined) yield [lineOf(companyKind, company)];
  for (const kind of foundByCompany)
    for await (const items of pagesOf(store, kind, SYSTEM, { where: { companyId }, limit: STEP }))
      yield items.map((each) => lineOf(kind, each));
  for await (const items of pagesOf(store, jobKind, SYSTEM, { limit: STEP }))
    yield items
      .filter(({ doc }) => doc.companyId === companyId)
      .map((each) => lineOf(jobKind, each));
  for (const kind of features.flatMap((each) => each.kinds ?? []))
    for await (const items of pagesOf(store, kind, companyId, { limit: STEP }))
      yield items.map((each) => ({
        ...lineOf(kind, each),
        ...addressOf(publicUrl, companyId, kind, each.doc),
      }));
  yield* factLines(ports, companyId);
}

/** Ids of keys and sessions are the hashes of secrets. */
function shownId(kind: Kind<never>, id: string, doc: Document): string {
  if (kind.name === keyKind.name) return (doc as KeyRecord).keyId;
  return kind.name === sessionKind.name ? LEFT_OUT : id;
}

/** Without sealed texts and hashes of secrets. */
function shownDoc(kind: Kind<never>, doc: Document, sealed: readonly SealedPlace[]): Document {
  const places = sealed.filter(
    (place) => place.kind.name === kind.name && place.textOf(doc) !== undefined,
  );
  const open = places.reduce((each, place) => place.withText(each, LEFT_OUT), doc);
  const digest = { [sessionKind.name]: 'keyDigest', [inviteKind.name]: 'digest' }[kind.name];
  return digest === undefined || !(digest in open) ? open : { ...open, [digest]: LEFT_OUT };
}

/** Valid as long as the company exists. */
const addressOf = (publicUrl: string, companyId: string, kind: Kind, doc: Document): object =>
  kind.name === mediaKind.name
    ? { address: mediaUrl(publicUrl, companyId, (doc as MediaRecord).filename) }
    : {};

async function* factLines(
  { facts, clock, turns }: CompanyExportPorts,
  companyId: string,
): AsyncGenerator<readonly Line[]> {
  const to = addDays(dayOf(clock.now()), 2);
  for (const accountId of await facts.accounts(companyId))
    for (const breakdown of ['none', 'country'] as readonly Breakdown[]) {
      const scope = { accountId, breakdown, from: FIRST_DAY, to };
      let after: string | undefined;
      do {
        const slice = await facts.scan(companyId, {
          scope,
          level: 'adId',
          limit: ROWS,
          ...(after !== undefined && { after }),
        });
        yield slice.rows.map(({ entity, ...row }) => ({
          kind: 'fact',
          breakdown,
          ...entity,
          accountId,
          ...row,
        }));
        after = slice.next;
      } while (after !== undefined);
      await turns?.next();
    }
}

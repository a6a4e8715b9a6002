import { foldEntries } from '../../core/effects/state.ts';
import {
  type BatchRecord,
  batchKind,
  type JournalEntry,
  journalKind,
  planKind,
} from '../../core/launch/journal/records.ts';
import type { Plan } from '../../core/launch/plan/plan.ts';
import { PLANTED } from './things.ts';
import type { World } from './world.ts';

/**
 * What holds whatever was asked for: nothing twice at the platform, and heads that say what their
 * journals say.
 */
export async function checkBooks(
  { things, disk }: World,
  isRestored: boolean,
): Promise<readonly string[]> {
  const faults: string[] = [];
  const asked = new Map<string, number>();
  // What an undo has deleted is made again for a second try, but for ads; those where a backup does
  // not know of the undo.
  for (const { asked: by, type, status } of things.all.values())
    if (
      by !== PLANTED &&
      !by.startsWith('copy of') &&
      !(status === 'DELETED' && (type !== 'ad' || isRestored))
    )
      asked.set(`${type} ${by}`, (asked.get(`${type} ${by}`) ?? 0) + 1);
  for (const [by, count] of asked) if (count > 1) faults.push(`${by} was made ${count} times`);
  for (const companyId of disk.companies()) {
    const entries = disk.documents(journalKind.name, companyId) as readonly {
      readonly doc: JournalEntry;
    }[];
    for (const { id, doc } of disk.documents(batchKind.name, companyId) as readonly {
      id: string;
      doc: BatchRecord;
    }[]) {
      const plan = disk.documents(planKind.name, companyId).find((each) => each.id === id)?.doc as
        | Plan
        | undefined;
      if (plan === undefined) continue;
      const own = entries
        .map((each) => each.doc)
        .filter(({ batch }) => batch === id)
        .sort((a, b) => a.seq - b.seq);
      const states = foldEntries(plan.operations, own);
      for (let length = 0; length < own.length; length += 1)
        foldEntries(plan.operations, own.slice(0, length));
      const done = plan.operations.filter(
        (each) => each.id.startsWith('ad:') && states.get(each.id)?.phase === 'done',
      ).length;
      if (doc.successfulAds !== done)
        faults.push(`batch ${id} says ${doc.successfulAds} and its journal ${done}`);
      if (doc.rawStatus === 'Queued' || doc.rawStatus === 'Processing')
        faults.push(`batch ${id} is still ${doc.rawStatus}`);
      if (doc.undo !== undefined && doc.undo.finishedAt === undefined)
        faults.push(`the undo of batch ${id} never ended`);
    }
  }
  return faults;
}

interface Line {
  readonly action: string;
  readonly subject: string;
  readonly details?: { readonly after?: { readonly [field: string]: unknown } };
}

/**
 * Names and budgets that the platform was given, of which no line of the audit tells. Copies get
 * their names by their own line.
 */
export function checkTraces({ things, disk }: World): readonly string[] {
  const told = new Set<string>();
  for (const companyId of disk.companies())
    for (const { doc } of disk.documents('audit', companyId)) {
      const { action, subject, details } = doc as unknown as Line;
      if (action.endsWith('.refused')) continue;
      for (const [field, value] of Object.entries(details?.after ?? {}))
        told.add(`${subject} ${field}=${value}`);
    }
  const faults: string[] = [];
  for (const { id, history } of things.all.values())
    for (const value of history)
      if (/^(name=[^K]|dailyBudget=)/.test(value) && !told.has(`${id} ${value}`))
        faults.push(`no audit tells of ${value} of ${id}`);
  return faults;
}

import type { AccessPorts } from '../../accounts/access.ts';
import type { AccountKey } from '../../base/account-key.ts';
import { defined } from '../../base/defined.ts';
import { explained, PlatformError, type PlatformFailure } from '../../base/errors.ts';
import type { ServicePorts } from '../../operations/ports.ts';
import type { JobDone } from '../../ports/jobs.ts';
import type { Write } from '../../ports/store.ts';
import { changeDocument, changeKept } from '../../records/change.ts';
import { allOf } from '../../records/list.ts';
import { type LeadAccount, openedAccount, type ReadAccount } from './account.ts';
import { keepLeads } from './keep.ts';
import { readForm } from './read-form.ts';
import {
  documentId,
  type FormRecord,
  formKind,
  leadKind,
  leadWatchKind,
  type WatchRecord,
} from './records.ts';

/** The subject is the key of an account. */
export const LEADS_QUEUE = 'leads';

export type PassPorts = AccessPorts & Pick<ServicePorts, 'clock' | 'events'>;

const FORMS_EVERY_MS = 30 * 60_000;
const FORMS_AT_ONCE = 40;
const NOTICED_AT_ONCE = 200;
/** Between two passes while more is due. */
const SOON_MS = 10_000;
const LATER_MS = 5 * 60_000;
const SELDOM_MS = 60 * 60_000;

/** Reads what notices named, then the forms that are due. Ends with the watch. */
export async function runLeadsPass(
  ports: PassPorts,
  companyId: string,
  key: AccountKey,
  stopping: () => boolean,
): Promise<JobDone> {
  const opened = await openedAccount(ports, companyId, key);
  const page = opened?.leads.page;
  if (
    opened === undefined ||
    page === undefined ||
    (await ports.store.get(leadWatchKind, companyId, key)) === undefined
  )
    return undefined;
  const failure = await passOver(ports, companyId, { ...opened, page }, stopping);
  const now = ports.clock.now();
  if (failure !== undefined) {
    const pause = failure.retryAfterMs ?? (failure.retryable ? LATER_MS : SELDOM_MS);
    return { againAt: now + pause };
  }
  const { items } = await ports.store.find(formKind, companyId, {
    where: { account: key },
    order: { by: 'dueAt' },
    limit: 1,
  });
  // At the latest when forms are listed again.
  const next = Math.min(items[0]?.doc.dueAt ?? Number.POSITIVE_INFINITY, now + FORMS_EVERY_MS);
  return { againAt: Math.max(next, now + SOON_MS) };
}

/** Keeps the problem of a pass until a later one succeeds. */
async function passOver(
  ports: PassPorts,
  companyId: string,
  account: ReadAccount,
  stopping: () => boolean,
): Promise<PlatformFailure | undefined> {
  const failure = await passOnce(ports, companyId, account, stopping);
  await changeKept(ports.store, leadWatchKind, {
    companyId,
    id: account.key,
    change: ({ problem: _, isRefused: __, ...doc }) => ({
      ...doc,
      ...(failure
        ? { problem: explained(failure), isRefused: !failure.retryable }
        : { passedAt: ports.clock.now() }),
    }),
  });
  return failure;
}

async function passOnce(
  ports: PassPorts,
  companyId: string,
  account: ReadAccount,
  stopping: () => boolean,
): Promise<PlatformFailure | undefined> {
  const { store, clock } = ports;
  try {
    const watch = await withForms(ports, companyId, account);
    if (watch === undefined) return undefined;
    await readNoticed(ports, companyId, account, { watch, stopping });
    const due = await store.find(formKind, companyId, {
      where: { account: account.key, dueAt: { before: clock.now() + 1 } },
      order: { by: 'dueAt' },
      limit: FORMS_AT_ONCE,
    });
    for (const stored of due.items) {
      if (stopping()) return undefined;
      const failure = await readForm(ports, companyId, account, { stored, watch });
      // One unreadable form says nothing about the others.
      if (failure !== undefined && isOfAll(failure)) return failure;
    }
    return undefined;
  } catch (error) {
    if (error instanceof PlatformError) return error.failure;
    throw error;
  }
}

/** Lists forms from time to time. Undefined where the account is not watched any more. */
async function withForms(
  ports: PassPorts,
  companyId: string,
  account: LeadAccount,
): Promise<WatchRecord | undefined> {
  const { store, clock } = ports;
  const watch = (await store.get(leadWatchKind, companyId, account.key))?.doc;
  const now = clock.now();
  if (watch === undefined || now - (watch.formsAt ?? 0) < FORMS_EVERY_MS) return watch;
  const forms = await account.leads.forms(account.access);
  const { id: platform } = account.platform.definition;
  for (const form of forms)
    await changeDocument(store, formKind, {
      companyId,
      id: documentId(platform, form.id),
      change: (known) => ({ doc: formOf(account.key, known?.doc, form, now) }),
    });
  const listed = new Set(forms.map(({ id }) => id));
  for (const known of await allOf(store, formKind, companyId, { where: { account: account.key } }))
    if (!listed.has(known.doc.form.id) && known.doc.form.state !== 'deleted') {
      const form = { ...known.doc.form, state: 'deleted' as const };
      const doc: FormRecord = { ...known.doc, form };
      // Read a last time; a faster pass did the same.
      await store.commit([{ kind: formKind, companyId, id: known.id, expect: known.version, doc }]);
    }
  return changeKept(store, leadWatchKind, {
    companyId,
    id: account.key,
    change: (doc) => ({ ...doc, formsAt: now }),
  });
}

/** Of two accounts with one form the first one reads it. */
function formOf(
  account: AccountKey,
  known: FormRecord | undefined,
  form: FormRecord['form'],
  now: number,
): FormRecord {
  if (known === undefined)
    return { account, form, dueAt: form.state === 'draft' ? now + SELDOM_MS : now };
  // One that was gone, and is back.
  const isBack = known.form.state === 'deleted' && form.state !== 'deleted';
  return { ...known, form, ...(isBack && { dueAt: now }) };
}

/** Leads whose notice came before they did. */
async function readNoticed(
  ports: PassPorts,
  companyId: string,
  account: LeadAccount,
  { watch, stopping }: { readonly watch: WatchRecord; readonly stopping: () => boolean },
): Promise<void> {
  const { read, keptDays } = account.leads;
  if (read === undefined) return;
  const { items } = await ports.store.find(leadKind, companyId, {
    where: { account: account.key, state: 'noticed' },
    limit: NOTICED_AT_ONCE,
  });
  const { id: platform } = account.platform.definition;
  for (const { id, version, doc } of items) {
    if (stopping()) return;
    const owner = (await ports.store.get(formKind, companyId, documentId(platform, doc.formId)))
      ?.doc.form.owner;
    const ref = { id: id.slice(platform.length + 1), formId: doc.formId, ...defined({ owner }) };
    const lead = await orUnread(() => read(account.access, ref));
    const gone: Write = { kind: leadKind, companyId, id, expect: version, doc: undefined };
    // A list may still bring it.
    if (lead === undefined) await ports.store.commit([gone]);
    else if (lead !== 'unread')
      await keepLeads(ports, companyId, {
        account: account.key,
        leads: [lead],
        keepDays: watch.keepDays,
        keptDays,
      });
  }
}

/** One lead that cannot be read holds up no other. */
async function orUnread<T>(work: () => Promise<T>): Promise<T | 'unread'> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PlatformError) || isOfAll(error.failure)) throw error;
    return 'unread';
  }
}

/** A dead token or a used-up budget. */
const isOfAll = (failure: PlatformFailure): boolean =>
  failure.class === 'auth' || failure.class === 'throttled';

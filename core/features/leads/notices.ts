import { auditWrite } from '../../access/audit.ts';
import type { Actor } from '../../access/caller.ts';
import { notBuilt } from '../../accounts/capabilities.ts';
import type { AccountKey } from '../../base/account-key.ts';
import { SlipwayError } from '../../base/errors.ts';
import { breaks } from '../../base/refusal.ts';
import type { InboxAnswer, InboxCall } from '../../operations/feature.ts';
import type { ServicePorts } from '../../operations/ports.ts';
import type { LeadNotice, LeadNotices } from '../../ports/platform-leads.ts';
import type { Write } from '../../ports/store.ts';
import { removals } from '../../records/expired.ts';
import { jobId, queueJob } from '../../records/job.ts';
import { allOf } from '../../records/list.ts';
import { randomText } from '../../records/random-id.ts';
import { type LeadAccount, openedAccount } from './account.ts';
import { LEADS_QUEUE, type PassPorts } from './pass.ts';
import {
  addressKind,
  bareLead,
  DAY,
  documentId,
  formKind,
  type LeadRecord,
  leadKind,
  leadWatchKind,
  tombstoneMs,
  tombstoneOf,
} from './records.ts';

type NoticePorts = PassPorts & Pick<ServicePorts, 'jobs'>;

/** A notice whose lead could not be read for this long is forgotten; lists go on. */
const NOTICED_MS = 7 * DAY;
const STEP = 200;

/** A new address for notices of an account; its former one is forgotten. */
export async function openAddress(
  ports: NoticePorts & Pick<ServicePorts, 'publicUrl'>,
  caller: Actor,
  id: string,
) {
  const { companyId } = caller;
  const { store, secrets, clock } = ports;
  // Watches are stored under account keys.
  const key = id as AccountKey;
  if ((await store.get(leadWatchKind, companyId, key)) === undefined)
    throw new SlipwayError('not_found', 'There is nothing with this id.');
  const account = await openedAccount(ports, companyId, key);
  if (account === undefined)
    throw new SlipwayError('not_found', 'This ad account is not connected any more.');
  const notices = noticesOf(account);
  if (notices.secret !== undefined && account.access.credentials[notices.secret] === undefined) {
    const message = `The platform signs notices with ${notices.secret}, which the connection lacks. Connect the platform again with it.`;
    throw breaks('', 'missing_secret', message);
  }
  const token = randomText(secrets, 40);
  const addressId = randomText(secrets, 30);
  const doc = { account: key, token: await secrets.sha256(token), createdAt: clock.now() };
  for (;;) {
    const former = await allOf(store, addressKind, companyId, { where: { account: key } });
    const writes: Write[] = [
      ...removals(addressKind, companyId, former),
      { kind: addressKind, companyId, id: addressId, expect: 'absent', doc },
      auditWrite(ports, caller, { action: 'leads.address', subject: key }),
    ];
    if ((await store.commit(writes)) === undefined) break;
  }
  const url = `${ports.publicUrl}/v1/inbox/leads/${companyId}/${addressId}`;
  const owners = (await account.leads.forms(account.access)).flatMap(({ owner }) => owner ?? []);
  await notices.subscribe?.(account.access, { owners: [...new Set(owners)], url });
  return { success: true as const, url, token, steps: [...notices.steps] };
}

function noticesOf({ platform, leads }: LeadAccount): LeadNotices {
  if (leads.notices === undefined) throw notBuilt(platform, 'notices of new leads', '');
  return leads.notices;
}

/**
 * Answers the platform once what it says is stored. Throws `forbidden` for what it did not sign.
 */
export async function receiveNotices(ports: NoticePorts, call: InboxCall): Promise<InboxAnswer> {
  const { companyId } = call;
  const address = await ports.store.get(addressKind, companyId, call.id);
  const account = address && (await openedAccount(ports, companyId, address.doc.account));
  if (address === undefined || account === undefined)
    throw new SlipwayError('not_found', 'There is nothing at this address.');
  const notices = noticesOf(account);
  const keys = {
    credentials: account.access.credentials,
    isToken: async (text: string) => (await ports.secrets.sha256(text)) === address.doc.token,
  };
  if (call.method === 'GET') {
    const answer = await notices.challenge?.(call, keys);
    if (answer === undefined)
      throw new SlipwayError('forbidden', 'This is not the token of this address.');
    return answer;
  }
  const said = await notices.open(call, keys);
  if (said === undefined)
    throw new SlipwayError('forbidden', 'The signature of this notice is not right.');
  for (let from = 0; from < said.length; from += STEP)
    await noteLeads(ports, companyId, account, said.slice(from, from + STEP));
  return { contentType: 'application/json', body: '{"success":true}' };
}

/**
 * Stubs, tombstones and the jobs that read on, in one commit. What is known already stays as it is.
 */
async function noteLeads(
  ports: NoticePorts,
  companyId: string,
  account: LeadAccount,
  said: readonly LeadNotice[],
): Promise<void> {
  const { store, clock } = ports;
  const { id: platform } = account.platform.definition;
  // Of two about one lead the deletion counts, whichever came first.
  const deletedLast = [...said].sort(
    (a, b) => Number(a.what === 'deleted') - Number(b.what === 'deleted'),
  );
  const notices = [...new Map(deletedLast.map((notice) => [notice.id, notice])).values()];
  for (;;) {
    const writes: Write[] = [];
    const keys = new Set<AccountKey>();
    const now = clock.now();
    for (const notice of notices) {
      const id = documentId(platform, notice.id);
      const { formId = '' } = notice;
      const form =
        formId === ''
          ? undefined
          : await store.get(formKind, companyId, documentId(platform, formId));
      const key = form?.doc.account ?? account.key;
      if ((await store.get(leadWatchKind, companyId, key)) === undefined) continue;
      const known = await store.get(leadKind, companyId, id);
      const bare: LeadRecord = {
        ...(known?.doc ?? bareLead(key, { id, formId, at: notice.createdAt ?? now })),
        state: 'noticed',
        endsAt: now + NOTICED_MS,
      };
      // Where leads cannot be read one by one, their forms are read.
      if (notice.what === 'created' && account.leads.read === undefined) {
        if (known === undefined) keys.add(key);
        continue;
      }
      const isBuried =
        known !== undefined && known.doc.state !== 'kept' && known.doc.state !== 'noticed';
      if (isBuried || (notice.what === 'created' && known !== undefined)) continue;
      const doc =
        notice.what === 'created'
          ? bare
          : tombstoneOf(bare, 'erased', now + tombstoneMs(account.leads.keptDays));
      writes.push({ kind: leadKind, companyId, id, expect: known?.version ?? 'absent', doc });
      if (notice.what === 'created') keys.add(key);
    }
    if (account.leads.read === undefined)
      for (const key of keys) writes.push(...(await dueForms(ports, companyId, key)));
    for (const key of keys)
      writes.push(
        await queueJob(store, LEADS_QUEUE, { companyId, subject: key, now, uses: [key] }),
      );
    if (writes.length > 0 && (await store.commit(writes)) !== undefined) continue;
    for (const key of keys) await ports.jobs.wake(jobId(LEADS_QUEUE, companyId, key));
    return;
  }
}

async function dueForms(
  { store, clock }: NoticePorts,
  companyId: string,
  account: AccountKey,
): Promise<readonly Write[]> {
  const now = clock.now();
  const forms = await allOf(store, formKind, companyId, { where: { account } });
  return forms
    .filter(({ doc }) => doc.dueAt > now && doc.form.state !== 'deleted')
    .map(({ id, version, doc }) => ({
      kind: formKind,
      companyId,
      id,
      expect: version,
      doc: { ...doc, dueAt: now },
    }));
}

import { personKind } from '../../access/person-records.ts';
import { settingsPages } from '../../base/settings-pages.ts';
import type { JobDone } from '../../ports/jobs.ts';
import type { Log } from '../../ports/log.ts';
import type { Mailer } from '../../ports/mailer.ts';
import { type Store, SYSTEM } from '../../ports/store.ts';
import { allOf } from '../../records/list.ts';
import { mailedKinds } from './choices.ts';
import { notificationKind, readerKind } from './records.ts';

interface MailPorts {
  readonly store: Store;
  readonly log: Log;
  readonly mail?: Mailer | undefined;
  readonly publicUrl?: string | undefined;
}

/**
 * Notes first that it was mailed: a process that dies between loses the message, and no person gets
 * one twice.
 */
export async function mailNotification(
  { store, log, mail, publicUrl }: MailPorts,
  companyId: string,
  id: string,
): Promise<JobDone> {
  const found = await store.get(notificationKind, companyId, id);
  if (mail === undefined || found === undefined || found.doc.isMailed) return undefined;
  const doc = { ...found.doc, isMailed: true as const };
  if (await store.commit([{ kind: notificationKind, companyId, id, expect: found.version, doc }]))
    return undefined;
  const subject = doc.title.slice(0, 200);
  const text = [
    doc.title,
    ...(doc.text === '' ? [] : [doc.text]),
    ...(publicUrl ? [`${publicUrl}/#/${doc.link}`] : []),
  ];
  const foot = `Choose which of these you get: ${settingsPages.notifications}.`;
  for (const person of await allOf(store, personKind, SYSTEM, { where: { companyId } })) {
    const reader = (await store.get(readerKind, companyId, person.id))?.doc;
    if (!mailedKinds(reader, person.doc.role).includes(doc.kind)) continue;
    const sent = await mail.send({
      to: person.doc.email,
      subject,
      text: [...text, foot].join('\n\n'),
    });
    if (!sent.ok)
      log.warn('notification.not_mailed', { companyId, kind: doc.kind, message: sent.message });
  }
  return undefined;
}

import { email, phoneDigits } from '../../base/personal-data.ts';
import type { LeadAnswer, PlatformLead } from '../../ports/platform-leads.ts';
import type { Secrets } from '../../ports/secrets.ts';
import type { Store } from '../../ports/store.ts';
import { randomText } from '../../records/random-id.ts';
import { markKeyKind } from './records.ts';

export interface SealPorts {
  readonly store: Store;
  readonly secrets: Secrets;
}

/** What people answered, and by which click they came. */
export type OpenLead = Pick<PlatformLead, 'answers' | 'clickId'>;

export const sealLead = (
  { secrets }: SealPorts,
  companyId: string,
  { answers, clickId }: OpenLead,
): Promise<string> =>
  secrets.seal(JSON.stringify({ answers, clickId }), { companyId, use: 'leads' });

export const openLead = async (
  { secrets }: SealPorts,
  companyId: string,
  sealed: string,
): Promise<OpenLead> =>
  JSON.parse(await secrets.open(sealed, { companyId, use: 'leads' })) as OpenLead;

const KEY = 'key';

/** Made when it is first needed; of two at once both use the one that was committed. */
export async function markKey(ports: SealPorts, companyId: string): Promise<string> {
  for (;;) {
    const kept = await ports.store.get(markKeyKind, companyId, KEY);
    if (kept !== undefined) return ports.secrets.open(kept.doc.sealed, { companyId, use: 'leads' });
    const sealed = await ports.secrets.seal(randomText(ports.secrets, 40), {
      companyId,
      use: 'leads',
    });
    await ports.store.commit([
      { kind: markKeyKind, companyId, id: KEY, expect: 'absent', doc: { sealed } },
    ]);
  }
}

interface Identifier {
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
}

export async function markOf(
  { secrets }: Pick<SealPorts, 'secrets'>,
  key: string,
  by: Identifier,
): Promise<string | undefined> {
  const mail = by.email === undefined ? undefined : email(by.email);
  if (mail !== undefined) return secrets.hmacSha256(key, `email ${mail}`);
  const digits = by.phone === undefined ? undefined : phoneDigits(by.phone);
  return digits === undefined ? undefined : secrets.hmacSha256(key, `phone ${digits}`);
}

const MOST_MARKS = 100;

/** Questions have any name, so every answer that looks like an address or a number is marked. */
export async function marksOf(
  ports: Pick<SealPorts, 'secrets'>,
  key: string,
  answers: readonly LeadAnswer[],
) {
  const found = identifiersIn(answers).slice(0, MOST_MARKS);
  const marks = await Promise.all(found.map((each) => markOf(ports, key, each)));
  return [...new Set(marks.flatMap((mark) => mark ?? []))];
}

export const identifiersIn = (answers: readonly LeadAnswer[]): readonly Identifier[] =>
  answers.flatMap(({ values }) =>
    values.flatMap((value): readonly Identifier[] => {
      if (isAddress(value)) return [{ email: value }];
      return isNumber(value) ? [{ phone: value }] : [];
    }),
  );

const isAddress = (text: string): boolean => {
  const at = text.trim().indexOf('@');
  return at > 0 && at < text.trim().length - 1 && !/\s/.test(text.trim());
};

const isNumber = (text: string): boolean =>
  /^[\d\s()+./-]{7,30}$/.test(text.trim()) && phoneDigits(text) !== undefined;

import { dayAt } from '../../base/time/days.ts';
import type { Json, Write } from '../../ports/store.ts';
import { jobWrite } from '../../records/job.ts';
import type { OpenDestination } from './destinations.ts';
import { newHalving } from './halving.ts';
import type { Prepared, SendPorts } from './prepare.ts';
import {
  CONVERSION_QUEUE,
  type DeliveryRecord,
  deliveryKind,
  eventKeyKind,
  KEY_MS,
  type KeyRecord,
  type PayloadRecord,
  payloadKind,
  type TallyRecord,
  tallyKind,
} from './records.ts';
import type { SendRequest } from './schema.ts';

export function keyWrite(
  { clock }: SendPorts,
  companyId: string,
  delivery: string,
  at: number,
  { key, body, ofId }: Prepared,
): Write {
  const now = clock.now();
  const doc: KeyRecord = { expiresAt: now + KEY_MS, firstSeenAt: now, delivery, at, body, event: ofId };
  return { kind: eventKeyKind, companyId, id: key, expect: 'absent', doc };
}

/** The sealed events of one destination, with their job. */
export async function deliveryWrites(
  ports: SendPorts,
  companyId: string,
  uploadId: string,
  id: string,
  { destination, id: destinationId, key: account, can, access }: OpenDestination,
  prepared: readonly Prepared[],
  { testCode }: Pick<SendRequest, 'testCode'>,
): Promise<readonly Write[]> {
  const now = ports.clock.now();
  const hash = (text: string): Promise<string> => ports.secrets.sha256(text);
  const payload: Json[] = await Promise.all(prepared.map(({ event }) => can.toWire(event, destinationId, hash)));
  const sealed = await ports.secrets.seal(JSON.stringify(payload), { companyId, use: 'conversions' });
  const delivery: DeliveryRecord = {
    ...{ createdAt: now, uploadId, destination, account, state: 'open' },
    ...(testCode !== undefined && testCode !== null && { testCode }),
    indexes: prepared.map(({ index }) => index),
    keys: prepared.map(({ key }) => key),
    outcomes: 'q'.repeat(prepared.length),
    failures: [],
    work: newHalving(prepared.map((_, at) => at)),
    ...{ attempts: 0, notBefore: 0, requests: 0 },
  };
  const dayTexts = prepared.map(({ event }) => dayAt(event.happenedAt, access.timezone));
  const days = [...new Set(dayTexts)].sort();
  const tally: TallyRecord = {
    ...{ createdAt: now, destination, firstDay: days[0] ?? '', lastDay: days[days.length - 1] ?? '', days },
    dayOf: dayTexts.map((day) => days.indexOf(day)),
  };
  const write = (kind: Write['kind'], doc: object): Write => ({ kind, companyId, id, expect: 'absent', doc });
  return [
    write(deliveryKind, delivery),
    write(payloadKind, { createdAt: now, sealed } satisfies PayloadRecord),
    write(tallyKind, tally),
    jobWrite(CONVERSION_QUEUE, companyId, id, now, [account]),
  ];
}

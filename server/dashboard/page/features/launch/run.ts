import type { BatchBefore } from '../../../../../core/sheet/launch-after.ts';
import {
  DIFFERS,
  launchInOrder,
  mayBeLaunched,
  type Part,
  type PlannedPart,
  partName,
  plannedNow,
  repeatsIn,
} from '../../../../client/launch-parts.ts';
import { newKey, type Plan, problemOf } from '../../base/api.ts';
import type { LaunchedBatch, LaunchOptions, Outcome, Run } from '../../rows/kept-rows.ts';

export interface RunPorts {
  plan(ads: Part['ads']): Promise<Plan>;
  launch(
    body: object,
    idempotencyKey: string,
  ): Promise<{ readonly adBatchId: number; readonly totalAds: number }>;
  /** Survives a reload, and is the same in all tabs. */
  keptRun(): Run | undefined;
  keepRun(run: Run | undefined): void;
  onSending(at: number): void;
  /** Resolves at the end of a batch, with how it ended. */
  ended(batchId: number, waiting: number): Promise<BatchBefore>;
  onLaunched(part: Part): void;
}

/** Launches parts one after the other until one is refused. */
export async function launchParts(
  parts: readonly PlannedPart[],
  name: string,
  ports: RunPorts,
): Promise<Outcome> {
  const run: Run = ports.keptRun() ?? { id: newKey() };
  const { id } = run;
  const outcome = await launchInOrder(
    parts,
    async (part, at): Promise<LaunchedBatch> => {
      ports.onSending(at);
      const named = parts.length === 1 ? name : partName(name, `${at + 1} of ${parts.length}`);
      const sending = { ...run, name: named, isFirst: at === 0 };
      const { adBatchId, totalAds } = await launchPart(part, sending, ports).catch(
        (error: unknown) => {
          const refused = problemOf(error);
          if (!mayBeLaunched(refused)) ports.keepRun({ id });
          throw refused;
        },
      );
      ports.keepRun({ id });
      ports.onLaunched(part);
      return { id: adBatchId, ads: totalAds };
    },
    ({ id: batchId }, waiting) => ports.ended(batchId, waiting),
  );
  if (outcome.refused === undefined) ports.keepRun(undefined);
  return outcome;
}

/** Tries to plan a later part: uploads of earlier parts change its plan meanwhile. */
const PLANNED = 5;

interface Sending extends Run {
  readonly name: string;
  readonly isFirst: boolean;
}

async function launchPart(
  part: PlannedPart,
  { id, sent, name, isFirst }: Sending,
  ports: RunPorts,
) {
  const print = printOf(JSON.stringify(part.ads));
  const send = (options: LaunchOptions) => {
    ports.keepRun({ id, sent: { print, options } });
    const key = `${id}-${print}-${printOf(JSON.stringify(options))}`;
    return ports.launch({ ads: part.ads, useDefaults: true, ...options }, key);
  };
  const unlessDiffers = (error: unknown): undefined => {
    if (!problemOf(error).details.some(({ code }) => code === DIFFERS)) throw error;
  };
  if (sent?.print === print) {
    const accepted = await send(sent.options).catch(unlessDiffers);
    if (accepted !== undefined) return accepted;
  }
  if (isFirst) return send({ name, ...termsOf(part.plan) });
  for (let turn = 1; turn < PLANNED; turn++) {
    const accepted = await send({ name, ...(await agreedNow(part, ports)) }).catch(unlessDiffers);
    if (accepted !== undefined) return accepted;
  }
  return send({ name, ...(await agreedNow(part, ports)) });
}

const termsOf = (plan: Plan): Omit<LaunchOptions, 'name'> => ({
  planDigest: plan.digest,
  again: repeatsIn(plan) > 0,
});

const agreedNow = async (
  part: PlannedPart,
  ports: RunPorts,
): Promise<Omit<LaunchOptions, 'name'>> => termsOf(await plannedNow(part, ports.plan));

/** A hash for keys. `crypto.subtle` exists only over https. */
function printOf(text: string): string {
  let [a, b] = [0x811c9dc5, 0xdeadbeef];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b ^ code, 0x9e3779b1) ^ (b >>> 15);
  }
  return [a, b].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
}

import { ApiError } from '../../client/client.ts';
import { newKey, problemOf } from './api.ts';
import { isWithin, type Part, type PlannedPart, repeatsIn } from './launch-parts.ts';
import type { Plan } from './shapes.ts';

/** What a part is sent with beside its ads. */
interface Options {
  readonly name: string;
  readonly planDigest: string;
  readonly again: boolean;
}

/** A launch that has begun and has not ended. */
export interface Run {
  readonly id: string;
  /** The part that was sent and not answered for: it is sent again exactly so, and launched once. */
  readonly sent?: { readonly print: string; readonly options: Options };
}

export interface LaunchedBatch {
  readonly id: number;
  readonly ads: number;
}

/** What became of a launch. */
export interface Outcome {
  readonly parts: number;
  /** One for each part that was launched, in their order. */
  readonly batches: readonly LaunchedBatch[];
  /** Why the next part, and none after it, was not launched. */
  readonly refused?: ApiError;
}

export interface RunPorts {
  /** What a part would do now. */
  plan(ads: Part['ads']): Promise<Plan>;
  launch(body: object, idempotencyKey: string): Promise<{ readonly adBatchId: number; readonly totalAds: number }>;
  /** Survives a reload, and is the same in all tabs. */
  keptRun(): Run | undefined;
  keepRun(run: Run | undefined): void;
  /** A part is about to be sent, or was launched. */
  onSending(at: number): void;
  onLaunched(part: Part): void;
}

/** Launches parts one after the other until all are launched or one is refused. */
export async function launchParts(parts: readonly PlannedPart[], name: string, ports: RunPorts): Promise<Outcome> {
  const { id, sent } = ports.keptRun() ?? { id: newKey() };
  const batches: LaunchedBatch[] = [];
  for (const [at, part] of parts.entries()) {
    ports.onSending(at);
    const print = printOf(JSON.stringify(part.ads));
    try {
      const named = parts.length === 1 ? name : `${name} (${at + 1} of ${parts.length})`;
      const options = sent?.print === print ? sent.options : { name: named, ...(await agreedNow(part, at, ports)) };
      ports.keepRun({ id, sent: { print, options } });
      const key = `${id}-${print}-${printOf(JSON.stringify(options))}`;
      const { adBatchId, totalAds } = await ports.launch({ ads: part.ads, useDefaults: true, ...options }, key);
      batches.push({ id: adBatchId, ads: totalAds });
    } catch (error) {
      const refused = problemOf(error);
      if (!mayBeLaunched(refused)) ports.keepRun({ id });
      return { parts: parts.length, batches, refused };
    }
    ports.keepRun({ id });
    ports.onLaunched(part);
  }
  ports.keepRun(undefined);
  return { parts: parts.length, batches };
}

/** A refusal is an answer: the part is not launched. Without one it may be. */
export const mayBeLaunched = ({ status }: ApiError): boolean => status < 400 || status >= 500;

/** The plan that was agreed to; of a later part as it is after the parts before it, where it does no more than that. */
async function agreedNow({ ads, plan: agreed }: PlannedPart, at: number, ports: RunPorts): Promise<Omit<Options, 'name'>> {
  const plan = at === 0 ? agreed : await ports.plan(ads);
  if (!isWithin(agreed, plan)) {
    const message = 'What would happen now differs from the plan you agreed to.';
    throw new ApiError(409, 'conflict', message, { details: [{ path: 'planDigest', code: 'plan_differs', message }] });
  }
  return { planDigest: plan.digest, again: repeatsIn(plan) > 0 };
}

/** Sixteen digits that stand for a text. No secret hangs on it, and `crypto.subtle` is there only over https. */
export function printOf(text: string): string {
  let [a, b] = [0x811c9dc5, 0xdeadbeef];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b ^ code, 0x9e3779b1) ^ (b >>> 15);
  }
  return [a, b].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
}

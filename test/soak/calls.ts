import { randomUUID } from 'node:crypto';
import { pause } from '../chaos/processes.ts';
import type { Pool } from './pool.ts';
import { createWire } from './wire.ts';

export interface Answer {
  readonly status: number;
  // The soak reads answers as any client would, by their documented shape.
  readonly body: { readonly [field: string]: unknown };
}

export interface Calls {
  /**
   * Repeats with the same key what was cut off by a kill, or refused because the first attempt is
   * still under way.
   */
  call(key: string, method: string, path: string, body?: object): Promise<Answer>;
  /** Answers of 500 and above. */
  errors5xx(): number;
  /**
   * Connections cut by a process that was not killed, and refused by one that had said it is ready.
   */
  resets(): number;
  latency(): { readonly p50: number; readonly p99: number };
  close(): void;
}

/**
 * A client as people write them: it sends to any of the processes that are ready, and repeats until
 * it is answered.
 */
export function createCalls(pool: Pool, random: () => number, told: (line: string) => void): Calls {
  const wire = createWire();
  const times: number[] = [];
  let [errors, resets] = [0, 0];

  const once = async (
    head: readonly string[],
    path: string,
    body?: object,
  ): Promise<Answer | undefined> => {
    const process = await pool.pick(random);
    const began = performance.now();
    try {
      const { status, text } = await wire.send(
        new URL(process.url),
        head,
        body && JSON.stringify(body),
      );
      times.push(performance.now() - began);
      if (status >= 500) {
        errors += 1;
        told(`${path} answered ${status}: ${text.slice(0, 300)}`);
      }
      return { status, body: JSON.parse(text) as Answer['body'] };
    } catch (error) {
      if (!pool.isKilled(process)) {
        resets += 1;
        told(`${path} was cut off: ${error instanceof Error ? error.message : error}`);
      }
      return undefined;
    }
  };

  return {
    async call(key, method, path, body) {
      const head = [
        `${method} ${path} HTTP/1.1`,
        `Authorization: Bearer ${key}`,
        ...(body === undefined ? [] : ['Content-Type: application/json']),
        ...(method === 'POST' ? [`Idempotency-Key: ${randomUUID()}`] : []),
      ];
      for (;;) {
        const answer = await once(head, path, body);
        if (answer !== undefined && answer.status !== 409 && answer.status < 500) return answer;
        await pause(100 + random() * 200);
      }
    },
    errors5xx: () => errors,
    resets: () => resets,
    latency() {
      const sorted = [...times].sort((a, b) => a - b);
      return {
        p50: sorted[Math.floor(sorted.length * 0.5)] ?? 0,
        p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
      };
    },
    close: () => wire.close(),
  };
}

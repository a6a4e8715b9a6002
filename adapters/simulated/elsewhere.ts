import { SlipwayError } from '../../core/base/errors.ts';
import { systemClock } from '../runtime/system-clock.ts';

/** Simulated platforms, in this process or in another. */
export interface PlacedSandbox {
  readonly url: string;
  /** Rejects when a fault cuts the connection. */
  fetch(request: Request): Promise<Response>;
  /** Releases the state. */
  close(): void;
}

const PATIENCE_MS = 5_000;
const START_MS = 30_000;

/** In another process. Requests carry the address known when they were written. */
export const sandboxAt = (url: string): PlacedSandbox => ({
  url,
  fetch: (request) => fetch(new Request(request.url.replace(/^https?:\/\/[^/]+/, url), request)),
  close: () => undefined,
});

export const answers = ({ url }: PlacedSandbox): Promise<boolean> =>
  fetch(`${url}/_sandbox/faults`, { signal: AbortSignal.timeout(PATIENCE_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Waits until the sandbox answers. Throws `unavailable`. */
export async function awaitSandbox(url: string, patienceMs = START_MS): Promise<PlacedSandbox> {
  const sandbox = sandboxAt(url);
  const until = Date.now() + patienceMs;
  while (!(await answers(sandbox))) {
    if (Date.now() > until)
      throw new SlipwayError(
        'unavailable',
        `No sandbox answers at ${url}. Start one with \`slipway sandbox\`, or correct SLIPWAY_SANDBOX_URL (sandboxUrl of createSlipway).`,
      );
    await systemClock.sleep(500);
  }
  return sandbox;
}

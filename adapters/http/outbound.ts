import type { Outbound } from '../../core/ports/outbound.ts';
import { createPublicConnection, NotReached, type PublicConnectionOptions, parseAddress } from './public-connection.ts';

/** Deliveries to addresses that users name: public ones only, no redirects, ten seconds at most. */
export function createOutbound(options: PublicConnectionOptions & { readonly timeoutMs?: number } = {}): Outbound {
  const connect = createPublicConnection(options);
  return {
    async post(address, headers, body) {
      try {
        const request = {
          method: 'POST' as const,
          headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
          body,
        };
        const response = await connect(parseAddress(address), request, AbortSignal.timeout(options.timeoutMs ?? 10_000));
        // Only the status counts; whatever the receiver says is not read.
        response.destroy();
        return { ok: true, status: response.statusCode ?? 0 };
      } catch (error) {
        return { ok: false, message: error instanceof NotReached ? error.message : 'The address could not be reached.' };
      }
    },
  };
}

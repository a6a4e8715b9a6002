import type { Outbound } from '../../core/ports/outbound.ts';
import {
  createPublicConnection,
  NotReached,
  type PublicConnectionOptions,
  parseAddress,
} from './public-connection.ts';

/** To addresses that users name: public ones, no redirects, ten seconds at most. */
export function createOutbound(
  options: PublicConnectionOptions & { readonly timeoutMs?: number } = {},
): Outbound {
  const connect = createPublicConnection(options);
  const timeout = (): AbortSignal => AbortSignal.timeout(options.timeoutMs ?? 10_000);
  const failed = (error: unknown): { readonly ok: false; readonly message: string } => ({
    ok: false,
    message: error instanceof NotReached ? error.message : 'The address could not be reached.',
  });
  return {
    refusal(address) {
      try {
        connect.check(parseAddress(address));
        return undefined;
      } catch (error) {
        return failed(error).message;
      }
    },
    async look(address) {
      try {
        const url = parseAddress(address);
        const response = await connect(
          url,
          { method: 'GET', headers: { accept: 'text/html' } },
          timeout(),
        );
        response.destroy();
        const { statusCode: status = 0, headers } = response;
        const leadsOn = status >= 300 && status < 400 && headers.location !== undefined;
        return {
          ok: true,
          status,
          ...(leadsOn && { location: new URL(headers.location ?? '', url).href }),
        };
      } catch (error) {
        return failed(error);
      }
    },
    async post(address, headers, body) {
      try {
        const request = {
          method: 'POST' as const,
          headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
          body,
        };
        const response = await connect(parseAddress(address), request, timeout());
        // Only the status counts; whatever the receiver says is not read.
        response.destroy();
        return { ok: true, status: response.statusCode ?? 0 };
      } catch (error) {
        return failed(error);
      }
    },
  };
}

import { SlipwayError } from '../../core/base/errors.ts';
import type { ServicePorts } from '../../core/operations/ports.ts';
import { canonicalJson } from '../../core/records/canonical-json.ts';
import { keyed, type Once, unkeyed } from '../../core/records/once.ts';

function checkKey(key: string): void {
  if (typeof key === 'string' && key.length >= 1 && key.length <= 255) return;
  throw new SlipwayError('bad_request', 'An Idempotency-Key has 1 to 255 characters.', {
    details: [
      {
        path: 'Idempotency-Key',
        code: 'length',
        message: 'Give 1 to 255 characters, for example a UUID.',
      },
    ],
  });
}

export function idempotencyKeyOf(request: Request): string | undefined {
  const key = request.method === 'POST' ? request.headers.get('idempotency-key') : null;
  return key ?? undefined;
}

/** What is asked for: the same through every door, however the address was spelled. */
interface Operation {
  /** The path of its route, with parameters in braces. */
  readonly path: string;
  readonly params?: { readonly [name: string]: string | number } | undefined;
  readonly body: unknown;
  /** Called when the answer is that of an earlier request. */
  readonly onReplay?: () => void;
}

/**
 * How an operation is carried out once under a caller's key; throws `bad_request` for what cannot
 * be one. Key and digest are kept hashed, because a key and a path may be longer than a document's
 * id.
 */
export async function onceFor(
  ports: Pick<ServicePorts, 'store' | 'clock' | 'secrets'>,
  companyId: string,
  key: string | undefined,
  { path, params = {}, body, onReplay }: Operation,
): Promise<Once> {
  if (key === undefined) return unkeyed(ports.store);
  checkKey(key);
  const { secrets } = ports;
  const place = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const request = {
    key: await secrets.sha256(JSON.stringify(['POST', place, key])),
    bodyDigest: await secrets.sha256(canonicalJson(body)),
  };
  return keyed(ports, companyId, request, onReplay);
}

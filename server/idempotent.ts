import { SlipwayError } from '../core/errors.ts';
import type { Secrets } from '../core/ports/secrets.ts';
import type { Json } from '../core/ports/store.ts';
import { canonicalJson } from '../core/records/canonical-json.ts';
import { beginIdempotent, type IdempotentRequest } from '../core/records/idempotency.ts';
import type { ServerPorts } from './ports.ts';
import { type Answer, answered, isAnswer, type Route } from './route.ts';

/** The Idempotency-Key of a POST, if it has one. */
export function idempotencyKeyOf(request: Request): string | undefined {
  const key = request.method === 'POST' ? request.headers.get('idempotency-key') : null;
  if (key === null) return undefined;
  if (key.length < 1 || key.length > 255)
    throw new SlipwayError('bad_request', 'An Idempotency-Key has 1 to 255 characters.', {
      details: [{ path: 'Idempotency-Key', code: 'length', message: 'Give 1 to 255 characters, for example a UUID.' }],
    });
  return key;
}

/** Key and digest of a request, as core keeps them: hashed, because a key and a path may be longer than a document's id. */
export async function idempotentRequest(
  secrets: Secrets,
  request: Request,
  key: string,
  body: unknown,
): Promise<IdempotentRequest> {
  const { pathname } = new URL(request.url);
  return {
    key: await secrets.sha256(JSON.stringify([request.method, pathname, key])),
    bodyDigest: await secrets.sha256(canonicalJson(body)),
  };
}

/** Carries a request out once; a repetition gets the first one's answer. Refusals are not kept. */
export async function once(
  ports: Pick<ServerPorts, 'store' | 'clock' | 'secrets'>,
  companyId: string,
  route: Pick<Route, 'status' | 'secretAnswer'>,
  request: IdempotentRequest,
  carryOut: () => Promise<unknown>,
): Promise<Answer> {
  const idempotency = await beginIdempotent(ports, companyId, request, { claim: true });
  if (idempotency.state === 'replay')
    return answered(await unsealed(ports.secrets, idempotency.body), { status: idempotency.status, replayed: true });
  let answer: unknown;
  try {
    answer = await carryOut();
  } catch (error) {
    await idempotency.abandon();
    throw error;
  }
  const { body, status = route.status } = isAnswer(answer) ? answer : answered(answer);
  const kept = route.secretAnswer ? { sealed: await ports.secrets.seal(JSON.stringify(body)) } : (body as Json);
  await ports.store.commit([idempotency.write(status, kept)]);
  return answered(body, { status });
}

async function unsealed(secrets: Secrets, kept: Json): Promise<unknown> {
  if (kept === null || typeof kept !== 'object' || !('sealed' in kept)) return kept;
  return JSON.parse(await secrets.open(String(kept.sealed)));
}

import type { Pacing } from '../../../http/pacing.ts';
import { createWire, type WireOptions } from '../../kit/wire.ts';
import type { Answer, Call, Caller, Clock, HttpResponse, Log, Secrets, Wire } from '../../types.ts';
import { definition } from '../definition.ts';
import { type BatchEntry, decodeBatch, encodeBatch } from './batch.ts';
import { readEnvelope } from './errors.ts';
import { pacedGate } from './gate.ts';

export interface Graph extends Wire {
  /** Of the app, as the last answer that told it. */
  accessTier(): string | undefined;
  /** One request for each list, side by side; an answer for every entry. */
  batchAll(
    caller: Caller,
    batches: readonly (readonly BatchEntry[])[],
  ): Promise<readonly (readonly Answer[])[]>;
}

interface GraphOptions extends Omit<WireOptions, 'gate'> {
  readonly pacing: Pacing;
  /** With the version, without a slash at the end. */
  readonly baseUrl: string;
  readonly version: string;
  readonly timeoutMs: number;
  /** Entries that refer to each other run one after another. */
  readonly batchTimeoutMs: number;
}

export function createGraph({
  pacing,
  baseUrl,
  version,
  timeoutMs,
  batchTimeoutMs,
  ...options
}: GraphOptions): Graph {
  const notices = createNotices(options, version);
  const wire = createWire(
    {
      definition,
      baseUrl,
      bodies: 'form',
      timeoutMs,
      // Addresses end up in logs, headers do not.
      authorize: async (caller) => ({
        headers: { Authorization: `Bearer ${caller.credentials.accessToken ?? ''}` },
        params: await proof(options.secrets, caller),
      }),
      readEnvelope(response, traceId) {
        notices.read(response);
        return readEnvelope(response, traceId);
      },
    },
    { ...options, gate: pacedGate(pacing) },
  );
  const batchOf = (entries: readonly BatchEntry[]): Call => {
    const { fields, files } = encodeBatch(entries);
    return {
      method: 'POST',
      path: 'batch',
      url: baseUrl,
      body: fields,
      files,
      timeoutMs: batchTimeoutMs,
    };
  };
  return {
    ...wire,
    accessTier: notices.tier,
    async batchAll(caller, batches) {
      const answers = await wire.callAll(caller, batches.map(batchOf));
      return batches.map((entries, position) =>
        entryAnswers(wire, caller, entries, answers[position]),
      );
    },
  };
}

/** HMAC-SHA-256 of the token, keyed with the app's secret. */
async function proof(
  secrets: Secrets,
  { credentials }: Caller,
): Promise<{ appsecret_proof?: string }> {
  const { accessToken = '', appSecret } = credentials;
  return appSecret ? { appsecret_proof: await secrets.hmacSha256(appSecret, accessToken) } : {};
}

function entryAnswers(
  wire: Wire,
  caller: Caller,
  entries: readonly BatchEntry[],
  whole: Answer | undefined,
) {
  const lost = (path: string, message: string): Answer =>
    wire.refused(caller, { path }, { failure: wire.fail('transient', message), maybeDone: true });
  // Every entry shares the fate of the request.
  if (whole?.ok === false) return entries.map(() => whole);
  const decoded = decodeBatch(whole?.data, entries.length);
  if (decoded === undefined) {
    const answer = lost(
      'batch',
      'The platform answered a batch with something that is no list of answers.',
    );
    return entries.map(() => answer);
  }
  return decoded.map((response, position) => {
    const { path = '', method = 'GET' } = entries[position] ?? {};
    if (response === undefined)
      return lost(
        path,
        'The platform gave no answer for this entry of a batch; it may have run or not.',
      );
    return wire.read(caller, { method, path }, { ok: true, ...response });
  });
}

const DAY_MS = 86_400_000;

interface Ports {
  readonly clock: Clock;
  readonly log: Log;
}

/** Says a thing once a day. */
function daily({ clock, log }: Ports, event: string) {
  let toldAt = Number.NEGATIVE_INFINITY;
  return (fields: object): void => {
    if (clock.now() - toldAt < DAY_MS) return;
    toldAt = clock.now();
    log.warn(event, { platform: definition.id, ...fields });
  };
}

/**
 * Reads what answers say of the version and of the app's access: Meta warns before an end, and
 * answers calls of an ended version by the next one without an error. Tells it in the log once a
 * day. `tier` is the last one that was told.
 */
function createNotices(ports: Ports, version: string) {
  const tellVersion = daily(ports, 'platform.version');
  const tellTier = daily(ports, 'platform.access_tier');
  let tier: string | undefined;
  return {
    tier: () => tier,
    read({ headers }: Pick<HttpResponse, 'headers'>): void {
      const { 'facebook-api-version': served = version, 'x-ad-api-version-warning': warning } =
        headers;
      if (served !== version || warning !== undefined)
        tellVersion({
          version,
          served,
          message: warning ?? `Calls of version ${version} are answered by version ${served}.`,
        });
      const told = /"ads_api_access_tier":"(\w+)"/.exec(
        headers['x-business-use-case-usage'] ?? '',
      )?.[1];
      if (told === undefined) return;
      tier = told;
      if (isLimited(told)) tellTier({ tier, message: limitedAccess });
    },
  };
}

/** `development_access` until 2026; the words of the new tiers are not published. */
const isLimited = (tier: string) => /development|limited/i.test(tier);

/** Meta’s page about access to the Marketing API, read 2026-11-16. */
const limitedAccess =
  'The app has limited access: 300 calls an hour and 40 more for each active ad. Full access asks for 500 calls within 15 days.';

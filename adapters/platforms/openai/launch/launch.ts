import { createClaims, madeAfter } from '../../kit/claims.ts';
import { at, groupedBy, said, text } from '../../kit/json.ts';
import { isAd, isUpload } from '../../kit/operations.ts';
import { FENCED } from '../../kit/repeat.ts';
import {
  eachAlone,
  type LaunchHandlers,
  type LaunchTimes,
  outcomeWithId,
  type SendPorts,
  sendLaunch,
  unmarkedLaunch,
  withoutId,
} from '../../kit/send-launch.ts';
import type {
  Access,
  AdOperation,
  Api,
  LaunchCapability,
  LaunchOperation,
  LoadedMedia,
  Outcome,
  Params,
  Row,
  Secrets,
} from '../../types.ts';
import { tagsOf } from '../check.ts';
import { readRow } from '../read/rows.ts';
import { msOf, nouns, statusWords, toSeconds } from '../wire/values.ts';
import { idempotencyKey } from './keys.ts';

interface LaunchPorts extends Api, SendPorts {
  readonly secrets: Secrets;
}

export function createLaunch(ports: LaunchPorts, times: LaunchTimes): LaunchCapability {
  const upload = createUploads(ports);
  const handlers: LaunchHandlers = {
    image: (access, _operation, file) => upload(access, file),
    ads: {
      send: (access, operations) =>
        eachAlone(operations, (operation) => createAd(ports, access, operation)),
    },
  };
  return {
    creatives: 'inside-ad',
    waveSize: 60,
    ...unmarkedLaunch(ports.wire, times),
    cost: launchCost,
    send: (access, operations) => sendLaunch(ports, handlers, access, operations),
    reconcile: (access, operations, taken) => reconcileLaunch(ports, access, operations, taken),
    managerUrl: ({ adAccountId }, adId) =>
      `https://ads.openai.com/?account=${adAccountId}&ad=${adId}`,
  };
}

/** A call for each file and each ad. */
const launchCost: LaunchCapability['cost'] = (operations) => {
  const calls = operations.filter((operation) => isUpload(operation) || isAd(operation)).length;
  return { calls, requests: calls };
};

const mostRemembered = 5_000;

/**
 * Files cannot be listed, and one that is sent twice is another one: this process remembers what it
 * sent.
 */
function createUploads({ calls, wire }: Api) {
  const known = new Map<string, string>();
  return async (access: Access, file: LoadedMedia): Promise<Outcome> => {
    const key = `${access.companyId} ${access.adAccountId} ${file.sha256}`;
    const before = known.get(key);
    if (access.isLeaseHeld?.() === false)
      return { state: 'failed', failure: wire.fail('throttled', FENCED) };
    if (before !== undefined) return { state: 'done', ref: before };
    const { filename, contentType, bytes } = file;
    const files = [{ part: 'file', filename, contentType, bytes }];
    // A second file costs nothing and is shown nowhere.
    const answer = await calls.tried(access, 'upload', undefined, { files, harmlessTwice: true });
    if (!answer.ok) return { state: 'failed', failure: answer.failure };
    const ref = text(answer.body.file_id);
    if (ref === undefined) return withoutId(wire.fail);
    known.set(key, ref);
    const [oldest] = known.keys();
    if (known.size > mostRemembered && oldest !== undefined) known.delete(oldest);
    return { state: 'done', ref };
  };
}

async function createAd(
  { wire, secrets }: LaunchPorts,
  access: Access,
  operation: AdOperation,
): Promise<Outcome> {
  const body = adOf(operation);
  const headers = await idempotencyKey(secrets, [operation.batch, operation.id], body);
  const answer = await wire.call(access, { method: 'POST', path: nouns.ad.path, body, headers });
  return outcomeWithId(wire.fail, answer, ({ body: made }) => text(made.id));
}

/** The status is required and has no default. */
function adOf(operation: AdOperation): Params {
  const { ad, name, adSet } = operation;
  const tags = tagsOf(operation);
  return {
    ad_group_id: adSet.id,
    name,
    status: ad.paused ? statusWords.PAUSED : statusWords.ACTIVE,
    creative: cardOf(operation),
    ...(tags !== undefined && { landing_page_configuration: { query_string_template: tags } }),
  };
}

const cardOf = ({ ad, assets }: AdOperation) => ({
  type: 'chat_card',
  title: ad.title,
  body: ad.description,
  target_url: ad.link,
  file_id: assets[0]?.ref,
});

/**
 * An ad carries no mark. It is found by ad group, name, content and age in the list; then in the
 * audit log, which may tell an ad that the list does not show yet. What is not found is sent again
 * under the same key.
 */
async function reconcileLaunch(
  ports: LaunchPorts,
  access: Access,
  operations: readonly LaunchOperation[],
  taken: readonly string[],
): Promise<readonly (Outcome | undefined)[]> {
  const claims = createClaims(taken);
  const ads = operations.filter(isAd);
  for (const some of groupedBy(ads, ({ adSet, name }) => `${adSet.id} ${name}`).values()) {
    const [first] = some;
    if (first === undefined) continue;
    const rows = await namedAds(ports, access, first);
    // An address may come back in another spelling.
    for (const isSame of [hasAddress, () => true])
      for (const operation of open(claims, some))
        claims.claim(operation, rows, (row) => isAdOf(operation, row) && isSame(operation, row));
    const lost = open(claims, some);
    if (lost.length === 0) continue;
    const logged = await loggedAds(ports, access, lost, rows);
    for (const operation of lost) claims.claim(operation, logged, (row) => isAdOf(operation, row));
  }
  return claims.outcomes(operations);
}

const open = (claims: ReturnType<typeof createClaims>, some: readonly AdOperation[]) => {
  const outcomes = claims.outcomes(some);
  return some.filter((_, position) => outcomes[position] === undefined);
};

/** The filter takes no name below three characters. Oldest first. */
async function namedAds(
  { calls }: Api,
  access: Access,
  { adSet, name }: AdOperation,
): Promise<readonly Row[]> {
  const filter = [...name].length < 3 ? {} : { name };
  const rows = await calls.list(access, nouns.ad.path, {
    ad_group_id: adSet.id,
    ...filter,
    order: 'desc',
  });
  return [...rows].reverse();
}

const logSize = 100;

/** Ads of the ad group in the audit log since the first attempt that the list lacks. */
async function loggedAds(
  { calls }: Api,
  access: Access,
  lost: readonly AdOperation[],
  listed: readonly Row[],
) {
  const [first] = lost;
  if (first === undefined) return [];
  const since = Math.min(...lost.map((operation) => madeAfter(operation)));
  const params = {
    ad_group_id: first.adSet.id,
    limit: logSize,
    ...(since > 0 && { start_time: toSeconds(since) }),
  };
  const entries = await calls.list(access, 'audit_logs', params);
  const ids = new Set(
    entries.filter(({ item_name }) => item_name === first.name).map(({ obj_id }) => said(obj_id)),
  );
  for (const { id } of listed) ids.delete(said(id));
  const rows: Row[] = [];
  for (const id of ids) {
    const row = id.startsWith(nouns.ad.prefix) ? await readRow(calls, access, 'ad', id) : undefined;
    if (row !== undefined) rows.push(row);
  }
  return rows;
}

/** What an answer leaves out speaks against nothing. */
const isSaid = (value: unknown, wanted: string | undefined) =>
  text(value) === undefined || text(value) === wanted;

function isAdOf(operation: AdOperation, row: Row): boolean {
  const { ad, adSet, name, assets } = operation;
  const since = madeAfter(operation);
  return (
    row.name === name &&
    isSaid(row.ad_group_id, adSet.id) &&
    isSaid(at(row, 'creative', 'title'), ad.title) &&
    isSaid(at(row, 'creative', 'body'), ad.description) &&
    isSaid(at(row, 'creative', 'file_id'), assets[0]?.ref) &&
    (msOf(row.created_at) ?? since) >= since - 1_000
  );
}

const hasAddress = ({ ad }: AdOperation, row: Row) =>
  isSaid(at(row, 'creative', 'target_url'), ad.link);

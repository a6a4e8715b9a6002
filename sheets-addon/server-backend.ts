import type { HttpRequest } from '../core/ports/http.ts';
import { requestFor } from '../server/client/request-for.ts';
import { placeOf } from '../server/routes/table.ts';
import type { Backend, DriveFile, OperationCall } from './base/host.ts';
import { Problem } from './base/problem.ts';
import { say } from './base/say.ts';
import { createService } from './base/service.ts';
import { serverAddress } from './base/settings.ts';
import { contentRequest } from './drive/files.ts';

/** A Slipway server, reached over HTTP with a key. */
export const serverBackend: Backend = {
  get address() {
    return serverAddress();
  },
  triggerMinutes: 10,
  needsTrigger: false,
  execute: (app, work) => work(app),
  askAll: ({ http }, key, calls) => http.requestAll(calls.map((call) => httpRequest(key, call))),

  async connect(app, key) {
    if (!/^ak_\S+$/.test(key)) throw new Problem('connect', say('noKey'));
    const [who] = await createService(app, key, '').getAll('me', [{}]);
    if (who === undefined) throw new Problem('offline', say('whoAreYou'));
    return { key, companyId: who.company.id, companyName: who.company.name };
  },

  handOver: (key, id, file) => post(key, file, bytesOf(id, file)),
};

function httpRequest(key: string, { name, input, idempotencyKey }: OperationCall): HttpRequest {
  const { method, path, body } = requestFor(name, input as never);
  return {
    method,
    url: `${serverAddress()}${path}`,
    headers: {
      authorization: `Bearer ${key}`,
      accept: 'application/json',
      'slipway-door': 'sheet',
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    ...(body !== undefined && { body: { type: 'json', value: body } }),
  };
}

/**
 * The content stays with Google's services: as an array of numbers it would take many times its
 * size.
 */
function bytesOf(id: string, { name }: DriveFile): GoogleAppsScript.Base.Blob {
  const [answer] = UrlFetchApp.fetchAll([contentRequest(id)]);
  if (answer === undefined || answer.getResponseCode() !== 200)
    throw new Problem('other', say('noContent', { name }));
  return answer.getBlob().setName(name);
}

function post(key: string, { name }: DriveFile, file: GoogleAppsScript.Base.Blob): string {
  const [answer] = UrlFetchApp.fetchAll([
    {
      url: `${serverAddress()}${placeOf('media.upload').path}`,
      method: 'post',
      headers: { authorization: `Bearer ${key}`, accept: 'application/json' },
      muteHttpExceptions: true,
      payload: { file },
    },
  ]);
  const status = answer?.getResponseCode() ?? 0;
  const told =
    answer === undefined
      ? {}
      : (read(answer.getContentText()) as { url?: string; error?: { message?: string } });
  if (status >= 200 && status < 300 && told.url !== undefined) return told.url;
  if (status === 429) throw new Problem('wait', say('noMoreFiles'), { waitSeconds: 30 });
  throw new Problem(
    'other',
    say('notHanded', { name, message: told.error?.message ?? say('serviceSilent') }),
  );
}

function read(text: string): object {
  try {
    return JSON.parse(text) as object;
  } catch {
    return {};
  }
}

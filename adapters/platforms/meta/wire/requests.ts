import type { HttpBody, HttpFile, HttpRequest } from '../../../../core/ports/http.ts';
import type { Access } from '../../../../core/ports/platform-accounts.ts';
import type { Secrets } from '../../../../core/ports/secrets.ts';
import { encodeFields, encodeQuery, type Params } from '../../params.ts';
import { type BatchEntry, encodeBatch } from './batch.ts';

/** Who calls: an account's access, or just credentials where no account is meant yet. */
export type Caller = Pick<Access, 'companyId' | 'credentials' | 'isLeaseHeld'> & { readonly adAccountId?: string };

export interface Call {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly params?: Params;
  readonly files?: readonly HttpFile[];
  /** Which of the account's two budgets of calls it draws on. Default 'ads'. */
  readonly use?: 'ads' | 'insights';
}

export interface RequestOptions {
  readonly secrets: Secrets;
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly version: string;
  readonly timeoutMs: number;
  /** Batches run their entries one after another where they refer to each other, and may take long. */
  readonly batchTimeoutMs: number;
}

/** A call as a request of its own. The token travels in a header: addresses end up in logs. */
export async function callRequest(options: RequestOptions, caller: Caller, call: Call): Promise<HttpRequest> {
  const params = { ...call.params, ...(await proof(options.secrets, caller)) };
  const url = `${options.baseUrl}/${options.version}/${call.path}`;
  const common = { method: call.method, headers: authorization(caller), timeoutMs: options.timeoutMs };
  if (call.method !== 'POST') {
    const query = encodeQuery(params);
    return { ...common, url: query === '' ? url : `${url}?${query}` };
  }
  return { ...common, url, body: formOrMultipart(encodeFields(params), call.files ?? []) };
}

/** Up to fifty calls as one request. */
export async function batchRequest(
  options: RequestOptions,
  caller: Caller,
  entries: readonly BatchEntry[],
): Promise<HttpRequest> {
  const { fields, files } = encodeBatch(entries);
  return {
    method: 'POST',
    url: `${options.baseUrl}/${options.version}`,
    headers: authorization(caller),
    timeoutMs: options.batchTimeoutMs,
    body: formOrMultipart({ ...fields, ...(await proof(options.secrets, caller)) }, files),
  };
}

/** The proof that the caller knows the app's secret: HMAC-SHA-256 of the token, keyed with the secret. */
async function proof(secrets: Secrets, caller: Caller): Promise<{ appsecret_proof?: string }> {
  const { accessToken = '', appSecret } = caller.credentials;
  return appSecret ? { appsecret_proof: await secrets.hmacSha256(appSecret, accessToken) } : {};
}

const authorization = (caller: Caller): { Authorization: string } => ({
  Authorization: `Bearer ${caller.credentials.accessToken ?? ''}`,
});

function formOrMultipart(fields: { readonly [name: string]: string }, files: readonly HttpFile[]): HttpBody {
  return files.length === 0 ? { type: 'form', fields } : { type: 'multipart', fields, files };
}

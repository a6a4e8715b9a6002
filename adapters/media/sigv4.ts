import { createHash, createHmac } from 'node:crypto';

export interface S3Access {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
}

export interface S3Request {
  readonly method: 'GET' | 'PUT' | 'HEAD' | 'DELETE';
  readonly url: URL;
  readonly headers?: { readonly [name: string]: string };
  /** Of the body, hex; of nothing when there is none. */
  readonly payloadHash?: string;
}

const EMPTY_HASH = createHash('sha256').update('').digest('hex');

/**
 * The headers that sign a request to S3 (Signature Version 4, single chunk). The path must be encoded
 * once, as it travels; S3, unlike other services, does not encode it again.
 */
export function signS3(request: S3Request, access: S3Access, now: Date): { [name: string]: string } {
  const time = now.toISOString().replace(/[:-]|\.\d{3}/g, '');
  const day = time.slice(0, 8);
  const payloadHash = request.payloadHash ?? EMPTY_HASH;
  const headers: { [name: string]: string } = {
    ...request.headers,
    host: request.url.host,
    'x-amz-content-sha256': payloadHash,
    'x-amz-date': time,
  };
  const names = Object.keys(headers)
    .map((name) => name.toLowerCase())
    .sort();
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value.trim()]));
  const query = [...request.url.searchParams].map((pair) => pair.map(encode).join('=')).sort();
  const canonical = [
    request.method,
    request.url.pathname,
    query.join('&'),
    ...names.map((name) => `${name}:${lower[name]}`),
    '',
    names.join(';'),
    payloadHash,
  ].join('\n');

  const scope = `${day}/${access.region}/s3/aws4_request`;
  const hash = createHash('sha256').update(canonical).digest('hex');
  const key = [access.region, 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${access.secretAccessKey}`, day));
  const signature = hmac(key, ['AWS4-HMAC-SHA256', time, scope, hash].join('\n')).toString('hex');
  const { host: _set_by_fetch, ...sent } = headers;
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${access.accessKeyId}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`,
  };
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** RFC 3986: encodeURIComponent leaves five characters alone that a signature must not. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

import { join } from 'node:path';
import { withoutEnds } from '../../core/base/schema/trimmed.ts';

/** A folder, or a bucket. Exports lie below media unless a folder of their own is named. */
export type MediaPlace =
  | { readonly type: 'disk'; readonly folder: string; readonly exports?: string }
  | ({ readonly type: 's3' } & S3Place);

interface S3Place {
  readonly bucket: string;
  readonly endpoint: string;
  readonly region: string;
  readonly prefix?: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

type Environment = { readonly [name: string]: string | undefined };

/**
 * `s3://BUCKET/PREFIX?endpoint=https://…&region=…`; the keys come from the two variables every S3
 * tool reads.
 */
export function mediaOf(env: Environment, data: string, faults: string[]): MediaPlace | undefined {
  const given = env.SLIPWAY_MEDIA ?? `disk:${join(data, 'media')}`;
  if (given.startsWith('disk:')) return { type: 'disk', folder: given.slice(5) };
  const place = s3Of(given, env, 'SLIPWAY_MEDIA', faults);
  return place && { type: 's3', ...place };
}

/** The same where it is the bucket that is asked for; `name` is where the address was given. */
export function s3Of(
  given: string,
  env: Environment,
  name: string,
  faults: string[],
): S3Place | undefined {
  // The schema refuses what is neither.
  if (!given.startsWith('s3://') || !URL.canParse(given)) return undefined;
  const url = new URL(given);
  const endpoint = url.searchParams.get('endpoint') ?? '';
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (!/^https?:\/\//.test(endpoint) || !URL.canParse(endpoint))
    faults.push(`${name} needs ?endpoint=https://… of the S3-compatible store.`);
  if (accessKeyId === undefined)
    faults.push(`AWS_ACCESS_KEY_ID is missing, which ${name}=s3://… needs.`);
  if (secretAccessKey === undefined)
    faults.push(`AWS_SECRET_ACCESS_KEY is missing, which ${name}=s3://… needs.`);
  if (accessKeyId === undefined || secretAccessKey === undefined) return undefined;
  const prefix = withoutEnds(url.pathname, '/');
  return {
    bucket: url.hostname,
    endpoint,
    region: url.searchParams.get('region') ?? 'us-east-1',
    ...(prefix !== '' && { prefix: `${prefix}/` }),
    accessKeyId,
    secretAccessKey,
  };
}

export type BackupPlace = MediaPlace;

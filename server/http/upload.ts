import { Buffer } from 'node:buffer';
import type { Caller } from '../../core/access/caller.ts';
import { SlipwayError } from '../../core/base/errors.ts';
import {
  acceptFile,
  MAX_FILE,
  receiveFile,
  type UploadedFile,
  uploadMeaning,
} from '../../core/media/accept.ts';
import type { ServicePorts } from '../../core/operations/ports.ts';
import type { Clock } from '../../core/ports/clock.ts';
import type { IncomingFile } from '../../core/ports/media-files.ts';
import { boundaryOf, type Part, readMultipart } from './multipart.ts';
import type { Input } from './route.ts';

/** Fields beside the file, and the lines around them. */
const MAX_EXTRA = 1024 * 1024;
const MAX_MILLISECONDS = 10 * 60_000;

interface Form {
  readonly file: IncomingFile;
  readonly filename: string;
  readonly fields: readonly (readonly [string, string])[];
}

/**
 * Takes a multipart upload: the file goes to the media store as it arrives, whatever its size
 * claims to be.
 */
export async function upload(
  ports: ServicePorts,
  caller: Caller,
  { request, onceFor }: Pick<Input, 'request' | 'onceFor'>,
): Promise<UploadedFile> {
  const { file, filename, fields } = await readForm(ports, request);
  return acceptFile(ports, caller, {
    incoming: file,
    originalName: filename,
    once: await onceFor(uploadMeaning(file, filename, fields)),
  });
}

async function readForm(ports: ServicePorts, request: Request): Promise<Form> {
  const boundary = boundaryOf(request.headers.get('content-type'));
  if (boundary === undefined || request.body === null)
    throw new SlipwayError(
      'unsupported_media_type',
      'Send the file as multipart/form-data in a field named file.',
    );
  const declared = Number(request.headers.get('content-length') ?? 0);
  const body = timed(request.body, ports.clock);
  const fields: [string, string][] = [];
  let taken: { file: IncomingFile; filename: string } | undefined;
  try {
    for await (const part of readMultipart(body, boundary)) {
      if (part.name !== 'file') fields.push([part.name, await textOf(part)]);
      else if (taken !== undefined)
        throw new SlipwayError('bad_request', 'Send one file at a time.');
      else {
        const known = declared > MAX_FILE + MAX_EXTRA ? declared : undefined;
        taken = {
          file: await receiveFile(ports, part.chunks, known),
          filename: part.filename || 'file',
        };
      }
    }
    if (taken === undefined)
      throw new SlipwayError(
        'bad_request',
        'The file is missing. Send it as multipart/form-data in a field named file.',
      );
    return { ...taken, fields };
  } catch (error) {
    await taken?.file.discard();
    throw error;
  } finally {
    await body.return(undefined);
  }
}

async function textOf(part: Part): Promise<string> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of part.chunks) {
    length += chunk.length;
    if (length > MAX_EXTRA)
      throw new SlipwayError(
        'payload_too_large',
        `The field ${part.name.slice(0, 50)} is too large.`,
      );
    pieces.push(Buffer.from(chunk));
  }
  return Buffer.concat(pieces).toString('utf8');
}

/** A body's chunks, as long as they come in time. A reader that stops early cuts the sender off. */
async function* timed(
  stream: ReadableStream<Uint8Array>,
  clock: Clock,
): AsyncGenerator<Uint8Array, undefined> {
  const deadline = clock.monotonic() + MAX_MILLISECONDS;
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw new SlipwayError(
          'bad_request',
          'The connection was cut before the file was complete.',
        );
      });
      if (done) return undefined;
      if (clock.monotonic() > deadline)
        throw new SlipwayError('bad_request', 'The file took longer than ten minutes to arrive.');
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

import { createHash } from 'node:crypto';
import { SlipwayError } from '../../core/base/errors.ts';
import type { ExportFiles } from '../../core/ports/export-files.ts';
import { chunksOf, createS3Send, type S3Options, toObjectUrl } from '../media/s3-send.ts';
import { assertPart } from './names.ts';

/**
 * Exports in an S3-compatible bucket, where every process can go on with them and give them out.
 * Objects do not grow: each write is an object of its own under the position it begins at, and the
 * next begins where it ends. What a worker wrote beyond its note is written over by the one that
 * takes over.
 */
export function createS3Exports(options: S3Options): ExportFiles {
  const send = createS3Send(options);
  const urlOf = (companyId: string, name: string, at: number): URL => {
    for (const part of [companyId, name]) assertPart(part);
    return toObjectUrl(options, `exports/${companyId}/${name}/${at}`);
  };

  async function* parts(
    companyId: string,
    name: string,
    bytes: number,
  ): AsyncGenerator<Uint8Array> {
    for (let position = 0; position < bytes; ) {
      const { ok, body } = await send({ method: 'GET', url: urlOf(companyId, name, position) });
      const before = position;
      if (ok && body !== null)
        for await (const chunk of chunksOf(body)) {
          const piece = chunk.subarray(0, bytes - position);
          if (piece.length > 0) yield piece;
          position += piece.length;
          if (position === bytes) return;
        }
      if (position === before)
        throw new SlipwayError(
          'unavailable',
          'A part of this export is missing from the media store. Start the export again.',
        );
    }
  }

  return {
    async write(companyId, name, at, text) {
      const url = urlOf(companyId, name, at);
      if (text === '' && at > 0) return at;
      const bytes = new TextEncoder().encode(text);
      const payloadHash = createHash('sha256').update(bytes).digest('hex');
      const stored = await send({ method: 'PUT', url, payloadHash }, new Blob([bytes]));
      if (stored.ok) return at + bytes.length;
      throw new SlipwayError(
        'unavailable',
        'The bucket of the media store does not exist. Create it and try again.',
      );
    },

    async read(companyId, name, bytes) {
      const first = await send({ method: 'HEAD', url: urlOf(companyId, name, 0) });
      return first.ok ? parts(companyId, name, bytes) : undefined;
    },

    async remove(companyId, name) {
      for (let position = 0; ; ) {
        const url = urlOf(companyId, name, position);
        const part = await send({ method: 'HEAD', url });
        if (!part.ok) return;
        await send({ method: 'DELETE', url });
        const length = Number(part.headers.get('content-length'));
        if (!(length > 0)) return;
        position += length;
      }
    },
  };
}

import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDiskBlobs } from '../../adapters/media/disk.ts';
import { createMediaFiles } from '../../adapters/media/files.ts';
import type { PublicFetch, SharedLinks } from '../../core/ports/media-files.ts';
import { type Called, startHarness } from './harness.ts';

/** The service with a media store in a folder of its own. */
export async function startMediaFixture(publicFetch?: PublicFetch, sharedLinks?: SharedLinks) {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-media-'));
  const incoming = join(folder, 'incoming');
  const files = await createMediaFiles(createDiskBlobs(join(folder, 'blobs')), incoming);
  const harness = await startHarness({
    ports: { files, ...(publicFetch && { publicFetch }), ...(sharedLinks && { sharedLinks }) },
  });
  const send = async (
    form: FormData | ReadableStream<Uint8Array>,
    headers: { [name: string]: string } = {},
    path = '/upload',
  ) => {
    const response = await harness.app.request(path, {
      method: 'POST',
      headers: { authorization: `Bearer ${harness.key}`, ...headers },
      body: form,
      // Node asks for it with streams.
      ...({ duplex: 'half' } as object),
    });
    return {
      status: response.status,
      headers: response.headers,
      body: await response.json(),
    } as Called;
  };
  const uploadAs = (
    name: string,
    bytes: Uint8Array<ArrayBuffer>,
    headers = {},
    path = '/upload',
  ) => {
    const form = new FormData();
    form.set('file', new File([bytes], name));
    return send(form, headers, path);
  };
  const stored = async () =>
    (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) =>
      entry.isFile(),
    );
  return { ...harness, files, incoming, send, uploadAs, stored };
}

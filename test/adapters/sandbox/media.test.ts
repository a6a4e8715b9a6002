import { expect, test } from 'vitest';
import { seed } from '../../../adapters/sandbox/meta/seed/names.ts';
import { type Client, createClient, eur, png, type Reply } from './client.ts';

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));

async function multipart(
  client: Client,
  path: string,
  fields: object,
  file?: readonly [part: string, name: string, bytes: Uint8Array<ArrayBuffer>],
): Promise<Reply> {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, String(value));
  if (file !== undefined) data.set(file[0], new File([file[2]], file[1]));
  const response = await client.sandbox.fetch(
    new Request(`http://sandbox.test/meta${path}?access_token=${seed.token}`, {
      method: 'POST',
      body: data,
    }),
  );
  return { status: response.status, body: await response.json(), headers: response.headers };
}

test('the same image has the same hash, once per account, under the key of its way in', async () => {
  const client = createClient();
  const before = (await client.control('GET', 'state')).body.objects.adimages;
  const first = (await client.post(`/${eur}/adimages`, { bytes: png() })).body.images;
  expect(Object.keys(first)).toEqual(['bytes']);
  expect(first.bytes).toMatchObject({
    hash: expect.stringMatching(/^[0-9a-f]{32}$/),
    url: expect.any(String),
    width: 1,
    height: 1,
  });
  const again = (
    await multipart(client, `/${eur}/adimages`, {}, ['filename', 'sun.png', bytesOf(png())])
  ).body.images;
  expect(again['sun.png'].hash).toBe(first.bytes.hash);
  const other = (await client.post(`/${eur}/adimages`, { bytes: png('other') })).body.images.bytes;
  expect(other.hash).not.toBe(first.bytes.hash);
  expect((await client.control('GET', 'state')).body.objects.adimages).toBe(before + 2);
  expect((await client.post('/act_1002/adimages', { bytes: png() })).body.images.bytes.hash).toBe(
    first.bytes.hash,
  );
  expect((await client.control('GET', 'state')).body.objects.adimages).toBe(before + 3);
});

test('images are found by hash and by name, copied between accounts and deleted', async () => {
  const client = createClient();
  const { hash } = (await client.post(`/${eur}/adimages`, { bytes: png(), name: 'sun' })).body
    .images.bytes;
  const found = await client.get(`/${eur}/adimages`, {
    hashes: [hash, 'unknown'],
    fields: 'hash,name,permalink_url,status',
  });
  expect(found.body.data).toEqual([
    { id: `1001:${hash}`, hash, name: 'sun', status: 'ACTIVE', permalink_url: expect.any(String) },
  ]);
  expect((await client.get(`/${eur}/adimages`, { name: 'sun' })).body.data).toHaveLength(1);
  const copied = await client.post('/act_1003/adimages', {
    copy_from: { source_account_id: '1001', hash },
  });
  expect(copied.body.images[hash]).toMatchObject({ hash });
  await client.remove(`/${eur}/adimages`, { hash });
  expect((await client.get(`/${eur}/adimages`, { hashes: [hash] })).body.data).toEqual([]);
});

test('what is no image, and what is not base64, is refused', async () => {
  const client = createClient();
  for (const body of [
    { bytes: btoa('hello') },
    { bytes: 'data:image/png;base64,AAAA' },
    {},
    { url: 'https://example.com/a.png' },
  ])
    expect((await client.post(`/${eur}/adimages`, body)).body.error.code).toBe(100);
});

test('a video by address is processed for three seconds and has thumbnails only then', async () => {
  const client = createClient();
  const id = await client.make(`/${eur}/advideos`, {
    file_url: 'https://cdn.example.com/a.mp4',
    title: 'Clip',
  });
  const read = async () => (await client.get(`/${id}?fields=status,picture,thumbnails,title`)).body;
  const early = await read();
  expect(early).toMatchObject({
    title: 'Clip',
    status: { video_status: 'processing', processing_phase: { status: 'in_progress' } },
  });
  expect(early.thumbnails).toBeUndefined();
  expect(early.picture).toContain('placeholder');
  await client.advance(2999);
  expect((await read()).status.video_status).toBe('processing');
  await client.advance(1);
  const ready = await read();
  expect(ready.status).toMatchObject({ video_status: 'ready', processing_progress: 100 });
  expect(
    ready.thumbnails.data.filter((each: { is_preferred: boolean }) => each.is_preferred),
  ).toHaveLength(1);
  expect(ready.picture).not.toContain('placeholder');
  expect((await client.get(`/${id}/thumbnails`)).body.data).toHaveLength(3);
});

test('an address nobody can reach is found out only by asking', async () => {
  const client = createClient();
  const id = await client.make(`/${eur}/advideos`, {
    file_url: 'https://unreachable.example.com/a.mp4',
  });
  await client.advance(3000);
  const { status } = (await client.get(`/${id}?fields=status`)).body;
  expect(status).toMatchObject({
    video_status: 'error',
    processing_phase: {
      status: 'error',
      errors: [{ code: expect.any(Number), message: expect.stringContaining('downloaded') }],
    },
  });
});

test('a chunked upload goes by offsets, which are text, and forgives a repeated chunk', async () => {
  const client = createClient();
  const size = 2_500_000;
  const file = new Uint8Array(size);
  const edge = `/${eur}/advideos`;
  const started = (await multipart(client, edge, { upload_phase: 'start', file_size: size })).body;
  expect(started).toMatchObject({
    upload_session_id: expect.any(String),
    video_id: expect.any(String),
    start_offset: '0',
    end_offset: '1048576',
  });
  const session = { upload_phase: 'transfer', upload_session_id: started.upload_session_id };
  let offsets = started;
  let steps = 0;
  while (offsets.start_offset !== offsets.end_offset) {
    const chunk = file.slice(Number(offsets.start_offset), Number(offsets.end_offset));
    const sent: Parameters<typeof multipart>[3] = ['video_file_chunk', 'chunk', chunk];
    const fields = { ...session, start_offset: offsets.start_offset };
    const next = (await multipart(client, edge, fields, sent)).body;
    expect((await multipart(client, edge, fields, sent)).body).toEqual(next);
    offsets = next;
    steps += 1;
  }
  expect(steps).toBe(3);
  expect(
    (
      await multipart(client, edge, {
        upload_phase: 'finish',
        upload_session_id: started.upload_session_id,
        title: 'Long',
      })
    ).body,
  ).toEqual({ success: true });
  expect((await client.get(`/${started.video_id}?fields=status,title`)).body).toMatchObject({
    title: 'Long',
    status: { video_status: 'processing' },
  });
  await client.advance(3000);
  expect((await client.get(`/${started.video_id}?fields=status`)).body.status.video_status).toBe(
    'ready',
  );
  expect((await multipart(client, edge, { ...session, start_offset: 0 })).body.error.code).toBe(
    100,
  );
});

test('a chunked upload is not finished before its last byte', async () => {
  const client = createClient();
  const edge = `/${eur}/advideos`;
  const started = (await multipart(client, edge, { upload_phase: 'start', file_size: 10 })).body;
  expect(
    (
      await multipart(client, edge, {
        upload_phase: 'finish',
        upload_session_id: started.upload_session_id,
      })
    ).body.error.code,
  ).toBe(100);
});

test('a video comes in one piece as source', async () => {
  const client = createClient();
  const { body } = await multipart(client, `/${eur}/advideos`, { title: 'Whole' }, [
    'source',
    'a.mp4',
    new Uint8Array(100),
  ]);
  expect((await client.get(`/${body.id}?fields=title`)).body.title).toBe('Whole');
});

test('the newer upload gives an address for the bytes', async () => {
  const client = createClient();
  const { video_id: id, upload_url: url } = (
    await client.post(`/${eur}/video_ads`, { upload_phase: 'START' })
  ).body;
  const send = (offset: string, bytes: Uint8Array<ArrayBuffer>): Promise<Response> =>
    client.sandbox.fetch(
      new Request(url, {
        method: 'POST',
        body: bytes,
        headers: {
          authorization: `OAuth ${seed.token}`,
          offset,
          file_size: '20',
          'content-type': 'application/octet-stream',
        },
      }),
    );
  expect(await (await send('0', new Uint8Array(10))).json()).toEqual({ success: true });
  expect(
    (await client.post(`/${eur}/video_ads`, { upload_phase: 'finish', video_id: id })).body.error
      .code,
  ).toBe(100);
  expect((await send('0', new Uint8Array(10))).status).toBe(400);
  await send('10', new Uint8Array(10));
  expect(
    (await client.post(`/${eur}/video_ads`, { upload_phase: 'finish', video_id: id })).body,
  ).toEqual({ success: true });
  await client.advance(3000);
  expect((await client.get(`/${id}?fields=status`)).body.status.video_status).toBe('ready');
});

test('videos are listed by title and deleted by id', async () => {
  const client = createClient();
  const id = await client.make(`/${eur}/advideos`, {
    file_url: 'https://cdn.example.com/a.mp4',
    name: 'Named',
  });
  expect(
    (await client.get(`/${eur}/advideos`, { title: 'Named', fields: 'id,title' })).body.data,
  ).toEqual([{ id, title: 'Named' }]);
  await client.remove(`/${eur}/advideos`, { video_id: id });
  expect((await client.get(`/${id}`)).body.error.error_subcode).toBe(33);
});

import { expect, test } from 'vitest';
import { seed } from '../../../adapters/sandbox/meta/seed/names.ts';
import { createClient, emptyAdSet, eur, form, imageStory, png } from './client.ts';

const creativeEntry = (name?: string) => ({
  method: 'POST',
  relative_url: `${eur}/adcreatives`,
  body: form({ name: 'c', object_story_spec: imageStory() }),
  ...(name === undefined ? {} : { name }),
});

const adEntry = (creative: string, name = 'a') => ({
  method: 'POST',
  relative_url: `${eur}/ads`,
  body: form({
    name,
    adset_id: emptyAdSet(),
    creative: { creative_id: creative },
    status: 'PAUSED',
  }),
});

test('entries answer in order, each with its own code, headers and body as text', async () => {
  const client = createClient();
  const { status, body } = await client.batch([
    { method: 'GET', relative_url: `${eur}?fields=currency` },
    { method: 'GET', relative_url: '404404' },
    { method: 'POST', relative_url: `${eur}/adlabels`, body: 'name=Spring' },
  ]);
  expect(status).toBe(200);
  expect(body.map(({ code }: { code: number }) => code)).toEqual([200, 400, 200]);
  expect(JSON.parse(body[0].body)).toEqual({ currency: 'EUR', id: eur });
  expect(JSON.parse(body[1].body).error).toMatchObject({ code: 100, error_subcode: 33 });
  expect(body[0].headers).toContainEqual({ name: 'x-ad-account-usage', value: expect.any(String) });
  expect(
    (await client.batch([{ method: 'GET', relative_url: 'me' }], { include_headers: false }))
      .body[0].headers,
  ).toBeUndefined();
});

test('references put the answer of one entry into another, whatever their order', async () => {
  const client = createClient();
  const { body } = await client.batch([
    adEntry('{result=story:$.id}'),
    {
      ...creativeEntry('story'),
      body: form({
        name: 'c',
        object_story_spec: { ...imageStory({ image_hash: '{result=picture:$.images.*.hash}' }) },
      }),
    },
    {
      method: 'POST',
      relative_url: `${eur}/adimages`,
      body: form({ bytes: png('ref') }),
      name: 'picture',
    },
  ]);
  expect(body[1]).toBeNull();
  expect(body[2]).toBeNull();
  const { id } = JSON.parse(body[0].body);
  const { creative } = (await client.get(`/${id}?fields=creative{object_story_spec}`)).body;
  expect(creative.object_story_spec.link_data.image_hash).toMatch(/^[0-9a-f]{32}$/);
});

test('a list of values becomes a comma list', async () => {
  const client = createClient();
  const { body } = await client.batch([
    {
      method: 'GET',
      relative_url: 'me/adaccounts?limit=2',
      name: 'mine',
      omit_response_on_success: false,
    },
    { method: 'POST', relative_url: `${eur}/adlabels`, body: 'name={result=mine:$.data.*.id}' },
  ]);
  expect(JSON.parse(body[0].body).data).toHaveLength(2);
  const { id } = JSON.parse(body[1].body);
  expect((await client.get(`/${id}?fields=name`)).body.name).toBe('act_1001,act_1002');
});

test('entries that depend on a failed one fail, the others do not', async () => {
  const client = createClient();
  const { body } = await client.batch([
    { method: 'POST', relative_url: `${eur}/adcreatives`, body: 'name=empty', name: 'bad' },
    adEntry('{result=bad:$.id}'),
    { method: 'POST', relative_url: `${eur}/adlabels`, body: 'name=fine', depends_on: 'bad' },
    { method: 'GET', relative_url: 'me' },
  ]);
  expect(body.map(({ code }: { code: number }) => code)).toEqual([400, 400, 400, 200]);
  expect((await client.get(`/${eur}/adlabels`)).body.data).toEqual([]);
});

test('fifty entries are taken, fifty-one are refused as a whole, and each counts as a call', async () => {
  const client = createClient();
  const entry = { method: 'GET', relative_url: 'me' };
  expect((await client.batch(Array(50).fill(entry))).body).toHaveLength(50);
  const refused = await client.batch(Array(51).fill(entry));
  expect(refused.status).toBe(400);
  expect(refused.body.error.code).toBe(100);
  const { counted, requests } = (await client.control('GET', 'state')).body;
  expect({ counted, requests }).toEqual({ counted: 50, requests: 2 });
});

test('files travel beside the batch and are named by their part', async () => {
  const client = createClient();
  const data = new FormData();
  const bytes = Uint8Array.from(atob(png('file')), (char) => char.charCodeAt(0));
  data.set('picture1', new File([bytes], 'sun.png', { type: 'image/png' }));
  data.set(
    'batch',
    JSON.stringify([
      { method: 'POST', relative_url: `${eur}/adimages`, attached_files: 'picture1' },
    ]),
  );
  const response = await client.sandbox.fetch(
    new Request(`http://sandbox.test/meta/?access_token=${seed.token}`, {
      method: 'POST',
      body: data,
    }),
  );
  const [entry] = (await response.json()) as [{ body: string }];
  expect(JSON.parse(entry.body).images['sun.png'].hash).toMatch(/^[0-9a-f]{32}$/);
});

test('a batch with a dead token is refused as a whole', async () => {
  const client = createClient({ token: 'nobody' });
  expect((await client.batch([creativeEntry()])).body.error.code).toBe(190);
});

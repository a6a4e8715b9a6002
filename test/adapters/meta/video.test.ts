import { expect, test } from 'vitest';
import { video } from '../../../adapters/testing/test-media.ts';
import { refOf } from '../launch-steps.ts';
import { type MetaAtSandbox, metaAtSandbox } from './meta-at-sandbox.ts';

const own = (size: number) => ({
  ...video('own'),
  url: `https://own.test/film-${size}mb.mp4`,
  filename: 'film.mp4',
  sha256: 'known',
});
const upload = (media: ReturnType<typeof own>) =>
  ({ kind: 'video', id: 'video:0', batch: 'b1', media }) as const;
const send = async (at: MetaAtSandbox, operation: ReturnType<typeof upload>) =>
  (await at.launch.send(at.access, [operation]))[0];
const advideos = (at: MetaAtSandbox) => `/${at.access.adAccountId}/advideos`;

test('a file of our own store is sent in the pieces the platform asks for', async () => {
  const at = await metaAtSandbox();
  const outcome = await send(at, upload(own(3)));
  expect(outcome).toMatchObject({ state: 'done', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
  const [held] = (await at.held('advideos')).filter(({ id }) => id === refOf(outcome));
  expect(held).toMatchObject({ size: 3 * 1024 * 1024 + 7, title: 'film.mp4 [b1 video:0]' });
  // Start, four pieces of a mebibyte, finish.
  expect(await at.counts()).toEqual({ calls: 6, requests: 6 });
});

test('a small file of our own store costs what the plan says', async () => {
  const at = await metaAtSandbox();
  const operation = upload(own(0));
  await send(at, operation);
  expect(await at.counts()).toEqual(at.launch.cost([operation]));
});

test('a piece that gets lost is sent again', async () => {
  const at = await metaAtSandbox();
  await at.fault({ fault: 'connection-cut', method: 'POST', path: advideos(at), nth: 2, times: 2 });
  expect((await send(at, upload(own(3))))?.state).toBe('done');
});

test('a lost end of an upload is unknown, and found by its title', async () => {
  const at = await metaAtSandbox();
  const operation = upload(own(0));
  await at.fault({ fault: 'answer-lost', method: 'POST', path: advideos(at), nth: 3 });
  expect((await send(at, operation))?.state).toBe('unknown');
  const [found] = await at.launch.reconcile(at.access, [operation], []);
  expect((await at.held('advideos')).map(({ id }) => id)).toContain(refOf(found));
});

test('an upload that never began has made nothing', async () => {
  const at = await metaAtSandbox();
  await at.fault({ fault: 'error', code: 2, status: 500, method: 'POST', path: advideos(at) });
  expect(await send(at, upload(own(1)))).toMatchObject({
    state: 'failed',
    failure: { class: 'transient', retryable: true },
  });
});

test('many looks at videos share one request', async () => {
  const at = await metaAtSandbox();
  const uploads = Array.from({ length: 20 }, (_, number) => ({
    kind: 'video' as const,
    id: `video:${number}`,
    batch: 'b1',
    media: video(`v${number}`),
  }));
  const made = (await at.launch.send(at.access, uploads)).map(refOf);
  await at.clock.sleep(at.launch.firstLookMs);
  const looks = made.map(
    (videoId, number) => ({ kind: 'ready', id: `ready:${number}`, batch: 'b1', videoId }) as const,
  );
  const ready = await at.launch.send(at.access, looks);
  expect(ready.map(refOf)).toEqual(made);
  expect(await at.counts()).toEqual({ calls: 40, requests: 2 });
});

test('a video the platform cannot fetch fails with what to do, once its status says so', async () => {
  const at = await metaAtSandbox();
  const media = { ...video('x'), url: 'https://media.test/unreachable.mp4' };
  const [made] = await at.launch.send(at.access, [
    { kind: 'video', id: 'video:0', batch: 'b1', media },
  ]);
  await at.clock.sleep(at.launch.firstLookMs);
  const [look] = await at.launch.send(at.access, [
    { kind: 'ready', id: 'ready:0', batch: 'b1', videoId: refOf(made) },
  ]);
  expect(look).toMatchObject({
    state: 'failed',
    failure: { class: 'rule', message: /could not process the video/ },
  });
});

test('looking at a video that is not there is a failure, never unknown', async () => {
  const at = await metaAtSandbox();
  const [look] = await at.launch.send(at.access, [
    { kind: 'ready', id: 'ready:0', batch: 'b1', videoId: '999999' },
  ]);
  expect(look).toMatchObject({ state: 'failed', failure: { class: 'missing' } });
});

test('a session that expired and a piece that is refused for ever start the upload anew', async () => {
  for (const fault of ['video-session-expired', 'video-chunk-repeat']) {
    const at = await metaAtSandbox();
    await at.fault({ fault, nth: 2, times: 100 });
    expect(await send(at, upload(own(1))), fault).toMatchObject({
      state: 'failed',
      failure: { class: 'flaky', retryable: true },
    });
  }
});

test('a file the platform cannot process fails with what to do', async () => {
  const at = await metaAtSandbox();
  await at.fault({ fault: 'video-error' });
  const videoId = refOf(await send(at, upload(own(0))));
  await at.clock.sleep(at.launch.firstLookMs);
  const [look] = await at.launch.send(at.access, [
    { kind: 'ready', id: 'ready:0', batch: 'b1', videoId },
  ]);
  expect(look).toMatchObject({ state: 'failed', failure: { class: 'rule', retryable: false } });
});

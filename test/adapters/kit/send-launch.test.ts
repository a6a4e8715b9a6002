import { describe, expect, test } from 'vitest';
import { type LaunchHandlers, sendLaunch } from '../../../adapters/platforms/kit/send-launch.ts';
import { SlipwayError } from '../../../core/base/errors.ts';
import type { LaunchOperation, Outcome } from '../../../core/ports/platform-launch.ts';
import { caller, examplePlatform } from './example-platform.ts';

const access = { ...caller, currency: 'EUR', timezone: 'UTC' };
const { wire } = examplePlatform();
const done = (ref: string): Outcome => ({ state: 'done', ref });
const dead: Outcome = { state: 'failed', failure: wire.fail('auth', 'The token is dead.') };

const upload = (kind: 'image' | 'video', name: string): LaunchOperation => ({
  kind,
  id: `${kind}:${name}`,
  batch: 'b',
  media: { type: kind, filename: name, url: `https://files.test/${name}` },
});
const ready = (videoId: string): LaunchOperation => ({
  kind: 'ready',
  id: `ready:${videoId}`,
  batch: 'b',
  videoId,
});
const creative = {
  kind: 'creative',
  id: 'creative:1',
  batch: 'b',
  assets: [],
  creativeKey: '',
} as unknown as LaunchOperation;
const ad = (id: string) =>
  ({ kind: 'ad', id, batch: 'b', name: id, assets: [] }) as unknown as LaunchOperation;

/** Files whose names begin with `own` lie in our own store; `gone` cannot be loaded. */
const media = {
  describe: async (_companyId: string, url: string) =>
    url.includes('/own') ? ({ sha256: 'S' } as never) : undefined,
  async load(_companyId: string, url: string) {
    if (url.includes('gone')) throw new SlipwayError('media_unreachable', 'It is gone.');
    return {
      bytes: new Uint8Array(2),
      contentType: 'image/png',
      filename: url,
      sha256: `sha of ${url.split('/').pop()}`,
    };
  },
};

function handlersOf(own: Partial<LaunchHandlers> = {}) {
  const log: string[] = [];
  const note = (line: string, outcome: Outcome): Outcome => {
    log.push(line);
    return outcome;
  };
  const handlers: LaunchHandlers = {
    image: async (_access, { id }) => note(id, done(`made ${id}`)),
    video: async (_access, { id }) => note(id, done(`made ${id}`)),
    videoByAddress: async (_access, { id }) => note(`${id} by address`, done(`made ${id}`)),
    ready: {
      groups: (operations) =>
        [operations.slice(0, 2), operations.slice(2)].filter((group) => group.length > 0),
      async send(_access, operations) {
        log.push(`ready ${operations.length}`);
        return new Map(operations.map((each) => [each, { state: 'waiting', retryInMs: 1 }]));
      },
    },
    ads: {
      async send(_access, operations) {
        log.push(`ads ${operations.length}`);
        return new Map(operations.map((each) => [each, done(`made ${each.id}`)]));
      },
    },
    ...own,
  };
  return {
    log,
    send: (operations: readonly LaunchOperation[]) =>
      sendLaunch({ media, fail: wire.fail }, handlers, access, operations),
  };
}

describe('operations of a launch', () => {
  test('go to the handlers of their kinds and are answered in their order', async () => {
    const { log, send } = handlersOf();
    const outcomes = await send([
      ad('a1'),
      ready('1'),
      ready('2'),
      ready('3'),
      upload('image', 'x'),
      ad('a2'),
    ]);
    expect(log).toEqual(['image:x', 'ready 2', 'ready 1', 'ads 2']);
    expect(
      outcomes.map((outcome) => (outcome.state === 'done' ? outcome.ref : outcome.state)),
    ).toEqual(['made a1', 'waiting', 'waiting', 'waiting', 'made image:x', 'made a2']);
  });

  test('a video goes by its address, unless it lies in our own store', async () => {
    const { log, send } = handlersOf();
    const outcomes = await send([upload('video', 'public'), upload('video', 'own')]);
    expect(log.sort()).toEqual(['video:own', 'video:public by address']);
    expect(outcomes).toEqual([
      done('made video:public'),
      { ...done('made video:own'), sha256: 'sha of own' },
    ]);
  });

  test('a file that cannot be loaded fails alone', async () => {
    const outcomes = await handlersOf().send([upload('image', 'gone'), upload('image', 'x')]);
    expect(outcomes).toMatchObject([
      { state: 'failed', stage: 'download', ownCode: 'media_unreachable' },
      { state: 'done' },
    ]);
  });

  test('a dead token ends everything that has not been sent', async () => {
    const { log, send } = handlersOf({ image: async () => dead, filesAtOnce: 1 });
    const outcomes = await send([upload('image', 'x'), upload('image', 'y'), ready('1'), ad('a1')]);
    expect(log).toEqual([]);
    expect(outcomes).toEqual([dead, dead, dead, dead]);
  });

  test('what a handler says nothing about is unknown; what has no handler is refused', async () => {
    const { send } = handlersOf({ ads: { send: async () => new Map() } });
    expect(await send([ad('a1'), creative])).toMatchObject([
      { state: 'unknown', failure: { class: 'transient' } },
      {
        state: 'failed',
        failure: { class: 'invalid', message: 'This platform has no operation "creative".' },
      },
    ]);
  });
});

import { describe, expect } from 'vitest';
import {
  type Declaring,
  done,
  explained,
  image,
  imageOperation,
  launchOf,
  offered,
  sendOne,
  videoOperation,
} from '../platform-under-test.ts';

export function mediaSuite({ offers, testOf }: Declaring): void {
  // Ads may be words alone.
  if (!['media.image', 'media.video', 'definition.launch.documents'].some((each) => offers(each)))
    return;
  describe('media', () => {
    testOf('media.image')('takes an image once, however often it is sent', async (at) => {
      const before = (await at.held('image')).length;
      const first = done(await sendOne(at, imageOperation(at)));
      const second = done(await sendOne(at, { ...imageOperation(at), id: 'image:9' }));
      expect(second.ref).toBe(first.ref);
      expect(first.sha256).toMatch(/^[0-9a-f]{64}$/);
      // Images that are part of what shows them are not kept alone.
      expect((await at.held('image')).length).toBe(before + (at.holdsImages ? 1 : 0));
    });

    testOf('media.image', 'holdsImages')(
      'takes an image once whose upload was not answered',
      async (at) => {
        const before = (await at.held('image')).length;
        await at.trouble('answer lost', 'image');
        expect((await sendOne(at, imageOperation(at))).state).toBe('unknown');
        await at.clock.sleep(launchOf(at).settleMs);
        const [found] = await launchOf(at).reconcile(at.access, [imageOperation(at)], []);
        const { ref } = done(found ?? (await sendOne(at, imageOperation(at))));
        expect((await at.held('image')).length).toBe(before + 1);
        expect(done(await sendOne(at, imageOperation(at))).ref).toBe(ref);
      },
    );

    testOf('media.image')(
      'fails alone for an image whose address cannot be read, and says what to do',
      async (at) => {
        const broken = { ...imageOperation(at), id: 'image:1', media: image(at.brokenUrl) };
        const [bad, good] = await launchOf(at).send(at.access, [broken, imageOperation(at)]);
        expect(bad).toMatchObject({ state: 'failed', stage: 'download' });
        if (bad?.state === 'failed') explained(bad.failure);
        expect(good?.state).toBe('done');
      },
    );

    testOf('definition.launch.documents')(
      'takes a document where it says that its ads show them',
      async (at) => {
        offered(
          'definition.launch.documents',
          at.platform.definition.launch?.documents || undefined,
        );
        const media = {
          type: 'document',
          url: 'https://media.test/suite.pdf',
          filename: 'suite.pdf',
        } as const;
        const operation = { ...imageOperation(at), media };
        const { ref, sha256 } = done(await sendOne(at, operation));
        expect(sha256).toMatch(/^[0-9a-f]{64}$/);
        expect(done(await sendOne(at, operation)).ref).toBe(ref);
      },
    );

    testOf('media.video')(
      'gives a video out only when it is ready, with a thumbnail where it has one',
      async (at) => {
        const video = done(await sendOne(at, videoOperation(at)));
        const ready = { kind: 'ready', id: 'ready:0', batch: 'b1', videoId: video.ref } as const;
        const states: string[] = [];
        for (let look = 0; look < 50; look += 1) {
          const outcome = await sendOne(at, ready);
          states.push(outcome.state);
          if (outcome.state !== 'waiting') {
            expect(done(outcome).thumbnailUrl ?? 'https:').toMatch(/^https?:/);
            // Where files get ids when ready, the upload answers something to ask with.
            expect((await at.held('video')).map(({ id }) => id)).toContain(done(outcome).ref);
            break;
          }
          await at.clock.sleep(outcome.retryInMs);
        }
        expect(states[0]).toBe('waiting');
        expect(states.at(-1)).toBe('done');
      },
    );
  });
}

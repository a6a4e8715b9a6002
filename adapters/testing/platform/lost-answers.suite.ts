import { describe, expect, test } from 'vitest';
import type { LaunchOperation } from '../../../core/ports/platform-launch.ts';
import {
  adOperations,
  creativeOperation,
  type Declaring,
  done,
  explained,
  launchOf,
  sampleAssets,
  sendOne,
  videoOperation,
} from '../platform-under-test.ts';

export function lostAnswersSuite({ open, testOf }: Declaring): void {
  describe('lost answers to a launch', () => {
    test.each(['answer lost', 'failed but done'] as const)(
      'finds an ad again whose creation ended in: %s',
      async (trouble) => {
        const at = await open();
        const [operation] = await adOperations(at, 1);
        if (operation === undefined) throw new Error('no operation');
        await at.trouble(trouble, 'ad');
        const lost = await sendOne(at, operation);
        expect(lost.state).toBe('unknown');
        if (lost.state === 'unknown') explained(lost.failure);
        await at.clock.sleep(launchOf(at).settleMs);
        const [found] = await launchOf(at).reconcile(at.access, [operation], []);
        const ref = done(found).ref;
        expect((await at.held('ad')).filter(({ id }) => id === ref)).toHaveLength(1);
        expect(await launchOf(at).reconcile(at.access, [operation], [ref])).toEqual([undefined]);
        // A process that starts again finds the same.
        expect(await at.reopened().launch?.reconcile(at.access, [operation], [])).toMatchObject([
          { state: 'done', ref },
        ]);
      },
    );

    test.each(['cut before', 'html'] as const)(
      'finds nothing where nothing was made: %s',
      async (trouble) => {
        const at = await open();
        const operations = await adOperations(at, 2);
        await at.trouble(trouble, 'ad');
        const outcomes = await launchOf(at).send(at.access, operations);
        for (const outcome of outcomes) expect(['unknown', 'done']).toContain(outcome.state);
        expect(outcomes.some(({ state }) => state === 'unknown')).toBe(true);
        const before = (await at.held('ad')).length;
        await at.clock.sleep(launchOf(at).settleMs);
        const taken = outcomes.flatMap((outcome) =>
          outcome.state === 'done' ? [outcome.ref] : [],
        );
        const unanswered = operations.filter(
          (_, position) => outcomes[position]?.state === 'unknown',
        );
        const found = await launchOf(at).reconcile(at.access, unanswered, taken);
        const again = unanswered.filter((_, position) => found[position] === undefined);
        for (const outcome of await launchOf(at).send(at.access, again)) done(outcome);
        expect((await at.held('ad')).length).toBe(before + again.length);
      },
    );

    testOf()(
      'tells equal ads apart by count: two made, two found, the third still missing',
      async (at) => {
        const [operation] = await adOperations(at, 1);
        if (operation === undefined) throw new Error('no operation');
        const wanted = ['a', 'b', 'c'].map((id): LaunchOperation => ({ ...operation, id }));
        for (const each of wanted.slice(0, 2)) done(await sendOne(at, each));
        await at.clock.sleep(launchOf(at).settleMs);
        const found = await launchOf(at).reconcile(at.access, wanted, []);
        const refs = found.flatMap((outcome) => (outcome?.state === 'done' ? [outcome.ref] : []));
        expect(new Set(refs).size).toBe(2);
        expect(found.filter((outcome) => outcome === undefined)).toHaveLength(1);
      },
    );

    testOf('launch.creatives.shared')(
      'finds a creative again whose creation was not answered',
      async (at) => {
        const creative = creativeOperation(at, await sampleAssets(at));
        await at.trouble('answer lost', 'creative');
        expect((await sendOne(at, creative)).state).toBe('unknown');
        await at.clock.sleep(launchOf(at).settleMs);
        const [made] = await launchOf(at).reconcile(at.access, [creative], []);
        expect((await at.held('creative')).map(({ id }) => id)).toContain(done(made).ref);
      },
    );

    testOf('media.video')('finds a video again whose upload was not answered', async (at) => {
      await at.trouble('answer lost', 'video');
      const video = videoOperation(at);
      const lost = await sendOne(at, video);
      if (lost.state === 'failed') {
        // An upload without its answer is sent again.
        expect(lost.failure.retryable).toBe(true);
        explained(lost.failure);
        return void done(await sendOne(at, video));
      }
      expect(lost.state).toBe('unknown');
      await at.clock.sleep(launchOf(at).settleMs);
      const [made] = await launchOf(at).reconcile(at.access, [video], []);
      expect((await at.held('video')).map(({ id }) => id)).toContain(done(made).ref);
    });
  });
}

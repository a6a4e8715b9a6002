import { expect, test } from 'vitest';
import { createLocalNotifier } from '../../../adapters/events/local-notifier.ts';
import { submitLaunch } from '../../../core/launch/accept/submit.ts';
import { BATCH_EVENTS, batchTopic } from '../../../core/launch/journal/journal.ts';
import { runBatch } from '../../../core/launch/run/run.ts';
import { batchEvents } from '../../../core/launch/show/status.ts';
import { createHolder } from '../../../core/records/lease.ts';
import { createLaunchFixture, imageAd } from '../../launch-fixture.ts';
import { createStandInPlatform } from '../../stand-in-platform.ts';
import { COMPANY, caller } from '../../test-service.ts';

test('whoever runs a batch rings once its events can be read, to the last one', async () => {
  const fixture = await createLaunchFixture({
    platforms: (clock) => ({ primary: createStandInPlatform(clock).platform }),
  });
  const answer = await submitLaunch(fixture.ports, caller, { ads: [imageAd()], adSets: ['1'] });
  const batchId = String(answer.adBatchId);
  const notifier = createLocalNotifier();
  const payload: string[] = [];
  const looks: ReturnType<typeof batchEvents>[] = [];
  notifier.subscribe(BATCH_EVENTS, (each) => {
    payload.push(each);
    looks.push(batchEvents(fixture.ports, COMPANY, batchId, { after: 0 }));
  });
  await runBatch({ ...fixture.ports, notifier }, COMPANY, batchId, {
    holder: createHolder(fixture.clock, 'w'),
  });
  expect(new Set(payload)).toEqual(new Set([batchTopic(COMPANY, batchId)]));
  const seen = await Promise.all(looks);
  expect(seen.map(({ events }) => events.length > 0)).not.toContain(false);
  expect(seen.at(-1)?.events.at(-1)?.type).toBe('done');
  expect(seen.map(({ complete }) => complete)).toEqual(seen.map((_, i) => i === seen.length - 1));
});

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Hall } from './hall.ts';
import type { Changed, Task, Verdict } from './task.ts';

/** A picture in the media of the company. */
async function picture({ slipway }: Hall): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-exam-'));
  const { paintPictures } = await import('../../../local/demo/pictures.ts');
  await paintPictures(folder, ['exam-1x1.jpg']);
  const data = await readFile(join(folder, 'exam-1x1.jpg'));
  await rm(folder, { recursive: true, force: true });
  return (await slipway.media.upload({ name: 'exam-1x1.jpg', content: data })).url;
}

const adsNamed = (changed: readonly Changed[], name: string) =>
  changed.filter((each) => each.isNew && each.kind === 'ad' && each.name === name);

/** Of ads that should be there once each. `least`: how many of them must be there. */
function launchVerdict(
  changed: readonly Changed[],
  names: readonly string[],
  least: number,
): Verdict {
  const counts = names.map((name) => adsNamed(changed, name).length);
  const twice = names
    .filter((_, i) => (counts[i] ?? 0) > 1)
    .map((name) => `the ad “${name}” is there more than once`);
  const others = changed.filter(
    (each) => !(each.isNew && each.kind === 'ad' && names.includes(each.name)),
  );
  return {
    done:
      twice.length === 0 &&
      others.length === 0 &&
      counts.filter((count) => count === 1).length >= least,
    twice,
  };
}

async function launchGiven(hall: Hall, adSet: 0 | 1) {
  const { account, adSetIds, fields } = hall.world.stage;
  return {
    ...fields,
    accountId: account.id,
    adSetId: adSetIds[adSet],
    mediaUrl: await picture(hall),
  };
}

const inWords = (given: { readonly [name: string]: string | number }): string =>
  Object.entries(given)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');

export const launchTasks: readonly Task[] = [
  {
    id: 'lost-answer',
    tests: 'once',
    about: 'the platform creates the ad and its answer is lost',
    async set(hall) {
      const { stage, trouble } = hall.world;
      const given = { ...(await launchGiven(hall, 0)), adName: 'Exam once' };
      await trouble({
        ...stage.troubles['failed but done'],
        path: stage.objects.ad.path,
        times: 1,
      });
      return {
        text: `Launch one ad, paused, and wait until it is there: ${inWords(given)}. It must be there exactly once.`,
        given,
        judge: async (changed) => launchVerdict(changed, ['Exam once'], 1),
      };
    },
  },
  {
    id: 'rejected-ad',
    tests: 'once',
    about: 'the platform rejects one ad of three',
    async set(hall) {
      const { stage, trouble } = hall.world;
      const given = { ...(await launchGiven(hall, 1)), adName: 'Exam of three' };
      const names = [1, 2, 3].map((number) => `Exam of three ${number}`);
      await trouble({
        fault: 'error',
        code: 100,
        status: 400,
        path: stage.objects.ad.path,
        method: 'POST',
        times: 1,
      });
      return {
        text: `Launch three ads, paused: ${names.join(', ')}, each with ${inWords(given)}. If the platform rejects one, leave it; launch none of them a second time.`,
        given,
        judge: async (changed) => launchVerdict(changed, names, 2),
      };
    },
  },
];

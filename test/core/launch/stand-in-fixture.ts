import { submitLaunch } from '../../../core/launch/accept/submit.ts';
import { batchStatus } from '../../../core/launch/show/status.ts';
import { createLaunchFixture, imageAd } from '../../launch-fixture.ts';
import { createStandInPlatform } from '../../stand-in-platform.ts';
import { COMPANY, caller } from '../../test-service.ts';

/** A company and a platform of the stand-in kind, whose moods a test decides. */
export async function createStandInFixture(
  options: Parameters<typeof createStandInPlatform>[1] = {},
) {
  let standIn: ReturnType<typeof createStandInPlatform> | undefined;
  const assembled = await createLaunchFixture({
    platforms: (clock) => {
      standIn = createStandInPlatform(clock, options);
      return { primary: standIn.platform };
    },
  });
  if (standIn === undefined) throw new Error('The platform was not assembled.');
  const { made, counted } = standIn;
  const launch = async (body: object): Promise<number> =>
    (await submitLaunch(assembled.ports, caller, body)).adBatchId;
  const status = (id: number) => batchStatus(assembled.ports, COMPANY, String(id));
  return { ...assembled, made, counted, launch, status };
}

/** Ads with three pictures between them. */
export const several = (count: number, fields: object = {}) =>
  Array.from({ length: count }, (_, i) =>
    imageAd({ media: [{ url: `https://cdn.test/${i % 3}.png` }], ...fields }),
  );

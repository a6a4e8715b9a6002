// @module-tag browser
import { expect, test } from 'vitest';
import {
  correctLink,
  expectStatuses,
  launchedNames,
  PAUSED,
  usePlayground,
} from '../browser/playground-house.ts';

const house = usePlayground();

test('goes on after the sidebar was closed: the corrected row is launched, the others are not launched again', async () => {
  const visit = await house.visit({ launched: true });
  const { page, sidebar, company, click } = visit;
  await page.getByRole('button', { name: 'Close the sidebar' }).click();
  await correctLink(visit);
  await expectStatuses(visit, [PAUSED, PAUSED, 'Ready to launch']);
  await page.getByRole('button', { name: 'Launch ready rows' }).click();
  await sidebar.getByRole('heading', { name: '1 ad will be created' }).waitFor();
  await click('Launch 1 ad');
  await expectStatuses(visit, [PAUSED, PAUSED, PAUSED]);
  expect(await launchedNames(company)).toEqual(['boat-1_1x1 1', 'boat-2_1x1 2', 'boat-3_1x1 3']);
});

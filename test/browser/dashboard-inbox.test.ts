// @module-tag browser
import { expect, test } from 'vitest';
import { png } from '../samples/media.ts';
import { useDashboard } from './dashboard-house.ts';

const house = useDashboard();

/**
 * A company with comments, on the page of the inbox. Pictures of ads are those of the platform,
 * which is simulated.
 */
async function openInbox() {
  const visit = await house.visit(['primary']);
  const picture = Buffer.from(await png(64, 64));
  await visit.page.route('https://scontent.sandbox.invalid/**', (route) =>
    route.fulfill({ contentType: 'image/png', body: picture }),
  );
  await visit.goTo('Inbox');
  const comments = visit.page.getByRole('list', { name: 'Comments' });
  await comments.waitFor();
  // Both threads of the ad; the rest of the account has none.
  await expect.poll(() => comments.locator('.comment').count()).toBe(6);
  return { ...visit, comments };
}

test('unanswered comments come first, with the picture of their ad; j, k, r and h work from the keyboard', async () => {
  const { page, comments, findings } = await openInbox();
  expect(await comments.getByRole('img', { name: 'The ad' }).count()).toBe(6);
  expect(await findings()).toEqual([]);

  const open = comments.locator('.comment.open');
  await page.keyboard.press('j');
  const first = await open.locator('.comment-text').textContent();
  await page.keyboard.press('j');
  expect(await open.count()).toBe(1);
  await page.keyboard.press('k');
  expect(await open.locator('.comment-text').textContent()).toBe(first);
  await open.getByLabel(/^Reply to/).waitFor();
  // Which ad, on which network, of which account.
  await open.getByText('On the ad').waitFor();
  expect(await open.getByText('On the ad').getByRole('link').getAttribute('href')).toMatch(
    /^#\/ads\?level=ad&accounts=primary/,
  );
  await open.getByText(/ · (Facebook|Instagram) · Sandbox Company/).waitFor();
  expect(await findings()).toEqual([]);

  await page.keyboard.press('r');
  await page.keyboard.type('Thank you, h and j are only letters here');
  await page.getByRole('button', { name: 'Save this text' }).click();
  await page.getByText('Saved for later use.').waitFor();
  await page.getByRole('button', { name: 'Reply', exact: true }).click();
  await page.getByText('The reply is sent.').waitFor();
  await expect.poll(() => comments.locator('.comment').count()).toBe(5);

  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('h');
  await page.getByText('The comment is hidden.').waitFor();
  await expect.poll(() => comments.locator('.comment').count()).toBe(4);

  await page.getByLabel('Hidden').check();
  await comments.getByText('Hidden', { exact: true }).waitFor();
  // It is still the open one.
  await page.getByRole('button', { name: 'Show again' }).click();
  await page.getByText('The comment is shown again.').waitFor();
});

test('several are hidden at once, a saved reply is used, and what a comment was answered with stands below it', async () => {
  const { page, comments, company } = await openInbox();
  await company.ask('POST', '/v1/saved-replies', { name: 'Thanks', text: 'Thank you very much' });
  await comments.getByRole('checkbox').nth(0).check();
  await comments.getByRole('checkbox').nth(1).check();
  await page.getByRole('button', { name: 'Hide 2 comments' }).click();
  await page.getByText('2 comments hidden.').waitFor();
  await expect.poll(() => comments.locator('.comment').count()).toBe(4);

  await comments.locator('.comment-text').first().click();
  await page.getByLabel('Saved replies').selectOption({ label: 'Thanks' });
  await page.getByRole('button', { name: 'Reply', exact: true }).click();
  await page.getByText('The reply is sent.').waitFor();
  await page.getByLabel('All').check();
  await page.getByLabel('Find in texts and names').fill('very much');
  await page.keyboard.press('Enter');
  await expect.poll(() => comments.locator('.comment').count()).toBe(1);
  await comments.getByText('You', { exact: true }).waitFor();
});

test('on a telephone nothing is cut off, and a comment can be answered', async () => {
  const { page, comments, findings } = await openInbox();
  await page.setViewportSize({ width: 375, height: 800 });
  await comments.locator('.comment-text').first().click();
  await page.getByLabel(/^Reply to/).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
  expect(await findings()).toEqual([]);
});

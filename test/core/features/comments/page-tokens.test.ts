import { expect, test } from 'vitest';
import { seed } from '../../../../adapters/sandbox/meta/seed/names.ts';
import { connectionKind } from '../../../../core/accounts/records.ts';
import { replyToComment } from '../../../../core/features/comments/reply.ts';
import { commentsFixture } from './comments-fixture.ts';

const tokenName = `pageToken:${seed.page}`;

test('tokens of pages are stored with the connection, sealed; one that dies is replaced there for all processes', async () => {
  const fixture = await commentsFixture();
  const { ports, store, companyId } = fixture;
  const stored = async () => {
    const { items } = await store.find(connectionKind, companyId, {});
    const connection = items.find(({ doc }) => doc.platform === 'primary');
    if (connection === undefined) throw new Error('The platform is not connected.');
    expect(JSON.stringify(items)).not.toContain('-page-');
    const opened = await ports.secrets.open(connection.doc.sealedCredentials, {
      companyId,
      use: 'credentials',
    });
    return (JSON.parse(opened) as { readonly [name: string]: string })[tokenName];
  };
  const before = await stored();
  expect(before).toContain('-page-');

  await fixture.rows({ accountId: seed.accounts.eur });
  await fixture.pass();
  const { id } = await fixture.row('Where can I buy this?');
  await fixture.fault({ fault: 'page-token-dead', path: '*/comments', times: 1 });
  expect(await replyToComment(ports, fixture.caller, { id, text: 'In our shop' })).toMatchObject({
    status: 'sent',
  });
  expect(await stored()).not.toBe(before);
  expect(
    (await fixture.held('comments')).filter(({ message }) => message === 'In our shop'),
  ).toHaveLength(1);
});

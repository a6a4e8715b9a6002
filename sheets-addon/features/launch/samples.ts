import { exampleAdSet, exampleProfile, exampleSheet } from '../../../core/sheet/example.ts';
import type { App } from '../../base/app.ts';
import { accountLabel, accountsNamed, definitions, keyOf } from '../../base/platforms.ts';
import { Problem } from '../../base/problem.ts';
import { say } from '../../base/say.ts';
import { openService } from '../../base/service.ts';
import { currentLaunchSheet, readLaunchSheet, writtenRows } from '../../sheet/launch-sheet.ts';
import { readLists } from '../../sheet/lists.ts';
import { makeRoom } from '../../sheet/room.ts';

/**
 * Three unticked rows to try, for the account of the sheet, below the others; the second has a
 * mistake.
 */
export async function addSamples(app: App): Promise<string> {
  const open = readLaunchSheet(currentLaunchSheet(app));
  const [account] = accountsNamed((await readLists(app)).accounts, open.accountId);
  if (account === undefined) throw new Problem('other', say('noAccountOfSheet'));
  const service = openService(app);
  const accountId = keyOf(account);
  const [adSets] = await service.getAll('reports.adSets', [
    { accountId, status: 'ACTIVE', limit: 200 },
  ]);
  const [profiles] = await service.getAll('accounts.profiles', [{ businessId: accountId }]);
  const [media] = await service.getAll('media.list', [{ limit: 50 }]);
  const launch = definitions()[account.platform]?.launch;
  const adSet = exampleAdSet(adSets?.data ?? []);
  const profile = exampleProfile(profiles?.data ?? [], launch);
  if (
    launch === undefined ||
    adSet === undefined ||
    (profile === undefined && launch.identity !== 'none')
  )
    throw new Problem('other', say('noExample', { account: accountLabel(account) }));
  const images = (media?.data ?? []).filter(({ type }) => type === 'image');
  const ratios = (launch.checks ?? []).flatMap((check) =>
    check.about === 'ratio' && check.media !== 'video' ? check.ratio : [],
  );
  const fitting = images.find(({ dimensions: { width, height } }) =>
    ratios.some((ratio) => Math.abs(width / height / ratio - 1) < 0.02),
  );
  const url = (fitting ?? images[0])?.url ?? '';
  const { headers, rows } = exampleSheet(
    { account, adSet, profile, media: url },
    { mistake: true },
    launch,
  );
  const first = Math.max(open.headerRow, ...writtenRows(open)) + 1;
  makeRoom(app, open.sheet, first + rows.length - 1, 1);
  headers.forEach((header, i) => {
    const position = open.layout.headers.indexOf(header);
    if (position >= 0)
      open.sheet
        .getRange(first, position + 1, rows.length, 1)
        .setValues(rows.map((row) => [row[i] ?? '']));
  });
  return say('rowsTo', { first, last: first + rows.length - 1 });
}

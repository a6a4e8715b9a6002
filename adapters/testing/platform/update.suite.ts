import { expect, test } from 'vitest';
import { parseRequest } from '../../../core/base/schema/parse.ts';
import type { EntityType } from '../../../core/ports/platform-accounts.ts';
import {
  type Declaring,
  failureOf,
  launchedAds,
  offered,
  type PlatformUnderTest,
  unknownId,
} from '../platform-under-test.ts';

const levels = ['campaign', 'adSet', 'ad'] as const;
const idFields = { campaign: 'campaignId', adSet: 'adSetId', ad: 'adId' } as const;

async function idOf(at: PlatformUnderTest, level: (typeof levels)[number]): Promise<string> {
  const [ad = ''] = await launchedAds(at, 1);
  if (level === 'ad') return ad;
  const adSetId = (await at.held('ad')).find(({ id }) => id === ad)?.parentId ?? '';
  if (level === 'adSet') return adSetId;
  const [adSet] = await at.platform.accounts.adSets(at.access, { ids: [adSetId] });
  return adSet?.campaignId ?? '';
}

const types: { readonly [level in (typeof levels)[number]]: EntityType } = {
  campaign: 'campaign',
  adSet: 'adset',
  ad: 'ad',
};

export function updateSuite({ describeOf, offers, open }: Declaring): void {
  describeOf('update')('update', () => {
    test.for(levels.filter((level) => offers(`update.${level}`, `definition.update.${level}`)))(
      '%s: tells old and new, writes what differs, and can go back',
      async (level) => {
        const at = await open();
        const updating = at.platform.update[level];
        const form = offered(`definition.update.${level}`, at.platform.definition.update?.[level]);
        const id = await idOf(at, level);
        const account = {
          currency: at.access.currency,
          currencies: at.platform.definition.currencies,
        };
        const ask = (name: string, entityId = id) =>
          parseRequest(form.request, {
            accountId: at.access.adAccountId,
            [idFields[level]]: entityId,
            name,
          });
        const request = ask('Changed by a test');
        expect(updating.check(request, account, at.clock.now())).toEqual([]);
        // What it says of money, it says of fields that a request has.
        const known = Object.keys(
          (form.request as { readonly entries?: object }).entries ?? updating.money ?? {},
        );
        expect(known).toEqual(expect.arrayContaining(Object.keys(updating.money ?? {})));

        const { object, faults, changes, settle } = await updating.prepare(at.access, request);
        expect([object.id, object.type, faults]).toEqual([id, types[level], []]);
        expect(changes).toMatchObject([
          { field: 'name', before: object.name, after: 'Changed by a test' },
        ]);
        const patch = await settle();
        expect(await updating.standing(at.access, id, patch)).toEqual(['before']);
        await updating.write(at.access, id, patch);
        // Harmless when repeated.
        await updating.write(at.access, id, patch);
        expect(await updating.standing(at.access, id, patch)).toEqual(['after']);
        expect((await updating.prepare(at.access, request)).changes).toEqual([]);

        const back = patch.map((field) => ({ ...field, before: field.after, after: field.before }));
        await updating.write(at.access, id, back);
        expect((await updating.prepare(at.access, request)).object.name).toBe(object.name);
        expect(await failureOf(updating.prepare(at.access, ask('X', unknownId)))).toMatchObject({
          class: 'missing',
        });
      },
    );
  });
}

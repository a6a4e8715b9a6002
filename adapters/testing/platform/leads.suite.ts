import { expect } from 'vitest';
import type { LeadNotices, PlatformLead } from '../../../core/ports/platform-leads.ts';
import { type Declaring, sampleMedia } from '../platform-under-test.ts';

type At = Awaited<ReturnType<Declaring['open']>>;

function stageOf(at: At): NonNullable<At['leads']> {
  if (at.leads === undefined) throw new Error('The stage has no lead forms.');
  return at.leads;
}

async function formOf(at: At) {
  const { formId } = stageOf(at);
  const form = (await at.platform.leads.forms(at.access)).find(({ id }) => id === formId);
  if (form === undefined) throw new Error('The form of the stage is not listed.');
  return form;
}

async function allOf(at: At, since: number, limit: number): Promise<readonly PlatformLead[]> {
  const form = await formOf(at);
  const leads: PlatformLead[] = [];
  let after: string | undefined;
  do {
    const page = await at.platform.leads.page(at.access, form, {
      since,
      limit,
      ...(after !== undefined && { after }),
    });
    leads.push(...page.data);
    after = page.after;
  } while (after !== undefined);
  return leads;
}

export function leadsSuite({ describeOf, testOf }: Declaring): void {
  describeOf('leads')('leads', () => {
    testOf('leads.forms')(
      'lists forms, and finds a form that is not there before an ad is made',
      async (at) => {
        const { leads, definition } = at.platform;
        await stageOf(at).arrive({ count: 1 });
        const { id, name, state } = await formOf(at);
        expect([name === '', state]).toEqual([false, 'active']);
        expect((leads.keptDays ?? 1) > 0).toBe(true);
        const ad = at.ad(sampleMedia(at));
        expect(await leads.check(at.access, [{ ...ad, leadFormId: id }])).toEqual([]);
        if (!definition.launch?.extras.includes('leadFormId')) return;
        const faults = await leads.check(at.access, [{ ...ad, leadFormId: '404404404' }]);
        expect(faults).toMatchObject([{ path: 'ads[0].leadFormId', code: 'unknown_lead_form' }]);
      },
    );

    testOf('leads.making')(
      'makes a form once: it is found by its name, and told from one that says something else',
      async (at) => {
        const { making } = at.platform.leads;
        const { owner: page = '' } = await formOf(at);
        const form = {
          page,
          name: 'Suite form',
          privacyPolicyUrl: 'https://shop.example/privacy',
          questions: [
            { type: 'email' as const },
            { type: 'custom' as const, label: 'Which size?', options: ['S', 'M'] },
          ],
        };
        expect(await making.named(at.access, form)).toBeUndefined();
        const made = await making.make(at.access, form);
        expect(made).toEqual({ id: expect.stringMatching(/./) });
        expect(await making.named(at.access, form)).toEqual({ ...made, differs: [] });
        for (const other of [
          { questions: [{ type: 'phone' as const }] },
          {
            questions: [
              { type: 'email' as const },
              { type: 'custom' as const, label: 'Which size?', options: ['L', 'XL'] },
            ],
          },
          { privacyPolicyUrl: 'https://shop.example/other' },
        ])
          expect(await making.named(at.access, { ...form, ...other })).toEqual({
            ...made,
            differs: Object.keys(other),
          });
        const listed = (await at.platform.leads.forms(at.access)).filter(
          ({ name }) => name === form.name,
        );
        expect(listed).toMatchObject([{ state: 'active', owner: page }]);
        await expect(
          making.make(at.access, { ...form, name: 'Other', questions: [] }),
        ).rejects.toThrow();
      },
    );

    testOf('leads.page')(
      'reads every lead of a form with its answers, however small the pages',
      async (at) => {
        const now = at.clock.now();
        const { leadIds } = await stageOf(at).arrive({
          count: 7,
          startMs: -3_600_000,
          everyMs: 60_000,
        });
        const leads = await allOf(at, now - 7_200_000, 3);
        expect([...new Set(leads.map(({ id }) => id))].sort()).toEqual([...leadIds].sort());
        for (const { createdAt, formId, answers, isTest } of leads) {
          expect([formId, isTest]).toEqual([stageOf(at).formId, false]);
          expect(Math.abs(createdAt - now)).toBeLessThanOrEqual(3_600_000 + 1_000);
          expect(answers.flatMap(({ values }) => values).some((value) => value.includes('@'))).toBe(
            true,
          );
        }
      },
    );

    testOf('leads.read')('reads one lead by its id, and nothing once it is gone', async (at) => {
      const { leads } = at.platform;
      const { leadIds } = await stageOf(at).arrive({ count: 1 });
      const [id = ''] = leadIds;
      const { owner, id: formId } = await formOf(at);
      const ref = (lead: string) => ({ id: lead, formId, ...(owner !== undefined && { owner }) });
      expect(await leads.read(at.access, ref(id))).toMatchObject({ id, formId });
      expect(await leads.read(at.access, ref('404404404404404'))).toBeUndefined();
    });

    testOf('leads.notices')('takes signed notices, and no others', async (at) => {
      const notices: LeadNotices = at.platform.leads.notices;
      const stage = stageOf(at);
      const credentials = { ...at.access.credentials, ...stage.credentials };
      const keys = { credentials, isToken: async (text: string) => text === 'ours' };
      expect([
        notices.secret === undefined || notices.secret in credentials,
        notices.steps.length > 0,
      ]).toEqual([true, true]);
      const query = {
        'hub.mode': 'subscribe',
        'hub.verify_token': 'ours',
        'hub.challenge': '42',
        challengeCode: '42',
      };
      const asked = { query, header: () => undefined, body: '' };
      const answers =
        notices.challenge === undefined ||
        (await notices.challenge(asked, keys))?.body.includes('42');
      expect(answers).toBe(true);
      const { leadIds, notices: sent } = await stage.arrive({ count: 1, key: 'ours' });
      const [notice] = sent;
      if (notice === undefined) throw new Error('The stage sends no notices.');
      const call = { query: {}, header: (name: string) => notice.headers[name], body: notice.body };
      expect(await notices.open(call, keys)).toMatchObject([{ what: 'created', id: leadIds[0] }]);
      const signed = [
        { ...call, body: `${notice.body} ` },
        { ...call, header: () => undefined },
      ];
      const carried = [{ ...call, body: notice.body.replace('"ours"', '"theirs"') }];
      for (const forged of notices.secret === undefined ? carried : signed)
        expect(await notices.open(forged, keys)).toBeUndefined();
      const { owner } = await formOf(at);
      await notices.subscribe?.(at.access, {
        owners: owner === undefined ? [] : [owner],
        url: 'https://slipway.test/in',
      });
    });
  });
}

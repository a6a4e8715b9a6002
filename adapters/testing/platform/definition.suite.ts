import { describe, expect, test } from 'vitest';
import { measures } from '../../../core/ports/facts.ts';
import { launchTypes } from '../../../core/ports/launch-ad.ts';
import { columnsFor } from '../../../core/sheet/columns.ts';
import { type Declaring, launchedAds, offered, sampleMedia } from '../platform-under-test.ts';

/** What the definition says fits what the platform answers. */
export function definitionSuite({ open, testOf }: Declaring): void {
  describe('definition', () => {
    test('names the platform for requests, settings and people', async () => {
      const {
        id,
        folder,
        label,
        aliases,
        adSetWord,
        adSets = 'own',
      } = (await open()).platform.definition;
      expect(['own', 'campaigns']).toContain(adSets);
      for (const word of [id, folder]) expect(word).toMatch(/^[a-z-]+$/);
      for (const words of [label, adSetWord]) expect(words).not.toBe('');
      for (const alias of aliases) expect(alias).toBe(alias.toLowerCase());
    });

    testOf()(
      'knows the ids of its accounts and objects, and one spelling for each account',
      async (at) => {
        const { accountId, entityId } = at.platform.definition;
        for (const text of [accountId.example, at.access.adAccountId]) {
          expect(accountId.matches(text)).toBe(true);
          expect(accountId.canonical(text)).toBe(text);
        }
        expect(accountId.matches('no account')).toBe(false);
        const campaigns = await at.platform.accounts.campaigns(at.access);
        const ids = [
          ...campaigns.map(({ id }) => id),
          ...at.adSetIds,
          ...(await launchedAds(at, 1)),
        ];
        for (const id of ids) expect(id).toMatch(entityId.pattern);
        expect(entityId.hint).not.toBe('');
      },
    );

    testOf()('says what a connection takes, in ways that can be filled in', async (at) => {
      const { credentials } = at.platform.definition;
      const keys = credentials.fields.map(({ key }) => key);
      for (const way of credentials.ways) for (const key of way) expect(keys).toContain(key);
      const given = Object.keys(at.access.credentials);
      expect(credentials.ways.some((way) => way.every((key) => given.includes(key)))).toBe(true);
      for (const { label, hint } of credentials.fields) expect([label, hint]).not.toContain('');
    });

    testOf()('knows the currency of its account, and where each figure is kept', async (at) => {
      const { currencies, metrics, retentionDays } = at.platform.definition;
      expect(currencies.all).toContain(at.access.currency);
      for (const code of currencies.all)
        expect(currencies.minorUnits(code)).toBeGreaterThanOrEqual(1);
      expect(currencies.minorUnits('XXX')).toBeUndefined();
      for (const name of Object.keys(metrics)) expect([...measures, 'reach']).toContain(name);
      expect(retentionDays).toBeGreaterThan(0);
    });

    testOf('definition.unchangeable')(
      'says why a field is not changed, and what to do, of none that it takes',
      async (at) => {
        const { update, unchangeable } = at.platform.definition;
        for (const level of ['campaign', 'adSet', 'ad'] as const) {
          const form = update?.[level]?.request as { readonly entries?: object } | undefined;
          for (const [field, why] of Object.entries(unchangeable[level] ?? {})) {
            expect(Object.keys(form?.entries ?? {})).not.toContain(field);
            expect([why, / (change|Launch|Make) /.test(why), why.endsWith('.')]).toEqual([
              why,
              true,
              true,
            ]);
          }
        }
      },
    );

    testOf('definition.launch.decisive')(
      'names codes of warnings for whoever approves a launch',
      async ({ platform }) => {
        for (const code of platform.definition.launch.decisive ?? [])
          expect(code).toMatch(/^[a-z_]+$/);
      },
    );

    testOf('definition.endings')(
      'says of parts that end when, what comes then, what to do and where that was read',
      async (at) => {
        for (const { what, on, after, fix, right, source, asOf } of at.platform.definition
          .endings) {
          expect([what, after, fix, right, source]).not.toContain('');
          for (const day of [on, asOf]) expect(day).toMatch(/^\d{4}-\d{2}-\d{2}$/);
        }
      },
    );

    testOf('definition.version')(
      'pins a version that a setting could name too, and says where ends were read',
      async ({ platform }) => {
        const { pinned, form, ends } = platform.definition.version;
        expect(pinned).toMatch(form ?? /./);
        for (const { on, source, asOf } of ends)
          expect([on ?? '2026-01', source, asOf]).toEqual([
            expect.stringMatching(/^\d{4}-\d{2}(-\d{2})?$/),
            expect.stringMatching(/./),
            expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
          ]);
      },
    );

    testOf('definition.page')(
      'names a page of guides to its first connection',
      async ({ platform }) => {
        expect(offered('definition.page', platform.definition.page)).toMatch(/^live\/[a-z-]+$/);
      },
    );

    testOf('definition.accountLimit')(
      'says how many ad accounts an app may change, and what lifts it',
      async ({ platform }) => {
        const limit = platform.definition.accountLimit;
        expect(limit.most).toBeGreaterThan(0);
        expect([limit.message, limit.source]).not.toContain('');
      },
    );

    testOf('definition.launch.unused')(
      'leaves columns out of launch sheets that there are',
      async ({ platform }) => {
        const unused = offered('definition.launch.unused', platform.definition.launch?.unused);
        const known = columnsFor([]).map(({ key }) => key);
        expect(unused.filter((key) => !known.includes(key))).toEqual([]);
      },
    );

    testOf('definition.launch.mediaPlatforms')(
      'names each word for the platform of a file once',
      async ({ platform }) => {
        const { launch } = platform.definition;
        const words = offered('definition.launch.mediaPlatforms', launch?.mediaPlatforms);
        expect(new Set(words).size).toBe(words.length);
      },
    );

    testOf('definition.launch')(
      'says what can be launched, and finds what is wrong with an ad under its own path',
      async (at) => {
        const { launch } = at.platform.definition;
        const { types, withoutMedia = [], identity, extras, fields, callsToAction } = launch;
        const { phoneLinks = false, macros = [], multi } = launch;
        for (const type of types) expect(launchTypes).toContain(type);
        for (const type of withoutMedia) expect(types).toContain(type);
        expect(['page-and-profile', 'platform-field', 'none']).toContain(identity);
        const macroNames = macros.map(({ name }) => name);
        for (const names of [types, extras, callsToAction, macroNames])
          expect(new Set(names).size).toBe(names.length);
        for (const { source, asOf } of macros)
          expect([source.length > 0, /^\d{4}-\d{2}-\d{2}$/.test(asOf)]).toEqual([true, true]);
        for (const rows of [launch.checks ?? [], launch.placements ?? []]) {
          expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
          for (const { source, asOf } of rows)
            expect([source.length > 0, /^\d{4}-\d{2}-\d{2}$/.test(asOf)]).toEqual([true, true]);
        }
        expect(typeof phoneLinks).toBe('boolean');
        if (multi !== undefined) expect(['placements', 'ads']).toContain(multi);
        for (const { header, note } of fields) expect([header, note]).not.toContain('');
        const {
          page: _page,
          secondary: _secondary,
          platformFields: _fields,
          ...nobody
        } = at.ad(sampleMedia(at));
        const faults = launch.check(nobody);
        if (identity === 'none') expect(faults).toEqual([]);
        else expect(faults.length).toBeGreaterThan(0);
        const warnings = launch.warnings?.(nobody) ?? [];
        for (const { path, code, message } of [...faults, ...warnings]) {
          expect(path).toMatch(/^ads\[0\]/);
          expect([code, message]).not.toContain('');
        }
      },
    );

    testOf('definition.launch.identityOf')(
      'finds whom an ad names in a field of this platform, and nobody where it names none',
      async (at) => {
        const identityOf = offered(
          'definition.launch.identityOf',
          at.platform.definition.launch?.identityOf,
        );
        const { platformFields: _fields, ...nobody } = at.ad(sampleMedia(at));
        expect(identityOf(nobody)).toBeUndefined();
        const named = identityOf(at.ad(sampleMedia(at)));
        expect(named?.isSame(named.value)).toBe(true);
        expect(named?.isSame('somebody else')).toBe(false);
        expect([named?.field, named?.otherwise]).not.toContain('');
      },
    );

    testOf('definition.launch.mark')(
      'names the field by which a lost creation is found, with its source',
      async (at) => {
        const mark = offered('definition.launch.mark', at.platform.definition.launch?.mark);
        expect(Object.values(mark)).not.toContain('');
        expect(mark.asOf).toMatch(/^\d{4}-\d\d-\d\d$/);
      },
    );

    testOf('definition.lists')('lists only what can be asked for', async (at) => {
      const { lists } = at.platform.definition;
      expect(new Set(lists.map(({ path }) => path)).size).toBe(lists.length);
      for (const list of lists)
        if (list.kind === 'posts') {
          expect(at.platform.inspect?.posts).toBeDefined();
          expect(at.samples.postsOf).toMatch(list.of.pattern);
        }
    });
  });
}

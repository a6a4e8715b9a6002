import { describe, expect, test } from 'vitest';
import { version as linkedin } from '../../../adapters/platforms/linkedin/version.ts';
import { platformModules } from '../../../adapters/platforms/registry.ts';
import { createManualClock } from '../../../adapters/runtime/manual-clock.ts';
import { demoCompany } from '../../../adapters/sandbox/companies.ts';
import { attributes, metrics, segments } from '../../../adapters/sandbox/google/gaql/fields.ts';
import { nodeTypes } from '../../../adapters/sandbox/meta/graph/node-types.ts';
import { simulations } from '../../../adapters/sandbox/registry.ts';
import { createSandbox } from '../../../adapters/sandbox/sandbox.ts';
import { answers } from '../../../build/simulated/answers.ts';
import { descriptionOf } from '../../../build/simulated/description.ts';
import { errorsIn } from '../../../build/simulated/errors.ts';
import { createClient, eur } from './client.ts';

type Description = { readonly [object: string]: readonly string[] };

/** Fields, some with the name of their object behind a colon. */
const fieldsOf = (platform: string): Description =>
  Object.fromEntries(
    Object.entries(descriptionOf(platform).objects).map(([name, fields]) => [
      name,
      fields.split(' '),
    ]),
  );

const isObject = (value: unknown): value is { readonly [field: string]: unknown } =>
  typeof value === 'object' && value !== null;

/** Paths of fields in an answer that its object does not have, as deep as the description goes. */
function unknownIn(
  described: Description,
  object: string,
  value: unknown,
  path = object,
): readonly string[] {
  if (Array.isArray(value))
    return [...new Set(value.flatMap((each) => unknownIn(described, object, each, path)))];
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const field = described[object]?.find((each) => each.split(':', 1)[0] === name);
    if (field === undefined) return [`${path}.${name}`];
    const type = field.slice(name.length + 1);
    return described[type] === undefined
      ? []
      : unknownIn(described, type, inner, `${path}.${name}`);
  });
}

const { token } = demoCompany;
/** Fields that other public sources show and the description lacks. */
const shownElsewhere: { readonly [platform: string]: readonly string[] } = {
  // NangoHQ/integration-templates@3196dff, recorded 2026-07: newer than 5.23.0.
  pinterest: ['AdAccount.time_zone'],
  // TikTok's reference, pages 1739315828649986, 1740218420781057 and 1854112742370306.
  tiktok: [
    ...['campaign.Campaign', 'adgroup.Adgroup', 'ad.Ad'].map(
      (object) => `${object}.campaign_automation_type`,
    ),
    'identity.Identity.username',
    // Page 1843317390059522.
    'smart_plus.Ad.ad_configuration.creative_auto_enhancement_strategy_list',
  ],
  // Airbyte's source-snapchat-marketing, integration_tests/expected_records.jsonl, and
  // developers.snap.com (creatives, campaigns).
  snapchat: [
    ...['ad_accounts', 'campaigns', 'ad_squads', 'ads', 'creatives', 'media'].flatMap((object) => [
      `${object}.created_by_app_id`,
      `${object}.created_by_user`,
    ]),
    ...['campaigns', 'ad_squads', 'ads'].map((object) => `${object}.delivery_status`),
    'campaigns.objective_v2_properties',
    'creatives.profile_properties',
  ],
  // learn.microsoft.com, create-and-manage-campaign-groups; the connector writes facets of its own
  // form.
  linkedin: [
    ...['objectiveType', 'version', 'dailyBudget'].map((field) => `campaignGroups.${field}`),
    'campaigns.targetingCriteria.include.and.or',
  ],
  // AppLovin's page of the Axon Campaign Management API and its public callers, read 2026-11: the
  // description is an extract.
  applovin: [
    ...['hashed_id', 'is_continuous_delivery', 'created_at'].map((field) => `Campaign.${field}`),
    ...['hashed_id', 'version', 'campaign_ids', 'created_at'].map(
      (field) => `CreativeSet.${field}`,
    ),
    ...['CreativeSet.assets', 'Asset'].flatMap((object) =>
      ['asset_type', 'upload_time', 'violation_reasons'].map((field) => `${object}.${field}`),
    ),
    'Asset.status',
  ],
};

describe.each(Object.entries(answers))(
  '%s answers no field that its description does not have',
  (platform, list) => {
    const described = fieldsOf(platform);
    const simulation = simulations.find(({ basePath }) => basePath.startsWith(`/${platform}/`));
    const headers = {
      authorization: `Bearer ${token}`,
      'access-token': token,
      'x-restli-protocol-version': '2.0.0',
    };
    const finder = {
      'x-restli-method': 'FINDER',
      'linkedin-version': linkedin.pinned,
      'user-agent': 'a test',
    };

    test.each(list)('%s', async (path, object, at) => {
      const sandbox = createSandbox({ clock: createManualClock(), seed: 1 });
      const url = `http://sandbox.test${simulation?.basePath}/${path}`;
      const key = platform === 'applovin' ? { authorization: token } : {};
      const answer = await (
        await sandbox.fetch(new Request(url, { headers: { ...headers, ...finder, ...key } }))
      ).json();
      const rows = at
        .split('.')
        .reduce<unknown[]>(
          (values, name) =>
            values.flatMap((value) =>
              name === '' ? value : (value as { [field: string]: unknown })[name],
            ),
          [answer],
        );
      expect([answer, rows.filter(isObject).length]).not.toEqual([answer, 0]);
      const unknown = new Set(rows.flatMap((row) => unknownIn(described, object, row)));
      expect([...unknown].filter((field) => !shownElsewhere[platform]?.includes(field))).toEqual(
        [],
      );
    });
  },
);

describe('primary knows no field that Meta’s SDKs do not have', () => {
  const described = fieldsOf('meta');
  /**
   * Edges in the SDKs; `tasks` stands in answers of /me/accounts (Meta's page about Page access).
   */
  const besides = ['Page.picture', 'Page.tasks', 'PagePost.attachments'];

  // The SDKs have no class for an asynchronous session.
  const types = [...nodeTypes().values()].filter(({ word }) => word !== 'AsyncSession');
  test.each(types.map((type) => [type.word === 'Video' ? 'AdVideo' : type.word, type] as const))(
    '%s',
    async (object, { kind, fields, links }) => {
      const names = Object.keys({ ...fields, ...links });
      const known = described[object]?.map((each) => each.split(':', 1)[0]) ?? [];
      const unknown = names.filter(
        (field) => !known.includes(field) && !besides.includes(`${object}.${field}`),
      );
      expect([known.length > 0, unknown]).toEqual([true, []]);
      const { body } = await createClient().get(`/${eur}/${kind}`, {
        fields: names.join(),
        limit: 200,
      });
      if (body.error === undefined)
        expect([...new Set(unknownIn(described, object, body.data))]).toEqual([]);
      // These are there from the start, with all that they hold.
      else
        expect(['campaigns', 'adsets', 'ads', 'adcreatives', 'adimages', 'advideos']).not.toContain(
          kind,
        );
    },
  );
});

/** The objects that carry the mark of a lost creation, as descriptions name them. */
const markedObjects: { readonly [folder: string]: readonly string[] } = {
  meta: ['Ad'],
  google: ['Ad'],
  pinterest: ['Pin', 'PinCreate'],
  tiktok: ['ad.Ad'],
  snapchat: ['ads'],
  linkedin: ['creatives'],
  applovin: ['CreativeSet'],
};

test.each(Object.entries(markedObjects))(
  'the mark of %s is a field that its description has',
  (folder, objects) => {
    const described = fieldsOf(folder);
    const platform = simulations.find(({ basePath }) =>
      `${basePath}/`.startsWith(`/${folder}/`),
    )?.platform;
    const mark = platformModules.find(({ definition }) => definition.id === platform)?.definition
      .launch?.mark;
    for (const object of objects)
      expect(described[object]?.map((each) => each.split(':', 1)[0])).toContain(mark?.field);
  },
);

describe('search-ads knows no field and no error that Google does not describe', () => {
  const described = fieldsOf('google');
  const pascal = (name: string) =>
    name.replace(/(^|_)([a-z0-9])/g, (_, _start, letter: string) => letter.toUpperCase());
  const has = (message: string, [first = '', ...rest]: readonly string[]): boolean => {
    const field = described[message]?.find((each) => each.split(':', 1)[0] === first);
    if (field === undefined) return false;
    const type = field.split(':')[1];
    return (
      rest.length === 0 ||
      (type !== undefined && (described[type] === undefined || has(type, rest)))
    );
  };

  test.each(Object.keys(attributes))('attributes of %s', (resource) => {
    const unknown = Object.keys(attributes[resource] ?? {}).filter(
      (path) => !has(pascal(resource), path.split('.')),
    );
    expect(unknown).toEqual([]);
  });

  test('metrics and segments', () => {
    expect(Object.keys(metrics).filter((name) => !has('Metrics', [name]))).toEqual([]);
    expect(Object.keys(segments).filter((name) => !has('Segments', [name]))).toEqual([]);
  });

  test('errors', () => {
    const { errors = {} } = descriptionOf('google');
    const used = errorsIn.google?.() ?? [];
    expect(used.length).toBeGreaterThan(20);
    const unknown = used.filter((each) => {
      const [family = '', type = ''] = each.split(' ');
      return !errors[family]?.split(' ').includes(type);
    });
    expect([...new Set(unknown)]).toEqual([]);
  });
});

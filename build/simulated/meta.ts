import { version } from '../../adapters/platforms/meta/version.ts';
import { demoCompany } from '../../adapters/sandbox/companies.ts';
import type { NodeType } from '../../adapters/sandbox/meta/graph/graph.ts';
import { nodeTypes } from '../../adapters/sandbox/meta/graph/node-types.ts';
import { seed } from '../../adapters/sandbox/meta/seed/names.ts';
import { type Judged, judgedBy, judgedEndpoints, type PlatformCoverage } from './coverage.ts';
import { descriptionOf, fieldsOf } from './description.ts';
import { createProbe, type Probe, start, type Verdict } from './probe.ts';

/** As the SDKs name the classes; of several kinds with one name, the first. */
const classes: ReadonlyMap<string, NodeType> = new Map(
  [...nodeTypes().values()]
    .reverse()
    .map((type) => [type.word === 'Video' ? 'AdVideo' : type.word, type]),
);

/** An endpoint of a described class: `POST AdAccount/campaigns`. */
const placeOf = (key: string) => {
  const [, method = '', name = '', edge] = /^(\w+) (\w+)(?:\/(\w+))?$/.exec(key) ?? [];
  return { method, type: classes.get(name), edge };
};

function isSimulated(key: string): boolean {
  const { method, type, edge } = placeOf(key);
  if (edge === undefined)
    return (
      (method === 'GET' ? type : method === 'POST' ? type?.update : type?.remove) !== undefined
    );
  const { list, post, remove } =
    (Object.hasOwn(type?.edges ?? {}, edge) && type?.edges?.[edge]) || {};
  return (method === 'GET' ? list : method === 'POST' ? post : remove) !== undefined;
}

const account = seed.accounts.eur;
const adSet = seed.emptyAdSets(account, 'traffic')[0] ?? '';
const period = {
  budget_value: 10_000,
  budget_value_type: 'ABSOLUTE',
  time_start: start / 1_000 + 3_600,
  time_end: start / 1_000 + 18_000,
};
const criterias = [{ criteria_type: 'AGE', operator: 'CONTAINS', criteria_values: ['18-24'] }];

/** Objects that the seed has none of. */
const made: readonly (readonly [kind: string, at: string, params: object])[] = [
  ['AdLabel', `${account}/adlabels`, { name: 'zq' }],
  ['HighDemandPeriod', `${adSet}/budget_schedules`, period],
  [
    'AdsValueAdjustmentRuleCollection',
    `${account}/value_rule_set`,
    { name: 'zq', rules: [{ name: 'zq', adjust_sign: 'INCREASE', adjust_value: 20, criterias }] },
  ],
  ['AdReportRun', `${account}/insights`, { level: 'ad' }],
  [
    'AdAsyncRequestSet',
    `${account}/asyncadrequestsets`,
    { name: 'zq', ad_specs: [{ name: 'zq', adset_id: adSet }] },
  ],
];

/** `POST AdAccount/campaigns` is asked at `{AdAccount}/campaigns`. */
const asked = (key: string): string => key.replace(/ (\w+)/, ' {$1}');

/**
 * What an endpoint asks for before it looks at other parameters. Comments are read and written as
 * the page.
 */
function neededBy(key: string, label: string, pageToken: string): object | undefined {
  if (/ (PagePost|Comment|IGMedia|IGComment)/.test(key)) return { '?access_token': pageToken };
  if (key.endsWith('/previews')) return { ad_format: 'MOBILE_FEED_STANDARD' };
  if (key.endsWith('bylabels')) return { ad_label_ids: [label] };
  if (key.endsWith('/insights'))
    return { level: 'ad', fields: 'ad_id,impressions,actions', time_increment: 1 };
  return key.endsWith('/targetingsearch') ? { q: 'a' } : undefined;
}

export async function metaCoverage(): Promise<PlatformCoverage> {
  const description = descriptionOf('meta');
  const ids: { [name: string]: string } = { User: 'me' };
  const needs: { [methodAndPath: string]: object } = {};
  const probe = createProbe({
    base: `/meta/${version.pinned}`,
    headers: {},
    query: { access_token: demoCompany.token },
    ids,
    values: {
      sort: '["impressions_ascending"]',
      action_attribution_windows: '["1d_view"]',
      since: '4102444800',
      updated_since: '4102444800',
      until: '1',
    },
    needs,
  });
  for (const [name, { kind }] of classes) ids[name] ??= await probe.firstOf(kind);
  for (const [name, at, params] of made) {
    const answer = JSON.parse((await probe.ask(`POST ${at}`, params)).text) as {
      readonly [field: string]: string;
    };
    ids[name] = answer.id ?? answer.report_run_id ?? '';
  }
  ids.AdAsyncRequest = await probe.firstOf('asyncadrequests');
  const absent = Object.keys(ids).filter((name) => ids[name] === '' && name !== 'AsyncSession');
  if (absent.length > 0) throw new Error(`The sandbox holds no ${absent.join(', ')}`);
  const described = Object.keys(description.endpoints);
  const page = await probe.ask('GET me/accounts', { fields: 'access_token' });
  const [first] = (
    JSON.parse(page.text) as { readonly data: readonly { readonly access_token: string }[] }
  ).data;
  for (const key of described) {
    const needed = neededBy(key, ids.AdLabel ?? '', first?.access_token ?? '');
    if (needed !== undefined) needs[asked(key)] = needed;
  }
  // A report that is ordered takes the parameters of one that is read, and shows their effect
  // later.
  const judge: Probe['judge'] = (key, param) =>
    probe.judge(asked(key.replace(/^POST (\w+\/insights)$/, 'GET $1')), param);
  // Before removals.
  const fields = await judgedClasses(probe, needs);
  return {
    ...(await judgedEndpoints(description, { judge }, isSimulated)),
    besides: [...classes]
      .flatMap(([name, type]) => placesOf(name, type))
      .filter((key) => !described.includes(key)),
    fields,
    errors: [],
  };
}

const placesOf = (name: string, { edges = {}, update, remove }: NodeType): readonly string[] => [
  `GET ${name}`,
  ...(update === undefined ? [] : [`POST ${name}`]),
  ...(remove === undefined ? [] : [`DELETE ${name}`]),
  ...Object.entries(edges).flatMap(([edge, each]) => [
    ...(each.list === undefined ? [] : [`GET ${name}/${edge}`]),
    ...(each.post === undefined ? [] : [`POST ${name}/${edge}`]),
    ...(each.remove === undefined ? [] : [`DELETE ${name}/${edge}`]),
  ]),
];

async function judgedClasses(
  { ask }: Probe,
  needs: { readonly [place: string]: object },
): Promise<(readonly [string, Judged])[]> {
  const { objects } = descriptionOf('meta');
  const judge = async (name: string, field: string): Promise<Verdict> => {
    const place = `GET {${name}}`;
    const { status, text } = await ask(place, { ...needs[place], fields: field });
    if (status !== 200 && !text.includes('nonexisting field'))
      throw new Error(`${place} of ${field} answers ${text}`);
    return status === 200 ? 'yes' : 'refused';
  };
  const found: (readonly [string, Judged])[] = [];
  for (const name of classes.keys())
    if (objects[name] !== undefined)
      found.push([name, await judgedBy(fieldsOf(objects[name]), (field) => judge(name, field))]);
  return found;
}

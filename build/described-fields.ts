/**
 * Writes the fields that a platform's public description gives its objects, for the test that holds simulated answers against
 * it. Run by a person who has the description:
 *
 *   bun build/described-fields.ts pinterest <api-description>/v5/openapi.json 2025-12-11
 *   bun build/described-fields.ts google <googleapis>/google/ads/googleads/v25 2026-08-22
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Fields = { [field: string]: string };
type Messages = { [message: string]: Fields };

const [platform = '', from = '', asOf = ''] = process.argv.slice(2);
interface Schema {
  readonly properties?: { readonly [name: string]: unknown };
  readonly allOf?: readonly (Schema & { readonly $ref?: string })[];
}

function pinterest() {
  const { info, components } = JSON.parse(readFileSync(from, 'utf8')) as {
    readonly info: { readonly version: string };
    readonly components: { readonly schemas: { readonly [name: string]: Schema } };
  };
  const namesOf = ({ properties = {}, allOf = [] }: Schema): string[] => [
    ...Object.keys(properties),
    ...allOf.flatMap((part) =>
      part.$ref === undefined ? namesOf(part) : namesOf(components.schemas[part.$ref.split('/').pop() ?? ''] ?? {}),
    ),
  ];
  const wanted = ['Pin', 'PinCreate', 'Board', 'AdAccount', 'CampaignResponse', 'AdGroupResponse', 'AdResponse'];
  const objects = wanted.map((name) => [name, [...new Set(namesOf(components.schemas[name] ?? {}))].sort().join(' ')]);
  return {
    head: { source: 'pinterest/api-description, v5/openapi.json', version: info.version },
    objects: Object.fromEntries(objects),
  };
}

/** Messages by their full name below the version, fields with the names of their types. */
function google() {
  const messages: Messages = {};
  for (const folder of ['resources', 'common', 'errors'])
    for (const file of readdirSync(join(from, folder)).filter((name) => name.endsWith('.proto')))
      Object.assign(messages, messagesOf(readFileSync(join(from, folder, file), 'utf8')));
  const roots = readdirSync(join(from, 'resources')).map((file) => pascal(file.replace('.proto', '')));
  const objects: { [message: string]: string } = {};
  const add = (name: string, depth: number): void => {
    const fields = messages[name];
    if (fields === undefined || objects[name] !== undefined || depth > 3) return;
    objects[name] = Object.entries(fields)
      .map(([field, type]) => (messages[type] === undefined ? field : `${field}:${type}`))
      .join(' ');
    for (const type of Object.values(fields)) add(type, depth + 1);
  };
  for (const name of roots.filter((root) => wantedResources.includes(root))) add(name, 0);
  for (const name of ['Metrics', 'Segments']) add(name, 3);
  const version = from.split('/').pop() ?? '';
  const errors = Object.fromEntries(
    readdirSync(join(from, 'errors'))
      .filter((file) => file.endsWith('_error.proto'))
      .map((file) => [file.replace('.proto', ''), constantsOf(readFileSync(join(from, 'errors', file), 'utf8'))]),
  );
  return { head: { source: 'googleapis/googleapis, google/ads/googleads', version }, objects: { ...objects, ...errors } };
}

const wantedResources =
  `Customer CustomerClient Campaign CampaignBudget AdGroup AdGroupAd AdGroupCriterion KeywordView AgeRangeView GenderView
  CampaignCriterion SearchTermView ConversionAction Asset AssetGroup AssetGroupAsset AssetGroupSignal AssetGroupListingGroupFilter
  CampaignSharedSet AdGroupBidModifier BiddingStrategy CampaignAsset AdGroupAsset GeographicView ChangeEvent`.split(/\s+/);

const pascal = (name: string): string => name.replace(/(^|_)([a-z0-9])/g, (_, _start, letter: string) => letter.toUpperCase());

const constantsOf = (proto: string): string =>
  [...proto.matchAll(/^ {4}([A-Z][A-Z0-9_]*) = \d+/gm)].map(([, name]) => name).join(' ');

/** Messages of one file. A nested one is named by its own name alone. */
function messagesOf(proto: string): Messages {
  const found: Messages = {};
  const open: string[] = [];
  const source = proto.replace(/\/\/.*$/gm, '').replace(/\[[^\]]*\]/g, '');
  for (const part of source.split(/(?<=[;{}])/)) {
    const message = /\bmessage (\w+)\s*\{/.exec(part)?.[1];
    const field = /(?:^|\s)(?:optional |repeated )?([\w.]+)\s+(\w+)\s*=\s*\d+\s*;/.exec(part);
    const current = open.findLast((name) => name !== '');
    if (message !== undefined) open.push(message);
    else if (part.includes('{')) open.push('');
    else if (part.includes('}')) open.pop();
    else if (field !== null && current !== undefined)
      found[current] = { ...found[current], [field[2] ?? '']: (field[1] ?? '').split('.').pop() ?? '' };
    if (message !== undefined) found[message] ??= {};
  }
  return found;
}

const made = platform === 'pinterest' ? pinterest() : platform === 'google' ? google() : undefined;
if (made === undefined || asOf === '') throw new Error('Give pinterest or google, the path of its description, and its date.');
const text = `${JSON.stringify({ ...made.head, asOf, objects: made.objects }, null, 1)}\n`;
writeFileSync(join('test', 'descriptions', `${platform}.json`), text);

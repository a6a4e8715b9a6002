import type { Entity, Json, JsonObject } from '../world.ts';
import { applyChanges } from './changes.ts';
import { invalid } from './errors.ts';
import { type Edge, type FieldReader, type Listing, type NodeType, newId, stored, string, type Turn } from './graph.ts';
import { isList, isObject, list, oneOf, type Params, required, text, words } from './params.ts';
import { find } from './read.ts';
import { formatTime } from './times.ts';

/** Ids of the labels a write names, each by id or by name; a name is made a label on first use. */
export function labelsOf(turn: Turn, account: Entity, params: Params): readonly string[] | undefined {
  return list(params, 'adlabels')?.map((each) => {
    if (!isObject(each)) throw invalid('Each element of adlabels needs a name or an id', 'adlabels');
    const byId = find(turn, 'adlabels', string(each.id));
    if (byId !== undefined) return byId.id;
    const name = string(each.name);
    if (name === undefined || name === '') throw invalid('Each element of adlabels needs a name or an id', 'adlabels');
    return labelNamed(turn, account, name).id;
  });
}

function labelNamed(turn: Turn, account: Entity, name: string): Entity {
  const key = labelKey(account.id, name);
  const known = turn.world.get(string(turn.world.get(key)?.data.label) ?? '');
  if (known !== undefined) return known;
  const label = turn.world.add({
    id: newId(turn.world),
    kind: 'adlabels',
    company: account.company,
    parents: [account.id],
    data: { name },
  });
  turn.world.add({ id: key, kind: '.label-names', company: account.company, parents: [], data: { label: label.id } });
  return label;
}

const labelKey = (account: string, name: string): string => `label:${account}:${name}`;

export const labelIds = (entity: Entity): readonly string[] =>
  isList(entity.data.adlabels) ? entity.data.adlabels.map(String) : [];

export const labelField: FieldReader = (entity, turn) => {
  const ids = labelIds(entity);
  if (ids.length === 0) return undefined;
  return ids.flatMap((id): readonly Json[] => {
    const label = turn.world.get(id);
    return label === undefined
      ? []
      : [{ id, name: label.data.name ?? '', created_time: formatTime(label.created), updated_time: formatTime(label.updated) }];
  });
};

/** `adsbylabels` and its sisters: by label ids, all of them or any. */
const byLabels =
  (kind: string): NonNullable<Edge['list']> =>
  (turn, _account, params): Listing => {
    const wanted = words(params, 'ad_label_ids');
    if (wanted === undefined || wanted.length === 0) throw invalid('The parameter ad_label_ids is required', 'ad_label_ids');
    const any = oneOf(params, 'operator', ['ALL', 'ANY'] as const) === 'ANY';
    for (const id of wanted)
      if (find(turn, 'adlabels', id) === undefined) throw invalid(`Ad label ${id} does not exist`, 'ad_label_ids');
    const [first = ''] = wanted;
    return {
      ids: any ? [...new Set(wanted.flatMap((id) => turn.world.under(kind, id)))] : turn.world.under(kind, first),
      keep: (entity) => entity.data.status !== 'DELETED' && (any || wanted.every((id) => labelIds(entity).includes(id))),
    };
  };

/** `POST /{object}/adlabels` adds labels to those the object has. */
export const addLabels: Edge = {
  post(turn, node) {
    const account = turn.world.get(node.parents[0] ?? '');
    const added = account === undefined ? [] : (labelsOf(turn, account, turn.call.params) ?? []);
    applyChanges(turn, node, { adlabels: [...new Set([...labelIds(node), ...added])] });
    return { id: node.id, success: true };
  },
};

/** What the object is listed under once it carries these labels. */
export function parentsWith(node: Entity, ids: readonly string[]): readonly string[] {
  const before = new Set(labelIds(node));
  return [...node.parents.filter((parent) => !before.has(parent)), ...ids];
}

/** The labels a change sets, as the list of parents they make; undefined when it sets none. */
export const relisted = (node: Entity, changes: JsonObject): readonly string[] | undefined =>
  isList(changes.adlabels) ? parentsWith(node, changes.adlabels.map(String)) : undefined;

export const labelType: NodeType = {
  kind: 'adlabels',
  word: 'AdLabel',
  defaults: ['id', 'name'],
  fields: {
    ...stored('name'),
    created_time: (entity) => formatTime(entity.created),
    updated_time: (entity) => formatTime(entity.updated),
  },
  links: { account: (entity) => entity.parents[0] },
  edges: Object.fromEntries(
    ['ads', 'adsets', 'campaigns', 'adcreatives'].map((kind) => [
      kind,
      {
        list: (turn: Turn, node: Entity): Listing => ({
          ids: turn.world.under(kind, node.id),
          keep: (entity) => entity.data.status !== 'DELETED',
        }),
      },
    ]),
  ),
  update(turn, node) {
    turn.world.change(node.id, { name: required(turn.call.params, 'name') });
    return { success: true };
  },
  remove(turn, node) {
    turn.world.remove(labelKey(node.parents[0] ?? '', string(node.data.name) ?? ''));
    turn.world.remove(node.id);
    return { success: true };
  },
};

export const labelEdges: { readonly [name: string]: Edge } = {
  adlabels: {
    list: (turn, account, params) => {
      const name = text(params, 'name');
      return {
        ids: turn.world.under('adlabels', account.id),
        ...(name === undefined ? {} : { keep: (label) => label.data.name === name }),
      };
    },
    post: (turn, account) => ({ id: labelNamed(turn, account, required(turn.call.params, 'name')).id }),
  },
  adsbylabels: { list: byLabels('ads') },
  adsetsbylabels: { list: byLabels('adsets') },
  campaignsbylabels: { list: byLabels('campaigns') },
  adcreativesbylabels: { list: byLabels('adcreatives') },
};

import { textOf, within } from '../../kit/json.ts';
import type { Entity, Json, JsonObject } from '../../types.ts';
import {
  type FieldReader,
  find,
  type Listing,
  type NodeType,
  newId,
  stored,
  string,
  type Turn,
} from './graph.ts';
import { formatTime, invalid, isList, isObject, list, type Params, required } from './params.ts';

/** By id or name; an unknown name becomes a label. */
export function labelsOf(
  turn: Turn,
  account: Entity,
  params: Params,
): readonly string[] | undefined {
  return list(params, 'adlabels')?.map((each) => {
    if (!isObject(each))
      throw invalid('Each element of adlabels needs a name or an id', 'adlabels');
    const byId = find(turn, 'adlabels', string(each.id));
    if (byId !== undefined) return byId.id;
    const name = string(each.name);
    if (name === undefined || name === '')
      throw invalid('Each element of adlabels needs a name or an id', 'adlabels');
    return labelNamed(turn, account, name).id;
  });
}

export function labelNamed(turn: Turn, account: Entity, name: string): Entity {
  const key = labelKey(account.id, name);
  const known = turn.world.get(textOf(turn.world.get(key)?.data.label));
  if (known !== undefined) return known;
  const label = turn.world.add({
    id: newId(turn.world),
    kind: 'adlabels',
    ...within(account),
    data: { name },
  });
  turn.world.add({
    id: key,
    kind: '.label-names',
    company: account.company,
    parents: [],
    data: { label: label.id },
  });
  return label;
}

const labelKey = (account: string, name: string) => `label:${account}:${name}`;

export const labelIds = (entity: Entity) =>
  isList(entity.data.adlabels) ? entity.data.adlabels.map(String) : [];

export const labelField: FieldReader = (entity, turn) => {
  const ids = labelIds(entity);
  if (ids.length === 0) return undefined;
  return ids.flatMap((id): readonly Json[] => {
    const label = turn.world.get(id);
    return label === undefined
      ? []
      : [
          {
            id,
            name: label.data.name ?? '',
            created_time: formatTime(label.created),
            updated_time: formatTime(label.updated),
          },
        ];
  });
};

export function parentsWith(node: Entity, ids: readonly string[]) {
  const before = new Set(labelIds(node));
  return [...node.parents.filter((parent) => !before.has(parent)), ...ids];
}

/** Undefined where the change sets no labels. */
export const relisted = (node: Entity, changes: JsonObject) =>
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
    turn.world.change(node.id, { name: required(turn.params, 'name') });
    return { success: true };
  },
  remove(turn, node) {
    turn.world.remove(labelKey(node.parents[0] ?? '', textOf(node.data.name)));
    turn.world.remove(node.id);
    return { success: true };
  },
};

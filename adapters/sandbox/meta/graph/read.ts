import type { Entity, Json, JsonObject } from '../../types.ts';
import { type Listing, type NodeType, type Turn, typeOf } from './graph.ts';
import type { AskedList } from './lists.ts';
import { answerList, type FieldChoice } from './lists.ts';
import { invalid, isList, isObject } from './params.ts';

/** Unset fields are absent, never null. */
export function project(
  turn: Turn,
  entity: Entity,
  choices: readonly FieldChoice[] | undefined,
): JsonObject {
  const type = typeOf(turn, entity);
  const wanted =
    choices ?? (type.defaults ?? ['id']).map((name): FieldChoice => ({ name, args: {} }));
  const answer: { [name: string]: Json } = {};
  for (const choice of wanted) {
    const value = readField(turn, type, entity, choice);
    if (value !== undefined) answer[choice.alias ?? choice.name] = value;
  }
  if ('id' in type.fields || choices === undefined) return answer;
  return 'id' in answer ? answer : { ...answer, id: entity.id };
}

/** One page, with the fields asked for. */
export const showList = (turn: Turn, listing: Listing, asked: AskedList): JsonObject =>
  answerList(turn, listing, asked, (entity) => project(turn, entity, asked.choices));

function readField(
  turn: Turn,
  type: NodeType,
  entity: Entity,
  choice: FieldChoice,
): Json | undefined {
  const { name, fields } = choice;
  if (name === 'id' && !('id' in type.fields)) return entity.id;
  const read = Object.hasOwn(type.fields, name) ? type.fields[name] : undefined;
  if (read !== undefined) return pick(read(entity, turn, choice.args), fields);
  const link =
    type.links !== undefined && Object.hasOwn(type.links, name) ? type.links[name] : undefined;
  if (link !== undefined) {
    const id = link(entity);
    const target = id === undefined ? undefined : turn.world.get(id);
    return target === undefined
      ? undefined
      : project(turn, target, fields ?? [{ name: 'id', args: {} }]);
  }
  const edge =
    type.edges !== undefined && Object.hasOwn(type.edges, name) ? type.edges[name] : undefined;
  if (edge?.list !== undefined) {
    const listing = edge.list(turn, entity, choice.args);
    const answer = showList(turn, listing, {
      params: choice.args,
      choices: fields,
      edge: `${entity.id}/${name}`,
    });
    // An empty expanded edge is left out.
    return isList(answer.data) && answer.data.length === 0 ? undefined : answer;
  }
  throw invalid(`Tried accessing nonexisting field (${name}) on node type (${type.word})`);
}

/** Of values that are no objects: `picture{url}`. */
function pick(
  value: Json | undefined,
  choices: readonly FieldChoice[] | undefined,
): Json | undefined {
  if (choices === undefined || !isObject(value)) return value;
  if (isObject(value.data)) return { data: pick(value.data, choices) ?? {} };
  const picked: { [name: string]: Json } = {};
  for (const { name, fields } of choices) {
    const found = pick(value[name], fields);
    if (found !== undefined) picked[name] = found;
  }
  return picked;
}

import { within } from '../../kit/json.ts';
import type { JsonObject, Table } from '../../types.ts';
import {
  checkKnown,
  type Edge,
  type NodeType,
  newId,
  stored,
  success,
  type Turn,
} from '../graph/graph.ts';
import { invalid, isObject, items, list, required, setOf, text } from '../graph/params.ts';

const known = setOf('name rules product_type');

/** At most 6 sets an account, 10 rules a set, 4 criteria a rule. */
export const valueRuleEdges: Table<Edge> = {
  value_rule_set: {
    list: (turn, account) => ({ ids: turn.world.under('value_rule_sets', account.id) }),
    post(turn, account) {
      checkKnown(turn, known);
      const rules = checked(turn);
      if (turn.world.under('value_rule_sets', account.id).length >= 6)
        throw invalid('At most 6 value rule sets are allowed');
      const set = turn.world.add({
        id: newId(turn.world),
        kind: 'value_rule_sets',
        ...within(account),
        data: {
          name: required(turn.params, 'name'),
          rules,
          product_type: text(turn.params, 'product_type') ?? 'AUDIENCE',
        },
      });
      return { id: set.id };
    },
  },
};

function checked(turn: Turn): readonly JsonObject[] {
  const rules = list(turn.params, 'rules') ?? [];
  if (rules.length === 0 || rules.length > 10) throw invalid('A set has 1 to 10 rules', 'rules');
  return rules.map((rule) => {
    if (!isObject(rule)) throw invalid('Each rule is an object', 'rules');
    const sign = rule.adjust_sign;
    const most = sign === 'INCREASE' ? 1000 : 90;
    if (
      (sign !== 'INCREASE' && sign !== 'DECREASE') ||
      Number(rule.adjust_value) < 1 ||
      Number(rule.adjust_value) > most
    )
      throw invalid(
        'adjust_sign is INCREASE with 1 to 1000 or DECREASE with 1 to 90',
        'rules',
        'adjust_value',
      );
    // The documentation has both spellings.
    if (Math.max(items(rule, 'criterias').length, items(rule, 'criteria').length) > 4)
      throw invalid('A rule has at most 4 criteria', 'rules', 'criterias');
    return rule;
  });
}

export const valueRuleType: NodeType = {
  kind: 'value_rule_sets',
  word: 'AdsValueAdjustmentRuleCollection',
  defaults: ['id', 'name'],
  fields: stored('name rules product_type'),
  edges: {
    delete_rule_set: {
      post(turn, set) {
        turn.world.remove(set.id);
        return success;
      },
    },
  },
  update(turn, set) {
    checkKnown(turn, known);
    const name = text(turn.params, 'name');
    turn.world.change(set.id, {
      ...(name !== undefined && { name }),
      ...(turn.params.rules !== undefined && { rules: checked(turn) }),
    });
    return success;
  },
};

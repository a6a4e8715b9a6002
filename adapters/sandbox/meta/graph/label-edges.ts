import type { Table } from '../../types.ts';
import { applyChanges } from '../history/history.ts';
import { type Edge, find, type Listing } from './graph.ts';
import { labelIds, labelNamed, labelsOf } from './labels.ts';
import { invalid, lacking, oneOf, required, text, words } from './params.ts';

/** Adds to the existing labels. */
export const addLabels: Edge = {
  post(turn, node) {
    const account = turn.world.get(node.parents[0] ?? '');
    const added = account === undefined ? [] : (labelsOf(turn, account, turn.params) ?? []);
    applyChanges(turn, node, { adlabels: [...new Set([...labelIds(node), ...added])] });
    return { id: node.id, success: true };
  },
};

/** `adsbylabels` and others: all or any of the ids. */
const byLabels =
  (kind: string): NonNullable<Edge['list']> =>
  (turn, _account, params): Listing => {
    const wanted = words(params, 'ad_label_ids');
    if (wanted === undefined || wanted.length === 0) throw lacking('ad_label_ids');
    const any = oneOf(params, 'operator', ['ALL', 'ANY']) === 'ANY';
    for (const id of wanted)
      if (find(turn, 'adlabels', id) === undefined)
        throw invalid(`Ad label ${id} does not exist`, 'ad_label_ids');
    const [first = ''] = wanted;
    return {
      ids: any
        ? [...new Set(wanted.flatMap((id) => turn.world.under(kind, id)))]
        : turn.world.under(kind, first),
      keep: (entity) =>
        entity.data.status !== 'DELETED' &&
        (any || wanted.every((id) => labelIds(entity).includes(id))),
    };
  };

export const labelEdges: Table<Edge> = {
  adlabels: {
    list: (turn, account, params) => {
      const name = text(params, 'name');
      return {
        ids: turn.world.under('adlabels', account.id),
        ...(name !== undefined && { keep: (label) => label.data.name === name }),
      };
    },
    post: (turn, account) => ({ id: labelNamed(turn, account, required(turn.params, 'name')).id }),
  },
  adsbylabels: { list: byLabels('ads') },
  adsetsbylabels: { list: byLabels('adsets') },
  campaignsbylabels: { list: byLabels('campaigns') },
  adcreativesbylabels: { list: byLabels('adcreatives') },
};

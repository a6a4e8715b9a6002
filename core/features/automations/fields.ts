import { metricAliases, metricKeys, metrics } from '../../report/metrics.ts';
import { guardNames } from './judge/guards.ts';
import { isLate } from './judge/windows.ts';
import {
  comparisons,
  numberAttributes,
  numberFunctions,
  textAttributes,
} from './schema/condition.ts';
import { levels, modes, presets } from './schema/rule.ts';
import { ruleTemplates } from './templates.ts';

export const ruleFields = () => ({
  metrics: metricKeys.map((key) => ({
    key,
    label: metrics[key].label,
    unit: metrics[key].type as string,
    comesLate: isLate(key),
    ratio: metrics[key].made.from === 'ratio' || metrics[key].made.from === 'frequency',
    aliases: metricAliases(key),
  })),
  numbers: [...numberAttributes],
  attributes: [...textAttributes],
  comparisons: [...comparisons],
  functions: [...numberFunctions],
  windows: { presets: [...presets], longestDays: 180 },
  levels: [...levels],
  modes: [...modes],
  actions: ['pause', 'resume', 'budget', 'notify'],
  events: ['rejected'],
  guards: [...guardNames],
  templates: ruleTemplates.map(({ id, title, sentence, rule }) => ({
    id,
    title,
    sentence,
    rule: { ...rule },
  })),
});

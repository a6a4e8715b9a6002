import * as v from 'valibot';
import { refuseFaults } from '../../base/refusal.ts';
import { join } from '../../base/schema/faults.ts';
import { idText } from '../../base/schema/fields.ts';
import { parseRequest } from '../../base/schema/parse.ts';
import type { Filler } from '../../launch/hooks.ts';
import type { AdInput } from '../../launch/request-schema.ts';
import type { BodyFiller } from '../../manage/hooks.ts';
import { countedUses } from '../../operations/named-documents.ts';
import { referred } from '../../records/named.ts';
import { presets, withPreset } from './presets.ts';

export const presetFiller: Filler = {
  fields: ['presetId'],
  async read(store, companyId) {
    const kept = (await presets.all(store, companyId))
      .map(({ id, doc }) => ({ ...doc, id }))
      .filter(({ level }) => level === 'ad');
    const uses = countedUses(presets);
    return {
      gives: [...new Set(kept.flatMap(({ settings }) => Object.keys(settings)))],
      note: uses.note,
      fill(input, { index, path }) {
        const at = {
          path: join(path, 'presetId'),
          what: 'preset for ads',
          hint: 'presets.list',
        } as const;
        const { found, faults } = referred(kept, input.presetId, at);
        uses.count(index, found?.id);
        // The same schema read the settings when they were saved.
        return {
          input: found === undefined ? input : (withPreset(input, found.settings) as AdInput),
          faults,
        };
      },
    };
  },
};

const presetPart = v.looseObject({ presetId: v.nullish(idText) });

export const presetBody: BodyFiller = async ({ store }, companyId, level, sent) => {
  if (!('presetId' in sent)) return sent;
  const { presetId, ...body } = parseRequest(presetPart, sent);
  const kept = (await presets.all(store, companyId)).filter(({ doc }) => doc.level === level);
  const { found, faults } = referred(
    kept.map(({ id, doc }) => ({ ...doc, id })),
    presetId,
    {
      path: 'presetId',
      what: `preset for ${level === 'campaign' ? 'campaigns' : 'ad sets'}`,
      hint: 'presets.list',
    },
  );
  refuseFaults(faults);
  return found === undefined ? body : withPreset(body, found.settings);
};

import { done, type Kind, workedOff } from './kind.ts';
import { batch, launched } from './launch.ts';
import { adSetCopies, budget, name, newCampaign, settings, status, texts } from './manage.ts';

/** Takes back what a request changed. */
const undoing = (changed: Kind, counts: Kind['counts'], more: Partial<Kind> = {}): Kind => ({
  title: `taking back ${changed.title}`,
  async prepare(house) {
    const { updateId, duplicateId } = await done(house, await changed.prepare(house));
    await workedOff(house);
    return { path: '/v1/manage/undo-update', body: { updateId: updateId ?? duplicateId } };
  },
  counts,
  ...more,
});

export const undos: readonly Kind[] = [
  undoing(status, { 'set ads': 3 }, { values: [{ kind: 'ads', data: { status: 'ACTIVE' } }] }),
  undoing(
    budget,
    { 'set adsets': 1 },
    { values: [{ kind: 'adsets', data: { daily_budget: 5_000 } }] },
  ),
  undoing(name, { 'set ads': 1 }, { values: [{ kind: 'ads', data: { name: 'Leaf 0' } }] }),
  undoing(
    settings,
    { 'set adsets': 1 },
    { values: [{ kind: 'adsets', data: { name: 'Branch 0' } }] },
  ),
  undoing(texts, { 'set ads': 1 }),
  undoing(
    newCampaign,
    { 'set campaigns': 1 },
    { values: [{ kind: 'campaigns', data: { status: 'DELETED' } }] },
  ),
  undoing(
    adSetCopies,
    { 'set ads': 2, 'set adsets': 2 },
    { values: [{ kind: 'adsets', data: { status: 'DELETED' } }] },
  ),
];

export const launchUndos: readonly Kind[] = (['pause', 'delete'] as const).map((mode) => ({
  title: `taking back a launch: ${mode}`,
  async prepare(house) {
    return { path: `/v1/batches/${await launched(house)}/undo`, body: { mode } };
  },
  shows: batch,
  counts: mode === 'pause' ? { 'set ads': 4 } : { 'set adcreatives': 2, 'set ads': 4 },
}));

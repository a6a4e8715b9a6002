import { PlatformError, type PlatformFailure } from '../../../../core/base/errors.ts';
import { mapBounded } from '../../../../core/base/map-bounded.ts';
import type { Access } from '../../../../core/ports/platform-accounts.ts';
import type { Outcome } from '../../../../core/ports/platform-launch.ts';
import { type Params, text } from '../../kit/json.ts';
import type { AdOperation } from '../../kit/operations.ts';
import { outcomeOf, withoutId } from '../../kit/send-launch.ts';
import { withTags } from '../copy/recreate.ts';
import { campaignsById, typeOf } from '../read/campaigns.ts';
import { keepPaused } from '../read/creative-sets.ts';
import { statusWords } from '../wire/values.ts';
import { type EndCards, endCardsOf, isFailure } from './end-cards.ts';
import type { MediaPorts } from './media.ts';

const width = 6;

/** Looks whether sets that are to be paused are. */
export async function sendSets(
  ports: MediaPorts,
  access: Access,
  operations: readonly AdOperation[],
): Promise<ReadonlyMap<AdOperation, Outcome>> {
  const outcomes = new Map<AdOperation, Outcome>();
  try {
    const types = await typesOf(ports, access, operations);
    const cards = await endCardsOf(ports, access, operations);
    let dead: PlatformFailure | undefined;
    await mapBounded(operations, width, async (operation) => {
      const card = cards.get(operation);
      const failure = dead ?? (isFailure(card) ? card : undefined);
      const outcome: Outcome =
        failure === undefined
          ? await createSet(ports, access, { operation, type: types.get(operation.adSet.id) ?? 'APP', cards })
          : { state: 'failed', failure };
      if ('failure' in outcome && outcome.failure.class === 'auth') dead = outcome.failure;
      outcomes.set(operation, outcome);
    });
    await pauseMade(ports, access, outcomes, types);
  } catch (error) {
    // Only reading throws, before anything is made.
    if (!(error instanceof PlatformError)) throw error;
    for (const operation of operations)
      if (!outcomes.has(operation)) outcomes.set(operation, { state: 'failed', failure: error.failure });
  }
  return outcomes;
}

async function typesOf(
  { calls }: MediaPorts,
  access: Access,
  operations: readonly AdOperation[],
): Promise<ReadonlyMap<string, string>> {
  const types = new Map<string, string>();
  for (const { adSet } of operations) if (adSet.destinationType) types.set(adSet.id, adSet.destinationType);
  const unknown = [...new Set(operations.map(({ adSet }) => adSet.id))].filter((id) => !types.has(id));
  if (unknown.length > 0) for (const [id, row] of await campaignsById(calls, access, unknown)) types.set(id, typeOf(row));
  return types;
}

async function createSet(
  { wire }: MediaPorts,
  access: Access,
  { operation, type, cards }: { readonly operation: AdOperation; readonly type: string; readonly cards: EndCards },
): Promise<Outcome> {
  const body = setOf(operation, type, cards);
  const answer = await wire.call(access, { method: 'POST', path: 'creative_set/create', body });
  if (!answer.ok) return outcomeOf(answer);
  const ref = text(answer.body.id);
  if (ref === undefined) return withoutId(wire.fail);
  return { state: 'done', ref };
}

function setOf(operation: AdOperation, type: string, cards: EndCards): Params {
  const { ad, name, adSet } = operation;
  return {
    type,
    campaign_id: adSet.id,
    name,
    assets: assetsOf(operation, cards).map((id) => ({ id })),
    status: ad.paused ? statusWords.PAUSED : statusWords.ACTIVE,
    ...(type === 'WEB' && ad.link !== undefined && { creative_set_url: withTags(ad.link, ad.utmTags) }),
  };
}

function assetsOf(operation: AdOperation, cards: EndCards): readonly string[] {
  const card = cards.get(operation);
  return [...operation.assets.map(({ ref }) => ref), ...(typeof card === 'string' ? [card] : [])];
}

async function pauseMade(
  ports: MediaPorts,
  access: Access,
  outcomes: Map<AdOperation, Outcome>,
  types: ReadonlyMap<string, string>,
): Promise<void> {
  const made = [...outcomes].flatMap(([operation, outcome]) =>
    operation.ad.paused && outcome.state === 'done' ? [{ operation, outcome, id: outcome.ref }] : [],
  );
  if (made.length === 0) return;
  const sets = made.map(({ operation, id }) => ({ id, type: types.get(operation.adSet.id) ?? 'APP' }));
  const failed = await keepPaused(ports, access, sets);
  for (const { operation, outcome, id } of made)
    if (failed.has(id)) {
      const warning = 'It could not be found out whether the ad is paused: look at it in the dashboard.';
      outcomes.set(operation, { ...outcome, warnings: [...(outcome.warnings ?? []), warning] });
    }
}

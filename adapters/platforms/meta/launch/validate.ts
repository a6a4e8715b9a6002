import { harmlessTwice } from '../../kit/calls.ts';
import { asRow } from '../../kit/json.ts';
import type {
  Access,
  AdOperation,
  Asset,
  Fail,
  LaunchAd,
  LaunchOperation,
  Outcome,
  Row,
} from '../../types.ts';
import { buildCreative } from '../creative/creative.ts';
import { UnbuildableAd } from '../creative/parts.ts';
import type { BatchEntry } from '../wire/batch.ts';
import type { Calls } from '../wire/calls.ts';
import { edgeOf } from '../wire/params.ts';
import { adParams } from './entries.ts';

const notYet = 'This ad can be checked by the platform only after its media has been uploaded.';

/**
 * The platform validates a whole ad with its creative inside, with uploaded media alone; addresses
 * can stand in for single images and carousels of images. Other operations answer 'done' with a
 * warning and no `ref`.
 */
export async function validateLaunch(
  calls: Calls,
  access: Access,
  operations: readonly LaunchOperation[],
  fail: Fail,
): Promise<readonly Outcome[]> {
  const outcomes = new Map<LaunchOperation, Outcome>();
  const entries: { readonly operation: LaunchOperation; readonly entry: BatchEntry }[] = [];
  for (const operation of operations) {
    if (operation.kind !== 'ad') {
      outcomes.set(operation, { state: 'done', ref: '' });
      continue;
    }
    try {
      const creative = inlineCreative(operation);
      if (creative === undefined)
        outcomes.set(operation, { state: 'done', ref: '', warnings: [notYet] });
      else entries.push({ operation, entry: validation(access, operation, creative) });
    } catch (error) {
      if (!(error instanceof UnbuildableAd)) throw error;
      outcomes.set(operation, {
        state: 'failed',
        failure: fail('invalid', error.message, error.fix),
      });
    }
  }
  const answers = await calls.writeMany(
    access,
    entries.map(({ entry }) => entry),
    harmlessTwice,
  );
  entries.forEach(({ operation }, position) => {
    const answer = answers[position];
    if (answer === undefined) return;
    outcomes.set(
      operation,
      answer.ok ? { state: 'done', ref: '' } : { state: 'failed', failure: answer.failure },
    );
  });
  return operations.map(
    (operation) => outcomes.get(operation) ?? { state: 'done', ref: '', warnings: [notYet] },
  );
}

function validation(access: Access, operation: AdOperation, creative: Row): BatchEntry {
  const params = {
    ...adParams(operation),
    creative,
    adlabels: undefined,
    execution_options: ['validate_only'],
  };
  return { method: 'POST', path: edgeOf(access, 'ads'), params };
}

/** Undefined when it needs media the platform does not have yet. */
function inlineCreative(operation: AdOperation) {
  if (operation.creativeId !== undefined) return { creative_id: operation.creativeId };
  const { ad } = operation;
  const uploaded =
    operation.assets.length >= ad.media.length ||
    ad.type === 'postBoost' ||
    ad.type === 'partnershipCode';
  const standIns = uploaded ? operation.assets : addressesOf(ad);
  if (standIns === undefined) return undefined;
  const { params } = buildCreative({ ...operation, assets: standIns });
  const { name: _name, adlabels: _labels, ...creative } = params;
  return uploaded ? creative : withAddresses(creative);
}

function addressesOf(ad: LaunchAd): readonly Asset[] | undefined {
  if (ad.type !== 'single' && ad.type !== 'carousel') return undefined;
  const assets = ad.media.flatMap((media): Asset[] =>
    media.type === 'image' && media.url !== undefined ? [{ type: 'image', ref: media.url }] : [],
  );
  return assets.length === ad.media.length ? assets : undefined;
}

/** Moves addresses from the field of hashes to their own. */
function withAddresses(creative: Row) {
  const story = asRow(creative.object_story_spec);
  const link = asRow(story?.link_data);
  if (link === undefined) return creative;
  const moved = ({ image_hash, ...rest }: Row) => ({
    ...rest,
    ...(image_hash !== undefined && { picture: image_hash }),
  });
  const cards = link.child_attachments;
  const link_data = {
    ...moved(link),
    ...(Array.isArray(cards) && { child_attachments: cards.map(moved) }),
  };
  return { ...creative, object_story_spec: { ...story, link_data } };
}

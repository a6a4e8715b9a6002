import type { Caller } from '../access/caller.ts';
import { nearest } from '../base/nearest.ts';
import { breaks, refusal } from '../base/refusal.ts';
import { quoted } from '../base/schema/quoted.ts';
import { nearestName } from '../base/schema/unknown-fields.ts';
import { judgeBlocked } from '../gate/blocked.ts';
import type { Preview } from '../gate/preview.ts';
import type { GuardrailsCheckAnswer, GuardrailsCheckBody } from '../gate/schema.ts';
import type { Document, Kind } from '../ports/store.ts';
import { parsedParts, partsOf, unread } from './carry-out.ts';
import type { Operation } from './operation.ts';
import type { ServicePorts } from './ports.ts';

/**
 * What is known before an operation is carried out, what the company has blocked included. Throws
 * what is wrong with the input.
 */
export async function previewOperation(
  ports: ServicePorts,
  caller: Caller,
  operation: Operation,
  given: object,
): Promise<Preview & { readonly isKnown: boolean }> {
  const parts = partsOf(operation, given);
  const { subject, input } = parsedParts(operation, parts);
  unread(operation, parts);
  const blocked = await judgeBlocked(ports, caller, operation.name);
  const about = operation.about && (await documentOf(ports, caller, operation.about, subject));
  const isQuiet =
    operation.preview === 'quiet' ||
    (operation.approval === 'never' && operation.preview === undefined);
  if (isQuiet || typeof operation.preview !== 'function')
    return {
      guards: blocked,
      moneyAtStake: [],
      startsDelivering: !isQuiet,
      isKnown: isQuiet,
      ...about,
    };
  const preview = await operation.preview(ports, caller, { subject, input });
  return { ...about, ...preview, guards: [...blocked, ...preview.guards], isKnown: true };
}

/**
 * Of what the company keeps under the id of a subject: its name, and a `world` that differs after
 * every change.
 */
async function documentOf(
  { store }: ServicePorts,
  { companyId }: Caller,
  kind: Kind,
  subject: unknown,
): Promise<Pick<Preview, 'objects' | 'world'>> {
  const id = String(Object.values(subject as object)[0]);
  const doc = (await store.get(kind, companyId, id))?.doc as
    | { readonly [field: string]: unknown }
    | undefined;
  if (doc === undefined) throw await noSuch(store, companyId, kind, id);
  const { revision, updatedAt, enabled = null, mode = null } = doc;
  const name = nameIn(doc);
  return {
    ...(typeof name === 'string' && { objects: [{ id, name }] }),
    world: [revision ?? updatedAt ?? doc, name ?? null, enabled, mode],
  };
}

const nameIn = (doc: Document): string | undefined => {
  const { name, rule } = doc as {
    readonly name?: unknown;
    readonly rule?: { readonly name?: string };
  };
  return typeof name === 'string' ? name : rule?.name;
};

const MOST_MEANT = 3;

/** With what is there of the kind and is named most like it. */
async function noSuch(store: ServicePorts['store'], companyId: string, kind: Kind, id: string) {
  const { items } = await store.find(kind, companyId, { limit: 200 });
  const named = items.flatMap(({ id: its, doc }) => {
    const name = nameIn(doc);
    return name === undefined ? [] : [{ id: its, name }];
  });
  const near = nearest(named, id, MOST_MEANT);
  const names = near.map(({ id: its, name }) => `${quoted(name)} (${its})`).join(', ');
  const hint = near.length === 0 ? '' : ` The nearest: ${names}.`;
  const message = `There is nothing with the id ${quoted(id)}.${hint}`;
  return refusal('not_found', {
    path: 'id',
    code: 'unknown_object',
    message,
    ...(near.length > 0 && { near }),
  });
}

export const SPEND_UNKNOWN =
  'What this would spend is not known before it is carried out; the limits of the company hold then.';

/**
 * What the gate would say to an operation. Reads what the operation would read, and throws its
 * refusals other than guards.
 */
export async function checkOperation(
  ports: ServicePorts,
  caller: Caller,
  operations: readonly Operation[],
  { operation: name, request }: GuardrailsCheckBody,
): Promise<GuardrailsCheckAnswer> {
  const preview = await previewOperation(
    ports,
    caller,
    writingOperation(operations, name),
    request,
  );
  const exceeded = preview.guards.filter((guard) => guard.exceeded);
  const isApprovable =
    exceeded.length > 0 && exceeded.every(({ approvable }) => approvable === true);
  const unknown = { path: 'operation', code: 'spend_unknown', message: SPEND_UNKNOWN };
  return {
    success: true,
    allowed: exceeded.length === 0,
    ...(isApprovable && { needs: 'another-key' as const }),
    guards: [...preview.guards],
    moneyAtStake: [...preview.moneyAtStake],
    ...(preview.copies !== undefined && { copies: preview.copies }),
    warnings: [...(preview.warnings ?? []), ...(preview.isKnown ? [] : [unknown])],
  };
}

/** Requests of earlier versions name operations by the last parts of their paths. */
const pathNames: { readonly [part: string]: string } = {
  'create-campaign': 'manage.createCampaign',
  'create-adset': 'manage.createAdSet',
  'update-budget': 'manage.updateBudget',
  'update-status': 'manage.updateStatus',
  'duplicate-campaign': 'manage.duplicateCampaign',
  'duplicate-adset': 'manage.duplicateAdSet',
  'duplicate-ad': 'manage.duplicateAd',
};

function writingOperation(operations: readonly Operation[], name: string): Operation {
  const wanted = pathNames[name] ?? name;
  const found = operations.find((each) => each.name === wanted && each.effects !== 'reads');
  if (found !== undefined) return found;
  const near = nearestName(
    name,
    operations.map((each) => each.name),
  );
  const message = `There is no operation that writes called ${name}${near === undefined ? '' : `; did you mean ${near}?`}`;
  throw breaks('operation', 'unknown_operation', message);
}

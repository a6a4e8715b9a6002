import type { BatchBefore } from '../../../../core/sheet/launch-after.ts';
import { type AnswerOf, ApiError, type Client } from '../../../client/client.ts';
import {
  DIFFERS,
  launchInOrder,
  mayBeLaunched,
  type Outcome,
  partName,
  plannedNow,
} from '../../../client/launch-parts.ts';
import type { LaunchFile } from '../../base/launch-file.ts';
import { asRequest, hasLaunched, locatedIn, type ReadyPart, shortDigest } from './plan.ts';

interface LaunchOptions {
  readonly name: string;
  /** Launch the same file once more; without, the same file within a day is the same launch. */
  readonly again?: boolean;
  /** Refuse when the plan is no longer this one. */
  readonly planDigest?: string | undefined;
  readonly onLaunched?: (launched: Launched, at: number) => void;
  /**
   * Follows a batch to its end and answers how it ended, for a part (from 0) whose ads go into what
   * it makes.
   */
  readonly ended: (launched: Launched, waiting: number) => Promise<BatchBefore>;
}

/** `replayed`: the part had been launched already, and nothing was launched now. */
export interface Launched {
  readonly accepted: AnswerOf<'launch'>;
  readonly replayed: boolean;
}

/**
 * Launches the parts of a file one after the other, each once: under its key the service answers a
 * repetition with the batch that the first made. Throws what keeps the first part back; a later one
 * is told beside those that are launched.
 */
export async function launchParts(
  client: Client,
  file: LaunchFile,
  parts: readonly ReadyPart[],
  { name, again = false, planDigest = agreedIn(file), onLaunched, ended }: LaunchOptions,
): Promise<Outcome<Launched>> {
  const isWhole = parts.length === 1;
  if (planDigest !== undefined && !isWhole) await refuseOtherPlans(client, parts, planDigest);
  const own = typeof file.options.name === 'string' ? file.options.name : name;
  const bodyOf = ({ body, number }: ReadyPart) =>
    isWhole
      ? { name, ...body, again, ...(planDigest !== undefined && { planDigest }) }
      : { ...body, name: partName(own, `part ${number}`), again };
  const outcome = await launchInOrder(
    parts,
    async (part, at) => {
      try {
        if (planDigest !== undefined && at > 0) await refuseMore(client, part);
        const launched = await launchPart(client, part, bodyOf(part));
        onLaunched?.(launched, at);
        return launched;
      } catch (error) {
        throw error instanceof ApiError ? inWords(file, part, error, isWhole) : error;
      }
    },
    ended,
  );
  const { refused, batches } = outcome;
  if (refused === undefined) return outcome;
  if (isWhole) throw refused;
  const told = refusalOf(refused, batches.length, parts.length, again);
  if (batches.length === 0) throw told;
  return { ...outcome, refused: told };
}

const agreedIn = ({ options: { planDigest } }: LaunchFile): string | undefined =>
  typeof planDigest === 'string' ? planDigest : undefined;

/** What is launched already is agreed to; everything else must be planned as the digest says. */
async function refuseOtherPlans(
  client: Client,
  parts: readonly ReadyPart[],
  digest: string,
): Promise<void> {
  const agreed = digest.split('-');
  for (const [at, part] of parts.entries()) {
    const isAgreed = agreed.length === parts.length && agreed[at] === shortDigest(part);
    if (isAgreed || part.plan === undefined || (await hasLaunched(client, part.key))) continue;
    const message = `The plan of part ${at + 1} of ${parts.length} is another by now, so nothing was launched. --plan --json has the digest of what is left.`;
    throw new ApiError(409, 'conflict', message, {
      details: [{ path: 'planDigest', code: DIFFERS, message }],
    });
  }
}

/** Throws where a part would do more, after the parts before it, than its plan said. */
async function refuseMore(client: Client, part: ReadyPart): Promise<void> {
  const { plan, ...rest } = part;
  if (plan !== undefined)
    await plannedNow({ ...rest, plan }, (ads) => client.plan(asRequest({ ...part.body, ads })));
}

/** A part that was not launched, although all of it was planned. */
function refusalOf(refused: ApiError, at: number, parts: number, again: boolean): ApiError {
  const what = refused.message.replace(/^Nothing was launched[.:] /, '');
  const before =
    at === 0
      ? ''
      : ` ${at === 1 ? 'The part before it is' : `The ${at} parts before it are`} launched.`;
  const why = mayBeLaunched(refused) ? 'got no answer' : 'was not launched';
  // With --again it would launch the parts before once more.
  const then = again ? '' : ' The same command goes on with it, and launches nothing twice.';
  const message = `Part ${at + 1} of ${parts} ${why}: ${what}${before}${then}`;
  return new ApiError(refused.status, refused.code, message, refused);
}

async function launchPart(
  client: Client,
  part: ReadyPart,
  body: { readonly again: boolean },
): Promise<Launched> {
  const idempotencyKey = body.again ? `${part.key}-${Date.now()}` : part.key;
  let replayed = false;
  const onAnswer = (facts: { readonly replayed: boolean }): void => {
    replayed = facts.replayed;
  };
  return { accepted: await client.launch(asRequest(body), { idempotencyKey, onAnswer }), replayed };
}

/** Repeated ads that are named; the others are counted. */
const TOLD = 5;

/** A refusal for users who launch a file: what to do, and in which row. */
function inWords(file: LaunchFile, part: ReadyPart, error: ApiError, isWhole: boolean): ApiError {
  const said = (message: string): ApiError => new ApiError(error.status, error.code, message);
  const repeated = error.details.filter(({ code }) => code === 'already_launched');
  if (repeated.length > 0) {
    const told = repeated.slice(0, TOLD).map(({ message }) => message);
    const more = error.faultCount > TOLD ? [`So were ${error.faultCount - TOLD} more.`] : [];
    const then = isWhole
      ? '--again launches them a second time.'
      : 'Take their rows out of the file.';
    return said(['Nothing was launched.', ...told, ...more, then].join(' '));
  }
  if (error.details.some(({ code }) => code === 'key_reused'))
    return said(
      `These ads were launched from here within the last day, with another --name${isWhole ? ' or --digest' : ''}. --again launches ${isWhole ? 'them' : 'the whole file'} once more.`,
    );
  const details = error.details.map((fault) =>
    fault.path.startsWith('ads[') ? { ...fault, path: locatedIn(file, part, fault).place } : fault,
  );
  return new ApiError(error.status, error.code, error.message, { ...error, details });
}

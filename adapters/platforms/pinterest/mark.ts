import { text } from '../kit/json.ts';
import { tagged } from '../kit/links.ts';
import type { Fail, Row, Secrets } from '../types.ts';
import { msOfTime } from './wire/values.ts';

/**
 * A pin carries its mark as a parameter of its own link. Ads lead to their `destination_url`, so
 * only people who find the pin outside of its ads open the marked address. No field of a pin is
 * private: `note` went with 5.20.0 (2025-10-16).
 */
const parameter = 'slipway';
const [batchDigits, contentDigits] = [10, 14];
const form = /([?&])slipway=([0-9a-f]{24})(?:&|(?=#|$))/;

/** What the mark adds to a link. */
export const markLength = `&${parameter}=`.length + batchDigits + contentDigits;

/** How the marks of a batch, or of the copies of a request, begin. */
export const batchMark = async (secrets: Secrets, batch: string) =>
  short(secrets, batch, batchDigits);

export const pinMark = async (secrets: Secrets, batch: string, content: string) =>
  `${await batchMark(secrets, batch)}${await short(secrets, content, contentDigits)}`;

const short = async (secrets: Secrets, of: string, digits: number) =>
  (await secrets.sha256(of)).slice(0, digits);

/** A pin without a link carries no mark. */
export const marked = (link: string | undefined, mark: string) =>
  link === undefined ? undefined : tagged(unmarked(link) ?? link, `${parameter}=${mark}`);

/** The link as its owner wrote it. */
export const unmarked = (link: string | undefined) =>
  link?.replace(form, (found, joint: string) => (found.endsWith('&') ? joint : ''));

export const markOf = (pin: Row) => form.exec(text(pin.link) ?? '')?.[2];

interface Likeness {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
}

/**
 * Pins with the same texts that carry no mark: the platform may have changed the link, or the pin
 * has none.
 */
export const looksLike = (pin: Row, { title, description }: Likeness, since: number) =>
  markOf(pin) === undefined &&
  (text(pin.title) ?? '') === (title ?? '') &&
  (text(pin.description) ?? '') === (description ?? '') &&
  (msOfTime(pin.created_at) ?? since) >= since - 1_000;

/** Not sent again: the pin may be the one whose answer was lost. */
export const uncertain = (fail: Fail, pinId: string) =>
  fail(
    'rule',
    `The answer to this pin was lost, and the board has the pin ${pinId} with the same texts and without a mark.`,
    'Look at that pin. If it is the one of this ad, boost it instead. If it is another, change its title, then retry.',
  );

import { isoTime } from '../base/time/days.ts';
import type { PlatformDefinition } from '../ports/platform-definition.ts';
import type { PlatformEnding } from '../ports/platform-version.ts';
import type { ConnectionRecord, EndNotice, TestRecord, TokenRecord } from './records.ts';
import type { Connection } from './schema.ts';

const DAY_MS = 86_400_000;

/** Undefined while the end is far. */
export function noticeOf(endsAt: number | undefined, now: number): EndNotice | undefined {
  if (endsAt === undefined || endsAt - now > 14 * DAY_MS) return undefined;
  if (endsAt <= now) return 'ended';
  if (endsAt - now <= DAY_MS) return 'day';
  return endsAt - now > 7 * DAY_MS ? 'fortnight' : 'week';
}

/** What a connection reaches, and the rules of its platform. */
interface Reach {
  readonly adAccounts: number;
  readonly definition?: Pick<PlatformDefinition, 'accountLimit' | 'endings'> | undefined;
}

export function shownConnection(
  now: number,
  id: string,
  doc: ConnectionRecord,
): Omit<Connection, 'adAccounts'>;
export function shownConnection(
  now: number,
  id: string,
  doc: ConnectionRecord,
  reach: Reach,
): Connection;
export function shownConnection(now: number, id: string, doc: ConnectionRecord, reach?: Reach) {
  return {
    id,
    platform: doc.platform,
    name: doc.name,
    createdAt: new Date(doc.createdAt).toISOString(),
    ...(reach && { adAccounts: reach.adAccounts }),
    state: stateOf(doc, now),
    expiresAt: isoTime(doc.endsAt),
    lastTest: shownTest(doc.tested),
    token: shownToken(doc.token),
    notices: [
      ...scopeNotice(doc.token),
      ...(doc.token?.notes ?? []),
      ...(reach ? platformNotices(reach, now) : []),
    ],
  };
}

const shownToken = (token: TokenRecord | undefined): Connection['token'] =>
  token === undefined
    ? null
    : {
        checkedAt: new Date(token.checkedAt).toISOString(),
        isPermanent: token.isPermanent === true,
        app: token.app ?? null,
        missingScopes: [...token.missingScopes],
      };

const scopeNotice = (token: TokenRecord | undefined): string[] =>
  token === undefined || token.missingScopes.length === 0
    ? []
    : [
        `The token lacks permissions that Slipway uses: ${token.missingScopes.join(', ')}. Grant them and reconnect.`,
      ];

/** A limit is told from the last account that is allowed on, before another is refused. */
export function platformNotices(
  { adAccounts, definition: { accountLimit, endings } = {} }: Reach,
  now: number,
): string[] {
  const isFull = accountLimit !== undefined && adAccounts >= accountLimit.most;
  return [
    ...(isFull ? [`${accountLimit.message} This connection reaches ${adAccounts}.`] : []),
    ...endingsNow(endings, now).map((ending) => `${endingInWords(ending, now)} ${ending.fix}`),
  ];
}

const shownTest = (tested: TestRecord | undefined): Connection['lastTest'] =>
  tested === undefined
    ? null
    : {
        at: new Date(tested.at).toISOString(),
        ok: tested.problem === undefined,
        problem: tested.problem ?? null,
      };

function stateOf(
  { endsAt, refusedAt, tested }: ConnectionRecord,
  now: number,
): Connection['state'] {
  const notice = noticeOf(endsAt, now);
  if (notice === 'ended') return 'expired';
  if (tested?.isDead) return 'dead';
  if (refusedAt !== undefined) return 'refused';
  return notice === undefined ? 'ok' : 'expiring';
}

/** An ending is named this many days before. */
const ENDING_DAYS = 60;

/** Endings to be named now, and after they have come. */
export const endingsNow = (
  endings: readonly PlatformEnding[] = [],
  now: number,
): readonly PlatformEnding[] =>
  endings.filter(({ on }) => now >= Date.parse(on) - ENDING_DAYS * DAY_MS);

/** `Manual campaigns end on 2026-12-31 (source, read 2026-11-18). …` */
export const endingInWords = (
  { what, on, after, source, asOf }: PlatformEnding,
  now: number,
): string =>
  `${what} ${now < Date.parse(on) ? 'end' : 'have ended'} on ${on} (${source}, read ${asOf}). ${after}`;

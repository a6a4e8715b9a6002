import * as v from 'valibot';
import { SlipwayError } from '../core/base/errors.ts';
import { parseRequest } from '../core/base/schema/parse.ts';
import type { AdPlatform } from '../core/ports/ad-platform.ts';
import type { Access } from '../core/ports/platform-accounts.ts';
import type { Created, Creation, Unanswered } from '../core/ports/platform-create.ts';

/** Bodies go to core as they are sent: the platform's schema reads them there. */
export const createCampaignRequest = v.looseObject({});
export const createAdSetRequest = v.looseObject({});

type Level = 'campaign' | 'adSet';

/** Sends what a body asks for, as core would without its checks of money and keys. */
export async function sendCreation(
  platform: Pick<AdPlatform, 'create' | 'definition'>,
  access: Access,
  level: Level,
  body: object,
  mark = 'mark',
): Promise<Created | Unanswered> {
  const { creation, request } = readCreation(platform, access, level, body);
  const { faults, send } = await creation.prepare(access, request, undefined);
  if (faults.length > 0)
    throw new SlipwayError('unprocessable_entity', 'It does not fit.', { details: faults });
  return send(mark);
}

/** What was made with a mark. */
export async function findCreation(
  platform: Pick<AdPlatform, 'create' | 'definition'>,
  access: Access,
  level: Level,
  body: object,
  mark: string,
): Promise<Created | undefined> {
  const { creation, request } = readCreation(platform, access, level, body);
  return creation.find(access, request, mark, undefined);
}

export function readCreation(
  { create, definition }: Pick<AdPlatform, 'create' | 'definition'>,
  access: Access,
  level: Level,
  body: object,
) {
  const creation = create?.[level];
  const form = definition.create?.[level];
  if (creation === undefined || form === undefined)
    throw new Error(`${definition.id} creates no ${level}.`);
  return {
    creation,
    request: parseRequest(form.request, { accountId: access.adAccountId, ...body }),
  };
}

/**
 * The same creation, sent otherwise. `send` is handed how it would be sent, with this access or
 * another.
 */
export function sentBy(
  creation: Creation | undefined,
  send: (
    original: (access: Access) => Promise<Created | Unanswered>,
    access: Access,
  ) => Promise<Created | Unanswered>,
): Creation {
  if (creation === undefined) throw new Error('This can be created here.');
  return {
    ...creation,
    async prepare(access, request, kept) {
      const prepared = await creation.prepare(access, request, kept);
      const original = (mark: string) => async (other: Access) =>
        other === access
          ? prepared.send(mark)
          : (await creation.prepare(other, request, kept)).send(mark);
      return { ...prepared, send: (mark) => send(original(mark), access) };
    },
  };
}

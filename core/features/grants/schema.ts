import * as v from 'valibot';
import { grantScopes } from '../../access/client-grants.ts';
import { sessionQuery } from '../../access/people-schema.ts';
import { answer, listOf } from '../../base/schema/envelope.ts';

const request = v.pipe(
  v.string(),
  v.maxLength(8_000),
  v.description('What the program asked for, as the page of the dashboard gets it.'),
);
const may = v.array(v.picklist(grantScopes));

export const askedBody = v.object({ request });
export const askedAnswer = answer({
  client: v.pipe(v.string(), v.description('The program, as it calls itself.')),
  host: v.pipe(v.string(), v.description('Where the answer goes.')),
  company: v.string(),
  holder: v.pipe(
    v.string(),
    v.description('The person or the key that the program would act for.'),
  ),
  may: v.pipe(may, v.description('What it asks for, as far as the holder may do it.')),
});

export const allowBody = v.object({
  request,
  decision: v.picklist(['allow', 'refuse'], 'Give allow or refuse.'),
  may: v.optional(
    v.pipe(may, v.description('What it may do, of what it asks for. `read` always.')),
  ),
});
export type AllowRequest = v.InferOutput<typeof allowBody>;
export const allowAnswer = answer({
  redirect: v.pipe(v.string(), v.description('Where the browser goes on.')),
});

export type AllowAnswer = v.InferOutput<typeof allowAnswer>;

const grant = v.object({
  id: v.string(),
  client: v.string(),
  host: v.string(),
  holder: v.object({ kind: v.picklist(['key', 'person']), id: v.string(), name: v.string() }),
  may,
  createdAt: v.string(),
  expiresAt: v.pipe(v.string(), v.description('Each use of it puts this off.')),
  lastUsedAt: v.nullable(v.string()),
});
export type ShownGrant = v.InferOutput<typeof grant>;

export const grantQuery = sessionQuery;
export const grantList = listOf(grant);

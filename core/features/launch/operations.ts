import * as v from 'valibot';
import { listingFaults } from '../../base/errors.ts';
import { wholeNumber } from '../../base/schema/fields.ts';
import { dryRun, previewLaunch } from '../../launch/accept/dry-run.ts';
import { submitLaunch } from '../../launch/accept/submit.ts';
import * as shapes from '../../launch/schema.ts';
import { operation } from '../../operations/operation.ts';

const topic = 'Launch';

export const launchOperations = [
  operation({
    name: 'launch',
    place: { method: 'POST', path: '/v1/launch', status: 202 },
    topic,
    summary: 'Launch ads in a batch',
    description:
      'Every ad is checked first; one fault refuses the whole request. The first hundred faults are listed, `error.faults` says how many there are, and `faultsFrom` of POST /v1/launch/plan lists the others. The answer comes when the launch is durable; follow it with GET /v1/batch-status/{id}. Ads are created paused unless `launchPaused: false` or `status: "ACTIVE"` is given.',
    scope: 'launch',
    reach: 'workspace',
    effects: 'writes',
    input: shapes.launchBody,
    rawInput: true,
    output: shapes.launchAccepted,
    errors: ['conflict'],
    preview: (ports, caller, { input }) => previewLaunch(ports, caller, input),
    run: (ports, caller, { input, once }) => submitLaunch(ports, caller, input, once),
  }),
  operation({
    name: 'plan',
    place: { method: 'POST', path: '/v1/launch/plan', query: ['validate', 'links', 'faultsFrom', 'faultsLimit'] },
    topic,
    summary: 'What a launch would do and cost; nothing is created',
    description:
      'The same body gives the same answer. Send its `digest` as `planDigest` to launch exactly this: it stands for the content of files in your media and for the addresses of others, which are fetched when they are launched; a plan of `POST /v1/approvals` holds what they lead to. `validate=platform` asks the platform’s own opinion of every ad too; what it refuses, or cannot judge before the media are there, comes as warnings at the fields it means. Platforms that give it in one request are asked in any case, for ten seconds at most, unless `validate=none`. `links=follow` looks where the links lead and tells those that lose tracking parameters on the way.',
    scope: 'launch',
    effects: 'reads',
    options: v.object({
      validate: v.optional(v.picklist(['platform', 'none'])),
      links: v.optional(v.picklist(['follow'])),
      faultsFrom: v.optional(wholeNumber(0, 1_000_000, { default: 0, description: 'How many faults to pass over.' })),
      faultsLimit: v.optional(wholeNumber(1, 5_000, { default: 100, description: 'How many faults to list at most.' })),
    }),
    input: shapes.launchBody,
    rawInput: true,
    output: shapes.launchPlan,
    errors: ['conflict'],
    run: (ports, caller, { input, options: { faultsFrom, faultsLimit, ...options } }) =>
      listingFaults({ offset: faultsFrom, limit: faultsLimit }, () =>
        dryRun(ports, caller.companyId, input, { ...options, by: caller }),
      ),
  }),
] as const;

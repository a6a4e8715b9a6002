import { everyOne, seen } from '../../accounts/workspace-view.ts';
import { bySubject, feature } from '../../operations/feature.ts';
import { operation } from '../../operations/operation.ts';
import { bothOf, forgetExpired } from '../../records/expired.ts';
import { applyChanges } from './apply.ts';
import { distrustChanges } from './distrust.ts';
import { planChanges, previewChanges } from './preview.ts';
import { CHANGES_QUEUE, changePageKind, changeSetKind, KEPT_MS } from './records.ts';
import { listObjects } from './rows.ts';
import { runChanges } from './run.ts';
import * as shapes from './schema.ts';
import { changeParts, showChanges } from './show.ts';
import { previewStop, stopParts, stopStarted } from './stop.ts';
import { previewUndoChanges, undoChanges } from './undo.ts';

const topic = 'Changes';
const errors = ['not_found', 'conflict', 'platform_error', 'unavailable'] as const;
const managing = { topic, scope: 'manage', reach: 'workspace', errors } as const;

const changeOperations = [
  operation({
    topic,
    scope: 'read',
    errors: ['not_found', 'platform_error', 'unavailable'],
    name: 'objects.list',
    place: 'GET /v1/objects',
    summary: 'What exists in an ad account, as rows that can be changed',
    description:
      'Change `values` of a row and send it to POST /v1/changes with its `revision`. Deleted and archived objects are left out.',
    input: shapes.objectsQuery,
    output: shapes.objectsAnswer,
    run: (ports, caller, { input }) => listObjects(ports, caller, input),
  }),
  operation({
    ...managing,
    name: 'changes.plan',
    place: 'POST /v1/changes/plan',
    summary: 'What changes would do: differences, conflicts, money at stake',
    description: 'Each change is compared with what the platform has now. Nothing is sent.',
    effects: 'reads',
    input: shapes.changesBody,
    output: shapes.changesPlan,
    run: (ports, caller, { input }) => planChanges(ports, caller, input),
  }),
  operation({
    ...managing,
    name: 'changes.apply',
    place: 'POST /v1/changes',
    summary: 'Change many campaigns, ad sets and ads at once',
    description:
      'Only what differs is sent. Where the live value is neither that of the `revision` nor the wanted one, the object is left as it is: its `conflicts` show all three. Each object has its own outcome.',
    input: shapes.changesBody,
    output: shapes.changesAnswer,
    preview: (ports, caller, { input }) => previewChanges(ports, caller, input),
    run: (ports, caller, { input, once }) => applyChanges(ports, caller, input, once),
    parts: changeParts,
  }),
  operation({
    topic,
    scope: 'manage',
    errors: ['not_found', 'conflict', 'platform_error', 'unavailable'],
    name: 'changes.stop',
    place: 'POST /v1/changes/stop',
    summary: 'Stop: pause everything that a key, a person, a program or a rule started',
    description:
      'Pauses what they made, launched, copied or switched on and that is on now, as the audit has it, and cancels their launches under way. Each object has its own outcome; `unreached` tells the ad accounts that could not be asked. A second call finds what is paused and leaves it. The key stays valid and rules go on: revoke or stop them too. POST /v1/changes/{id}/undo switches on again what this paused.',
    input: shapes.stopBody,
    example: { dryRun: true },
    output: shapes.stopAnswer,
    preview: (ports, caller, { input }) => previewStop(ports, caller, input),
    run: (ports, caller, { input, once }) => stopStarted(ports, caller, input, once),
    parts: stopParts,
  }),
  operation({
    topic,
    scope: 'read',
    errors: ['not_found'],
    name: 'changes.get',
    place: 'GET /v1/changes/{id}',
    summary: 'What became of posted rows',
    subject: shapes.changeSubject,
    input: shapes.resultsQuery,
    output: shapes.changesAnswer,
    run: (ports, { companyId }, { subject: { id }, input }) =>
      showChanges(ports.store, companyId, id, input),
  }),
  operation({
    ...managing,
    name: 'changes.undo',
    place: 'POST /v1/changes/{id}/undo',
    summary: 'Take posted rows back',
    description: 'Each object is compared first: what others have changed since stays as it is.',
    subject: shapes.changeSubject,
    input: shapes.undoChangesBody,
    output: shapes.changesAnswer,
    preview: (ports, caller, { subject: { id }, input }) =>
      previewUndoChanges(ports, caller, id, input.confirm),
    run: (ports, caller, { subject: { id }, input, once }) =>
      undoChanges(ports, caller, { id, confirm: input.confirm, once }),
    parts: changeParts,
  }),
] as const;

export const changes = feature({
  name: 'changes',
  topics: { Changes: 'What exists, brought in as rows, changed and posted.' },
  operations: changeOperations,
  kinds: [changeSetKind, changePageKind],
  queues: {
    [CHANGES_QUEUE]: {
      lane: 'launches',
      handler: bySubject(runChanges),
    },
  },
  seen: [
    seen(changeSetKind, ({ doc }, { hasAccount }) =>
      everyOne(
        doc.pages.map(({ account }) => account),
        hasAccount,
      ),
    ),
  ],
  distrust: distrustChanges,
  forget: async ({ store, clock }, companyId) => {
    const expired = { by: 'createdAt' as const, before: clock.now() - KEPT_MS };
    return bothOf(
      await forgetExpired(store, changeSetKind, companyId, expired),
      await forgetExpired(store, changePageKind, companyId, expired),
    );
  },
});

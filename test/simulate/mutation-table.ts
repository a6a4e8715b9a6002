/**
 * A fault that is put into a copy of the service: a text of one of its files, and what stands there
 * instead.
 */
export interface Mutation {
  readonly file: string;
  readonly text: string;
  readonly instead: string;
  /** Of the same file, where two places guard each other. */
  readonly also?: { readonly text: string; readonly instead: string };
}

/** Where a text stands in a file, however its lines are broken. */
export const placeOf = (text: string): RegExp =>
  new RegExp(
    [...text.replace(/\s/g, '')]
      .map((sign) => `${/[)}\]]/.test(sign) ? ',?\\s*' : ''}${sign.replace(/\W/, '\\$&')}`)
      .join('\\s*'),
  );

/** Each must be found by a story. */
export const mutations: { readonly [what: string]: Mutation } = {
  'ads leave without a word in the journal': {
    file: 'core/launch/run/run.ts',
    text: 'await record(run, { sending: ready.map(({ id }) => id), ...defined({ platformAt }) });',
    instead: 'void platformAt;',
  },
  'a lost lease stops nobody': {
    file: 'core/accounts/access.ts',
    text: 'isLeaseHeld: isHeld,',
    instead: 'isLeaseHeld: () => isHeld() || true,',
  },
  'marks are not looked for': {
    file: 'core/effects/schedule.ts',
    text: "state.phase === 'unknown' || state.maybeMade",
    instead: "state.phase === 'started'",
  },
  'what has no answer is told as failed': {
    file: 'core/launch/run/policy.ts',
    text: "return { to: 'unknown', notBefore: now + FIRST_QUESTION_MS, failure: outcome.failure };",
    instead:
      'return repeat({ failure: { ...outcome.failure, retryable: false } }, { operation, state, now }, 0);',
  },
  'not there yet is not there': {
    file: 'core/effects/policy.ts',
    text: 'if (left > 0) return',
    instead: 'if (left > 1e9) return',
  },
  'what was finished after a backup is made again': {
    file: 'core/launch/run/policy.ts',
    text: "next?.to === 'pending' && isBeyondSearch(operation, state)",
    instead: "next?.to === 'started' && isBeyondSearch(operation, state)",
  },
  'what was on its way when a worker died is sent again': {
    file: 'core/effects/state.ts',
    text: "isHarmless(id) ? 'pending' : 'unknown'",
    instead: "isHarmless(id) ? 'pending' : 'pending'",
  },
  'what is retried is not asked about': {
    file: 'core/effects/state.ts',
    text: 'if (!state.maybeMade) return {',
    instead: 'if (state !== undefined) return {',
  },
  'a launch ends with steps that are open': {
    file: 'core/effects/carry-on.ts',
    text: 'if (wait > longestWaitMs) return { againAt: next.until };',
    instead: 'if (wait > 5_000) return undefined;',
  },
  'a lease is taken from the living': {
    file: 'core/records/lease.ts',
    text: 'if (!isSilent && !(await isOfTheDead(store, current.doc.process))) return undefined;',
    instead: 'void isSilent;',
  },
  'an answer that was kept is not given again': {
    file: 'core/records/once.ts',
    text: 'const record = await openRecord(ports, companyId, request);\n      if (record.answer !== undefined) return replay(record.answer.body);',
    instead: 'const record = await openRecord(ports, companyId, request);',
  },
  'a change without an answer is told as done': {
    file: 'core/manage/change/carry-out.ts',
    text: "if (failure === undefined) return { [step.id]: { to: 'done'",
    instead:
      "if (failure === undefined || failure.class === 'transient') return { [step.id]: { to: 'done'",
  },
  'an undo does not compare': {
    file: 'core/manage/undo/objects.ts',
    text: "if (of !== 'creation') return changed(account, objects, path);",
    instead: "if (of !== 'creation') return objects;",
    also: {
      text: 'if (others.length > 0) throw changedSince(others, undoing.path);',
      instead: 'void changedSince;',
    },
  },
  'an ad that was launched since is replaced by a second one': {
    file: 'core/launch/corrections.ts',
    text: 'if (!isOver || failed.every((each) => each.adIndex !== adIndex))',
    instead: "if (name === '')",
  },
  'a retry launches what was corrected': {
    file: 'core/launch/retry.ts',
    text: 'if (corrected === undefined) return operations;',
    instead: 'if (corrected?.[0] !== 0) return operations;',
  },
  'what delivers already is not counted by the gate': {
    file: 'core/gate/totals.ts',
    text: 'account: standing(total, now) + perDay,',
    instead: 'account: perDay,',
  },
  'a restored gate goes by the sums of before': {
    file: 'core/upkeep/restored.ts',
    text: 'await store.commit(removals(accountTotalKind, companyId, [total]));',
    instead: 'void [total, removals];',
  },
  'a refused step of a plan is told as done': {
    file: 'core/features/approvals/results.ts',
    text: 'told(planned(about, { outcome, reason })), error };',
    instead: "told(planned(about, { outcome: 'done' })), error };",
  },
  'a plan tells as refused what an earlier attempt may have done': {
    file: 'core/features/approvals/apply.ts',
    text: "(await hasBegun(ports, caller, trying, at)) ? 'unknown' : 'refused'",
    instead: "'refused'",
  },
  'the end of a copy takes away what others have put into it': {
    file: 'core/manage/duplicate/remove.ts',
    text: 'isCopied(run, child) ? [child] : []',
    instead: 'isCopied(run, child) ? [child] : [child]',
  },
  'a copy that stopped half-way is removed with what others have put into it': {
    file: 'core/manage/duplicate/remove.ts',
    text: '...(holdsOthers(run, tree) ? [] : [',
    instead: '...(tree.id === "" ? [] : [',
  },
  'a copy that failed is removed with what others have put into it': {
    file: 'core/manage/duplicate/remove.ts',
    text: 'return ({ id }) => shared.has(id);',
    instead: 'return ({ id }) => id === "" && shared.has(id);',
  },
  'a worker that lost its job goes on': {
    file: 'adapters/jobs/held-job.ts',
    text: 'stopping() || turn.age === undefined',
    instead: 'stopping()',
  },
  'a change goes by a clock that is set back': {
    file: 'core/manage/change/carry-out.ts',
    text: 'const clock = steadyClock(ports.clock);',
    instead: 'const { clock } = ports; void steadyClock;',
  },
  'a retry is lost by the journal': {
    file: 'core/effects/state.ts',
    text: '  for (const id of again)',
    instead: '  for (const id of again.slice(again.length))',
  },
  'a creation that died on its way is sent again': {
    file: 'core/effects/carry-out.ts',
    text: 'if (begun !== undefined) await record({ outcomes: open, again: [ID] });',
    instead:
      'if (begun !== undefined) states.set(ID, { phase: "pending", attempts: 0, notBefore: 0 });',
  },
  'a copy that is not there yet is not there': {
    file: 'core/manage/duplicate/ask.ts',
    text: 'else if (leftMs(can, step, now(run)) > 0)',
    instead: 'else if (leftMs(can, step, now(run)) > 1e12)',
  },
  'a row without an answer is told as done': {
    file: 'core/features/changes/run.ts',
    text: 'return { unanswered: error.failure };',
    instead: 'return { updateId: null };',
  },
  'a plan is carried out that nobody approved': {
    file: 'core/features/approvals/approvals.ts',
    text: "if (worth === 'another' || (!isAnotherWanted && (worth === 'anyone' || mayAlone)))",
    instead: 'if (isAnotherWanted !== undefined || mayAlone)',
  },
  'the gate counts what is started twice': {
    file: 'core/gate/totals.ts',
    text: 'account: standing(total, now) + perDay,',
    instead: 'account: standing(total, now) + 2 * perDay,',
  },
  'answers of an erased lead stay': {
    file: 'core/features/leads/records.ts',
    text: '  { sealed: _, marks: __, stages: ___, ...doc }: LeadRecord,',
    instead: '  { marks: __, stages: ___, ...doc }: LeadRecord,',
  },
  'an erased person comes back with the next reading': {
    file: 'core/features/leads/keep.ts',
    text: 'if (erasure !== undefined && createdAt <= erasure.doc.at) return true;',
    instead: 'void [erasure, createdAt];',
  },
  'a reading under way brings an erased person back': {
    file: 'core/features/leads/keep.ts',
    text: "if (state !== 'kept' || !(await isErased(ports, companyId, marks, createdAt))) return [];",
    instead: "if (state !== 'kept' || marks !== undefined) return [];",
  },
  'an erasure takes others along': {
    file: 'core/features/leads/erase.ts',
    text: 'where: { marks: { has: mark } }, limit: STEP',
    instead: "where: { state: 'kept' }, limit: STEP",
  },
  'answers stand in clear': {
    file: 'core/features/leads/seal.ts',
    text: "secrets.seal(JSON.stringify({ answers, clickId }), { companyId, use: 'leads' });",
    instead:
      "secrets.seal(JSON.stringify({ answers, clickId }), { companyId, use: 'leads' }).then((sealed) => sealed + JSON.stringify(answers));",
  },
  'a reply is not looked for before it is sent again': {
    file: 'core/features/comments/send-reply.ts',
    text: 'if (mayBeOurs && isSameText(reply.text, text)',
    instead: 'if (mayBeOurs && reply.text === id',
  },
  'a model may do what it may plan': {
    file: 'core/access/caller.ts',
    text: "(needed === 'read' && held.some((scope) => INCLUDE_READ.includes(scope)))",
    instead: "(needed !== 'admin' && held.some((scope) => INCLUDE_READ.includes(scope)))",
  },
  'a new campaign is not looked for by its mark': {
    file: 'core/launch/structure/send.ts',
    text: 'return found.map((created) => created && done(created));',
    instead: "return found.map((created) => (created?.id === '' ? done(created) : undefined));",
  },
  'a new campaign delivers before it is complete': {
    file: 'core/launch/structure/send.ts',
    text: "...defined({ status: isTop(parent) ? ('PAUSED' as const) : status }),",
    instead: '...defined({ status }),',
  },
  'a new campaign is switched on without all of its ads': {
    file: 'core/launch/structure/plan.ts',
    text: 'parent: id, dependsOn: inside.ids });',
    instead: 'parent: id, dependsOn: [id] });',
  },
  'an undo takes away what others have put into a new campaign': {
    file: 'core/launch/structure/undo.ts',
    text: 'if (first !== undefined)',
    instead: "if (first?.id === '')",
  },
  'an undo leaves new ad sets without a word': {
    file: 'core/launch/undo/state.ts',
    text: "? [...made('adset'), ...made('campaign')]",
    instead: "? [...made('adset').slice(1), ...made('campaign')]",
  },
  'an ad set that was made is told as failed': {
    file: 'core/launch/structure/show.ts',
    text: "state: made !== undefined ? ('made' as const)",
    instead: "state: made !== undefined && level === 'campaign' ? ('made' as const)",
  },
  'events that may have arrived are sent again where nobody counts them once': {
    file: 'core/features/conversions/groups.ts',
    text: "if (dedupeMs === undefined) return 'not_deduplicated';",
    instead: 'if (dedupeMs === undefined) return undefined;',
  },
  'events without an answer are told as counted': {
    file: 'core/features/conversions/groups.ts',
    text: 'if (answer.taken) return',
    instead: 'if (answer.taken || answer.maybeDone) return',
  },
  'a bad event takes its neighbours along': {
    file: 'core/features/conversions/groups.ts',
    text: 'work: () => write(refused(doc, [bad], lastFailure, payload))',
    instead: 'work: () => write(refused(doc, [bad, ...allLeft(doc)], lastFailure, payload))',
  },
  'what may exist above ads is told as failed': {
    file: 'core/launch/structure/show.ts',
    text: '...(mayExist(parent, plan, states) && { mayExist: true as const }),',
    instead: '',
  },
  'events of a backup are sent as if they had not been': {
    file: 'core/features/conversions/distrust.ts',
    text: "if (doc.state === 'open')",
    instead: 'if (doc.outcomes === undefined)',
  },
  'an uncertain event puts the blame on its neighbour': {
    file: 'core/features/conversions/verdicts.ts',
    text: 'work: afterUnknown(doc.work, positions), ...unsent };',
    instead: 'work: afterTaken(doc.work, positions), ...unsent }; void afterUnknown;',
  },
  'a campaign that may deliver is told as paused': {
    file: 'core/launch/structure/show.ts',
    text: 'made === undefined || mayBeOn(parent, states) ? undefined',
    instead: 'made === undefined ? undefined',
  },
  'a receipt tells what was wanted instead of what is there': {
    file: 'core/features/approvals/receipt.ts',
    text: 'objects.push({ accountId, id, type, name, status, dailyBudget,',
    instead:
      "objects.push({ accountId, id, type, name: name.replace(/^P/, 'N'), status, dailyBudget,",
  },
  'a rule tells as done what has no answer': {
    file: 'core/features/automations/execute/effects.ts',
    text: "if (error instanceof PlatformError && error.failure.class === 'transient') return { unanswered: error.failure };",
    instead:
      "if (error instanceof PlatformError && error.failure.class === 'transient') return { after: input.wanted };",
  },
  'ad sets in a campaign that is about to be switched on are not counted': {
    file: 'core/gate/pending.ts',
    text: 'starting.has(state.id) ?',
    instead: "starting.has('') ?",
  },
  'a plan tells as refused what a launch may have made above its ads': {
    file: 'core/launch/show/parts.ts',
    text: 'const isUnknown = mayExist === true ||',
    instead: 'const isUnknown =',
  },
  'a request that was given up does what its second attempt was refused': {
    file: 'core/records/once.ts',
    text: 'if (record.begun === undefined && record.version !== entered)',
    instead: 'if (entered === undefined)',
  },
  'a row of a sheet shows the ad of another': {
    file: 'core/sheet/launch-record.ts',
    text: 'const made = Object.entries(ad.made ?? {}).filter(',
    instead: 'const made = Object.entries(launch.ads[0]?.made ?? {}).filter(',
  },
};

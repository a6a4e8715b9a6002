import * as v from 'valibot';
import { auditWrite } from '../../access/audit.ts';
import { type Actor, isModel } from '../../access/caller.ts';
import { refusal } from '../../base/refusal.ts';
import { type FromOutside, fromOutside } from '../../operations/outside.ts';
import type { Research, ResearchQuestion } from '../../ports/research.ts';
import type { Once, Steps } from '../../records/once.ts';
import { refuseLarge } from './bounds.ts';
import { type ResearchPorts, researchAccess } from './connection.ts';
import { isUncertain, researchError } from './failure.ts';
import { forModels } from './schema.ts';

/** Throws `unavailable` where no source is connected, and what the source refuses. */
export async function query(
  ports: ResearchPorts,
  caller: Actor,
  name: string,
  input: object | undefined,
): Promise<FromOutside> {
  const procedure = checkedProcedure(name);
  if (isModel(caller)) refuseUndeclared(procedure, input);
  refuseLarge('query', input);
  return read(ports, caller.companyId, { kind: 'query', procedure, ...(input && { input }) });
}

function refuseUndeclared(procedure: string, input: object = {}): void {
  const declared = forModels[procedure];
  if (declared !== undefined && v.is(declared, input)) return;
  const known = Object.keys(forModels).join(', ');
  const message = `A model asks the source for ${known} alone, each with the members it declares and short values. A person asks anything else.`;
  throw refusal('unprocessable_entity', { path: 'input', code: 'undeclared_input', message });
}

export const scrapeStatus = (
  ports: ResearchPorts,
  companyId: string,
  jobId: string,
): Promise<FromOutside> => read(ports, companyId, { kind: 'scrape-status', jobId });

export function checkMutation(name: string, input: object): string {
  const procedure = checkedProcedure(name);
  refuseLarge('mutation', input);
  return procedure;
}

export async function mutate(
  ports: ResearchPorts,
  caller: Actor,
  { name, input, once }: { readonly name: string; readonly input: object; readonly once: Once },
): Promise<FromOutside> {
  const procedure = checkMutation(name, input);
  return change(ports, caller, () => ({ kind: 'mutation', procedure, input }), once);
}

export const scrape = (
  ports: ResearchPorts,
  caller: Actor,
  url: string,
  once: Once,
): Promise<FromOutside> =>
  change(
    ports,
    caller,
    (research) => {
      if (!research.isLibraryAddress(url)) throw notLibrary(research);
      return { kind: 'scrape', url };
    },
    once,
  );

async function read(
  ports: ResearchPorts,
  companyId: string,
  question: ResearchQuestion,
): Promise<FromOutside> {
  const { research, access } = await researchAccess(ports, companyId);
  const result = await research.ask(access, question);
  if (!result.ok) throw researchError(result.refusal, question.kind);
  return fromOutside(result.data, {
    source: research.host,
    procedure: nameOf(question),
    at: result.at,
  });
}

const change = (
  ports: ResearchPorts,
  caller: Actor,
  questionFor: (research: Research) => ResearchQuestion,
  once: Once,
): Promise<FromOutside> =>
  once.inSteps<object, FromOutside>(async (steps) => {
    const { research, access } = await researchAccess(ports, caller.companyId);
    const question = questionFor(research);
    await begin(steps);
    const result = await research.ask(access, question);
    if (!result.ok) {
      // The source takes no keys: what may have happened stays written down.
      if (!isUncertain(result.refusal)) await steps.refuse([]);
      throw researchError(result.refusal, question.kind);
    }
    const answer = fromOutside(result.data, {
      source: research.host,
      procedure: nameOf(question),
      at: result.at,
    });
    await steps.conclude(answer, [
      auditWrite(ports, caller, { action: 'research.change', subject: nameOf(question) }),
    ]);
    return answer;
  });

async function begin(steps: Steps<object, FromOutside>): Promise<void> {
  if (steps.begun === undefined) return steps.begin({}, []);
  const message =
    'An earlier request under this Idempotency-Key was cut off, and the source may have carried it out. Look there; if it did not, send the request under another key.';
  throw refusal('conflict', { path: 'Idempotency-Key', code: 'outcome_unknown', message });
}

const nameOf = (question: ResearchQuestion) =>
  'procedure' in question ? question.procedure : question.kind;

function notLibrary({ libraryExample }: Research) {
  const message = `The source reads pages of an ad library alone: ${libraryExample}`;
  return refusal('unprocessable_entity', { path: 'url', code: 'library_address', message });
}

/** Nothing that could be read as a path, a list or an encoding. */
const PATTERN = /^[A-Za-z][A-Za-z0-9]{0,39}\.[A-Za-z][A-Za-z0-9]{0,59}$/;

/** They make and revoke keys of the source. */
const REFUSED = ['apikey', 'apikeys'];

/** A router with two names, the second of them the source's own. */
const [OTHER_NAME, OWN_NAME] = ['brandWatch', 'brandSpy'];

/**
 * A procedure as the source knows it. Throws `unprocessable_entity` for what cannot be one,
 * `forbidden` for keys.
 */
function checkedProcedure(name: string): string {
  if (!PATTERN.test(name)) throw misnamed();
  const [router = '', verb = ''] = name.split('.');
  if (REFUSED.includes(router.toLowerCase())) throw refused();
  return `${router === OTHER_NAME ? OWN_NAME : router}.${verb}`;
}

function misnamed() {
  const message =
    'A procedure is named router.procedure, in letters and digits: ads.list. One at a time.';
  return refusal('unprocessable_entity', { path: 'procedure', code: 'procedure_name', message });
}

function refused() {
  const message =
    'Keys of the research source are made and revoked at the source, not through this service.';
  return refusal('forbidden', { path: 'procedure', code: 'procedure_refused', message });
}

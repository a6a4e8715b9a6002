import * as v from 'valibot';
import { auditWrite } from '../../access/audit.ts';
import { type Actor, isModel } from '../../access/caller.ts';
import { SlipwayError } from '../../base/errors.ts';
import type { Research, ResearchQuestion } from '../../ports/research.ts';
import type { Once, Steps } from '../../records/once.ts';
import { refuseLarge } from './bounds.ts';
import { type ResearchPorts, researchAccess } from './connection.ts';
import { isUncertain, researchError } from './failure.ts';
import { type FromOutside, fromOutside } from './outside.ts';
import { checkedProcedure } from './procedure.ts';
import { forModels } from './schema.ts';

/** What the source answers to a query. Throws `unavailable` where none is connected, and what the source refuses. */
export async function query(ports: ResearchPorts, caller: Actor, name: string, input: object | undefined): Promise<FromOutside> {
  const procedure = checkedProcedure(name);
  if (isModel(caller)) refuseUndeclared(procedure, input);
  refuseLarge('query', input);
  return read(ports, caller.companyId, { kind: 'query', procedure, ...(input && { input }) });
}

/** Throws where a model would send the source something that no operation declares. */
function refuseUndeclared(procedure: string, input: object = {}): void {
  const declared = forModels[procedure];
  if (declared !== undefined && v.is(declared, input)) return;
  const known = Object.keys(forModels).join(', ');
  const message = `A model asks the source for ${known} alone, each with the members it declares and short values. A person asks anything else.`;
  throw new SlipwayError('unprocessable_entity', message, { details: [{ path: 'input', code: 'undeclared_input', message }] });
}

/** How a job that reads a page of an ad library stands. */
export const scrapeStatus = (ports: ResearchPorts, companyId: string, jobId: string): Promise<FromOutside> =>
  read(ports, companyId, { kind: 'scrape-status', jobId });

/** The procedure as the source knows it. Throws what is wrong with the name or the input. */
export function checkMutation(name: string, input: object): string {
  const procedure = checkedProcedure(name);
  refuseLarge('mutation', input);
  return procedure;
}

/** Has the source change something, once under the caller's key. */
export async function mutate(ports: ResearchPorts, caller: Actor, name: string, input: object, once: Once): Promise<FromOutside> {
  const procedure = checkMutation(name, input);
  return change(ports, caller, () => ({ kind: 'mutation', procedure, input }), once);
}

/** Has the source read a page of an ad library. */
export const scrape = (ports: ResearchPorts, caller: Actor, url: string, once: Once): Promise<FromOutside> =>
  change(
    ports,
    caller,
    (research) => {
      if (!research.isLibraryAddress(url)) throw notLibrary(research);
      return { kind: 'scrape', url };
    },
    once,
  );

async function read(ports: ResearchPorts, companyId: string, question: ResearchQuestion): Promise<FromOutside> {
  const { research, access } = await researchAccess(ports, companyId);
  const result = await research.ask(access, question);
  if (!result.ok) throw researchError(result.refusal, question.kind);
  return fromOutside(result.data, { source: research.host, procedure: nameOf(question), at: result.at });
}

type Changed = FromOutside;

const change = (
  ports: ResearchPorts,
  caller: Actor,
  questionFor: (research: Research) => ResearchQuestion,
  once: Once,
): Promise<FromOutside> =>
  once.inSteps<object, Changed>(async (steps) => {
    const { research, access } = await researchAccess(ports, caller.companyId);
    const question = questionFor(research);
    await begin(steps);
    const result = await research.ask(access, question);
    if (!result.ok) {
      // What may have happened stays written down: the source takes no keys by which it would do it once.
      if (!isUncertain(result.refusal)) await steps.refuse([]);
      throw researchError(result.refusal, question.kind);
    }
    const answer = fromOutside(result.data, { source: research.host, procedure: nameOf(question), at: result.at });
    await steps.conclude(answer, [auditWrite(ports, caller, 'research.change', nameOf(question))]);
    return answer;
  });

async function begin(steps: Steps<object, Changed>): Promise<void> {
  if (steps.begun !== undefined) {
    const message =
      'An earlier request under this Idempotency-Key was cut off, and the source may have carried it out. Look there; if it did not, send the request under another key.';
    throw new SlipwayError('conflict', message, { details: [{ path: 'Idempotency-Key', code: 'outcome_unknown', message }] });
  }
  await steps.begin({}, []);
}

const nameOf = (question: ResearchQuestion): string => ('procedure' in question ? question.procedure : question.kind);

function notLibrary({ libraryExample }: Research): SlipwayError {
  const message = `The source reads pages of an ad library alone: ${libraryExample}`;
  return new SlipwayError('unprocessable_entity', message, { details: [{ path: 'url', code: 'library_address', message }] });
}

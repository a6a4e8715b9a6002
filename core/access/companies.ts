import { refusal } from '../base/refusal.ts';
import { type Conflict, SYSTEM, type Write } from '../ports/store.ts';
import type { WritePorts } from '../ports/write-ports.ts';
import { randomId } from '../records/random-id.ts';
import { takeName } from '../records/unique-name.ts';
import { auditWrite } from './audit.ts';
import type { Caller } from './caller.ts';
import { firstCompanyWrite } from './first-company.ts';
import { boundsOf, mintKey } from './keys.ts';
import { type CompanyRecord, companyKind, type WorkspaceRecord, workspaceKind } from './records.ts';
import type { Scope } from './scopes.ts';

export interface CreatedCompany {
  readonly companyId: string;
  /** Shown here only. */
  readonly adminKey: string;
}

export interface CompanyOptions {
  /** Of its first key. Default: admin. */
  readonly scopes?: readonly Scope[];
  /** For the audit. */
  readonly by?: Caller;
  /** Marks the company the installation began with; `conflict` when one exists. */
  readonly first?: boolean;
}

/** A company with its first workspace and an admin key. */
export async function createCompany(
  ports: WritePorts,
  request: { readonly name: string },
  options: CompanyOptions = {},
): Promise<CreatedCompany> {
  const { created, writes } = await builtCompany(ports, request, options);
  refuseTaken(await ports.store.commit(writes));
  return created;
}

/** All ids of a company are fresh: only being the first can conflict. */
export function refuseTaken(conflict: Conflict | undefined): void {
  if (conflict === undefined) return;
  const message = 'Another process made this company at the same moment. Ask again.';
  throw refusal('conflict', { path: '', code: 'made_meanwhile', message });
}

/** The same, yet to be committed. */
export async function builtCompany(
  ports: Pick<WritePorts, 'clock' | 'secrets'>,
  request: { readonly name: string },
  options: CompanyOptions,
) {
  const createdAt = ports.clock.now();
  const companyId = randomId(ports.secrets, 'co');
  const defaultWorkspaceId = randomId(ports.secrets, 'ws');
  const company: CompanyRecord = { name: request.name, createdAt, defaultWorkspaceId };
  const workspace: WorkspaceRecord = { name: 'Main', slug: 'main', createdAt };
  const scopes = options.scopes ?? ['admin'];
  const key = await mintKey(ports, companyId, {
    name: 'First admin key',
    scopes,
    ...(options.by && boundsOf(options.by)),
  });
  const writes: Write[] = [
    { kind: companyKind, companyId: SYSTEM, id: companyId, expect: 'absent', doc: company },
    { kind: workspaceKind, companyId, id: defaultWorkspaceId, expect: 'absent', doc: workspace },
    takeName(companyId, 'workspace-slug', workspace.slug, defaultWorkspaceId),
    key.write,
    auditWrite(
      ports,
      { companyId, keyId: options.by?.keyId ?? key.record.keyId },
      { action: 'company.create', subject: companyId },
    ),
  ];
  if (options.first) writes.push(firstCompanyWrite(companyId));
  const created: CreatedCompany = { companyId, adminKey: key.secret };
  return { created, defaultWorkspaceId, writes };
}

import { researchKey, seedResearch } from './research/seed.ts';
import type { SandboxCompany, Simulation } from './simulation.ts';
import type { World } from './world.ts';

const KIND = '.companies';

/** Its tokens are fixed: tests name them. */
export const demoCompany: SandboxCompany = {
  number: 1,
  name: 'Sandbox Company',
  token: 'sandbox-token',
  readOnlyToken: 'sandbox-read-token',
};

interface SeededCompany extends SandboxCompany {
  readonly adAccountIds: readonly string[];
}

export function seedCompany(
  world: World,
  simulations: readonly Simulation[],
  name = demoCompany.name,
): SeededCompany {
  const number = world.all(KIND).length + 1;
  const { token, readOnlyToken } = demoCompany;
  const company: SandboxCompany =
    number === 1
      ? { ...demoCompany, name }
      : { number, name, token: `${token}-${number}`, readOnlyToken: `${readOnlyToken}-${number}` };
  world.add({
    id: `company:${number}`,
    kind: KIND,
    company: `company:${number}`,
    parents: [],
    data: { ...company },
  });
  seedResearch(world, company);
  return {
    ...company,
    adAccountIds: simulations.flatMap((simulation) => simulation.seed(world, company)),
  };
}

export const credentialsOf = (company: SandboxCompany, simulations: readonly Simulation[]) => ({
  credentials: Object.fromEntries(
    simulations.map((simulation) => [simulation.platform, simulation.credentials(company)]),
  ),
  /** Of programs that begin with an app and a refresh token. */
  renewal: Object.fromEntries(
    simulations.flatMap(({ platform, authorization, refreshTokenOf }) =>
      authorization === undefined
        ? []
        : [
            [
              platform,
              {
                ...authorization.app,
                ...(refreshTokenOf && { refreshToken: refreshTokenOf(company.token) }),
              },
            ],
          ],
    ),
  ),
  research: { apiKey: researchKey(company) },
});

export const hasCompanies = (world: World): boolean => world.all(KIND).length > 0;

export const companiesOf = (world: World): readonly SandboxCompany[] =>
  world.all(KIND).flatMap((id) => (world.get(id)?.data as SandboxCompany | undefined) ?? []);

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { EXIT } from '../../server/cli/base/command.ts';
import { commands } from '../../server/cli/commands.ts';
import { environment } from '../../server/process/environment.ts';
import { renderTemplate } from './go-template.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const { version } = JSON.parse(read('package.json')) as { readonly version: string };

type Row = { readonly [field: string]: unknown };

describe('the Helm chart', () => {
  const folder = 'deploy/helm/slipway';
  const chart = Bun.YAML.parse(read(`${folder}/Chart.yaml`)) as Row;
  const values = Bun.YAML.parse(read(`${folder}/values.yaml`)) as Row & {
    readonly env: Row;
    readonly ingress: Row;
  };
  const defines = read(`${folder}/templates/_helpers.tpl`);
  /** Everything it makes, with some values changed. */
  const rendered = (changed: Row = {}): readonly Manifest[] => {
    const scope = {
      Values: { ...values, ...changed },
      Release: { Name: 'ads', Service: 'Helm' },
      Chart: { AppVersion: chart.appVersion },
    };
    return readdirSync(join(root, folder, 'templates'))
      .filter((name) => name.endsWith('.yaml'))
      .flatMap((name) =>
        renderTemplate(read(`${folder}/templates/${name}`), scope, defines).split(/^---$/m),
      )
      .filter((text) => text.trim() !== '')
      .map((text) => Bun.YAML.parse(text) as Manifest);
  };

  interface Manifest {
    readonly kind: string;
    readonly metadata: { readonly name: string; readonly annotations?: Row };
    readonly spec: {
      readonly replicas: number;
      readonly selector: { readonly matchLabels: Row };
      readonly template: { readonly metadata: { readonly labels: Row }; readonly spec: Pod };
    };
  }
  interface Pod {
    readonly terminationGracePeriodSeconds: number;
    readonly containers: readonly (Row & {
      readonly args: readonly string[];
      readonly env: readonly { readonly name: string; readonly value: string }[];
      readonly image: string;
      readonly readinessProbe: { readonly httpGet: { readonly path: string } };
    })[];
  }

  test('is of the version of the package', () => {
    expect([chart.version, chart.appVersion]).toEqual([version, version]);
  });

  test('makes processes that answer, workers, a migration before them, a service and, where asked for, an ingress', () => {
    expect(
      rendered()
        .map(({ kind, metadata }) => `${kind} ${metadata.name}`)
        .sort(),
    ).toEqual([
      'Deployment ads-api',
      'Deployment ads-worker',
      'Job ads-migrate',
      'PodDisruptionBudget ads-api',
      'PodDisruptionBudget ads-worker',
      'Service ads',
    ]);
    expect(
      rendered({ ingress: { ...values.ingress, enabled: true } }).map(({ kind }) => kind),
    ).toContain('Ingress');
    expect(rendered().find(({ kind }) => kind === 'Job')?.metadata.annotations).toMatchObject({
      'helm.sh/hook': 'pre-install,pre-upgrade',
    });
  });

  test('starts the program as it is started, with variables it knows, and probes that exist', () => {
    const known = Object.keys(environment.entries);
    for (const { kind, spec, metadata } of rendered()) {
      if (kind !== 'Deployment' && kind !== 'Job') continue;
      const [container] = spec.template.spec.containers;
      expect(container?.image).toBe(`slipway:${version}`);
      for (const { name } of container?.env ?? []) expect(known).toContain(name);
      expect(JSON.stringify(spec)).toContain('"readOnlyRootFilesystem":true');
      if (kind === 'Job') continue;
      expect(spec.template.metadata.labels).toMatchObject(spec.selector.matchLabels);
      expect(container?.args.slice(0, 3)).toEqual(['serve', '--role', metadata.name.slice(4)]);
      expect(container?.readinessProbe.httpGet.path).toBe('/v1/health/ready');
      // Longer than the drain and the thirty seconds after it.
      expect(spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(
        Number(values.env.SLIPWAY_DRAIN_SECONDS) + 35,
      );
    }
  });

  /** What `helm lint` looks at; the program itself is not needed for it. */
  test('has what every chart must have, and its templates name no value that is not there', () => {
    expect(chart).toMatchObject({
      apiVersion: 'v2',
      name: folder.split('/').at(-1),
      type: 'application',
    });
    expect(String(chart.version)).toMatch(/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/);
    const files = readdirSync(join(root, folder, 'templates'));
    const text = files.map((name) => read(`${folder}/templates/${name}`)).join('\n');
    const named = [...text.matchAll(/\.Values((?:\.\w+)+)/g)].map(([, path = '']) =>
      path.slice(1).split('.'),
    );
    expect(named.length).toBeGreaterThan(10);
    const at = (path: readonly string[]): unknown =>
      path.reduce<unknown>((value, key) => (value as Row | undefined)?.[key], values);
    expect(named.filter((path) => at(path) === undefined)).toEqual([]);
    const used = new Set(named.map(([first]) => first));
    expect(Object.keys(values).filter((name) => !used.has(name))).toEqual([]);
    for (const manifest of rendered({ ingress: { ...values.ingress, enabled: true } })) {
      expect(manifest).toMatchObject({ apiVersion: expect.any(String), kind: expect.any(String) });
      expect(manifest.metadata.name).toMatch(/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/);
      expect(JSON.stringify(manifest)).not.toMatch(/<no value>|undefined|\{\{/);
    }
    expect(files).toContain('NOTES.txt');
  });

  test('takes what is changed', () => {
    const changed = rendered({
      api: { replicas: 5, resources: {} },
      image: { repository: 'own/slipway', tag: '7', pullPolicy: 'Always' },
    });
    const api = changed.find(
      ({ metadata, kind }) => kind === 'Deployment' && metadata.name === 'ads-api',
    );
    expect([api?.spec.replicas, api?.spec.template.spec.containers[0]?.image]).toEqual([
      5,
      'own/slipway:7',
    ]);
  });
});

test.each(['slipway.service', 'slipway-worker@.service'])(
  '%s starts commands that exist, and waits longer than a drain',
  (name) => {
    const unit = read(`deploy/systemd/${name}`);
    const started = [
      ...unit.matchAll(/^ExecStart(?:Pre)?=\/usr\/local\/bin\/slipway (\w+)(.*)$/gm),
    ];
    expect(started.length).toBeGreaterThan(0);
    for (const [, word, rest = ''] of started) {
      const command = commands.find((each) => each.name === word);
      for (const [, flag = ''] of rest.matchAll(/--(\w+)/g))
        expect(Object.keys(command?.flags ?? {})).toContain(flag);
    }
    // Unknown variables of ours are refused at the start.
    for (const [, variable = ''] of unit.matchAll(/^Environment=(SLIPWAY_\w+)=/gm))
      expect(Object.keys(environment.entries)).toContain(variable);
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(5 + 30);
    expect(unit).toMatch(new RegExp(`^RestartPreventExitStatus=${EXIT.usage}$`, 'm'));
    expect(unit).toMatch(/^CapabilityBoundingSet=$/m);
  },
);

test('the compose file runs the service without rights it does not need, and gives it time to end', () => {
  const { services } = Bun.YAML.parse(read('deploy/compose.yaml')) as {
    readonly services: { readonly [name: string]: Row };
  };
  expect(services.slipway).toMatchObject({ read_only: true, cap_drop: ['ALL'], env_file: '.env' });
  expect(services.slipway?.ports).toEqual([expect.stringMatching(/^127\.0\.0\.1:/)]);
  expect(Number.parseInt(String(services.slipway?.stop_grace_period), 10)).toBeGreaterThan(35);
  expect([services.caddy?.profiles, services.postgres?.profiles]).toEqual([['tls'], ['postgres']]);
});

describe('the files for Render and Railway', () => {
  const { services } = Bun.YAML.parse(read('deploy/render.yaml')) as {
    services: {
      dockerfilePath: string;
      healthCheckPath: string;
      envVars: { key: string }[];
      disk: { mountPath: string };
    }[];
  };
  const { build, deploy } = JSON.parse(read('deploy/railway.json'));

  test('name an image file and a health check that exist, variables that the service reads, and its data folder', () => {
    const image = read(services[0]?.dockerfilePath ?? '');
    expect(read(build.dockerfilePath)).toBe(image);
    expect([services[0]?.healthCheckPath, deploy.healthcheckPath]).toEqual([
      '/v1/health/ready',
      '/v1/health/ready',
    ]);
    for (const { key } of services[0]?.envVars ?? [])
      expect(Object.keys(environment.entries)).toContain(key);
    expect(image).toContain(`"--data", "${services[0]?.disk.mountPath}"`);
  });
});

/**
 * The rules of hadolint that concern this file; the program itself comes neither from npm nor from
 * Debian.
 */
describe('the image file', () => {
  const lines = read('build/Dockerfile')
    .replace(/^#.*\n/gm, '')
    .replace(/ *\\\n\s*/g, ' ')
    .split('\n')
    .filter(Boolean);
  const of = (word: string): string[] =>
    lines.flatMap((line) => (line.startsWith(`${word} `) ? [line.slice(word.length + 1)] : []));

  test('has instructions in the forms that linters ask for', () => {
    const known = [
      'FROM',
      'WORKDIR',
      'COPY',
      'RUN',
      'USER',
      'ENV',
      'VOLUME',
      'EXPOSE',
      'HEALTHCHECK',
      'ENTRYPOINT',
      'CMD',
    ];
    expect(lines.filter((line) => !known.includes(line.split(' ')[0] ?? ''))).toEqual([]);
    expect(of('WORKDIR').filter((folder) => !folder.startsWith('/'))).toEqual([]);
    for (const text of [
      ...of('ENTRYPOINT'),
      ...of('CMD'),
      ...of('HEALTHCHECK').map((each) => each.replace('CMD ', '')),
    ])
      expect(JSON.parse(text)).toEqual(expect.arrayContaining([expect.any(String)]));
    expect(of('USER')).toEqual(['bun']);
    expect(
      lines.some((line, at) => line.startsWith('RUN ') && lines[at + 1]?.startsWith('RUN ')),
    ).toBe(false);
    for (const run of of('RUN')) {
      expect(run).not.toMatch(/\bsudo\b|\bapt (install|update)|\bcurl\b.*\|/);
      for (const install of run.match(/apt-get install[^&]*/g) ?? [])
        expect(install).toMatch(/ -y --no-install-recommends /);
      if (run.includes('apt-get')) expect(run).toMatch(/rm -rf \/var\/lib\/apt\/lists\/\*$/);
    }
  });

  test('copies what the clone or the first stage has', () => {
    const [own, built] = [
      of('COPY').filter((each) => !each.startsWith('--')),
      of('COPY').filter((each) => each.startsWith('--')),
    ];
    const ignored = read('build/Dockerfile.dockerignore').split('\n');
    for (const from of own.flatMap((each) => each.split(' ').slice(0, -1))) {
      expect(existsSync(join(root, from)), from).toBe(true);
      expect(ignored).not.toContain(from);
    }
    const first = `${of('WORKDIR')[0]}/`;
    for (const each of built) {
      expect(each).toMatch(new RegExp(`^--from=build ${first}`));
      const path = each.split(' ')[1]?.slice(first.length) ?? '';
      expect(existsSync(join(root, path)) || path === 'dist', path).toBe(true);
    }
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { repoRoot } from '../e2e/support/repoRoot.js';
import { folders, text } from './composeFile.js';
import {
  hasKubectl,
  kubernetesText,
  kustomizationOf,
  manifestFiles,
  manifestsIn,
  OVERLAYS,
  podOf,
  renderOverlay,
  workloadsIn,
  writtenManifests,
  type Container,
  type Manifest,
} from './kubernetesManifests.js';
import { validateManifest } from './kubernetesModels.js';
import { documentedSettings } from './settingsDocument.js';

if (!hasKubectl)
  process.stderr.write('SKIPPED test/deploy: kubectl is not installed, the overlays were checked file by file only\n');

const workloads = workloadsIn(writtenManifests);
const containerOf = (name: string): Container => podOf(named(name)).containers[0] as Container;
const WORKERS = ['exceptions', 'spans', 'logs', 'hits', 'replays', 'metrics'];
const LOGINS: Readonly<Record<string, string | undefined>> = {
  gateway: 'gateway',
  api: 'api',
  sourcemaps: 'sourcemaps',
  alerts: 'alerts',
  housekeeping: 'owner',
  'backlog-monitor': undefined,
  ...Object.fromEntries(WORKERS.map((name) => [name, name])),
};

describe('files of deploy/kubernetes', () => {
  test.each(manifestFiles)('%s matches the schemas of its kinds', (file) => {
    for (const manifest of manifestsIn(kubernetesText(file))) expect(() => validateManifest(manifest)).not.toThrow();
  });

  test('each is a resource of a kustomization', () => {
    const listed = ['base', ...OVERLAYS.map((name) => `overlays/${name}`)].flatMap((folder) =>
      kustomizationOf(folder).resources.map((resource) => join(folder, resource)),
    );
    expect(listed.filter((file) => file.endsWith('.yaml')).sort()).toEqual(manifestFiles);
  });

  test('the proxy has the configuration of Compose, with names of the cluster', () => {
    const directives = (conf: string): string =>
      conf
        .replace(/^.*# .*\n/gm, '')
        .replace(/resolver .*;/, 'resolver;')
        // The proxy sees the pods that keep chunks, where Compose has one name for all containers.
        .replaceAll('sourcemaps-pods.', 'sourcemaps.')
        .replaceAll('.sluice.svc.cluster.local', '');
    expect(directives(kubernetesText('base/nginx.conf'))).toBe(directives(text('deploy/proxy/nginx.conf')));
    expect(kubernetesText('base/nginx.conf').match(/\w+\.sluice\.svc\.cluster\.local:8000 resolve/g)).toHaveLength(8);
  });
});

describe('workloads', () => {
  test('every service is one, runs its program, and is probed where it answers', () => {
    const adminServer = readFileSync(join(repoRoot, 'packages/runtime/src/adminServer.ts'), 'utf8');
    for (const name of folders) {
      const { args, livenessProbe, readinessProbe, startupProbe, ports } = containerOf(name);
      expect(args).toEqual([`services/${name}/dist/main.js`]);
      expect(ports).toContainEqual({ name: 'admin', containerPort: 8001 });
      expect(readinessProbe?.httpGet).toEqual({ path: '/readyz', port: 'admin' });
      for (const probe of [livenessProbe, startupProbe])
        expect(probe?.httpGet).toEqual({ path: '/healthz', port: 'admin' });
    }
    for (const path of ['/healthz', '/readyz', '/metrics']) expect(adminServer).toContain(`path === '${path}'`);
    const settings = kustomizationOf('base').configMapGenerator?.find(({ name }) => name === 'sluice-settings');
    expect(settings?.literals).toEqual(expect.arrayContaining(['ADMIN_HOST=0.0.0.0', 'ADMIN_PORT=8001', 'PORT=8000']));
  });

  test.each(folders)('%s is given settings that it has', (name) => {
    const known = documentedSettings().get(name);
    const given = (containerOf(name).env ?? []).map((variable) => variable.name);
    expect(given.filter((variable) => known?.has(variable) !== true && variable !== 'NODE_OPTIONS')).toEqual([]);
  });

  test('settings for all services are settings of some', () => {
    const known = new Set([...documentedSettings().values()].flatMap((settings) => [...settings]));
    for (const folder of ['base', ...OVERLAYS.map((name) => `overlays/${name}`)]) {
      const generated = kustomizationOf(folder).configMapGenerator ?? [];
      const literals = generated.filter(({ name }) => name === 'sluice-settings').flatMap((one) => one.literals ?? []);
      const names = literals.map((literal) => literal.slice(0, literal.indexOf('=')));
      expect(names.filter((name) => !known.has(name))).toEqual([]);
    }
  });

  test.each(Object.entries(LOGINS))(
    '%s signs in to the database as %s, with the password from a file',
    (name, login) => {
      const env = containerOf(name).env ?? [];
      const url = env.find((variable) => variable.name === 'DATABASE_URL')?.valueFrom?.configMapKeyRef;
      expect(url?.key).toBe(login);
      const logins = Object.values(LOGINS).filter((one) => one !== undefined);
      const everySecret = new RegExp(`sluice-(?:${logins.join('|')})\\b`, 'g');
      const secrets = JSON.stringify(podOf(named(name))).match(everySecret) ?? [];
      expect([...new Set(secrets)]).toEqual(login === undefined ? [] : [`sluice-${login}`]);
      expect(env.filter(({ name: one, value }) => /PASSWORD$|SECRET$/.test(one) && value !== undefined)).toEqual([]);
    },
  );

  test('new code waits for the schema, and the migration creates the logins', () => {
    const waiting = Object.entries(LOGINS).filter(([name, login]) => login !== undefined && name !== 'gateway');
    for (const [name] of waiting)
      expect(JSON.stringify(podOf(named(name)).initContainers)).toContain('sluice.mjs migrate --check');
    const { args } = containerOf('migrate');
    expect(args).toEqual(['packages/cli/bin/sluice.mjs', 'migrate', '--roles', '/run/secrets']);
    const databases = kustomizationOf('base').configMapGenerator?.find(({ name }) => name === 'sluice-databases');
    for (const role of ['gateway', ...WORKERS, 'api', 'sourcemaps', 'alerts'])
      expect(databases?.literals).toContainEqual(expect.stringMatching(`^${role}=postgres://sluice_${role}_1@`));
  });

  test.each(workloads.map(({ metadata }) => metadata.name))(
    '%s has no more rights than it needs, and limits',
    (name) => {
      const pod = podOf(named(name));
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        enableServiceLinks: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      });
      for (const container of [...(pod.initContainers ?? []), ...pod.containers]) {
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
        expect(container.resources?.limits?.memory).toMatch(/^\d+[MG]i$/);
      }
    },
  );
});

describe('scaling', () => {
  const scaled = writtenManifests.filter(({ kind }) => kind === 'ScaledObject');
  const queryOf = ({ spec }: Manifest): string =>
    (spec?.['triggers'] as readonly { readonly metadata: { readonly query: string } }[])[0]?.metadata.query ?? '';

  /** Comparable without its layout. */
  const flat = (query: string): string => query.replace(/\s+/g, ' ').trim();

  test('each worker follows the age of the oldest waiting event of its type, and stops where PostgreSQL is saturated', () => {
    const byName = Object.fromEntries(scaled.map((one) => [one.metadata.name, flat(queryOf(one))]));
    const queryFor = (name: string): string => {
      const type = name.replace(/s$/, '');
      return flat(`min(
        max by (type) (sluice_queue_oldest_job_age_seconds{namespace="sluice",type="${type}"})
        or 10 * count(sluice_build_info{namespace="sluice",service="${name}"})
          and on () sluice:database_saturated{namespace="sluice",type="${type}"} == 1
      )`);
    };
    expect(byName).toEqual(Object.fromEntries(WORKERS.map((name) => [name, queryFor(name)])));
    // promtool tests this one.
    expect(flat(text('deploy/observability/tests/saturation.test.yml'))).toContain(queryFor('spans'));
    for (const { metadata, spec } of scaled) expect(spec?.['scaleTargetRef']).toEqual({ name: metadata.name });
  });

  test('the metrics that manifests name exist, with these labels', () => {
    const metrics = new Set(scaled.flatMap((one) => queryOf(one).match(/sluice_\w+/g) ?? []));
    expect([...metrics].sort()).toEqual(['sluice_build_info', 'sluice_queue_oldest_job_age_seconds']);
    const monitor = readdirSync(join(repoRoot, 'services/backlog-monitor/src'))
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => text(`services/backlog-monitor/src/${file}`))
      .join('\n');
    expect(monitor).toMatch(/name: 'sluice_queue_oldest_job_age_seconds',[^}]*labelNames: \['type'\]/);
    expect(text('packages/runtime/src/buildInfo.ts')).toMatch(/name: 'sluice_build_info',[^}]*labelNames: \['service'/);
    expect(text('deploy/observability/rules/saturation.yml')).toContain('record: sluice:database_saturated');
  });

  test('monitors and rules have the label by which kube-prometheus-stack selects them, and the rules are all of them', () => {
    const selected = writtenManifests.filter(({ kind }) => ['ServiceMonitor', 'PrometheusRule'].includes(kind));
    expect(selected.map(({ kind }) => kind).sort()).toEqual(['PrometheusRule', 'ServiceMonitor', 'ServiceMonitor']);
    for (const { metadata } of selected) expect(metadata.labels?.['release']).toBe('kube-prometheus-stack');
    const rule = selected.find(({ kind }) => kind === 'PrometheusRule');
    const files = readdirSync(join(repoRoot, 'deploy/observability/rules')).sort();
    const groups = files.flatMap((file) => manifestsIn(text(`deploy/observability/rules/${file}`)));
    expect(rule?.spec?.['groups']).toEqual(groups.flatMap((one) => (one as unknown as { groups: unknown[] }).groups));
  });

  test('monitors read the admin port, by the job that alerts and dashboards select', () => {
    const monitors = writtenManifests.filter(({ kind }) => kind === 'ServiceMonitor');
    const endpoints = monitors.flatMap(
      ({ spec }) => spec?.['endpoints'] as readonly Readonly<Record<string, unknown>>[],
    );
    expect(endpoints.map(({ port, path, relabelings }) => ({ port, path, relabelings }))).toEqual(
      monitors.map(() => ({
        port: 'admin',
        path: '/metrics',
        relabelings: [
          {
            sourceLabels: ['__meta_kubernetes_service_label_app_kubernetes_io_name'],
            targetLabel: 'job',
            replacement: 'sluice-$1',
          },
        ],
      })),
    );
    expect(text('deploy/observability/rules/alerts.yml')).toContain('up{job=~"sluice.*"} == 0');
  });

  test('the gateway follows its processor time, and what is scaled exists', () => {
    const autoscaler = writtenManifests.find(({ kind }) => kind === 'HorizontalPodAutoscaler');
    expect(autoscaler?.spec?.['scaleTargetRef']).toMatchObject({ kind: 'StatefulSet', name: 'gateway' });
    expect(JSON.stringify(autoscaler?.spec?.['metrics'])).toContain('"name":"cpu"');
    for (const { metadata } of scaled) expect(named(metadata.name).kind).toBe('Deployment');
  });

  test('several pods of a service are spread, and leave one at a time', () => {
    const counts = kustomizationOf('overlays/ha').replicas ?? [];
    const budgets = writtenManifests.filter(({ kind }) => kind === 'PodDisruptionBudget');
    expect(budgets.map(({ metadata }) => metadata.name).sort()).toEqual(counts.map(({ name }) => name).sort());
    for (const { name, count } of counts) {
      expect(count).toBeGreaterThan(1);
      expect(podOf(named(name)).topologySpreadConstraints).toHaveLength(2);
    }
    for (const { metadata, spec } of budgets)
      expect(spec?.selector).toEqual({ matchLabels: { 'app.kubernetes.io/name': metadata.name } });
  });
});

(hasKubectl ? describe : describe.skip).each(OVERLAYS)('the overlay %s', (overlay) => {
  const manifests = hasKubectl ? renderOverlay(overlay) : [];
  const rendered = workloadsIn(manifests);

  test('matches the schemas of its kinds', () => {
    expect(manifests.length).toBeGreaterThan(30);
    for (const manifest of manifests) expect(() => validateManifest(manifest)).not.toThrow();
  });

  test('every image has an exact tag, and every ConfigMap that a container reads exists', () => {
    const maps = manifests.filter(({ kind }) => kind === 'ConfigMap');
    const keys = new Set(
      maps.flatMap(({ metadata, data = {} }) => Object.keys(data).map((key) => `${metadata.name} ${key}`)),
    );
    for (const workload of rendered) {
      const pod = podOf(workload);
      const containers = [...(pod.initContainers ?? []), ...pod.containers];
      for (const { image } of containers) expect(image).toMatch(/:\d+\.\d+/);
      const references = containers.flatMap(({ env = [] }) =>
        env.flatMap(({ valueFrom }) => valueFrom?.configMapKeyRef ?? []),
      );
      expect(references.filter(({ name, key }) => !keys.has(`${name} ${key}`))).toEqual([]);
    }
  });

  test('every Service finds pods with its ports', () => {
    for (const { metadata, spec } of manifests.filter(({ kind }) => kind === 'Service')) {
      const { 'app.kubernetes.io/name': wanted } = spec?.selector as Readonly<Record<string, string>>;
      const pods = rendered.find(
        ({ spec: workload }) => workload?.template?.metadata.labels['app.kubernetes.io/name'] === wanted,
      );
      const ports =
        pods === undefined
          ? []
          : podOf(pods)
              .containers.flatMap((one) => one.ports ?? [])
              .map(({ name }) => name);
      for (const { targetPort } of spec?.['ports'] as readonly { readonly targetPort: string }[])
        expect([metadata.name, ports]).toEqual([metadata.name, expect.arrayContaining([targetPort])]);
    }
  });

  test('what an autoscaler scales has no fixed number of replicas', () => {
    const targets = manifests.filter(({ kind }) => ['ScaledObject', 'HorizontalPodAutoscaler'].includes(kind));
    const names = targets.map(({ spec }) => (spec?.['scaleTargetRef'] as { readonly name: string }).name);
    expect(names).toHaveLength(overlay === 'autoscaled' ? 7 : 0);
    const fixed = rendered.filter(({ spec }) => spec?.replicas !== undefined).map(({ metadata }) => metadata.name);
    expect(fixed.filter((name) => names.includes(name))).toEqual([]);
  });

  test('no autoscaler removes pods that have a volume of their own', () => {
    const withVolumes = rendered.filter(({ kind }) => kind === 'StatefulSet').map(({ metadata }) => metadata.name);
    const scaled = manifests.filter(({ kind, spec }) => {
      const target = spec?.['scaleTargetRef'] as { readonly name: string } | undefined;
      return ['ScaledObject', 'HorizontalPodAutoscaler'].includes(kind) && withVolumes.includes(target?.name ?? '');
    });
    expect(scaled.map(({ metadata }) => metadata.name)).toEqual(overlay === 'autoscaled' ? ['gateway'] : []);
    for (const { spec } of scaled)
      expect(spec?.['behavior']).toMatchObject({ scaleDown: { selectPolicy: 'Disabled' } });
  });
});

function named(name: string): Manifest {
  const found = workloads.find(({ metadata }) => metadata.name === name);
  if (found === undefined) throw new Error(`no workload ${name}`);
  return found;
}

import { describe, expect, test } from '@jest/globals';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { repoRoot } from '../e2e/support/repoRoot.js';
import { folders, text } from './composeFile.js';
import {
  hasKubectl,
  kubernetesText,
  kustomizationOf,
  podOf,
  renderOverlay,
  workloadsIn,
  writtenManifests,
  type Manifest,
} from './kubernetesManifests.js';
import { documentedSettings } from './settingsDocument.js';

type Labels = Readonly<Record<string, string>>;

const policies = writtenManifests
  .filter(({ kind }) => kind === 'NetworkPolicy')
  .map(({ spec }) => spec as unknown as Policy);
const workloads = workloadsIn(writtenManifests);
const labelsOf = ({ spec }: Manifest): Labels => spec?.template?.metadata.labels ?? {};
const DATABASE = literalsOf('sluice-databases').map((literal) => Number(/:(\d+)\/sluice$/.exec(literal)?.[1]));
const REDIS = Number(/^REDIS_URL=redis:\/\/redis:(\d+)$/m.exec(literalsOf('sluice-settings').join('\n'))?.[1]);
/** 5353: OpenShift. */
const NAMES = ['53/TCP', '53/UDP', '5353/TCP', '5353/UDP'];
/** HTTPS of buckets and identity providers, and mail. */
const OUTSIDE = ['443/TCP', '465/TCP', '587/TCP'];

describe('network policies', () => {
  test('close every pod of Sluice in both directions, except for names', () => {
    const [closed] = policies.filter(
      ({ podSelector }) => podSelector.matchLabels?.['app.kubernetes.io/part-of'] === 'sluice',
    );
    expect(closed?.policyTypes).toEqual(['Ingress', 'Egress']);
    expect(closed?.ingress).toBeUndefined();
    for (const workload of workloads) expect(labelsOf(workload)['app.kubernetes.io/part-of']).toBe('sluice');
  });

  test.each(folders)('let %s connect to the servers of its settings, and nowhere else', (folder) => {
    expect(new Set(DATABASE)).toEqual(new Set([5432]));
    const expected = [
      ...NAMES,
      ...(has(folder, 'DATABASE_URL') ? [`${DATABASE[0]}/TCP`] : []),
      ...(has(folder, 'REDIS_URL', 'REDIS_QUEUE_URL') ? [`${REDIS}/TCP`] : []),
      ...(readsMaps(folder) || has(folder, 'SMTP_URL') ? OUTSIDE : []),
    ];
    expect(egressOf(folder)).toEqual(expected.sort());
  });

  test('let the migration connect to PostgreSQL, and the proxy to the servers behind it', () => {
    expect(egressOf('migrate')).toEqual([...NAMES, '5432/TCP'].sort());
    const upstreams = [...kubernetesText('base/nginx.conf').matchAll(/server (\w+)\.sluice\S*:(\d+)/g)];
    expect([...new Set(upstreams.map(([, name]) => name))].sort()).toEqual(['api', 'gateway', 'sourcemaps']);
    for (const [, name = '', port] of upstreams) {
      expect(portsOf(name)['http']).toBe(Number(port));
      expect(egressOf('proxy')).toEqual([...NAMES, `${port}/TCP`].sort());
      const [rule] = rulesOf('proxy', 'egress').filter(({ to }) => to !== undefined);
      expect(rule?.to?.some(({ podSelector = {} }) => selects(podSelector, labelsOf(named(name))))).toBe(true);
      expect(ingressOf(name, { pod: 'proxy' })).toContain(Number(port));
    }
  });

  test('let only the proxy connect to a service, and every client to the port of the proxy', () => {
    const listening = Number(/listen (\d+)/.exec(kubernetesText('base/nginx.conf'))?.[1]);
    expect(portsOf('proxy')).toEqual({ http: listening });
    expect(rulesOf('proxy', 'ingress').filter(({ from }) => from === undefined)).toEqual([
      { ports: [{ port: listening, protocol: 'TCP' }] },
    ]);
    for (const folder of folders) {
      const neighbors = folders.filter((other) => ingressOf(folder, { pod: other }).length > 0);
      expect([folder, neighbors]).toEqual([folder, []]);
      expect(ingressOf(folder, { pod: 'proxy' })).toEqual(
        [portsOf(folder)['http']].filter((port) => port !== undefined),
      );
    }
  });

  test.each(folders)('let Prometheus read the metrics of %s, from the namespace that KEDA queries', (folder) => {
    const scaled = kubernetesText('overlays/autoscaled/scaledObjects.yaml');
    const [, namespace = ''] = /serverAddress: http:\/\/[\w-]+\.([\w-]+)\.svc/.exec(scaled) ?? [];
    expect(namespace).toBe('monitoring');
    for (const each of [namespace, 'openshift-user-workload-monitoring'])
      expect(ingressOf(folder, { namespace: each })).toEqual([portsOf(folder)['admin']]);
    expect(literalsOf('sluice-settings')).toContain(`ADMIN_PORT=${portsOf(folder)['admin']}`);
    expect(ingressOf(folder, { namespace: 'default' })).toEqual([]);
  });

  test('let exactly the pods with a connection reach PostgreSQL and Redis', () => {
    const connects = (port: number): readonly string[] =>
      workloads
        .map(({ metadata }) => metadata.name)
        .filter((name) => egressOf(name).includes(`${port}/TCP`))
        .sort();
    const using = (...settings: readonly string[]): readonly string[] =>
      folders.filter((folder) => has(folder, ...settings));
    expect(connects(5432)).toEqual([...using('DATABASE_URL'), 'migrate'].sort());
    expect(connects(REDIS)).toEqual([...using('REDIS_URL', 'REDIS_QUEUE_URL')].sort());
  });

  test('let PostgreSQL and Redis of the overlay single accept every pod of Sluice at their ports', () => {
    for (const [server, port] of [
      ['postgres', 5432],
      ['redis', REDIS],
    ] as const) {
      expect(Object.values(portsOf(server))).toEqual([port]);
      for (const { metadata } of workloads)
        expect([metadata.name, ingressOf(server, { pod: metadata.name })]).toEqual([metadata.name, [port]]);
    }
  });

  test('close the ports of Sentinel, PgBouncer and collectors, as deploy/README.md says', () => {
    const [, sentence = ''] =
      /All others are closed, among them (.*?)\. Open them/.exec(text('deploy/README.md')) ?? [];
    const closed = sentence.match(/\b\d{4,5}\b/g) ?? [];
    expect(closed).toEqual(['6432', '26379', '4318']);
    const open = new Set(workloads.flatMap(({ metadata }) => egressOf(metadata.name)));
    expect(closed.filter((port) => open.has(`${port}/TCP`))).toEqual([]);
  });
});

(hasKubectl ? describe : describe.skip)('monitors for Prometheus', () => {
  interface Service {
    readonly selector: Labels;
    readonly ports: readonly { readonly name: string; readonly targetPort: string }[];
  }
  interface Monitor {
    readonly selector: Selector;
    readonly endpoints: readonly { readonly port: string; readonly path: string }[];
  }
  const rendered = hasKubectl ? renderOverlay('autoscaled') : [];
  const services = rendered.filter(({ kind }) => kind === 'Service');
  const monitors = rendered
    .filter(({ kind }) => kind === 'ServiceMonitor')
    .map(({ spec }) => spec as unknown as Monitor);
  /** The targets that the monitors make: a Service and an endpoint. */
  const targets = monitors.flatMap(({ selector, endpoints }) =>
    services
      .filter(({ metadata }) => selects(selector, metadata.labels ?? {}))
      .flatMap((one) =>
        endpoints.map((endpoint) => ({ metadata: one.metadata, spec: one.spec as unknown as Service, endpoint })),
      ),
  );

  test.each(folders)('read %s once, at its admin port, under its name', (folder) => {
    const own = targets.filter(({ spec }) => selects({ matchLabels: spec.selector }, labelsOf(named(folder))));
    expect(own).toHaveLength(1);
    const [target] = own;
    expect(target?.endpoint).toMatchObject({ port: 'admin', path: '/metrics' });
    expect(target?.metadata.labels?.['app.kubernetes.io/name']).toBe(folder);
    const port = target?.spec.ports.find(({ name }) => name === target.endpoint.port);
    expect(portsOf(folder)[port?.targetPort ?? '']).toBe(8001);
  });

  test('read nothing else', () => {
    expect(targets.map(({ metadata }) => metadata.name).sort()).toEqual([...folders].sort());
  });
});

/** Whether a selector matches labels. @throws on an operator that no file uses */
function selects({ matchLabels = {}, matchExpressions = [] }: Selector, labels: Labels): boolean {
  const isMet = ({ key, operator, values }: { key: string; operator: string; values: readonly string[] }): boolean => {
    const has = values.includes(labels[key] ?? '');
    if (operator === 'In') return has;
    if (operator === 'NotIn') return !has;
    throw new Error(`operator ${operator}`);
  };
  return Object.entries(matchLabels).every(([key, value]) => labels[key] === value) && matchExpressions.every(isMet);
}

function named(name: string): Manifest {
  const found = workloads.find(({ metadata }) => metadata.name === name);
  if (found === undefined) throw new Error(`no workload ${name}`);
  return found;
}

/** Returns the ports at which pods of a workload accept connections from a peer. */
function ingressOf(name: string, from: { readonly pod: string } | { readonly namespace: string }): readonly number[] {
  const allows = ({ podSelector, namespaceSelector }: Peer): boolean => {
    if ('namespace' in from)
      return (
        namespaceSelector !== undefined && selects(namespaceSelector, { 'kubernetes.io/metadata.name': from.namespace })
      );
    return (
      podSelector !== undefined && namespaceSelector === undefined && selects(podSelector, labelsOf(named(from.pod)))
    );
  };
  const rules = rulesOf(name, 'ingress').filter((rule) => rule.from === undefined || rule.from.some(allows));
  return [...new Set(rules.flatMap(({ ports }) => ports.map(({ port }) => port)))].sort();
}

function portsOf(name: string): Readonly<Record<string, number>> {
  return Object.fromEntries(
    podOf(named(name)).containers.flatMap(({ ports = [] }) => ports.map((port) => [port.name, port.containerPort])),
  );
}

/** Returns the rules of one direction for the pods of a workload. */
function rulesOf(name: string, direction: 'ingress' | 'egress'): readonly Rule[] {
  return policies
    .filter(({ podSelector }) => selects(podSelector, labelsOf(named(name))))
    .flatMap((policy) => policy[direction] ?? []);
}

/** Returns the ports that pods of a workload may connect to, as `5432/TCP`. */
function egressOf(name: string): readonly string[] {
  return [
    ...new Set(
      rulesOf(name, 'egress').flatMap(({ ports }) => ports.map(({ port, protocol }) => `${port}/${protocol}`)),
    ),
  ].sort();
}

function sourcesOf(folder: string): readonly string[] {
  return readdirSync(join(repoRoot, 'services', folder, 'src'), { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|^testing\//.test(name))
    .map((name) => `services/${folder}/src/${name}`);
}

function literalsOf(name: string): readonly string[] {
  return kustomizationOf('base').configMapGenerator?.find((one) => one.name === name)?.literals ?? [];
}

function has(folder: string, ...settings: readonly string[]): boolean {
  return settings.some((setting) => documentedSettings().get(folder)?.has(setting) === true);
}

/**
 * Whether a service opens the store of source maps, which may be a bucket: it imports more than statements. The settings do not tell one
 * worker from another.
 */
function readsMaps(folder: string): boolean {
  return sourcesOf(folder).some((file) => text(file).includes("from '@sluice/sourcemaps'"));
}

interface Selector {
  readonly matchLabels?: Labels;
  readonly matchExpressions?: readonly {
    readonly key: string;
    readonly operator: string;
    readonly values: readonly string[];
  }[];
}

/** An end of a connection that a rule allows. */
interface Peer {
  readonly podSelector?: Selector;
  readonly namespaceSelector?: Selector;
}

interface Rule {
  readonly ports: readonly { readonly port: number; readonly protocol: string }[];
  readonly to?: readonly Peer[];
  readonly from?: readonly Peer[];
}

interface Policy {
  readonly podSelector: Selector;
  readonly policyTypes: readonly string[];
  readonly ingress?: readonly Rule[];
  readonly egress?: readonly Rule[];
}

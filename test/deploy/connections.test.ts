import { describe, expect, test } from '@jest/globals';
import { ALERTS_CONNECTIONS } from '@sluice/alerts-service';
import { HOUSEKEEPING_CONNECTIONS } from '@sluice/housekeeping';
import { folders, service, text } from './composeFile.js';
import { hasKubectl, OVERLAYS, podOf, renderOverlay, workloadsIn, type Manifest } from './kubernetesManifests.js';

/** The sum of all connections to PostgreSQL, from the pools of the code, the defaults of settings, and the manifests. */

/** `superuser_reserved_connections` and `reserved_connections`. */
const RESERVED = 3;
/** Each `sluice` that a person runs. */
const COMMANDS = 2;

/** A connection that waits for notifications, beside a pool. */
const LISTENER = 1;
const worker =
  defaultOf('WORKER_TRANSACTIONS') + constantOf('packages/drain/src/runWorkerProcess.ts', 'SPARE_CONNECTIONS');
/** The command line has a pool, and a migration a connection of its own. */
const command = constantOf('packages/cli/src/runCli.ts', 'POOL_SIZE') + 1;

/** Connections of one process at most. */
const OF_PROCESS: Readonly<Record<string, number>> = {
  gateway: constantOf('services/gateway/src/openGatewayDatabase.ts', 'POOL_SIZE'),
  api: defaultOf('API_POOL_SIZE') + listensForMaps('api'),
  sourcemaps:
    defaultOf('SOURCEMAPS_POOL_SIZE') + defaultOf('SOURCEMAPS_UPLOAD_POOL_SIZE') + listensForMaps('sourcemaps'),
  alerts: ALERTS_CONNECTIONS + listensForMaps('alerts'),
  housekeeping: HOUSEKEEPING_CONNECTIONS + LISTENER,
  'backlog-monitor': 0,
  ...Object.fromEntries(
    ['exceptions', 'spans', 'logs', 'hits', 'replays', 'metrics'].map((name) => [name, worker + listensForMaps(name)]),
  ),
};

const readme = text('deploy/README.md');

test('every service is counted', () => {
  expect(Object.keys(OF_PROCESS).sort()).toEqual([...folders].sort());
});

(hasKubectl ? describe : describe.skip).each(OVERLAYS)('the overlay %s', (overlay) => {
  const manifests = hasKubectl ? renderOverlay(overlay) : [];
  const most = mostConnections(manifests);

  test('fits into the connections that its PostgreSQL accepts', () => {
    const server = workloadsIn(manifests).find(({ metadata }) => metadata.name === 'postgres');
    const [, ofYourOwn] = /alter system set max_connections = (\d+);/.exec(readme) ?? [];
    const accepted = server === undefined ? Number(ofYourOwn) : maxConnectionsIn(podOf(server).containers[0]?.args);
    expect(most).toBeLessThanOrEqual(accepted - RESERVED);
  });

  test('states its sum in deploy/README.md', () => {
    const [, stated] = new RegExp(`^\\| \`${overlay}\` .*\\| (\\d+) +\\|$`, 'm').exec(readme) ?? [];
    expect(Number(stated)).toBe(most);
  });
});

test('Compose has room for three processes of each service', () => {
  const most = Object.values(OF_PROCESS).reduce((sum, each) => sum + 3 * each, (1 + COMMANDS) * command);
  expect(most).toBeLessThanOrEqual(maxConnectionsIn(service('postgres').command) - RESERVED);
});

test('docs/operations.md names the connections of a process of each service', () => {
  const [sentence = ''] = /^Maximum connections: .*$/m.exec(text('docs/operations.md')) ?? [];
  const spare = worker - defaultOf('WORKER_TRANSACTIONS');
  for (const part of [
    `${OF_PROCESS['gateway']} per gateway`,
    '`API_POOL_SIZE` + 1 per api',
    `\`WORKER_TRANSACTIONS\` + ${spare} per worker (exceptions: + ${spare + 1})`,
    '`SOURCEMAPS_POOL_SIZE` + `SOURCEMAPS_UPLOAD_POOL_SIZE` + 1 per sourcemaps',
    `${OF_PROCESS['alerts']} per alerts`,
    `${OF_PROCESS['housekeeping']} for housekeeping`,
  ])
    expect(sentence).toContain(part);
});

function constantOf(file: string, name: string): number {
  const [, digits] = new RegExp(`^const ${name} = (\\d+);$`, 'm').exec(text(file)) ?? [];
  if (digits === undefined) throw new Error(`${file} has no constant ${name}`);
  return Number(digits);
}

function defaultOf(setting: string): number {
  const [, value] = new RegExp(`^\\| \`${setting}\` +\\| \`(\\d+)\` +\\|`, 'm').exec(text('docs/settings.md')) ?? [];
  if (value === undefined) throw new Error(`${setting} has no default in docs/settings.md`);
  return Number(value);
}

/** The largest number of pods of a workload, with those that replace others in a rolling upgrade. */
function mostPods({ metadata, spec }: Manifest, manifests: readonly Manifest[]): number {
  const scaler = manifests.find(({ kind, spec: one }) => {
    const target = one?.['scaleTargetRef'] as { readonly name: string } | undefined;
    return ['ScaledObject', 'HorizontalPodAutoscaler'].includes(kind) && target?.name === metadata.name;
  });
  const most = (scaler?.spec?.['maxReplicaCount'] ?? scaler?.spec?.['maxReplicas'] ?? spec?.replicas ?? 1) as number;
  const strategy = spec?.['strategy'] as { readonly rollingUpdate?: { readonly maxSurge: number } } | undefined;
  return most + (strategy?.rollingUpdate?.maxSurge ?? 0);
}

function mostConnections(manifests: readonly Manifest[]): number {
  return workloadsIn(manifests)
    .map((workload) => mostPods(workload, manifests) * (OF_PROCESS[workload.metadata.name] ?? 0))
    .reduce((sum, each) => sum + each, (1 + COMMANDS) * command);
}

function listensForMaps(folder: string): number {
  return text(`services/${folder}/package.json`).includes('"@sluice/sourcemaps"') ? LISTENER : 0;
}

function maxConnectionsIn(args: readonly string[] = []): number {
  return Number(/^max_connections=(\d+)$/.exec(args.find((arg) => arg.startsWith('max_connections=')) ?? '')?.[1]);
}

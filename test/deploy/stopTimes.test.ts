import { describe, expect, test } from '@jest/globals';
import { folders, service, text } from './composeFile.js';
import { podOf, workloadsIn, writtenManifests } from './kubernetesManifests.js';

const secondsOf = (value: string | undefined): number => Number(/^(\d+)s?$/.exec(value ?? '')?.[1] ?? NaN);

describe.each(folders)('%s gets more time to stop than it takes', (folder) => {
  const needed = stopSeconds(folder);

  test('which is its drain, its requests and the rest', () => {
    const servers: Readonly<Record<string, number>> = { gateway: 35, api: 40, sourcemaps: 40 };
    expect(needed).toBe(servers[folder] ?? 30);
  });

  test('from Compose', () => {
    expect(secondsOf(service(folder).stop_grace_period)).toBeGreaterThan(needed);
  });

  test('from Kubernetes', () => {
    const workload = workloadsIn(writtenManifests).find(({ metadata }) => metadata.name === folder);
    if (workload === undefined) throw new Error(`no workload ${folder}`);
    expect(podOf(workload).terminationGracePeriodSeconds).toBeGreaterThan(needed);
  });

  test('from systemd', () => {
    const [, seconds] = /^TimeoutStopSec=(.*)$/m.exec(text(`deploy/systemd/sluice-${folder}@.service`)) ?? [];
    expect(secondsOf(seconds)).toBeGreaterThan(needed);
  });
});

/** Returns a constant of the code, in milliseconds. */
function constantOf(file: string, name: string): number {
  const [, digits] = new RegExp(`^const ${name} = ([\\d_]+);$`, 'm').exec(text(file)) ?? [];
  if (digits === undefined) throw new Error(`${file} has no constant ${name}`);
  return Number(digits.replaceAll('_', ''));
}

/** Returns the default of a setting for a service, in milliseconds; 0 if it has none. `10000` (gateway); `15000` (api, …) */
function defaultOf(setting: string, folder: string): number {
  const [, users = '', defaults = ''] =
    new RegExp(`^\\| \`${setting}\` +\\| ([^|]+)\\| ([^|]+)\\|`, 'm').exec(text('docs/settings.md')) ?? [];
  const title = folder === 'sourcemaps' ? 'source maps' : folder;
  if (!users.trim().split(', ').includes(title)) return 0;
  const own = defaults.split(';').find((one) => !one.includes('(') || one.includes(title)) ?? '';
  return Number(/`(\d+)`/.exec(own)?.[1] ?? NaN);
}

/** Returns how long a process may take from SIGTERM until it ends itself, as `runService` computes it, in seconds. */
function stopSeconds(folder: string): number {
  const file = 'packages/runtime/src/runService.ts';
  const afterRequests = defaultOf('SHUTDOWN_MS', folder) + constantOf(file, 'AFTER_REQUESTS_MS');
  const deadline = Math.max(constantOf(file, 'SHUTDOWN_DEADLINE_MS'), afterRequests);
  return (defaultOf('DRAIN_MS', folder) + deadline) / 1_000;
}

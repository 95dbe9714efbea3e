import { useResource } from '@sluice/testkit/useResource';
import { connectApi, type ApiClient } from './api.js';
import { closeIdleSockets } from './http.js';
import { modeOfThisRun, sharedSystemVariable, startSystem } from './startSystem.js';
import { connectSystem, type System, type SystemAddress } from './system.js';
import { createTenant, type Project } from './tenant.js';

/**
 * The system that the run shares, for the tests of this file or `describe`. A run without one, such as that of a single file, starts
 * a system here.
 */
export const useSystem = (): System => useResource(connectToRun, (system) => system.stop(), 120_000);

/** A new organization with one project for the tests of this file or `describe`. */
export const useTenant = (...made: Parameters<typeof createTenant>): Project =>
  useResource(() => createTenant(...made), undefined, 60_000);

/** A client of the API for the tests of this file or `describe`; see {@link connectApi}. */
export const useApiClient = (...made: Parameters<typeof connectApi>): ApiClient =>
  useResource(() => connectApi(...made), undefined, 60_000);

async function connectToRun(): Promise<System> {
  const shared = process.env[sharedSystemVariable];
  const started = shared === undefined ? await startSystem(modeOfThisRun()) : undefined;
  const address = started?.address ?? (JSON.parse(shared ?? '') as SystemAddress);
  return connectSystem(address, async () => {
    closeIdleSockets();
    await started?.stop();
  });
}

import { beforeEach } from '@jest/globals';
import type { Tenant } from '@sluice/testkit';
import type { TestSourcemaps } from './sourcemapsHarness.js';

/** A new tenant for each test of this file or `describe`. Returns an object with the fields of the current one. */
export function useNewTenant(service: Pick<TestSourcemaps, 'newTenant'>): Tenant {
  const tenant = {} as Tenant;
  let count = 0;
  beforeEach(async () => {
    count += 1;
    Object.assign(tenant, await service.newTenant(`ours-${count}`));
  });
  return tenant;
}

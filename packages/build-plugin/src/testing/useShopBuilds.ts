import { beforeEach } from '@jest/globals';
import { useResource } from '@sluice/testkit/useResource';
import { type SluiceOptions } from '../../types/options.d.js';
import { buildPlugin } from './runBuild.js';
import { removeShops } from './shopBuild.js';
import { startUploadStub, type UploadStub } from './uploadStub.js';

/**
 * The built plugin and a service that accepts uploads, for the tests of this file. What the service has recorded is
 * forgotten before each test.
 */
export function useShopBuilds(): UploadStub {
  const stub = useResource(
    async () => {
      await buildPlugin();
      return startUploadStub();
    },
    async (service) => {
      await service.stop();
      await removeShops();
    },
    60_000,
  );
  beforeEach(() => {
    stub.uploads.length = 0;
    stub.requests = 0;
  });
  return stub;
}

/** Returns options of the plugin with which it uploads to a service. */
export const uploadTo = ({ url }: Pick<UploadStub, 'url'>, more: SluiceOptions): SluiceOptions => ({
  url,
  authToken: 'slp_secret',
  org: 'acme',
  project: 'shop',
  ...more,
});

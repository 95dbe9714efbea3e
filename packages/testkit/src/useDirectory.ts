import { rm } from 'node:fs/promises';
import { testDirectory } from './testDirectory.js';
import { useResource } from './useResource.js';

/** A new directory for the tests of this file or `describe`. @param purpose first part of its name */
export const useDirectory = (purpose: string): { readonly path: string } =>
  useResource(
    async () => ({ path: await testDirectory(purpose) }),
    ({ path }) => rm(path, { recursive: true, force: true }),
  );

import path from 'node:path';
import jestConfig from '../../jest.config.mjs';

const { transform, moduleNameMapper, transformIgnorePatterns, testEnvironmentOptions } = jestConfig.projects[0];

/**
 * Runs the tests of one entry of files.mjs. Stryker requires a single project and an environment that it can load
 * with `require`.
 */
export default {
  rootDir: path.resolve(import.meta.dirname, '../..'),
  testEnvironment: 'node',
  testEnvironmentOptions,
  transform,
  transformIgnorePatterns,
  moduleNameMapper,
  testTimeout: jestConfig.testTimeout,
  testMatch: JSON.parse(process.env.MUTATION_TESTS).map((file) => `<rootDir>/${file}`),
};

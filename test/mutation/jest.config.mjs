import path from 'node:path';
import jestConfig from '../../jest.config.mjs';

const { transform, moduleNameMapper, transformIgnorePatterns, testEnvironmentOptions } = jestConfig.projects[0];

/** The tests of one file of files.mjs. Stryker takes one project, and an environment that it can require. */
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

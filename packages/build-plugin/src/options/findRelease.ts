import { CI_COMMIT_VARIABLES } from './ciVariables.js';
import { valueOf, type Environment } from './environment.js';
import { gitRevision } from './gitRevision.js';

export interface FoundRelease {
  readonly release: string;
  /** Where it was found, for people: `the option release`, `GITHUB_SHA`, `git`. */
  readonly origin: string;
}

/**
 * The release of a build: the option, `SLUICE_RELEASE`, the commit that a CI system names, the commit that is checked
 * out in the directory. The value is taken as it is. `undefined` where there is none.
 */
export function findRelease(
  option: string | undefined,
  environment: Environment,
  directory: string,
): FoundRelease | undefined {
  if (option !== undefined && option.trim() !== '') return { release: option, origin: 'the option release' };
  const own = valueOf(environment, 'SLUICE_RELEASE');
  if (own !== undefined) return { release: own, origin: 'SLUICE_RELEASE' };
  for (const { name, where } of CI_COMMIT_VARIABLES) {
    const commit = valueOf(environment, name);
    const isOfThatSystem = where?.some((marker) => valueOf(environment, marker) !== undefined) ?? true;
    if (commit !== undefined && isOfThatSystem) return { release: commit, origin: name };
  }
  const revision = gitRevision(directory);
  return revision === undefined ? undefined : { release: revision, origin: 'git' };
}

import { CI_COMMIT_VARIABLES } from './ciVariables.js';
import { valueOf, type Environment } from './environment.js';
import { gitRevision } from './gitRevision.js';

export interface FoundRelease {
  readonly release: string;
  /** Origin for messages: `the option release`, `GITHUB_SHA`, `git`. */
  readonly origin: string;
}

/**
 * Returns the release of a build from the option, `SLUICE_RELEASE`, the commit of a CI system, or the checked-out commit, in this
 * order. The value is not changed. `undefined` if there is none.
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

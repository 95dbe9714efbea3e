import { DEFAULT_PROJECT_SETTINGS, type ProjectedProject } from '@sluice/contract';
import { compileFilters, compileOrigins, type OriginRules, type ProjectFilters } from '@sluice/filters';

/** A project as the gateway uses it: its projected settings, with patterns, networks and domains compiled. */
export interface CompiledProject extends ProjectedProject {
  readonly origins: OriginRules;
  readonly compiled: ProjectFilters;
}

/** Returns the project with its settings compiled. Called once for each version of them. */
export function compileProject(project: ProjectedProject): CompiledProject {
  // A projection that an earlier version wrote lacks the settings added since.
  const settings = { ...DEFAULT_PROJECT_SETTINGS, ...project.settings };
  return {
    ...project,
    settings,
    origins: compileOrigins(settings.allowedDomains, settings.allowNoOrigin),
    compiled: compileFilters(settings),
  };
}

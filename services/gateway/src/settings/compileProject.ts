import { DEFAULT_PROJECT_SETTINGS, type ProjectedProject } from '@sluice/contract';
import { parseOriginRules, type OriginRules } from '../http/checkOrigin.js';
import { compileFilters, type ProjectFilters } from './compileFilters.js';

/** A project as the gateway uses it: its projected settings, with everything compiled that can be. */
export interface CompiledProject extends ProjectedProject {
  readonly origins: OriginRules;
  readonly compiled: ProjectFilters;
}

/** Compiles a project's settings, once for each version of them. */
export function compileProject(project: ProjectedProject): CompiledProject {
  // A projection that an earlier version wrote lacks the settings added since.
  const settings = { ...DEFAULT_PROJECT_SETTINGS, ...project.settings };
  return {
    ...project,
    settings,
    origins: parseOriginRules(settings.allowedDomains, settings.allowNoOrigin),
    compiled: compileFilters(settings),
  };
}

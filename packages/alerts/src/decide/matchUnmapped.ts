import type { AlertCondition } from '../conditions/conditions.js';
import type { AlertSignal } from './alertSignal.js';
import { candidateOf } from './candidateOf.js';
import type { FiringCandidate } from './firing.js';
import type { ProjectRules } from './projectRules.js';

const isAboutUnmapped = (condition: AlertCondition): boolean =>
  condition.kind === 'drops' && condition.of.includes('unmapped_release');

/** Whether a signal may show that a release has no source maps, and a rule of the project asks for it. */
export const mayBeUnmapped = (signal: Pick<AlertSignal, 'kind' | 'details'>, { rules }: ProjectRules): boolean =>
  (signal.kind === 'new_issue' || signal.kind === 'regression') &&
  releaseOf(signal) !== undefined &&
  rules.some(({ rule }) => rule.conditions.some(isAboutUnmapped));

/** Returns the release of a signal's event. */
const releaseOf = ({ details }: Pick<AlertSignal, 'details'>): string | undefined =>
  typeof details['release'] === 'string' ? details['release'] : undefined;

/**
 * Returns the firings of rules about releases without source maps, if the release of the signal's event has none: one for each rule
 * and release, because the occurrence is the release itself. Pure.
 */
export function matchUnmapped(
  signal: Pick<AlertSignal, 'at' | 'details'>,
  project: ProjectRules,
): readonly FiringCandidate[] {
  const release = releaseOf(signal);
  if (release === undefined) return [];
  return project.rules.flatMap(({ rule }) => {
    const conditionIndex = rule.conditions.findIndex(isAboutUnmapped);
    if (conditionIndex === -1) return [];
    return [
      candidateOf(
        rule,
        {
          projectId: project.projectId,
          kind: 'unmapped_release',
          conditionIndex,
          subject: `drop:unmapped_release:${release}`,
          // Each further issue of the release shows it again.
          occurrence: release,
          state: 'notice',
          details: { release },
          lasts: true,
        },
        { rules: project, nowMs: signal.at.getTime() },
      ),
    ];
  });
}

import type { Project } from '@sluice/db';
import type { DeadLetterFilter, DeadLetterState } from '@sluice/dead-letters';
import { usageError } from '../cliError.js';
import { eventType } from './eventType.js';

/** States of a dead letter. */
export const DEAD_LETTER_STATES = ['waiting', 'retry', 'discarded'] as const satisfies readonly DeadLetterState[];

/** Options that select dead letters. */
export interface DeadLetterChoice {
  readonly type?: string;
  readonly state?: string;
}

/** Validates the options; without options all dead letters match. */
export function deadLetterFilter(
  choice: DeadLetterChoice,
  project: Pick<Project, 'id'> | undefined,
  ids: readonly string[] = [],
): DeadLetterFilter {
  const state = DEAD_LETTER_STATES.find((known) => known === choice.state);
  if (choice.state !== undefined && state === undefined) {
    throw usageError(`"${choice.state}" is not a state: ${DEAD_LETTER_STATES.join(', ')}`);
  }
  return {
    ...(project === undefined ? {} : { projectId: project.id }),
    ...(choice.type === undefined ? {} : { type: eventType(choice.type) }),
    ...(state === undefined ? {} : { state }),
    ...(ids.length === 0 ? {} : { ids }),
  };
}

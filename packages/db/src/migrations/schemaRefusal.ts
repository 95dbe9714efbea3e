import { FORMER_STEPS } from './formerSteps.js';

/** Why this code can neither run on a database nor migrate it. */
export interface SchemaRefusal {
  readonly problem: string;
  readonly remedy: string;
}

/** Both parts as one message. */
export const describeRefusal = ({ problem, remedy }: SchemaRefusal): string => `${problem}. ${remedy}`;

/**
 * Name of the step that a database has while it is restored. It needs a step that no version knows: none runs with what a restore
 * has left behind that did not finish.
 */
export const UNFINISHED_RESTORE = '9999-unfinished-restore';

/** This code cannot run with a step of newer code. */
export const newerSchema = (step: string): SchemaRefusal =>
  step === UNFINISHED_RESTORE
    ? {
        problem: 'a restore of this database runs or did not finish',
        remedy: 'Wait until it ends, or run again: sluice restore',
      }
    : {
        problem: `the schema is newer than this version: migration ${step} removed what it uses`,
        remedy: 'Deploy the newer version',
      };

/** The version that has all former steps, and no later one. */
export const LAST_FORMER_VERSION = `the version that ends at migration ${FORMER_STEPS.at(-1) ?? ''}`;

/** Some former steps are missing. */
export const partialSchema = (lacking: readonly string[]): SchemaRefusal => ({
  problem: `the schema is older than this version can migrate: migration ${abbreviate(lacking)} of an earlier version pending`,
  remedy: `First run sluice migrate of ${LAST_FORMER_VERSION}`,
});

/** The first of some names, and how many more there are. */
export const abbreviate = ([first = '', ...others]: readonly string[]): string =>
  `${first}${others.length === 0 ? '' : ` and ${others.length} more`}`;

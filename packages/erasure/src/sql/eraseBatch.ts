import { type Database, inTransaction } from '@sluice/db';
import { moveErasure, type OpenErasure } from './erasureProgress.js';
import { eraseEvents } from './steps/eraseEvents.js';
import { eraseIssues } from './steps/eraseIssues.js';
import { eraseLetters } from './steps/eraseLetters.js';
import { eraseProfile, eraseUsers } from './steps/eraseProfile.js';
import { PROJECT_STEPS } from './steps/eraseProject.js';
import { collectReplays } from './steps/eraseReplays.js';
import { START, type EraseStep, type StepOptions } from './steps/step.js';

/**
 * Steps of the erasure of a user. The profile is first: an event that arrives after the request creates it again. Issues and their
 * users are last, when it is known which exceptions are left; new steps are appended, because a running erasure has an index. Segments of
 * replays are deleted separately (`deleteErasedReplays`), because some of them are stored later.
 */
const USER_STEPS: readonly EraseStep[] = [
  eraseProfile,
  eraseEvents('exception'),
  eraseEvents('span'),
  eraseEvents('log'),
  eraseEvents('hit'),
  collectReplays,
  eraseLetters,
  eraseIssues,
  eraseUsers,
];

/**
 * Erases one batch of a running erasure, in one transaction with its counts and its progress: after a crash, the next run continues
 * after the last commit. Resolves with the erasure as it is then; `undefined` if all steps are done.
 */
export async function eraseBatch(
  db: Database,
  erasure: OpenErasure,
  options: StepOptions,
): Promise<OpenErasure | undefined> {
  const step = (erasure.kind === 'user' ? USER_STEPS : PROJECT_STEPS)[erasure.step];
  if (step === undefined) return undefined;
  return inTransaction(db, async (tx) => {
    const position = await step(tx, erasure, options);
    const next =
      position === undefined ? { step: erasure.step + 1, position: START } : { step: erasure.step, position };
    await moveErasure(tx, erasure, next);
    return { ...erasure, ...next };
  });
}

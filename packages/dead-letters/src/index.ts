export { insertDeadLetters } from './sql/insertDeadLetters.js';
export {
  discardDeadLetters,
  findDeadLetterIds,
  requestRetries,
  countDeadLetters,
  listDeadLetters,
} from './sql/manageDeadLetters.js';
export {
  type DeadLetter,
  type DeadLetterFilter,
  type DeadLetterState,
  type NewDeadLetter,
  type DeadLetterKey,
  deadLetterOf,
} from './sql/deadLetter.js';
export { deleteDeadLetters } from './sql/deleteDeadLetters.js';
export { haveDeadLetters } from './sql/haveDeadLetters.js';
export { failRetries, lockRetries, readRetries, revertRetries, startRetries } from './sql/startRetries.js';

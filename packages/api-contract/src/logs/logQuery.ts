import { LEVELS } from '@sluice/contract';
import { described } from '../schema/shapes.js';
import { logLevel, text } from '../schema/values.js';

/** Query schema of {@link LogQuery}, without environment and release. */
export const logQueryFields = {
  level: logLevel,
  levels: described(text(100), `Several levels with commas between them: ${LEVELS.join(', ')}.`),
  query: described(text(200), 'Part of the message, ignoring case.'),
  attributes: described(
    text(1_000),
    'Attributes or tags with their values, `key:value`, with spaces between them; a value with spaces in double quotes.',
  ),
  user: described(text(512), 'Key of the project user.'),
  trace: described(text(128), 'Only rows of this trace.'),
  replay: described(text(128), 'Only rows of this replay.'),
};

/** Parameters of {@link LogQuery} that are ids. */
export const LOG_IDS = { trace: 'trace', replay: 'replay' } as const;

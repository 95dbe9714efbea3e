import { cut, LIMITS, tellingLine } from '@sluice/contract';

/** Type of a captured message. */
const MESSAGE = 'Message';

/**
 * Returns the title that an exception gives its issue: `Type: the line of the message that says what went wrong`
 * ({@link tellingLine}). The type is not repeated. Of a captured message it is the line alone.
 */
export function issueTitle(type: string, message: string): string {
  let line = tellingLine(message).replace(/^Uncaught (?:\(in promise\) ?)?/, '');
  while (line.startsWith(`${type}: `)) line = line.slice(type.length + 2).trimStart();
  while (line.startsWith('Error: ')) line = line.slice(7).trimStart();
  if (type === MESSAGE && line !== '') return cut(line, LIMITS.cutIndexed);
  return cut(line === '' || line === type || line === `${type}:` ? type : `${type}: ${line}`, LIMITS.cutIndexed);
}

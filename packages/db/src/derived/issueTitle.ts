import { cut, LIMITS } from '@sluice/contract';

/** Returns the title that an exception gives its issue: `Type: first line of the message`. */
export function issueTitle(type: string, message: string): string {
  const [line = ''] = message.split('\n', 1);
  return cut(line.trim() === '' ? type : `${type}: ${line.trim()}`, LIMITS.cutIndexed);
}

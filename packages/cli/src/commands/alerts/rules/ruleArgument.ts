import type { Flag } from '../../../client/clientCommand.js';

/** The argument of commands about one rule. */
export const RULE: Flag = ['<rule>', 'id of the rule'];

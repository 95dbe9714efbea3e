import type { Command } from 'commander';
import type { AnswerWith } from '../../../cli.js';
import { ALL_PROJECTS, type CommandInput } from '../../../client/clientCommand.js';
import { operationCommand } from '../../../client/operationCommand.js';
import type { Example } from '../../../helpText.js';
import { describeRule } from './describeRule.js';
import { RULE } from './ruleArgument.js';
import { mutedUntil } from './ruleBody.js';

interface Switch {
  readonly name: string;
  readonly summary: string;
  readonly examples: readonly Example[];
  readonly body: (given: CommandInput) => object;
}

const change =
  (spec: Switch) =>
  (answer: AnswerWith): Command =>
    operationCommand(answer, {
      ...spec,
      scope: 'project:admin',
      arguments: spec.name === 'mute' ? [RULE, ['<until>', 'ISO time, a duration such as 2h, or none']] : [RULE],
      options: [ALL_PROJECTS],
      operation: 'PATCH /api/0/projects/{org}/{project}/alerts/rules/{ruleId}',
      human: describeRule,
    });

/** `sluice alerts rules off <rule>`. */
export const rulesOff = change({
  name: 'off',
  summary: 'Turn a rule off: it no longer fires',
  examples: [['sluice alerts rules off 7', 'until sluice alerts rules on 7']],
  body: () => ({ enabled: false }),
});

/** `sluice alerts rules on <rule>`. */
export const rulesOn = change({
  name: 'on',
  summary: 'Turn a rule on',
  examples: [['sluice alerts rules on 7', 'it fires for what happens from now on']],
  body: () => ({ enabled: true }),
});

/** `sluice alerts rules mute <rule> <until>`. */
export const rulesMute = change({
  name: 'mute',
  summary: 'Only count the firings of a rule until a time',
  examples: [
    ['sluice alerts rules mute 7 2h', 'it goes on counting, and sends nothing until then'],
    ['sluice alerts rules mute 7 none', 'ends it'],
  ],
  body: ({ arguments: [, until = ''], now }) => ({ mutedUntil: mutedUntil(until, now) }),
});

const exclusion =
  (name: string, method: 'POST' | 'DELETE', summary: string) =>
  (answer: AnswerWith): Command =>
    operationCommand(answer, {
      name,
      summary,
      scope: 'project:admin',
      examples: [[`sluice alerts rules ${name} 3`, 'a rule of the organization, and the project of SLUICE_PROJECT']],
      arguments: [RULE],
      operation: `${method} /api/0/projects/{org}/{project}/alerts/rules/{ruleId}/exclusion`,
      human: describeRule,
    });

/** `sluice alerts rules exclude <rule>`. */
export const rulesExclude = exclusion('exclude', 'POST', 'Exclude the project from a rule of its organization');

/** `sluice alerts rules include <rule>`. */
export const rulesInclude = exclusion('include', 'DELETE', 'Include the project in a rule of its organization again');

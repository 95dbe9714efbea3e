import type { Command } from 'commander';
import { group, type AnswerWith } from '../../../cli.js';
import { ALL_PROJECTS } from '../../../client/clientCommand.js';
import { operationCommand } from '../../../client/operationCommand.js';
import { wires } from '../../../output/cells.js';
import { wireTable } from '../../../output/wireTable.js';
import { describeRule, RULE_COLUMNS } from './describeRule.js';
import { RULE } from './ruleArgument.js';
import { rulesCreate, rulesUpdate } from './rulesWrite.js';
import { rulesExclude, rulesInclude, rulesMute, rulesOff, rulesOn } from './rulesSwitch.js';

const list = (answer: AnswerWith): Command =>
  operationCommand(answer, {
    name: 'list',
    summary: 'List the rules of a project, including those of its organization',
    examples: [
      ['sluice alerts rules list', 'of the project and of its organization'],
      ['sluice alerts rules list --all-projects', 'of the organization alone'],
    ],
    options: [ALL_PROJECTS],
    operation: 'GET /api/0/projects/{org}/{project}/alerts/rules',
    human: ({ data }, style) =>
      wireTable(RULE_COLUMNS, wires(data), style, 'No rules. Create one: sluice alerts rules create <name> --when …'),
  });

const show = (answer: AnswerWith): Command =>
  operationCommand(answer, {
    name: 'show',
    summary: 'Show a rule',
    examples: [['sluice alerts rules show 7', 'conditions, filters and destinations']],
    arguments: [RULE],
    options: [ALL_PROJECTS],
    operation: 'GET /api/0/projects/{org}/{project}/alerts/rules/{ruleId}',
    human: describeRule,
  });

const remove = (answer: AnswerWith): Command =>
  operationCommand(answer, {
    name: 'delete',
    scope: 'project:admin',
    summary: 'Delete a rule',
    examples: [
      ['sluice alerts rules delete 7', 'of the project'],
      ['sluice alerts rules delete 3 --all-projects', 'of the organization'],
    ],
    arguments: [RULE],
    options: [ALL_PROJECTS],
    operation: 'DELETE /api/0/projects/{org}/{project}/alerts/rules/{ruleId}',
    human: () => 'deleted',
  });

/** `sluice alerts rules …`. */
export const alertsRules = (answer: AnswerWith): Command =>
  group(
    'rules',
    'When alerts are sent, and where',
    [list, show, rulesCreate, rulesUpdate, rulesOff, rulesOn, rulesMute, rulesExclude, rulesInclude, remove].map(
      (make) => make(answer),
    ),
    'list',
  );

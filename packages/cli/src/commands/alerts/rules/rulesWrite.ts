import type { Command } from 'commander';
import type { AnswerWith } from '../../../cli.js';
import { ALL_PROJECTS, pick, type Flag } from '../../../client/clientCommand.js';
import { operationCommand } from '../../../client/operationCommand.js';
import { describeRule } from './describeRule.js';
import { RULE } from './ruleArgument.js';
import { RULE_FIELDS, RULE_FLAGS, ruleBody } from './ruleBody.js';

/** `sluice alerts rules create <name> --when …`. */
export const rulesCreate = (answer: AnswerWith): Command =>
  operationCommand(answer, {
    name: 'create',
    scope: 'project:admin',
    summary: 'Create a rule of a project, or of all projects',
    examples: [
      [
        'sluice alerts rules create Bugs --when new_issue --when regression --to 3',
        'destination 3 of sluice alerts destinations',
      ],
      [
        "sluice alerts rules create Busy --when 'issue_rate measure=users above=100 windowMinutes=60' --level error --to 3",
        'more than 100 users of an issue within an hour',
      ],
      [
        'sluice alerts rules create Slow --when \'endpoint measure=p95 name="GET /cart" direction=above threshold=800 windowMinutes=5 forMinutes=5\' --to 3',
        'p95 above 800 ms for five minutes',
      ],
      [
        "sluice alerts rules create Logs --when 'log_rate query.levels=error,fatal query.environment=production direction=above threshold=50 windowMinutes=5 forMinutes=0' --to 3",
        'also query.text="…" and query.attributes.<name>=…',
      ],
      [
        "sluice alerts rules create Orders --when 'metric name=orders statistic=sum direction=below threshold=10 windowMinutes=60 forMinutes=0' --to 3",
        'fewer than ten within an hour',
      ],
      [
        "sluice alerts rules create Rising --when 'issue_trend factor=3 floor=20' --to 3",
        'more than three times the events of the busiest same hour of the last seven days, and at least 20',
      ],
      [
        "sluice alerts rules create Caps --all-projects --when 'drops of=spike_cap,hourly_cap' --to 1",
        'of all projects',
      ],
      ['sluice alerts rules create Back --when ignore_ended --to 3', 'an ignored issue reaches its limit'],
      ['sluice alerts rules create Mine --when assigned --to 4', 'a destination with --audience assignee'],
      ['sluice alerts rules create Bugs --file rule.json', 'fields as in PATCH …/alerts/rules of the API'],
    ],
    arguments: [['<name>', 'at most 200 characters']],
    options: [ALL_PROJECTS, ...RULE_FLAGS],
    fields: [['name', '<name>'], ...RULE_FIELDS],
    operation: 'POST /api/0/projects/{org}/{project}/alerts/rules',
    body: (given) => ({ ...ruleBody(given), name: given.arguments[0] }),
    human: describeRule,
  });

const NAME: Flag = ['--name <name>', 'its new name'];

/** `sluice alerts rules update <rule> …`. */
export const rulesUpdate = (answer: AnswerWith): Command =>
  operationCommand(answer, {
    name: 'update',
    scope: 'project:admin',
    summary: 'Change the given fields of a rule',
    examples: [
      ['sluice alerts rules update 7 --to 3 --to 4', 'replaces its destinations'],
      ['sluice alerts rules update 7 --level fatal --environment production', 'replaces its filters'],
      ['sluice alerts rules update 3 --all-projects --cooldown 1h', 'a rule of the organization'],
    ],
    arguments: [RULE],
    options: [NAME, ALL_PROJECTS, ...RULE_FLAGS],
    fields: [['name', '--name'], ...RULE_FIELDS],
    operation: 'PATCH /api/0/projects/{org}/{project}/alerts/rules/{ruleId}',
    body: (given) => ({ ...ruleBody(given), ...pick(given.options, [NAME]) }),
    human: describeRule,
  });

import { DESTINATION_KINDS } from '@sluice/contract';
import type { Command } from 'commander';
import { choice } from '../../../choice.js';
import { group, type AnswerWith } from '../../../cli.js';
import { operationCommand } from '../../../client/operationCommand.js';
import type { Example } from '../../../helpText.js';
import { wires } from '../../../output/cells.js';
import { wireTable } from '../../../output/wireTable.js';
import { describeDestination, DESTINATION_COLUMNS } from './describeDestination.js';
import { DESTINATION } from './destinationArgument.js';
import { DESTINATION_FIELDS, DESTINATION_FLAGS, destinationBody } from './destinationBody.js';
import { destinationsUpdate } from './destinationsUpdate.js';

const list = (answer: AnswerWith): Command =>
  operationCommand(answer, {
    name: 'list',
    summary: 'List the destinations of an organization',
    examples: [['sluice alerts destinations list', 'with their state; secrets are never shown']],
    operation: 'GET /api/0/organizations/{org}/alerts/destinations',
    human: ({ data }, style) => wireTable(DESTINATION_COLUMNS, wires(data), style, 'No destinations.'),
  });

const show = (answer: AnswerWith): Command =>
  operationCommand(answer, {
    name: 'show',
    summary: 'Show a destination',
    examples: [['sluice alerts destinations show 3', 'why it is paused, quiet hours, limits']],
    arguments: [DESTINATION],
    operation: 'GET /api/0/organizations/{org}/alerts/destinations/{destinationId}',
    human: describeDestination,
  });

const create = (answer: AnswerWith): Command =>
  operationCommand(answer, {
    name: 'create',
    scope: 'project:admin',
    summary: 'Create a destination',
    examples: [
      ['sluice alerts destinations create members Admins --audience admins', 'their email and inbox'],
      ['sluice alerts destinations create email Team --address team@example.com', 'an address, once it confirms'],
      ['sluice alerts destinations create slack Ops --secret-file slack-url.txt', 'the URL of an incoming webhook'],
      [
        'pass alerts/hook | sluice alerts destinations create webhook Hook --secret-file -',
        'shows its signing secret once',
      ],
    ],
    arguments: [
      ['<kind>', choice(DESTINATION_KINDS)],
      ['<name>', 'at most 200 characters'],
    ],
    options: DESTINATION_FLAGS,
    fields: [['name', '<name>'], ...DESTINATION_FIELDS],
    operation: 'POST /api/0/organizations/{org}/alerts/destinations',
    body: (given) => {
      const [kind, name] = given.arguments;
      return { ...destinationBody(given), kind, name };
    },
    human: describeDestination,
  });

const action =
  (name: string, summary: string, operation: ActionName, example: Example) =>
  (answer: AnswerWith): Command =>
    operationCommand(answer, {
      name,
      summary,
      scope: 'project:admin',
      examples: [example],
      arguments: [DESTINATION],
      operation,
      human: describeDestination,
    });

type ActionName =
  | `POST /api/0/organizations/{org}/alerts/destinations/{destinationId}/${'pause' | 'resume' | 'rotate'}`
  | 'DELETE /api/0/organizations/{org}/alerts/destinations/{destinationId}/previous-secret';

const pause = action(
  'pause',
  'Pause a destination: its messages wait',
  'POST /api/0/organizations/{org}/alerts/destinations/{destinationId}/pause',
  ['sluice alerts destinations pause 3', 'until sluice alerts destinations resume 3'],
);

const resume = action(
  'resume',
  'Resume a destination: what waits is sent',
  'POST /api/0/organizations/{org}/alerts/destinations/{destinationId}/resume',
  ['sluice alerts destinations resume 3', 'also after Sluice paused it because it failed'],
);

const rotate = action(
  'rotate',
  'Add a signing secret and show it once',
  'POST /api/0/organizations/{org}/alerts/destinations/{destinationId}/rotate',
  ['sluice alerts destinations rotate 3', 'both secrets sign until sluice alerts destinations unrotate 3'],
);

const unrotate = action(
  'unrotate',
  'Remove the previous signing secret',
  'DELETE /api/0/organizations/{org}/alerts/destinations/{destinationId}/previous-secret',
  ['sluice alerts destinations unrotate 3', 'when receivers know the new one'],
);

const ask = (answer: AnswerWith): Command =>
  operationCommand(answer, {
    name: 'ask',
    scope: 'project:admin',
    summary: 'Send an unconfirmed address the confirmation email again',
    examples: [['sluice alerts destinations ask 3 team@example.com', 'an email with a link that confirms it']],
    arguments: [DESTINATION, ['<address>', 'one of the destination’s']],
    operation: 'POST /api/0/organizations/{org}/alerts/destinations/{destinationId}/confirmations',
    body: ({ arguments: [, address = ''] }) => ({ address }),
    human: describeDestination,
  });

const remove = (answer: AnswerWith): Command =>
  operationCommand(answer, {
    name: 'delete',
    scope: 'project:admin',
    summary: 'Delete a destination and its secrets',
    examples: [['sluice alerts destinations delete 3', 'rules no longer send to it']],
    arguments: [DESTINATION],
    operation: 'DELETE /api/0/organizations/{org}/alerts/destinations/{destinationId}',
    human: () => 'deleted',
  });

/** `sluice alerts destinations …`. */
export const alertsDestinations = (answer: AnswerWith): Command =>
  group(
    'destinations',
    'Where alerts are sent',
    [list, show, create, destinationsUpdate, ask, pause, resume, rotate, unrotate, remove].map((make) => make(answer)),
    'list',
  );

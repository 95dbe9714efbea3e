import { DESTINATION_KINDS } from '@sluice/contract';
import type { Command } from 'commander';
import { choice } from '../../../choice.js';
import { group, type AnswerWith } from '../../../cli.js';
import { requestCommand } from '../../../client/clientCommand.js';
import type { Example } from '../../../helpText.js';
import { wires } from '../../../output/cells.js';
import { wireTable } from '../../../output/wireTable.js';
import { describeDestination, DESTINATION_COLUMNS } from './describeDestination.js';
import { DESTINATION, DESTINATIONS_PATH } from './destinationArgument.js';
import { DESTINATION_FIELDS, DESTINATION_FLAGS, destinationBody } from './destinationBody.js';
import { destinationsUpdate } from './destinationsUpdate.js';

const of = 'organization';

const list = (answer: AnswerWith): Command =>
  requestCommand(answer, {
    name: 'list',
    of,
    summary: 'List the destinations of an organization',
    examples: [['sluice alerts destinations list', 'with their state; secrets are never shown']],
    request: () => ({ path: DESTINATIONS_PATH }),
    human: ({ data }, style) => wireTable(DESTINATION_COLUMNS, wires(data), style, 'No destinations.'),
  });

const show = (answer: AnswerWith): Command =>
  requestCommand(answer, {
    name: 'show',
    of,
    summary: 'Show a destination',
    examples: [['sluice alerts destinations show 3', 'why it is paused, quiet hours, limits']],
    arguments: [DESTINATION],
    request: ({ arguments: [id = ''] }) => ({ path: [...DESTINATIONS_PATH, id] }),
    human: describeDestination,
  });

const create = (answer: AnswerWith): Command =>
  requestCommand(answer, {
    name: 'create',
    of,
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
    request: (given) => {
      const [kind, name] = given.arguments;
      return { method: 'POST', path: DESTINATIONS_PATH, body: { ...destinationBody(given), kind, name } };
    },
    human: describeDestination,
  });

interface Action {
  readonly name: string;
  readonly summary: string;
  readonly examples: readonly Example[];
  readonly method: 'POST' | 'DELETE';
  /** Path below the destination. */
  readonly step: string;
}

const action =
  ({ method, step, ...spec }: Action) =>
  (answer: AnswerWith): Command =>
    requestCommand(answer, {
      ...spec,
      of,
      scope: 'project:admin',
      arguments: [DESTINATION],
      request: ({ arguments: [id = ''] }) => ({ method, path: [...DESTINATIONS_PATH, id, step] }),
      human: describeDestination,
    });

const pause = action({
  name: 'pause',
  summary: 'Pause a destination: its messages wait',
  method: 'POST',
  step: 'pause',
  examples: [['sluice alerts destinations pause 3', 'until sluice alerts destinations resume 3']],
});

const resume = action({
  name: 'resume',
  summary: 'Resume a destination: what waits is sent',
  method: 'POST',
  step: 'resume',
  examples: [['sluice alerts destinations resume 3', 'also after Sluice paused it because it failed']],
});

const rotate = action({
  name: 'rotate',
  summary: 'Add a signing secret and show it once',
  method: 'POST',
  step: 'rotate',
  examples: [['sluice alerts destinations rotate 3', 'both secrets sign until sluice alerts destinations unrotate 3']],
});

const unrotate = action({
  name: 'unrotate',
  summary: 'Remove the previous signing secret',
  method: 'DELETE',
  step: 'previous-secret',
  examples: [['sluice alerts destinations unrotate 3', 'when receivers know the new one']],
});

const ask = (answer: AnswerWith): Command =>
  requestCommand(answer, {
    name: 'ask',
    of,
    scope: 'project:admin',
    summary: 'Send an unconfirmed address the confirmation email again',
    examples: [['sluice alerts destinations ask 3 team@example.com', 'an email with a link that confirms it']],
    arguments: [DESTINATION, ['<address>', 'one of the destination’s']],
    request: ({ arguments: [id = '', address = ''] }) => ({
      method: 'POST',
      path: [...DESTINATIONS_PATH, id, 'confirmations'],
      body: { address },
    }),
    human: describeDestination,
  });

const remove = (answer: AnswerWith): Command =>
  requestCommand(answer, {
    name: 'delete',
    of,
    scope: 'project:admin',
    summary: 'Delete a destination and its secrets',
    examples: [['sluice alerts destinations delete 3', 'rules no longer send to it']],
    arguments: [DESTINATION],
    request: ({ arguments: [id = ''] }) => ({ method: 'DELETE', path: [...DESTINATIONS_PATH, id] }),
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

import type { Command } from 'commander';
import { choice } from '../../choice.js';
import { group, type AnswerWith } from '../../cli.js';
import { RANGE, type Flag } from '../../client/clientCommand.js';
import { listCommand } from '../../client/listCommand.js';
import { operationCommand } from '../../client/operationCommand.js';
import { text } from '../../output/cells.js';
import { DELIVERY_COLUMNS, describeDelivery } from './describeDelivery.js';

const DELIVERY: Flag = ['<delivery>', 'id of the delivery'];

const list = (answer: AnswerWith): Command =>
  listCommand(answer, {
    name: 'list',
    summary: 'List the messages of an organization, latest first',
    examples: [
      ['sluice alerts deliveries list --state failed', 'with the last problem'],
      ['sluice alerts deliveries list --destination 3 --from 24h', 'of the last day'],
    ],
    options: [
      ['--state <state>', choice(['waiting', 'sent', 'paused', 'failed'])],
      ['--destination <id>', 'only to this destination', 'destinationId'],
    ],
    filters: RANGE,
    operation: 'GET /api/0/organizations/{org}/alerts/deliveries',
    columns: DELIVERY_COLUMNS,
    empty: 'No deliveries.',
  });

const show = (answer: AnswerWith): Command =>
  operationCommand(answer, {
    name: 'show',
    summary: 'Show a delivery: each attempt and what the receiver answered',
    examples: [['sluice alerts deliveries show 0f8fad5b', 'an id of sluice alerts deliveries']],
    arguments: [DELIVERY],
    operation: 'GET /api/0/organizations/{org}/alerts/deliveries/{deliveryId}',
    human: describeDelivery,
  });

const resend = (answer: AnswerWith): Command =>
  operationCommand(answer, {
    name: 'resend',
    scope: 'project:admin',
    summary: 'Send the message of a delivery again',
    examples: [['sluice alerts deliveries resend 0f8fad5b', 'as a new delivery']],
    arguments: [DELIVERY],
    operation: 'POST /api/0/organizations/{org}/alerts/deliveries/{deliveryId}/resend',
    human: ({ deliveryId }) => `requested; see: sluice alerts deliveries show ${text(deliveryId)}`,
  });

/** `sluice alerts deliveries …`. */
export const alertsDeliveries = (answer: AnswerWith): Command =>
  group(
    'deliveries',
    'Messages and what receivers answered',
    [list, show, resend].map((make) => make(answer)),
    'list',
  );

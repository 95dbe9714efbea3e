import type { Command } from 'commander';
import { setTimeout as delay } from 'node:timers/promises';
import type { AnswerWith } from '../../cli.js';
import { CliError } from '../../cliError.js';
import { clientOf, onClient, type CommandInput } from '../../client/clientCommand.js';
import type { Answer, CommandContext } from '../../context.js';
import { text, wire } from '../../output/cells.js';
import { describeDelivery, type DeliveryAnswer } from './describeDelivery.js';

/** How long the result is waited for, and how often it is read. */
const WAIT = { forMs: 60_000, everyMs: 500 } as const;

/** `sluice alerts test <destination>`. */
export const alertsTest = (answer: AnswerWith): Command =>
  onClient(
    {
      name: 'test',
      of: 'organization',
      scope: 'project:admin',
      summary: 'Send a test message to a destination and show what the receiver answers',
      examples: [['sluice alerts test 3', 'an id of sluice alerts destinations; exit code 1 if it is not sent']],
      arguments: [['<destination>', 'id of the destination']],
    },
    (given) => answer((context) => testDestination(context, given)),
  );

async function testDestination(context: CommandContext, given: Omit<CommandInput, 'now'>): Promise<Answer> {
  const client = clientOf(context, given);
  const of = 'organization';
  const path = ['alerts', 'destinations', given.arguments[0] ?? '', 'test'];
  const { body } = await client.call({ of, method: 'POST', path });
  const deliveryId = text(wire(body)['deliveryId']);
  const read = async (): Promise<DeliveryAnswer> =>
    wire((await client.call({ of, path: ['alerts', 'deliveries', deliveryId] })).body);
  const until = context.clock() + WAIT.forMs;
  for (let delivery = await read(); ; delivery = await read()) {
    const { state } = delivery;
    if (state !== 'waiting') {
      return {
        value: delivery,
        human: (style) => describeDelivery(delivery, style),
        failed: state !== 'sent',
      };
    }
    if (context.clock() >= until) {
      throw new CliError(
        'failed',
        `No result after ${WAIT.forMs / 1_000} s. Check with sluice doctor that services/alerts runs. See sluice alerts deliveries show ${deliveryId}.`,
      );
    }
    await delay(WAIT.everyMs, undefined, { signal: context.signal }).catch(() => {
      throw new CliError('failed', `Stopped. See sluice alerts deliveries show ${deliveryId}.`);
    });
  }
}

import { EVENT_TYPES, hourOf, isEventType, startOfHour, type EventType } from '@sluice/contract';
import { liftSpikeProtection } from '@sluice/db';
import type { Command } from 'commander';
import { command, type AnswerWith } from '../cli.js';
import { usageError } from '../cliError.js';
import type { Answer, CommandContext } from '../context.js';
import { momentText } from '../output/words.js';
import { projectRef } from '../parse/projectRef.js';
import { warnIfUnheard } from '../warnIfUnheard.js';

/** `sluice project lift <org>/<project> [types…]`. */
export const projectLift = (answer: AnswerWith): Command =>
  command('lift', 'Lift spike protection until the top of the hour', [
    ['sluice project lift acme/shop', 'all types'],
    ['sluice project lift acme/shop exception log', 'exceptions and logs'],
  ])
    .argument('<project>', '<org>/<project>')
    .argument('[types...]', `event types: ${EVENT_TYPES.join(', ')}; all by default`)
    .action((ref: string, types: string[]) => answer((context) => lift(context, ref, types)));

/** Lifts the spike caps of the types; no other limit. */
async function lift(context: CommandContext, text: string, given: readonly string[]): Promise<Answer> {
  const wrong = given.find((type) => !isEventType(type));
  if (wrong !== undefined) throw usageError(`"${wrong}" is no event type; they are ${EVENT_TYPES.join(', ')}`);
  const ref = projectRef(text);
  const hour = hourOf(context.clock());
  const lifted = given.length === 0 ? EVENT_TYPES : (given as readonly EventType[]);
  const types = await liftSpikeProtection(context.database(), ref, { hour, types: lifted });
  await warnIfUnheard(context);
  const until = new Date(startOfHour(hour + 1));
  const human = (): string =>
    `Spike protection of ${text} is lifted until ${momentText(until)} for: ${types.join(', ')}. Other limits still apply.`;
  return { value: { ...ref, types, until: until.toISOString() }, human };
}

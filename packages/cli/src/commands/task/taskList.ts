import type { Command } from 'commander';
import { command, type AnswerWith } from '../../cli.js';
import type { Answer, CommandContext } from '../../context.js';
import { runHousekeeping } from '../../housekeeping/runHousekeeping.js';
import { table } from '../../output/table.js';
import { durationText } from '../../output/words.js';

interface ListedTask {
  readonly name: string;
  readonly periodMs: number;
  readonly exclusive: boolean;
}

/** `sluice task list`. */
export const taskList = (answer: AnswerWith): Command =>
  command('list', 'List the tasks with their periods', [
    ['sluice task list', 'services/housekeeping/README.md says what each does'],
  ]).action(() => answer(listTasks));

/** Lists the tasks; their periods are those of the settings of this process. */
async function listTasks(context: CommandContext): Promise<Answer> {
  const tasks = (await runHousekeeping(context, ['task', 'list'])) as readonly ListedTask[];
  return {
    value: tasks,
    human: (style) =>
      table(
        [{ title: 'TASK' }, { title: 'EVERY', align: 'right' }, { title: 'ONE AT A TIME' }],
        tasks.map(({ name, periodMs, exclusive }) => [name, durationText(periodMs), exclusive ? 'yes' : 'no']),
        style,
      ),
  };
}

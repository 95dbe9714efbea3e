import type { Command } from 'commander';
import { command, type AnswerWith } from '../../cli.js';
import type { Answer, CommandContext } from '../../context.js';
import { runHousekeeping } from '../../housekeeping/runHousekeeping.js';
import { durationText } from '../../output/words.js';

interface TaskRun {
  readonly task: string;
  readonly ran: boolean;
  readonly ms: number;
}

/** `sluice task run <task>`. */
export const taskRun = (answer: AnswerWith): Command =>
  command('run', 'Run a task now, once, as housekeeping would', [
    ['sluice task run partitions', 'create missing partitions'],
    ['sluice task run retention', 'delete what is expired; `sluice rehearse retention` shows it first'],
    ["sluice task run 'closing of erasures'", 'a name with spaces is quoted'],
  ])
    .argument('<task>', 'a name of `sluice task list`')
    .action((name: string) => answer((context) => runNow(context, name)));

/** Runs a task with the settings of this process. The exit code is 1 if another process is running it. */
async function runNow(context: CommandContext, name: string): Promise<Answer> {
  const run = (await runHousekeeping(context, ['task', 'run', name])) as TaskRun;
  return {
    value: run,
    human: () =>
      run.ran
        ? `The task ${run.task} succeeded after ${durationText(run.ms)}.`
        : `Another process is running the task ${run.task}. Try again when it has finished.`,
    failed: !run.ran,
  };
}

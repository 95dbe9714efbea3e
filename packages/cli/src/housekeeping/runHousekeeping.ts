import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { CliError } from '../cliError.js';
import type { CommandContext } from '../context.js';
import { needDatabase } from '../place/findPlace.js';

/** A line that housekeeping logs. */
interface LogLine {
  readonly msg: string;
  readonly result?: unknown;
  readonly failure?: string;
}

/** Fields of every log line, which say nothing about the task. */
const USUAL_FIELDS = ['level', 'time', 'service', 'version', 'instance', 'msg'];

/**
 * Runs housekeeping once, as a process with the settings of this one, and resolves with its result. What it logs goes to
 * stderr. Ctrl-C ends it after the current step.
 *
 * @throws CliError if it is not built, cannot start, or fails
 */
export async function runHousekeeping(context: CommandContext, words: readonly string[]): Promise<unknown> {
  const { place, env, root, signal } = context;
  const program = path.join(root, 'services/housekeeping/dist/main.js');
  if (!existsSync(program)) {
    throw new CliError('not_running', `${program} is missing. Run this command in a built checkout or in the image.`);
  }
  const { redisUrl, queueRedisUrl } = place;
  const addresses = {
    DATABASE_URL: needDatabase(place),
    ...(redisUrl === undefined ? {} : { REDIS_URL: redisUrl }),
    ...(queueRedisUrl === undefined ? {} : { REDIS_QUEUE_URL: queueRedisUrl }),
  };
  const child = spawn(process.execPath, [program, ...words], {
    env: { ...env, ...addresses },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stop = (): void => void child.kill('SIGTERM');
  signal.addEventListener('abort', stop);
  const exited = new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => resolve());
  });
  let last: LogLine | undefined;
  for await (const text of createInterface({ input: child.stdout })) {
    last = parseLine(text);
    if (last.result === undefined && last.failure === undefined) context.note(noteOf(last));
  }
  await exited;
  signal.removeEventListener('abort', stop);
  if (last?.result !== undefined) return last.result;
  throw new CliError('failed', last?.failure ?? 'Housekeeping ended without a result; its messages are above.');
}

function parseLine(text: string): LogLine {
  try {
    return JSON.parse(text) as LogLine;
  } catch {
    return { msg: text };
  }
}

/** Returns the message of a line with its fields. */
function noteOf(line: LogLine): string {
  const fields = Object.entries(line).filter(([name]) => !USUAL_FIELDS.includes(name));
  return fields.length === 0 ? line.msg : `${line.msg} ${JSON.stringify(Object.fromEntries(fields))}`;
}

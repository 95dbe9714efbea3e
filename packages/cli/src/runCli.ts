import { createDatabase, type Database } from '@sluice/db';
import type { Clock, Env } from '@sluice/runtime';
import { CommanderError } from 'commander';
import { setTimeout as delay } from 'node:timers/promises';
import { expandWords } from './cli.js';
import type { CliError } from './cliError.js';
import { usageError } from './cliError.js';
import type { Answer, CommandContext } from './context.js';
import { explainError } from './explainError.js';
import { printable, printableJson } from './output/printable.js';
import { createStyle, wantsColours } from './output/style.js';
import { findPlace, needDatabase, type Place } from './place/findPlace.js';
import { buildProgram } from './program.js';

/** Streams and environment of the process. */
export interface CliIo {
  readonly env: Env;
  /** Root of the checkout. */
  readonly root: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Whether stdout is a terminal. */
  readonly isTerminal: boolean;
  /** Whether stderr is a terminal. */
  readonly isErrorTerminal: boolean;
  /** Width of the terminal in columns, for help. */
  readonly columns: number | undefined;
  /** Text that `--version` prints. */
  readonly version: string;
  readonly stdout: (text: string) => void;
  /** Writes bytes to stdout; resolves when it can take more. */
  readonly stdoutBytes: (bytes: Buffer) => Promise<void>;
  readonly stderr: (text: string) => void;
}

/** Milliseconds that a connection has to close; one that hangs is abandoned. */
const CLOSE_MS = 2_000;

async function closeInTime(close: () => Promise<void>): Promise<void> {
  const late = new AbortController();
  const closed = close()
    .catch(() => undefined)
    .finally(() => late.abort());
  await Promise.race([closed, delay(CLOSE_MS, undefined, { signal: late.signal }).catch(() => undefined)]);
}

/** Maximum database connections of a command. */
const POOL_SIZE = 4;

/**
 * Runs a command line and resolves to its exit code: 0 success, 1 failure, 2 wrong usage. Never rejects. A failure is one line
 * on stderr, followed by the candidates of an ambiguous id. With `--json`, stdout then contains
 * `{"error":{"code","message"}}`, so that it always contains exactly one JSON value.
 */
export async function runCli(words: readonly string[], io: CliIo): Promise<number> {
  const json = beforeDashes(words).includes('--json');
  let place: Place | undefined;
  let exitCode = 0;
  const answer = async (work: (context: CommandContext) => Promise<Answer>): Promise<void> => {
    place = await findPlace(io.env, io.root);
    const { value, human, failed } = await withContext({ io, json, place }, work);
    if (json && value !== undefined) io.stdout(`${printableJson(value)}\n`);
    const text = json ? '' : human(styleOf(io));
    if (text !== '') io.stdout(`${text}\n`);
    exitCode = failed === true ? 1 : 0;
  };
  let complaint = '';
  const program = buildProgram(answer, {
    words,
    stdout: io.stdout,
    stderr: (text) => (complaint += text),
    columns: io.columns,
    version: io.version,
  });
  try {
    await program.parseAsync([...expandWords(program, words)], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    const explained =
      error instanceof CommanderError ? usageError(usageMessage(complaint)) : explainError(error, place?.databaseUrl);
    return report(explained, io, json);
  }
}

/** Words before a bare `--`; words after it are never options. */
const beforeDashes = (words: readonly string[]): readonly string[] =>
  words.includes('--') ? words.slice(0, words.indexOf('--')) : words;

const styleOf = (io: CliIo): ReturnType<typeof createStyle> =>
  createStyle(wantsColours(io.env, io.isTerminal), io.isTerminal ? io.columns : undefined);

/** Returns Commander's error as one sentence, or the help text if no command was given. */
function usageMessage(complaint: string): string {
  const text = complaint.trim();
  return text.startsWith('error: ') ? text.slice('error: '.length).replace(/\s*\n\s*/g, ' ') : text;
}

function report(error: CliError, io: CliIo, json: boolean): number {
  const { code, message, exitCode, ids } = error;
  const listed = ids.length === 0 ? {} : { ids };
  if (json) io.stdout(`${printableJson({ error: { code, message, ...listed } })}\n`);
  const isHelp = message.startsWith('Usage:');
  io.stderr(isHelp ? `${message}\n` : `sluice: ${printable(message)}\n`);
  for (const id of ids) io.stderr(`  ${printable(id)}\n`);
  return exitCode;
}

/** Runs a command with a context and always closes its resources. */
async function withContext(
  { io, json, place }: { readonly io: CliIo; readonly json: boolean; readonly place: Place },
  work: (context: CommandContext) => Promise<Answer>,
): Promise<Answer> {
  const toClose: (() => Promise<void>)[] = [];
  let opened: Database | undefined;
  const open = (): Database => {
    const db = createDatabase({ url: needDatabase(place), poolSize: POOL_SIZE, applicationName: 'sluice-cli' });
    toClose.push(db.close);
    return db;
  };
  try {
    return await work({
      env: io.env,
      root: io.root,
      place,
      version: io.version,
      clock: io.clock,
      signal: io.signal,
      style: styleOf(io),
      json,
      database: () => (opened ??= open()),
      closeLater: (close) => toClose.push(close),
      print: (line) => io.stdout(`${line}\n`),
      printBytes: io.isTerminal ? undefined : io.stdoutBytes,
      note: (line) => {
        if (!json) io.stderr(`${line}\n`);
      },
      rewrite: io.isErrorTerminal && !json ? (text) => io.stderr(`\r\u001b[2K${text}`) : undefined,
      warn: (line) => io.stderr(`sluice: ${printable(line)}\n`),
    });
  } finally {
    for (const close of toClose.reverse()) await closeInTime(close);
  }
}

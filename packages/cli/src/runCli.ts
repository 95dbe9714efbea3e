import { createDatabase, type Database } from '@sluice/db';
import type { Clock, Env } from '@sluice/runtime';
import { CommanderError } from 'commander';
import { expandWords } from './cli.js';
import type { CliError } from './cliError.js';
import { usageError } from './cliError.js';
import type { Answer, CommandContext } from './context.js';
import { explainError } from './explainError.js';
import { printable, printableJson } from './output/printable.js';
import { createStyle, wantsColours } from './output/style.js';
import { findPlace, needDatabase, type Place } from './place/findPlace.js';
import { buildProgram } from './program.js';

/** The process around a command. */
export interface CliIo {
  readonly env: Env;
  /** The checkout. */
  readonly root: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Whether stdout is a terminal. */
  readonly isTerminal: boolean;
  /** Whether stderr is one. */
  readonly isErrorTerminal: boolean;
  /** Width of the terminal in columns, for help. */
  readonly columns: number | undefined;
  /** What `--version` prints. */
  readonly version: string;
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
}

/** Connections of one command: a command does one thing at a time, `doctor` a few. */
const POOL_SIZE = 4;

/**
 * Runs one command line and resolves with its exit code: 0 done, 1 failed, 2 wrong usage. Never rejects. A failure is
 * one line on stderr, with the ids below it that an ambiguous one may mean; with `--json`, stdout then holds
 * `{"error":{"code","message"}}`, so that it always holds exactly one JSON value.
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

/** Words of the command line without those after a bare `--`, which are never options. */
const beforeDashes = (words: readonly string[]): readonly string[] =>
  words.includes('--') ? words.slice(0, words.indexOf('--')) : words;

const styleOf = (io: CliIo): ReturnType<typeof createStyle> =>
  createStyle(wantsColours(io.env, io.isTerminal), io.isTerminal ? io.columns : undefined);

/** Commander's own complaint as one sentence. A whole help text is shown instead where no command was given. */
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

/** Gives a command its context and closes, whatever happens, what it opened. */
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
      place,
      clock: io.clock,
      signal: io.signal,
      style: styleOf(io),
      json,
      database: () => (opened ??= open()),
      closeLater: (close) => toClose.push(close),
      print: (line) => io.stdout(`${line}\n`),
      note: (line) => {
        if (!json) io.stderr(`${line}\n`);
      },
      rewrite: io.isErrorTerminal && !json ? (text) => io.stderr(`\r\u001b[2K${text}`) : undefined,
      warn: (line) => io.stderr(`sluice: ${printable(line)}\n`),
    });
  } finally {
    for (const close of toClose.reverse()) await close().catch(() => undefined);
  }
}

import type { Command } from 'commander';
import { command, type AnswerWith } from '../cli.js';

/** `sluice doctor`. */
export const doctor = (answer: AnswerWith): Command =>
  command('doctor', 'Check the whole system and suggest fixes', [
    ['sluice doctor', 'exit 1 if a check fails'],
    ['sluice doctor --json', '{ ok, checks: [{ name, status, message, details, advice }] }'],
  ]).action(() => answer(async (context) => (await import('../doctor/examine.js')).examine(context)));

import type { Command } from 'commander';
import { command, type AnswerWith } from '../cli.js';

/** `sluice doctor`. */
export const doctor = (answer: AnswerWith): Command =>
  command('doctor', 'Check everything and say what to do', [
    ['sluice doctor', 'exit 1 where something fails'],
    ['sluice doctor --json', '{ ok, checks: [{ name, status, message, advice }] }'],
  ]).action(() => answer(async (context) => (await import('../doctor/examine.js')).examine(context)));

import { WIRE_TYPES, type WireType } from '@sluice/contract';
import type { Command } from 'commander';
import { command, type AnswerWith } from '../cli.js';
import { usageError } from '../cliError.js';
import type { Answer } from '../context.js';
import { parseCount } from '../parse/moment.js';
import { createPlan, type PlanInput } from '../plan/createPlan.js';
import { describePlan } from '../plan/describePlan.js';
import type { ByType } from '../plan/predictWork.js';

const MAX = { rate: 2_000_000, batch: 1_000, days: 3_650, cores: 1_024, part: 1_000_000 };

/** The batch of the benchmarks: what a page sends. */
const MIX = 'exception=2,log=6,span=8,hit=3,replay=1';

interface PlanOptions {
  readonly rate: string;
  readonly batch: string;
  readonly mix: string;
  readonly days: string;
  readonly cores: string;
}

/** `sluice plan`. */
export const plan = (answer: AnswerWith): Command =>
  command('plan', 'Estimate the machines that a rate of events needs', [
    ['sluice plan --rate 100000', 'a mix of all types, twenty events a request'],
    ['sluice plan --rate 5000 --mix exception=1 --batch 2', 'exceptions only, two a request'],
  ])
    .requiredOption('--rate <events>', 'events per second, at the highest of the day')
    .option('--mix <parts>', 'parts of each type of event', MIX)
    .option('--batch <events>', 'events per request, on average', '20')
    .option('--days <days>', 'days for which events are kept', '30')
    .option('--cores <cores>', 'cores of a machine', '4')
    .action((options: PlanOptions) =>
      answer(() => {
        const value = createPlan(readInput(options));
        return Promise.resolve<Answer>({ value, human: (style) => describePlan(value, style) });
      }),
    );

const readInput = ({ rate, batch, mix, days, cores }: PlanOptions): PlanInput => ({
  rate: parseCount(rate, 1, MAX.rate),
  batch: parseCount(batch, 1, MAX.batch),
  mix: parseMix(mix),
  days: parseCount(days, 1, MAX.days),
  cores: parseCount(cores, 1, MAX.cores),
});

/** Reads `exception=2,log=6`. Types that are not named have no part. @throws CliError */
function parseMix(text: string): ByType {
  const parts: Record<WireType, number> = { exception: 0, log: 0, span: 0, hit: 0, replay: 0 };
  for (const item of text.split(',')) {
    const [, type, count] = /^\s*(\w+)\s*=\s*(\d+)\s*$/.exec(item) ?? [];
    if (type === undefined || count === undefined || !(type in parts)) {
      throw usageError(`--mix: "${item}" is not a part such as span=8. The types are ${WIRE_TYPES.join(', ')}`);
    }
    parts[type as WireType] = parseCount(count, 0, MAX.part);
  }
  if (WIRE_TYPES.every((type) => parts[type] === 0)) throw usageError('--mix: at least one type needs a part above 0');
  return parts;
}

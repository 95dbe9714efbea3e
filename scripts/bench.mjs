// `npm run bench -- [part…] [--no-save] [options]`: figures taken in one run beside their references, printed as tables. A summary
// of each part is written to test/load/results/, all figures to test/load/.results/. `--help` lists the parts; without a name, all short ones run.
import { parseArgs } from 'node:util';
import { leavingNothing } from '../test/load/support/leavingNothing.mjs';
import { describeMachine, machineText } from '../test/load/support/machine.mjs';
import { argumentOptions, helpLines, partOptions } from '../test/load/support/options.mjs';
import { findParts } from '../test/load/support/parts.mjs';
import { resultOf, saveResult } from '../test/load/support/results.mjs';
import { rounded } from '../test/load/support/summary.mjs';
import { build } from './build.mjs';

/** Exit code of a wrong command line. */
const EXIT_USAGE = 2;

function fail(text) {
  console.error(text);
  process.exit(EXIT_USAGE);
}

function readArguments(parts) {
  try {
    const options = { ...argumentOptions(parts), help: { type: 'boolean' }, 'no-save': { type: 'boolean' } };
    const { values, positionals } = parseArgs({ allowPositionals: true, options });
    const unknown = positionals.filter((name) => !parts.some((part) => part.name === name));
    if (unknown.length > 0)
      fail(`unknown part ${unknown.join(', ')}; there are: ${parts.map(({ name }) => name).join(', ')}`);
    const selected =
      positionals.length > 0
        ? parts.filter(({ name }) => positionals.includes(name))
        : parts.filter(({ isShort }) => isShort);
    return { values, selected: selected.map((part) => ({ part, options: partOptions(part, values) })) };
  } catch (error) {
    return fail(error.message);
  }
}

async function runParts(selected, isSaved) {
  await build();
  const machine = await describeMachine();
  console.log(machineText(machine));
  for (const { part, options } of selected) {
    console.log(`\n== ${part.name}: ${part.summary}`);
    const date = new Date().toISOString();
    const result = resultOf(await part.run(options), { date, options, machine });
    if (isSaved) await saveResult(result);
    console.log(`\n${JSON.stringify(result, rounded)}`);
  }
}

const parts = await findParts();
const { values, selected } = readArguments(parts);
if (values.help === true) {
  for (const line of helpLines(parts)) console.log(line);
} else {
  await leavingNothing(() => runParts(selected, values['no-save'] !== true));
}

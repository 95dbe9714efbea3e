import { beforeAll, describe, expect, it } from '@jest/globals';
import type { TraceMap } from '@jridgewell/trace-mapping';
import { openCompiledFile, type OpenedMap } from '../testing/openCompiledMap.js';
import { REAL_MAPS } from '../testing/realMaps.js';
import { seededRandom, seedOfRun } from '../testing/seededRandom.js';
import {
  type Bias,
  compareWithTrace,
  contextsByTrace,
  isSameContext,
  type Probe,
  probesAnywhere,
  probesAtSegments,
  traceOfFile,
} from '../testing/traceOracle.js';
import type { MappedPosition } from './read/sourceMapIndex.js';
import { useDirectory } from '@sluice/testkit/useDirectory';

const IS_EXHAUSTIVE = process.env['TEST_ORACLE'] === 'all';
const SEGMENTS = IS_EXHAUSTIVE ? Infinity : 25_000;
const ANYWHERE = IS_EXHAUSTIVE ? 200_000 : 10_000;
const CONTEXTS = IS_EXHAUSTIVE ? 20_000 : 1_000;
const LARGEST_RANGE_BYTES = 8192;

const random = seededRandom(seedOfRun(process.env['TEST_SEED']));
process.stdout.write(
  `source map oracle: TEST_SEED=${random.seed}${IS_EXHAUSTIVE ? '' : ' (TEST_ORACLE=all for all)'}\n`,
);

const directory = useDirectory('oracle');

describe.each(REAL_MAPS)('$name resolves as trace-mapping does', ({ locate }) => {
  let opened: OpenedMap;
  let trace: TraceMap;

  beforeAll(async () => {
    const file = await locate(directory.path);
    opened = await openCompiledFile(file);
    trace = await traceOfFile(file);
  }, 60_000);

  const biases: readonly Bias[] = ['glb', 'lub'];
  const long = IS_EXHAUSTIVE ? 600_000 : 60_000;

  it('is understood without a problem', () => {
    expect(opened.compiled.problems).toEqual([]);
    expect(opened.index.isMalformed).toBe(false);
    expect(opened.compiled).toMatchObject({ sources: trace.sources.length, names: trace.names.length });
  });

  it.each(biases)(
    'at every segment and beside it (%s)',
    async (bias) => {
      const probes = probesAtSegments(trace, SEGMENTS, random);
      const { compared, differences, shown } = await compareWithTrace(opened, trace, probes, bias);
      expect({ differences, shown }).toEqual({ differences: 0, shown: [] });
      expect(compared).toBeGreaterThan(10_000);
    },
    long,
  );

  it.each(biases)(
    'anywhere (%s)',
    async (bias) => {
      const probes = probesAnywhere(trace, ANYWHERE, random);
      const { differences, shown } = await compareWithTrace(opened, trace, probes, bias);
      expect({ differences, shown }).toEqual({ differences: 0, shown: [] });
    },
    long,
  );

  it(
    'with the same lines of source around it',
    async () => {
      const positions = await someMapped(opened, probesAnywhere(trace, CONTEXTS, random));
      const contexts = await opened.index.contexts(positions, 5, opened.read);
      expect(contexts).toHaveLength(positions.length);
      const expected = contextsByTrace(trace, 5);
      const differences = positions
        .map((position, place) => ({ ours: contexts[place], theirs: expected(position), column: position.column }))
        .filter(({ ours, theirs, column }) => !isSameContext(ours, theirs, column));
      expect(differences.slice(0, 3)).toEqual([]);
      expect(opened.index.hasContents).toBe(trace.sourcesContent?.some((content) => content !== null) ?? false);
    },
    long,
  );

  it('with one small read for one frame', async () => {
    for (const probe of probesAnywhere(trace, 200, random)) {
      const before = { ...opened.reads };
      opened.reads.longest = 0;
      await opened.index.lookUp([probe], opened.read);
      expect(opened.reads.calls - before.calls).toBeLessThanOrEqual(1);
      expect(opened.reads.bytes - before.bytes).toBeLessThanOrEqual(LARGEST_RANGE_BYTES);
    }
  });
});

async function someMapped(opened: OpenedMap, probes: readonly Probe[]): Promise<MappedPosition[]> {
  const found = await opened.index.lookUp(probes, opened.read);
  return found.filter((position) => position !== null);
}

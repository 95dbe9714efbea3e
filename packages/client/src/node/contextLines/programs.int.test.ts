import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { transform } from 'esbuild';
import { bundlePrograms } from '../testing/runProgram.js';
import { startStandIn, type StandIn } from '../testing/startStandIn.js';
import { useResource } from '@sluice/testkit/useResource';

let server: StandIn;
const programs = useResource(bundlePrograms, (started) => started.remove());
beforeEach(async () => {
  server = await startStandIn();
});
afterEach(() => server.stop());

describe('the source lines of a process', () => {
  it('are in the report of an error that ends it', async () => {
    const { code } = await programs.run(`${init()}\n// the cart may be missing\nthrow new Error('crash');\n`);

    expect(code).toBe(1);
    const [frame] = server.of('exception')[0]?.payload.frames ?? [];
    expect(frame).toMatchObject({ line: 3, context: { line: `throw new Error('crash');`, after: [''] } });
    expect(frame?.context?.before).toEqual([init(), '// the cart may be missing']);
  });

  it('are not sent if disabled', async () => {
    await programs.run(`${init('contextLines: false')}\nthrow new Error('crash');`);
    expect(server.of('exception')[0]?.payload.frames?.map((frame) => frame.context)).not.toContainEqual(
      expect.anything(),
    );
  });

  it('are those of the source with `--enable-source-maps`', async () => {
    const source = `interface Cart { items: string[] }\n\nexport function load(cart?: Cart): string {\n  return cart!.items[0];\n}\n`;
    const { code } = await transform(source, {
      loader: 'ts',
      format: 'cjs',
      sourcemap: 'inline',
      sourcefile: 'cart.ts',
    });
    const written = [
      `const { writeFileSync } = require('fs');`,
      `writeFileSync(__dirname + '/cart.ts', ${JSON.stringify(source)});`,
      `writeFileSync(__dirname + '/cart.cjs', ${JSON.stringify(code)});`,
    ];
    await programs.run([init(), ...written, `require('./cart.cjs').load();`].join('\n'), ['--enable-source-maps']);

    const [frame] = server.of('exception')[0]?.payload.frames ?? [];
    expect(frame?.file).toMatch(/cart\.ts$/);
    expect(frame?.context).toEqual({
      before: ['interface Cart { items: string[] }', '', 'export function load(cart?: Cart): string {'],
      line: '  return cart!.items[0];',
      after: ['}', ''],
    });
  });

  it('are those of an ES module, which Node names by an address', async () => {
    const module = `export const fail = () => {\n  throw new Error('crash');\n};\n`;
    const program = [
      init(),
      `require('fs').writeFileSync(__dirname + '/a b.mjs', ${JSON.stringify(module)});`,
      `import('./a b.mjs').then(({ fail }) => fail());`,
    ];
    await programs.run(program.join('\n'));

    expect(server.of('exception')[0]?.payload.frames?.[0]).toMatchObject({
      context: { before: ['export const fail = () => {'], line: `  throw new Error('crash');`, after: ['};', ''] },
    });
  });
});

function init(options = ''): string {
  return `const sluice = require('./sluice.cjs'); sluice.init({ dsn: '${server.dsn}', appRoot: __dirname, ${options} });`;
}

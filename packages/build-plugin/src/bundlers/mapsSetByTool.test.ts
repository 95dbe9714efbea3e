import { expect, test } from '@jest/globals';
import { isBeforeBrowsers, isBrowsersOfNext, mapsSetByTool } from './mapsSetByTool.js';

/** An instance of a class with this name. */
const plugin = (name: string): object => ({ constructor: { name } });

test.each([
  [[plugin('DefinePlugin'), plugin('RsbuildHtmlPlugin')], '/app/node_modules/.bin/rsbuild', true],
  [[plugin('NextTypesPlugin')], '/app/node_modules/.bin/next', true],
  [[plugin('BuildManifestPlugin')], undefined, true],
  [[], '/app/node_modules/.bin/rspack', true],
  [[], '/app/node_modules/@rspack/cli/bin/rspack.js', true],
  [[plugin('DefinePlugin'), {}, undefined, null], '/app/build.mjs', false],
  [undefined, undefined, false],
])('with %j, started by %s, it is the tool that turns maps off: %s', (plugins, program, expected) => {
  expect(mapsSetByTool({ plugins }, program)).toBe(expected);
});

test.each([
  ['server', 'PagesManifestPlugin', false, 'waits'],
  ['edge-server', 'NextTypesPlugin', false, 'waits'],
  ['client', 'BuildManifestPlugin', false, 'ends the wait'],
  ['server', 'PagesManifestPlugin', true, 'neither'],
  ['server', 'DefinePlugin', false, 'neither'],
  ['client', 'DefinePlugin', false, 'neither'],
])(
  'the compiler %s with %s, in a worker (%s), waits for the build of the browser, ends the wait, or neither: %s',
  (name, pluginName, isWorker, expected) => {
    const options = { name, plugins: [plugin(pluginName)] };
    const isLast = isBrowsersOfNext(options);
    expect(isBeforeBrowsers(options, isWorker) ? 'waits' : isLast ? 'ends the wait' : 'neither').toBe(expected);
  },
);

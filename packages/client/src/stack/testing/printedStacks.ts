import { textOfStack } from '@sluice/testkit/printedStacks';

/** A stack as an engine prints it, and its frames as `function@file:line:column`; none where the server is to read it. */
export interface PrintedStack {
  readonly name: string;
  readonly stack: string;
  readonly frames: readonly string[];
}

/** A stack of the testkit by its name, with the frames that the SDK reads. */
export const stackOf = (name: string, frames: readonly string[]): PrintedStack => ({
  name,
  stack: textOfStack(name),
  frames,
});

/**
 * Texts of the published fixtures of error-stack-parser, TraceKit and Sentry's browser SDK, captures of Chromium 156 and
 * Node 20, and rows that are written in an engine's documented format.
 */
export const printedStacks: readonly PrintedStack[] = [
  stackOf('Chrome 36: an alias, a port', [
    'HTMLButtonElement.onclick@http://localhost:8080/file.js:107:146',
    'I.e.fn.(anonymous function) [as index]@http://localhost:8080/file.js:10:3651',
  ]),
  stackOf('Chrome 48: evaluated code in evaluated code', []),
  stackOf('Chrome 48: blobs and builtins', [
    'Error@native',
    's@blob:http%3A//localhost%3A8080/abfc40e9-4742-44ed-9dcd-af8f99a29379:31:29146',
    '@blob:http%3A//localhost%3A8080/d4eefe0f-361a-4682-b217-76587d9f712a:15:10978',
  ]),
  stackOf('Chrome 73: a builtin without a place, a page', [
    'fooIterator@http://localhost:5000/test:20:17',
    'Array.map@<anonymous>',
    '@http://localhost:5000/test:24:7',
  ]),
  stackOf('webpack, sources evaluated', []),
  stackOf('Next: directories with parentheses and brackets', [
    '@http://localhost:3001/_next/static/chunks/app/[locale]/(default)/sub/page-3d428c1ba734e10f.js:1:126',
    'Page@webpack-internal:///(rsc)/./src/app/page.tsx:12:11',
    '@http://example.com/path/(to)/resource:1:126',
    '@http://example.com:8080:1:126',
  ]),
  stackOf('Chromium 156: a getter, a computed name, a promise', [
    'e@https://shop.example/assets/main-DQ7LcYWu.js:1:30',
    'get total@https://shop.example/assets/main-DQ7LcYWu.js:1:369',
    't.<computed>@https://shop.example/assets/main-DQ7LcYWu.js:1:4110',
    'new Promise@<anonymous>',
    'Promise.all@<anonymous>',
    '@https://shop.example/assets/main-DQ7LcYWu.js:1:2531',
    '@<anonymous>:381:23',
  ]),
  stackOf('WebAssembly', []),
  stackOf('Edge 44', []),
  stackOf('React Native on Hermes', []),
  stackOf('a module', [
    'lineTotal@file:///srv/shop/current/main.mjs:8:21',
    '@file:///srv/shop/current/main.mjs:11:56',
    'get total [as total]@file:///srv/shop/current/main.mjs:25:12',
    'Timeout.go [as _onTimeout]@file:///srv/shop/current/main.mjs:107:41',
    'listOnTimeout@node:internal/timers:581:17',
    'process.processTimers@node:internal/timers:519:7',
  ]),
  stackOf('asynchronous calls', [
    'CartStore.refresh@file:///srv/shop/store.js:12:5',
    'Promise.all@<anonymous>',
    '@file:///srv/shop/main.js:20:3',
  ]),
  stackOf('Windows', [
    'load@C:\\Program Files (x86)\\shop\\server.js:10:5',
    'load@file:///C:/shop/server.mjs:10:5',
    'wrap@C:\\shop\\node_modules\\koa\\index.js:1:2',
  ]),
  {
    name: 'Firefox 31: a name with brackets',
    stack: `foo@http://path/to/file.js:41:13
.plugin/e.fn[c]/<@http://path/to/file.js:1:1`,
    frames: ['foo@http://path/to/file.js:41:13', '.plugin/e.fn[c]/<@http://path/to/file.js:1:1'],
  },
  stackOf('Firefox 43: evaluated code', []),
  stackOf('Firefox: marks of asynchrony (by its documented format)', [
    'load@https://a.b/app.js:3:9',
    'boot@https://a.b/app.js:9:3',
    'start@https://a.b/app.js:12:1',
    '@https://a.b/app.js:14:1',
    'bind/<@https://a.b/app.js:20:8',
  ]),
  stackOf('names and addresses with @ in them', [
    'render@https://unpkg.com/vue@3.4.0/dist/vue.global.js:10:5',
    '@https://a.b/@scope/pkg/index.js:1:2',
    'who@home@https://a.b/app.js:3:4',
    '@file:///Users/me@work/app.js:5:6',
    'boot@app@2.js:7:8',
  ]),
  stackOf('the console and extensions of Firefox', []),
  stackOf('Safari 12', [
    'fooIterator@http://localhost:5000/test:20:26',
    'map@[native code]',
    'global code@http://localhost:5000/test:24:10',
    'module code@http://localhost:5000/test.js:1:1',
  ]),
  stackOf('extensions of Safari', [
    'isClaimed@safari-extension://com.grammarly.safari.extension.ext2-W8F64X92K3/ee7759dd/Grammarly.js:2:929865',
    'p_@safari-web-extension://46434E60-F5BD-48A4-80C8-A422C5D16897/scripts/content-script.js:29:33314',
    'f@webkit-masked-url://hidden/:12:34',
    'promiseReactionJob@[native code]',
  ]),
  stackOf('WebAssembly in Safari (by its documented format)', []),
];

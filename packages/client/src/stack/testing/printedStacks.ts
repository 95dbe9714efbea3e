/** A stack as an engine prints it, and its frames as `function@file:line:column`; none where the server is to read it. */
export interface PrintedStack {
  readonly name: string;
  readonly stack: string;
  readonly frames: readonly string[];
}

/**
 * Texts of the published fixtures of error-stack-parser, TraceKit and Sentry's browser SDK, captures of Chromium 156 and
 * Node 20, and rows that are written in an engine's documented format.
 */
export const printedStacks: readonly PrintedStack[] = [
  {
    name: 'Chrome 36: an alias, a port',
    stack: `Error: Default error
    at HTMLButtonElement.onclick (http://localhost:8080/file.js:107:146)
    at I.e.fn.(anonymous function) [as index] (http://localhost:8080/file.js:10:3651)`,
    frames: [
      'HTMLButtonElement.onclick@http://localhost:8080/file.js:107:146',
      'I.e.fn.(anonymous function) [as index]@http://localhost:8080/file.js:10:3651',
    ],
  },
  {
    name: 'Chrome 48: evaluated code in evaluated code',
    stack: `Error: message string
at baz (eval at foo (eval at speak (http://localhost:8080/file.js:21:17)), <anonymous>:1:30)
at foo (eval at speak (http://localhost:8080/file.js:21:17), <anonymous>:2:96)
at Object.speak (http://localhost:8080/file.js:21:17)`,
    frames: [],
  },
  {
    name: 'Chrome 48: blobs and builtins',
    stack: `Error: test
    at Error (native)
    at s (blob:http%3A//localhost%3A8080/abfc40e9-4742-44ed-9dcd-af8f99a29379:31:29146)
    at blob:http%3A//localhost%3A8080/d4eefe0f-361a-4682-b217-76587d9f712a:15:10978`,
    frames: [
      'Error@native',
      's@blob:http%3A//localhost%3A8080/abfc40e9-4742-44ed-9dcd-af8f99a29379:31:29146',
      '@blob:http%3A//localhost%3A8080/d4eefe0f-361a-4682-b217-76587d9f712a:15:10978',
    ],
  },
  {
    name: 'Chrome 73: a builtin without a place, a page',
    stack: `Error: test
          at fooIterator (http://localhost:5000/test:20:17)
          at Array.map (<anonymous>)
          at http://localhost:5000/test:24:7`,
    frames: [
      'fooIterator@http://localhost:5000/test:20:17',
      'Array.map@<anonymous>',
      '@http://localhost:5000/test:24:7',
    ],
  },
  {
    name: 'webpack, sources evaluated',
    stack: `TypeError: Cannot read property 'error' of undefined
   at TESTTESTTEST.eval(webpack:///./src/components/test/test.jsx?:295:108)
   at TESTTESTTEST.tryRender(webpack:///./~/react-transform-catch-errors/lib/index.js?:34:31)`,
    frames: [],
  },
  {
    name: 'Next: directories with parentheses and brackets',
    stack: `TypeError: m
    at http://localhost:3001/_next/static/chunks/app/[locale]/(default)/sub/page-3d428c1ba734e10f.js:1:126
    at Page (webpack-internal:///(rsc)/./src/app/page.tsx:12:11)
    at http://example.com/path/(to)/resource:1:126
    at http://example.com:8080:1:126`,
    frames: [
      '@http://localhost:3001/_next/static/chunks/app/[locale]/(default)/sub/page-3d428c1ba734e10f.js:1:126',
      'Page@webpack-internal:///(rsc)/./src/app/page.tsx:12:11',
      '@http://example.com/path/(to)/resource:1:126',
      '@http://example.com:8080:1:126',
    ],
  },
  {
    name: 'Chromium 156: a getter, a computed name, a promise',
    stack: `TypeError: Cannot read properties of undefined (reading 'amount')
    at e (https://shop.example/assets/main-DQ7LcYWu.js:1:30)
    at get total (https://shop.example/assets/main-DQ7LcYWu.js:1:369)
    at t.<computed> (https://shop.example/assets/main-DQ7LcYWu.js:1:4110)
    at new Promise (<anonymous>)
    at async Promise.all (index 0)
    at async https://shop.example/assets/main-DQ7LcYWu.js:1:2531
    at async <anonymous>:381:23`,
    frames: [
      'e@https://shop.example/assets/main-DQ7LcYWu.js:1:30',
      'get total@https://shop.example/assets/main-DQ7LcYWu.js:1:369',
      't.<computed>@https://shop.example/assets/main-DQ7LcYWu.js:1:4110',
      'new Promise@<anonymous>',
      'Promise.all@<anonymous>',
      '@https://shop.example/assets/main-DQ7LcYWu.js:1:2531',
      '@<anonymous>:381:23',
    ],
  },
  {
    name: 'WebAssembly',
    stack: `RuntimeError: unreachable
    at shop.wasm.cart::total (https://a.b/shop.wasm:wasm-function[12]:0x34ab)
    at wasm://wasm/000a1b2c:wasm-function[7]:0x1f
    at <anonymous>:wasm-function[0]:3
    at run (https://a.b/shop.js:10:3)`,
    frames: [],
  },
  {
    name: 'Edge 44',
    stack: `Error: bad
            at aha (http://localhost:5000/:19:7)
            at Array.prototype.map (native code)
            at Anonymous function (http://localhost:5000/:34:7)
            at eval code (eval code:1:1)
            at Global code (http://localhost:5000/test:24:7)`,
    frames: [],
  },
  {
    name: 'React Native on Hermes',
    stack: `at onPress (address at index.android.bundle:1:452701)
at anonymous (address at index.android.bundle:1:224280)
at _receiveSignal (native)`,
    frames: [],
  },
  {
    name: 'a module',
    stack: `TypeError: Cannot read properties of undefined (reading 'amount')
    at lineTotal (file:///srv/shop/current/main.mjs:8:21)
    at file:///srv/shop/current/main.mjs:11:56
    at get total [as total] (file:///srv/shop/current/main.mjs:25:12)
    at Timeout.go [as _onTimeout] (file:///srv/shop/current/main.mjs:107:41)
    at listOnTimeout (node:internal/timers:581:17)
    at process.processTimers (node:internal/timers:519:7)`,
    frames: [
      'lineTotal@file:///srv/shop/current/main.mjs:8:21',
      '@file:///srv/shop/current/main.mjs:11:56',
      'get total [as total]@file:///srv/shop/current/main.mjs:25:12',
      'Timeout.go [as _onTimeout]@file:///srv/shop/current/main.mjs:107:41',
      'listOnTimeout@node:internal/timers:581:17',
      'process.processTimers@node:internal/timers:519:7',
    ],
  },
  {
    name: 'asynchronous calls',
    stack: `Error: x
    at async CartStore.refresh (file:///srv/shop/store.js:12:5)
    at async Promise.all (index 1)
    at async file:///srv/shop/main.js:20:3`,
    frames: [
      'CartStore.refresh@file:///srv/shop/store.js:12:5',
      'Promise.all@<anonymous>',
      '@file:///srv/shop/main.js:20:3',
    ],
  },
  {
    name: 'Windows',
    stack: `Error: x
    at load (C:\\Program Files (x86)\\shop\\server.js:10:5)
    at load (file:///C:/shop/server.mjs:10:5)
    at wrap (C:\\shop\\node_modules\\koa\\index.js:1:2)`,
    frames: [
      'load@C:\\Program Files (x86)\\shop\\server.js:10:5',
      'load@file:///C:/shop/server.mjs:10:5',
      'wrap@C:\\shop\\node_modules\\koa\\index.js:1:2',
    ],
  },
  {
    name: 'Firefox 31: a name with brackets',
    stack: `foo@http://path/to/file.js:41:13
.plugin/e.fn[c]/<@http://path/to/file.js:1:1`,
    frames: ['foo@http://path/to/file.js:41:13', '.plugin/e.fn[c]/<@http://path/to/file.js:1:1'],
  },
  {
    name: 'Firefox 43: evaluated code',
    stack: `baz@http://localhost:8080/file.js line 26 > eval line 2 > eval:1:30
@http://localhost:8080/file.js line 26 > eval:4:18
speak@http://localhost:8080/file.js:26:17
load@http://localhost:8080/ line 39 > Function:1:1`,
    frames: [],
  },
  {
    name: 'Firefox: marks of asynchrony (by its documented format)',
    stack: `load@https://a.b/app.js:3:9
async*boot@https://a.b/app.js:9:3
setTimeout handler*start@https://a.b/app.js:12:1
promise callback*@https://a.b/app.js:14:1
EventListener.handleEvent*bind/<@https://a.b/app.js:20:8`,
    frames: [
      'load@https://a.b/app.js:3:9',
      'boot@https://a.b/app.js:9:3',
      'start@https://a.b/app.js:12:1',
      '@https://a.b/app.js:14:1',
      'bind/<@https://a.b/app.js:20:8',
    ],
  },
  {
    name: 'names and addresses with @ in them',
    stack: `render@https://unpkg.com/vue@3.4.0/dist/vue.global.js:10:5
@https://a.b/@scope/pkg/index.js:1:2
who@home@https://a.b/app.js:3:4
@file:///Users/me@work/app.js:5:6
boot@app@2.js:7:8`,
    frames: [
      'render@https://unpkg.com/vue@3.4.0/dist/vue.global.js:10:5',
      '@https://a.b/@scope/pkg/index.js:1:2',
      'who@home@https://a.b/app.js:3:4',
      '@file:///Users/me@work/app.js:5:6',
      'boot@app@2.js:7:8',
    ],
  },
  {
    name: 'the console and extensions of Firefox',
    stack: `@debugger eval code:1:7
evil@moz-extension://0b9b3a52-7d1f-4a6e-9d6c-8f2f3f1c9b11/content.js:1:2
forEach@self-hosted:4225:23`,
    frames: [],
  },
  {
    name: 'Safari 12',
    stack: `fooIterator@http://localhost:5000/test:20:26
          map@[native code]
          global code@http://localhost:5000/test:24:10
          module code@http://localhost:5000/test.js:1:1`,
    frames: [
      'fooIterator@http://localhost:5000/test:20:26',
      'map@[native code]',
      'global code@http://localhost:5000/test:24:10',
      'module code@http://localhost:5000/test.js:1:1',
    ],
  },
  {
    name: 'extensions of Safari',
    stack: `isClaimed@safari-extension://com.grammarly.safari.extension.ext2-W8F64X92K3/ee7759dd/Grammarly.js:2:929865
p_@safari-web-extension://46434E60-F5BD-48A4-80C8-A422C5D16897/scripts/content-script.js:29:33314
f@webkit-masked-url://hidden/:12:34
promiseReactionJob@[native code]`,
    frames: [
      'isClaimed@safari-extension://com.grammarly.safari.extension.ext2-W8F64X92K3/ee7759dd/Grammarly.js:2:929865',
      'p_@safari-web-extension://46434E60-F5BD-48A4-80C8-A422C5D16897/scripts/content-script.js:29:33314',
      'f@webkit-masked-url://hidden/:12:34',
      'promiseReactionJob@[native code]',
    ],
  },
  {
    name: 'WebAssembly in Safari (by its documented format)',
    stack: `<?>.wasm-function[12]@[wasm code]
run@https://a.b/shop.js:10:3`,
    frames: [],
  },
];

/** A stack as an engine printed it, and its frames as `function@file:line:column`, `~` before those that are not the application's. */
export interface PrintedStack {
  readonly name: string;
  readonly stack: string;
  readonly frames: readonly string[];
}

/**
 * Chrome, Edge, Internet Explorer, Opera 15+, Hermes: stack texts of the published fixtures of error-stack-parser, TraceKit
 * and Sentry's browser SDK; those of Chromium 156 were captured. Rows of WebAssembly, extensions and newer forms are written in the
 * engine's format, not captured.
 */
export const v8Stacks: readonly PrintedStack[] = [
  {
    name: 'Chrome 15',
    stack: `TypeError: Object #<Object> has no method 'undef'
    at bar (http://path/to/file.js:13:17)
    at bar (http://path/to/file.js:16:5)
    at http://path/to/file.js:24:4`,
    frames: ['bar@http://path/to/file.js:13:17', 'bar@http://path/to/file.js:16:5', '@http://path/to/file.js:24:4'],
  },
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
    frames: [
      'baz@http://localhost:8080/file.js:21:17',
      'foo@http://localhost:8080/file.js:21:17',
      'Object.speak@http://localhost:8080/file.js:21:17',
    ],
  },
  {
    name: 'Chrome 48: blobs and builtins',
    stack: `Error: test
    at Error (native)
    at s (blob:http%3A//localhost%3A8080/abfc40e9-4742-44ed-9dcd-af8f99a29379:31:29146)
    at blob:http%3A//localhost%3A8080/d4eefe0f-361a-4682-b217-76587d9f712a:15:10978`,
    frames: [
      '~Error@native:null:null',
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
      '~Array.map@<anonymous>:null:null',
      '@http://localhost:5000/test:24:7',
    ],
  },
  {
    name: 'webpack, sources evaluated',
    stack: `TypeError: Cannot read property 'error' of undefined
   at TESTTESTTEST.eval(webpack:///./src/components/test/test.jsx?:295:108)
   at TESTTESTTEST.tryRender(webpack:///./~/react-transform-catch-errors/lib/index.js?:34:31)`,
    frames: [
      'TESTTESTTEST.eval@webpack:///./src/components/test/test.jsx?:295:108',
      '~TESTTESTTEST.tryRender@webpack:///./~/react-transform-catch-errors/lib/index.js?:34:31',
    ],
  },
  {
    name: 'a scheme of a host of Chromium, a worker',
    stack: `Error: message string
            at examplescheme://examplehost/cd351f7250857e22ceaa.worker.js:70179:15`,
    frames: ['@examplescheme://examplehost/cd351f7250857e22ceaa.worker.js:70179:15'],
  },
  {
    name: 'Electron on Windows',
    stack: `TypeError: Cannot read property 'error' of undefined
            at TESTTESTTEST.someMethod (C:\\Users\\user\\path (x86)\\to\\file.js:295:108)`,
    frames: ['TESTTESTTEST.someMethod@C:\\Users\\user\\path (x86)\\to\\file.js:295:108'],
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
      '~new Promise@<anonymous>:null:null',
      '~Promise.all@<anonymous>:null:null',
      '@https://shop.example/assets/main-DQ7LcYWu.js:1:2531',
      '~@<anonymous>:381:23',
    ],
  },
  {
    name: 'WebAssembly',
    stack: `RuntimeError: unreachable
    at shop.wasm.cart::total (https://a.b/shop.wasm:wasm-function[12]:0x34ab)
    at wasm://wasm/000a1b2c:wasm-function[7]:0x1f
    at <anonymous>:wasm-function[0]:3
    at run (https://a.b/shop.js:10:3)`,
    frames: [
      'shop.wasm.cart::total@https://a.b/shop.wasm:null:null',
      'wasm-function[7]@wasm://wasm/000a1b2c:null:null',
      '~wasm-function[0]@<anonymous>:null:null',
      'run@https://a.b/shop.js:10:3',
    ],
  },
  {
    name: 'a browser extension',
    stack: `Error: x
    at inject (chrome-extension://aapbdbdomjkkjkaonfhkkikfgjllcleb/content.js:3:10)
    at boot (https://a.b/app.js:1:2)`,
    frames: [
      '~inject@chrome-extension://aapbdbdomjkkjkaonfhkkikfgjllcleb/content.js:3:10',
      'boot@https://a.b/app.js:1:2',
    ],
  },
  {
    name: 'Edge 44',
    stack: `Error: bad
            at aha (http://localhost:5000/:19:7)
            at Array.prototype.map (native code)
            at Anonymous function (http://localhost:5000/:34:7)
            at eval code (eval code:1:1)
            at Global code (http://localhost:5000/test:24:7)`,
    frames: [
      'aha@http://localhost:5000/:19:7',
      '~Array.prototype.map@native code:null:null',
      '@http://localhost:5000/:34:7',
      '~eval code@eval code:1:1',
      '@http://localhost:5000/test:24:7',
    ],
  },
  {
    name: 'Internet Explorer 11',
    stack: `TypeError: Unable to get property 'undef' of undefined or null reference
   at Anonymous function (http://path/to/file.js:47:21)
   at foo (http://path/to/file.js:45:13)`,
    frames: ['@http://path/to/file.js:47:21', 'foo@http://path/to/file.js:45:13'],
  },
  {
    name: 'PhantomJS: no columns',
    stack: `Error: foo
    at file:///path/to/file.js:878
    at foo (http://path/to/file.js:4283)`,
    frames: ['@file:///path/to/file.js:878:null', 'foo@http://path/to/file.js:4283:null'],
  },
  {
    name: 'React Native on V8',
    stack: `Error: Manually triggered crash to test Sentry reporting
          at Object.onPress(index.android.bundle:2342:3773)
          at s.touchableHandlePress(index.android.bundle:214:2048)`,
    frames: ['Object.onPress@index.android.bundle:2342:3773', 's.touchableHandlePress@index.android.bundle:214:2048'],
  },
  {
    name: 'React Native on Hermes',
    stack: `at onPress (address at index.android.bundle:1:452701)
at anonymous (address at index.android.bundle:1:224280)
at _receiveSignal (native)`,
    frames: [
      'onPress@index.android.bundle:1:452701',
      '@index.android.bundle:1:224280',
      '~_receiveSignal@native:null:null',
    ],
  },
];

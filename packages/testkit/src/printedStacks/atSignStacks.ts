import type { PrintedStack } from './v8Stacks.js';

/** Firefox and Safari: stack texts of the published fixtures of error-stack-parser, TraceKit and Sentry's browser SDK, where not said. */
export const atSignStacks: readonly PrintedStack[] = [
  {
    name: 'Firefox 3: arguments, no columns',
    stack: `()@http://127.0.0.1:8000/js/stacktrace.js:44
(null)@http://127.0.0.1:8000/js/stacktrace.js:31
bar(1)@http://127.0.0.1:8000/js/file.js:13
@http://127.0.0.1:8000/js/file.js:24
`,
    frames: [
      '@http://127.0.0.1:8000/js/stacktrace.js:44:null',
      '@http://127.0.0.1:8000/js/stacktrace.js:31:null',
      'bar@http://127.0.0.1:8000/js/file.js:13:null',
      '@http://127.0.0.1:8000/js/file.js:24:null',
    ],
  },
  {
    name: 'Firefox 31: a name with brackets',
    stack: `foo@http://path/to/file.js:41:13
.plugin/e.fn[c]/<@http://path/to/file.js:1:1
`,
    frames: ['foo@http://path/to/file.js:41:13', '.plugin/e.fn[c]/<@http://path/to/file.js:1:1'],
  },
  {
    name: 'Firefox 43: evaluated code',
    stack: `baz@http://localhost:8080/file.js line 26 > eval line 2 > eval:1:30
@http://localhost:8080/file.js line 26 > eval:4:18
speak@http://localhost:8080/file.js:26:17
load@http://localhost:8080/ line 39 > Function:1:1`,
    frames: [
      'baz@http://localhost:8080/file.js:26:null',
      '@http://localhost:8080/file.js:26:null',
      'speak@http://localhost:8080/file.js:26:17',
      'load@http://localhost:8080/:39:null',
    ],
  },
  {
    name: 'Firefox 44: a page, a file',
    stack: `[2]</Bar.prototype._baz/</<@http://path/to/file.js:703:28
App.prototype.foo@file:///path/to/file.js:15:2
@file:///path/to/index.html:23:1
`,
    frames: [
      '[2]</Bar.prototype._baz/</<@http://path/to/file.js:703:28',
      'App.prototype.foo@file:///path/to/file.js:15:2',
      '@file:///path/to/index.html:23:1',
    ],
  },
  {
    name: 'Firefox 50: its own resources',
    stack: 'render@resource://path/data/content/bundle.js:5529:16',
    frames: ['~render@resource://path/data/content/bundle.js:5529:16'],
  },
  {
    name: 'Firefox, hashed bundles',
    stack: `us@https://www.random_website.com/vendor.d1cae9cfc9917df88de7.js:1:296021
handleProfileResult@https://www.random_website.com/main.4a4119c3cdfd10266d84.js:146:1018410
`,
    frames: [
      'us@https://www.random_website.com/vendor.d1cae9cfc9917df88de7.js:1:296021',
      'handleProfileResult@https://www.random_website.com/main.4a4119c3cdfd10266d84.js:146:1018410',
    ],
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
    frames: [
      '~@debugger eval code:1:7',
      '~evil@moz-extension://0b9b3a52-7d1f-4a6e-9d6c-8f2f3f1c9b11/content.js:1:2',
      '~forEach@self-hosted:4225:23',
    ],
  },
  {
    name: 'Safari 6',
    stack: `@http://path/to/file.js:48
dumpException3@http://path/to/file.js:52
[native code]`,
    frames: [
      '@http://path/to/file.js:48:null',
      'dumpException3@http://path/to/file.js:52:null',
      '~@[native code]:null:null',
    ],
  },
  {
    name: 'Safari 8: evaluated code, a call without a name',
    stack: `eval code
eval@[native code]
http://path/to/file.js:47:22
foo@http://path/to/file.js:58:21`,
    frames: [
      '~@<anonymous>:null:null',
      '~eval@[native code]:null:null',
      '@http://path/to/file.js:47:22',
      'foo@http://path/to/file.js:58:21',
    ],
  },
  {
    name: 'Safari 12',
    stack: `fooIterator@http://localhost:5000/test:20:26
          map@[native code]
          global code@http://localhost:5000/test:24:10
          module code@http://localhost:5000/test.js:1:1`,
    frames: [
      'fooIterator@http://localhost:5000/test:20:26',
      '~map@[native code]:null:null',
      '@http://localhost:5000/test:24:10',
      '@http://localhost:5000/test.js:1:1',
    ],
  },
  {
    name: 'extensions of Safari',
    stack: `isClaimed@safari-extension://com.grammarly.safari.extension.ext2-W8F64X92K3/ee7759dd/Grammarly.js:2:929865
p_@safari-web-extension://46434E60-F5BD-48A4-80C8-A422C5D16897/scripts/content-script.js:29:33314
f@webkit-masked-url://hidden/:12:34
promiseReactionJob@[native code]`,
    frames: [
      '~isClaimed@safari-extension://com.grammarly.safari.extension.ext2-W8F64X92K3/ee7759dd/Grammarly.js:2:929865',
      '~p_@safari-web-extension://46434E60-F5BD-48A4-80C8-A422C5D16897/scripts/content-script.js:29:33314',
      '~f@webkit-masked-url://hidden/:12:34',
      '~promiseReactionJob@[native code]:null:null',
    ],
  },
  {
    name: 'WebAssembly in Safari (by its documented format)',
    stack: `<?>.wasm-function[12]@[wasm code]
run@https://a.b/shop.js:10:3`,
    frames: ['~<?>.wasm-function[12]@[wasm code]:null:null', 'run@https://a.b/shop.js:10:3'],
  },
  {
    name: 'React Native on JavaScriptCore',
    stack: `value@index.android.bundle:12:1917
[native code]
index.android.bundle:156:572
onPress@/data/user/0/com.a/files/bundle-613EDD44F3305B9D75D4679663900F2B:595:658`,
    frames: [
      'value@index.android.bundle:12:1917',
      '~@[native code]:null:null',
      '@index.android.bundle:156:572',
      'onPress@/data/user/0/com.a/files/bundle-613EDD44F3305B9D75D4679663900F2B:595:658',
    ],
  },
];

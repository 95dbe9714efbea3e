// Reads {file, name, texts} as JSON and prints, for each text, the steps that the function of this name takes for it in QuickJS:
// of the interpreter and of its regular expressions, in units of some thousand. The same on any machine, however busy.
import quickJs from '@jitl/quickjs-ng-wasmfile-release-sync';
import { build } from 'esbuild';
import { text as textOf } from 'node:stream/consumers';
import { newQuickJSWASMModuleFromVariant } from 'quickjs-emscripten-core';

const { file, name, texts } = JSON.parse(await textOf(process.stdin));
const options = { bundle: true, write: false, format: 'iife', globalName: 'bundled', logLevel: 'silent' };
const { outputFiles } = await build({ entryPoints: [file], ...options });

const context = (await newQuickJSWASMModuleFromVariant(quickJs)).newContext();
let steps = 0;
context.runtime.setInterruptHandler(() => {
  steps += 1;
  return false;
});
const evaluate = (code) => context.unwrapResult(context.evalCode(code)).dispose();

evaluate(`${outputFiles[0].text}\nglobalThis.run = (text) => void bundled.${name}(text);`);
const counts = texts.map((text) => {
  evaluate(`globalThis.text = ${JSON.stringify(text)};`);
  // Work that fills caches the first time is not counted.
  evaluate('run(text);');
  steps = 0;
  evaluate('run(text);');
  return steps;
});
context.dispose();
process.stdout.write(JSON.stringify(counts));

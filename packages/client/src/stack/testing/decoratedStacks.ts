import type { PrintedStack } from './printedStacks.js';

/** Text after a place, WebAssembly of Firefox and places with parentheses, in the formats that zone.js and the engines print. */
export const decoratedStacks: readonly PrintedStack[] = [
  {
    name: 'zone.js in Chrome',
    stack: `Error: Inside
    at Cart.total (https://shop.example/main.js:1:48211) [angular]
    at Array.forEach (<anonymous>) [<root> => angular]`,
    frames: [],
  },
  {
    name: 'zone.js in Firefox',
    stack: 'total@https://shop.example/main.js:1:2 [<root> => angular]\n@https://shop.example/main.js:3:4 [angular]',
    frames: [],
  },
  {
    name: 'WebAssembly in Firefox',
    stack: 'calc@https://h.example/m.wasm:wasm-function[12]:0x1a3b\nrun@https://h.example/app.js:3:9',
    frames: [],
  },
  {
    name: 'paths with parentheses',
    stack: `Error: x
    at load (C:\\Program Files (x86)\\shop\\main.js:10:5)
    at C:\\Program Files (x86)\\shop\\main.js:11:5
    at f (https://a.b/:-).js:1:2)
    at eval (webpack-internal:///(rsc)/./app/page.tsx:9:1)`,
    frames: [
      'load@C:\\Program Files (x86)\\shop\\main.js:10:5',
      '@C:\\Program Files (x86)\\shop\\main.js:11:5',
      'f@https://a.b/:-).js:1:2',
      'eval@webpack-internal:///(rsc)/./app/page.tsx:9:1',
    ],
  },
];

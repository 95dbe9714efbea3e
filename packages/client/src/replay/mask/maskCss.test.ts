import { describe, expect, test } from '@jest/globals';
import { cpuMs } from '@sluice/testkit/cpuTime';
import { maskCss } from './maskCss.js';

describe('a style sheet', () => {
  test.each([
    ['generated words', '.a::after { content: "Hello 12"; }', '.a::after { content: "***** **"; }'],
    ['words in single quotes', ".a::after{content:'it\\'s me'}", ".a::after{content:'**\\'* **'}"],
    ['words of properties', ':root { --name: "Ada" }', ':root { --name: "***" }'],
    ['a string that does not end', '.a { content: "Ada\n color: red }', '.a { content: "***\n color: red }'],
    ['comments', '/* Ada */ .a { color: red }', ' .a { color: red }'],
    ['a comment that does not end', '.a { color: red } /* Ada', '.a { color: red } '],
    ['images', '.a { background: url("/ada.png?x") red }', '.a { background: url(data:,) red }'],
    ['images without quotes', '.a { background: URL(/ada.png) }', '.a { background: url(data:,) }'],
    ['images with brackets', '.a { background: url("/a(d)a.png") }', '.a { background: url(data:,) }'],
    ['an address that does not end', '.a { background: url(/ada', '.a { background: url(data:,)'],
    ['images in data', '.a { background: url(data:image/png;base64,AAAA) }', '.a { background: url(data:,) }'],
    ['words after a selector like a font', '.font-b:hover { content: "Ada" }', '.font-b:hover { content: "***" }'],
    [
      'words after a font with odd names',
      '@font-face { font-family: "a;b\'c" } .a { content: "Ada" }',
      '@font-face { font-family: "a;b\'c" } .a { content: "***" }',
    ],
    [
      'words after a bracket in a string',
      '.a { content: "[" } .b { content: "Ada]" }',
      '.a { content: "[" } .b { content: "***]" }',
    ],
    [
      'words after a comment with a quote in a font',
      '.a { font-family: /* it\'s */ X } .b { content: "Ada" }',
      '.a { font-family: /* it\'s */ X } .b { content: "***" }',
    ],
    ['short escapes of letters', '.a { content: "\\41 da" }', '.a { content: "\\** **" }'],
    [
      'queries of fonts',
      '@font-face { src: url("/x.woff2?key=1#a") format("woff2") }',
      '@font-face { src: url("/x.woff2") format("woff2") }',
    ],
  ])('loses %s', (_, css, cleansed) => {
    expect(maskCss(css)).toBe(cleansed);
  });

  test.each([
    ['fonts', '@font-face { font-family: "Open Sans"; src: url(/x.woff2) format("woff2"), local("Open Sans") }'],
    ['fonts in data', '@font-face { src: url(data:font/woff2;base64,AAAA) }'],
    ['imports', '@import url("https://fonts.example/css2?family=Inter"); @import "other.css";'],
    ['selectors of attributes', 'input[type="text"][data-a=\'b\'] { color: red }'],
    ['areas of grids', '.a { grid-template-areas: "head head" "side main" }'],
    [
      'characters of icon fonts',
      '.a::before { content: "\\f101" } .b::before { content: "\uf102" } .c::before { content: "→" }',
    ],
    ['marks of the recorder', '.a { color: red }/* rr_split */.b { color: blue }'],
    ['everything else', '@media (min-width: 10px) { .a:not(.b) > .c { margin: calc(1px + 2em); color: var(--x) } }'],
  ])('keeps %s', (_, css) => {
    expect(maskCss(css)).toBe(css);
  });

  test('that is large takes linear time, also if invalid', () => {
    const ms = cpuMs(() => {
      for (const part of ['.a { content: "x" } ', '[', '"', "'", 'url(', 'font:', '/*', 'grid: "', '\\']) {
        maskCss(part.repeat(20_000));
      }
    });
    expect(ms).toBeLessThan(5_000);
  });
});

import { describe, expect, test } from '@jest/globals';
import { cleanCss } from './cleanCss';

const NOTHING = 'url("data:,")';

describe('an address of another file is removed', () => {
  test.each([
    ['url( "https://evil.example/)" )', 'url( "data:," )'],
    ["url('//evil.example')", 'url("data:,")'],
    ['url(https://evil.example)', NOTHING],
    ['url(https://evil.example', NOTHING],
    ['url("https://evil.example', 'url("data:,"'],
    ['url(ht"tp://evil.example)', NOTHING],
    ['u\\72l(https://evil.example) \\2014', 'url("data:,") \\2014'],
    ['\\55\\52 L(https://evil.example)', NOTHING],
    ['\\75rl("https://evil.example")', '\\75rl("data:,")'],
    ['src("https://evil.example")', 'src("data:,")'],
    ['image-set("https://evil.example" 1x)', 'image-set("data:," 1x)'],
    ['-webkit-image-set(url(https://evil.example) 1x)', `-webkit-image-set(${NOTHING} 1x)`],
    ['image-set("a.png" type("image/png"))', 'image-set("data:," type("image/png"))'],
    ['image-set(var(--a, "https://evil.example") 1x)', 'image-set(x-removed(--a, "https://evil.example") 1x)'],
    ['@import url(https://evil.example);b{}', 'b{}'],
    ['@import "https://evil.example"', ''],
    ['\\@im\\port "x";a{}', '\\@im\\port "x";a{}'],
    ['@im\\port "x";a{}', 'a{}'],
    ['@layer a{@import "x"}b{}', '@layer a{}b{}'],
    ['@font-face { font-family: x; src: url(https://evil.example/f) } b{}', ' b{}'],
    ['@media print{@font-face{src:url(f)}p{top:0}}', '@media print{p{top:0}}'],
    ['@namespace {a{background:url(https://evil.example)}}', `@namespace {a{background:${NOTHING}}}`],
  ])('%s becomes %s', (css, expected) => {
    expect(cleanCss(css)).toBe(expected);
  });
});

describe('everything else is kept byte for byte', () => {
  test.each([
    ['.h-\\[calc\\(100px-40px\\)\\]{height:calc(100px - 40px)}.b{top:0}'],
    ['.md\\:flex{display:flex}.\\32xl{top:0}.w-1\\/2{width:50%}.\\[\\&\\>p\\]\\:m-0>p{margin:0}'],
    ['.bg-\\[url\\(\\/a\\.png\\)\\]{top:0}'],
    ['.a\\@import\\;b{top:0}'],
    ['@container card (inline-size > 30em) and style(--a: b){p{top:0}}'],
    ['a::before{content:"\\201C url(https://shop.example) @import x;"}'],
    ["a{background:url(data:image/png;base64,AA==);filter:url(#blur);mask:url('#m')}"],
    ['@font-face{font-family:x;src:url(data:font/woff2;base64,AA)}'],
    ['@font-face{font-family:x;src:local("Arial")}'],
    ['@namespace svg url(http://www.w3.org/2000/svg);svg|a{fill:red}'],
    ['@supports (background:paint(x)) and (not (top:0)){a{color:rgb(from red r g b / 50%)}}'],
    ['a{--curl: curl(x);--url: "https://shop.example"}/* url(https://shop.example) @import "x"; */b{}'],
    ['a{width:calc(1px+(2px*3))}<!-- b{} -->'],
    ['C:\\Users\\url'],
  ])('%s', (css) => {
    expect(cleanCss(css)).toBe(css);
  });
});

test('an open comment is closed, so that text after it is not part of it', () => {
  expect(cleanCss('a{background:url(x)}/* b')).toBe(`a{background:${NOTHING}}/* b*/`);
});

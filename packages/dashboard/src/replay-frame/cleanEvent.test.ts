import { describe, expect, test } from '@jest/globals';
import { cleanEvent, cleanNode } from './cleanEvent';

describe('a recorded node', () => {
  test.each([
    ['an image', element('img', { src: 'https://evil.example/a.png', alt: 'x' }), { alt: 'x' }],
    [
      'a picture in the recording',
      element('img', { src: 'data:image/png;base64,AA' }),
      { src: 'data:image/png;base64,AA' },
    ],
    ['a page in the recording', element('iframe', { src: 'data:text/html,x', srcdoc: '<p>' }), {}],
    ['a link', element('a', { href: 'javascript:alert(1)', ping: 'https://evil.example', class: 'b' }), { class: 'b' }],
    ['a part of a drawing', element('use', { 'xlink:href': '#icon' }), { 'xlink:href': '#icon' }],
    ['a form', element('form', { action: 'https://evil.example', method: 'post' }), { method: 'post' }],
    ['a film', element('video', { src: 'https://evil.example', autoplay: '', width: '5' }), { width: '5' }],
    ['a handler', element('body', { onload: 'x()', ONERROR: 'x()' }), {}],
    [
      'a style',
      element('p', { style: 'color: red; background: url(https://evil.example)' }),
      { style: 'color: red; background: url("data:,")' },
    ],
    ['a gradient', element('path', { fill: 'url(#gradient)' }), { fill: 'url(#gradient)' }],
    [
      'an inlined style sheet',
      element('link', { rel: 'stylesheet', href: 'https://evil.example', _cssText: '@import "x";a{}' }),
      { rel: 'stylesheet', _cssText: 'a{}' },
    ],
    ['a class that looks like a style', element('p', { class: 'bg-[url(/a.png)]' }), { class: 'bg-[url(/a.png)]' }],
  ])('%s loads nothing', (_name, node, attributes) => {
    expect(cleanNode(node)).toEqual({ ...node, attributes });
  });

  test.each([
    ['base', { href: 'https://evil.example' }],
    ['meta', { 'http-equiv': 'refresh', content: '0; url=https://evil.example' }],
    ['link', { rel: 'preconnect', href: 'https://evil.example' }],
    ['script', { src: 'https://evil.example' }],
    ['OBJECT', { data: 'https://evil.example' }],
  ])('%s is replaced and keeps its id', (tag, attributes) => {
    expect(cleanNode(element(tag, attributes))).toEqual({ ...element('x-removed', {}) });
  });

  test('text is unchanged, except in a style element', () => {
    const text = { type: 3, id: 8, textContent: 'a{background:url(https://evil.example)}' };
    expect(cleanNode(element('p', {}, [text]))).toEqual(element('p', {}, [text]));
    expect(cleanNode(element('style', {}, [text]))).toEqual(
      element('style', {}, [{ ...text, textContent: 'a{background:url("data:,")}' }]),
    );
  });
});

test('an address that is split over two texts of a style element loads nothing', () => {
  const text = (id: number, textContent: string) => ({ type: 3, id, textContent });
  const split = element('style', {}, [text(8, 'a{background:ur'), text(9, 'l(https://evil.example)}')]);
  expect(cleanNode(split)).toEqual(element('style', {}, [text(8, 'a{background:url("data:,")}'), text(9, '')]));
});

describe('an event', () => {
  test('with a snapshot or a mutation is cleaned', () => {
    const img = element('img', { src: 'https://evil.example' });
    const bare = element('img', {});
    expect(cleanEvent({ type: 2, data: { node: img } })).toEqual({ type: 2, data: { node: bare } });
    const mutation = {
      source: 0,
      removes: [],
      texts: [{ id: 1, value: '@import "x";' }],
      adds: [{ parentId: 1, node: img }],
      attributes: [{ id: 7, attributes: { src: 'https://evil.example', href: null, style: { background: 'url(x)' } } }],
    };
    expect(cleanEvent({ type: 3, data: mutation })).toEqual({
      type: 3,
      data: {
        ...mutation,
        texts: [{ id: 1, value: '' }],
        adds: [{ parentId: 1, node: bare }],
        attributes: [{ id: 7, attributes: { href: null, style: { background: 'url("data:,")' } } }],
      },
    });
  });

  test('with rules of a style sheet is cleaned', () => {
    const rule = (text: string) => ({ type: 3, data: { source: 8, adds: [{ rule: text }] } });
    expect(cleanEvent(rule('a{background:url(x)}'))).toEqual(rule('a{background:url("data:,")}'));
  });

  test.each([
    [null],
    ['x'],
    [{ type: 2 }],
    [{ type: 2, data: null }],
    [{ type: 4, data: { href: 'https://a.example' } }],
  ])('%j is unchanged', (event) => {
    expect(cleanEvent(event)).toEqual(event);
  });
});

function element(tagName: string, attributes: object, childNodes: readonly unknown[] = []) {
  return {
    type: 2,
    id: 7,
    tagName,
    attributes,
    childNodes,
  };
}

import { describe, expect, test } from '@jest/globals';
import { maskAttributes } from './maskAttributes.js';

describe('attributes', () => {
  test.each<[string, string, Parameters<typeof maskAttributes>[0], object]>([
    [
      'that shape',
      'td',
      { colspan: '2', class: 'a b', dir: 'rtl', rr_scrollTop: 7 },
      { colspan: '2', class: 'a b', dir: 'rtl', rr_scrollTop: 7 },
    ],
    ['with text', 'p', { title: 'Ada', alt: 'Ada', summary: 'Ada', onclick: 'ada()' }, {}],
    [
      'with text that is seen',
      'input',
      { placeholder: 'Ada L.', label: 'Ada' },
      { placeholder: '*** **', label: '***' },
    ],
    ['of a field', 'input', { value: 'Ada', checked: true, name: 'ada' }, { value: '********' }],
    ['of an empty field', 'input', { value: '' }, { value: '' }],
    ['of an option', 'option', { value: 'Ada', selected: true }, {}],
    [
      'that are states',
      'div',
      { 'data-state': 'open', 'aria-expanded': 'true', 'aria-level': '2' },
      { 'data-state': 'open', 'aria-expanded': 'true', 'aria-level': '2' },
    ],
    ['that are data', 'div', { 'data-user': 'ada', 'aria-label': 'Ada' }, { 'data-user': '', 'aria-label': '' }],
    ['of a link', 'a', { href: 'https://example.com/ada?key=1' }, { href: '#' }],
    ['of a style sheet', 'link', { rel: 'stylesheet', href: '/a.css' }, { rel: 'stylesheet', href: '/a.css' }],
    ['of another link', 'link', { rel: 'canonical', href: '/ada' }, { rel: 'canonical' }],
    ['of an image', 'img', { src: '/ada.png', srcset: '/ada.png 2x', rr_dataURL: 'data:', rr_src: '/ada' }, {}],
    ['with names of people', 'div', { id: 'user-1234567', class: 'row ada@example.com' }, { id: '', class: 'row' }],
    ['of a slot', 'slot', { name: 'head' }, { name: 'head' }],
    [
      'with style',
      'div',
      { style: 'color: red; background: url(/ada.png)' },
      { style: 'color: red; background: url(data:,)' },
    ],
    [
      'with another style',
      'div',
      { style: { color: 'red', top: false, content: ['"Ada"', 'important'] } },
      { style: { color: 'red', top: false, content: ['"***"', 'important'] } },
    ],
    ['that were removed', 'div', { class: null, title: null }, { class: null, title: null }],
    ['in capitals', 'div', { CLASS: 'a', TITLE: 'Ada' }, { CLASS: 'a' }],
    ['without a value', 'div', { class: undefined }, {}],
  ])('are kept, masked or dropped: %s', (_, tagName, attributes, cleansed) => {
    expect(maskAttributes(attributes, tagName)).toEqual(cleansed);
  });
});

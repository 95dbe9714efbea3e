import { afterEach, describe, expect, test } from '@jest/globals';
import { pageAddress, pathOf } from './pageAddress.js';
import { openFakePage, type FakePage } from './testing/fakePage.js';

let page: FakePage;
afterEach(() => page.close());

describe('the address of a page', () => {
  test.each([
    ['is told with its query', 'https://shop.example/cart?utm=mail', 'https://shop.example/cart?utm=mail', '/cart'],
    ['is told without its fragment', 'https://shop.example/cart#token=1', 'https://shop.example/cart', '/cart'],
    ['keeps a fragment that is a route', 'https://shop.example/#/cart', 'https://shop.example/#/cart', '/#/cart'],
    ['keeps an old route', 'https://shop.example/a?b=1#!/c', 'https://shop.example/a?b=1#!/c', '/a#!/c'],
  ])('%s', (_name, address, told, path) => {
    page = openFakePage(address);
    expect(pageAddress()).toBe(told);
    expect(pathOf(pageAddress())).toBe(path);
  });

  test('has a path that says where it is, on another origin', () => {
    page = openFakePage();
    expect(pathOf('https://shop.example.org/a?b')).toBe('https://shop.example.org/a');
  });
});

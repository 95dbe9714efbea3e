import { expect, test } from '@jest/globals';
import { useDatabase } from '@sluice/testkit';
import { readFileSync } from 'node:fs';
import { pageOfUrl, pathOfUrl } from './pageOfUrl.js';

const database = useDatabase();

const shop = 'https://shop.example';

/** Addresses, what the SDK tells of them, and paths: the SDK has the same test. */
const TABLE = new URL('../../../../test/fixtures/pagesOfUrls.json', import.meta.url);
const AGREED = (JSON.parse(readFileSync(TABLE, 'utf8')) as readonly [string, string, string][]).map(
  ([url, page, path]) => [url, path, page] as const,
);

test.each([
  [shop, '/', shop],
  [`${shop}/`, '/', `${shop}/`],
  [`${shop}/cart?a=1#top`, '/cart', `${shop}/cart`],
  ['/cart?a=1', '/cart', '/cart'],
  [`${shop}/#/cart/12`, '/#/cart/12', `${shop}/#/cart/12`],
  [`${shop}#/cart`, '/#/cart', `${shop}#/cart`],
  [`${shop}/app?a=1#!/cart?token=1`, '/app#!/cart', `${shop}/app#!/cart`],
  [`${shop}/?next=#/cart`, '/#/cart', `${shop}/#/cart`],
  [`${shop}/#/cart#token=1`, '/#/cart', `${shop}/#/cart`],
  [`${shop}/#access_token=1&id_token=2`, '/', `${shop}/`],
  [`${shop}/#/access_token=1&id_token=2`, '/', `${shop}/`],
  [`${shop}/#/callback/state=1/x`, '/#/callback/state', `${shop}/#/callback/state`],
  [`${shop}/#top#/cart`, '/', `${shop}/`],
  [null, '/', null],
  ...AGREED,
])('of %s the path is %s', async (url, path, page) => {
  const { rows } = await database.db.pool.query<{ path: string | null; page: string | null }>(
    `select ${pathOfUrl('url')} as path, ${pageOfUrl('url')} as page from (select $1::text as url) u`,
    [url],
  );
  expect(rows).toEqual([{ path, page }]);
});

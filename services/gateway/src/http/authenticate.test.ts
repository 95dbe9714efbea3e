import { describe, expect, test } from '@jest/globals';
import { parseProjectKey } from '@sluice/contract/node';
import { readServiceKey } from './authenticate.js';

const KEY = '0123456789abcdef0123456789abcdef';
const OTHER = 'f'.repeat(32);
const SERVER = `sls_${KEY}${OTHER}`;

describe('readServiceKey', () => {
  test.each<[string, string | undefined, string, string | undefined]>([
    ['in the header', `Service service_key=${KEY}`, '/', KEY],
    ['scheme and name in any case', `SERVICE Service_Key=${KEY}`, '/', KEY],
    ['between other parameters, by commas', `Service a=1, service_key=${KEY},b=2`, '/', KEY],
    ['between other parameters, by spaces', `Service a=1 service_key=${KEY}  b=2`, '/', KEY],
    ['upper case', `Service service_key=${KEY.toUpperCase()}`, '/', KEY],
    ['in the query', undefined, `/?service_key=${KEY}`, KEY],
    ['header wins over the query', `Service service_key=${KEY}`, `/?service_key=${OTHER}`, KEY],
    ['a malformed key in the header wins too', 'Service service_key=zz', `/?service_key=${OTHER}`, undefined],
    ['a header without a key falls back', 'Service other=1', `/?service_key=${OTHER}`, OTHER],
    ['another scheme falls back', `Bearer service_key=${KEY}`, `/?service_key=${OTHER}`, OTHER],
    ['twice the same', `Service service_key=${KEY}, Service service_key=${KEY.toUpperCase()}`, '/', KEY],
    ['twice, different', `Service service_key=${KEY}, service_key=${OTHER}`, '/', undefined],
    ['in two headers, different', `Service service_key=${KEY}, Service service_key=${OTHER}`, '/', undefined],
    ['once empty', `Service service_key=${KEY} service_key=`, '/', undefined],
    ['twice the same in the query', undefined, `/?service_key=${KEY}&service_key=${KEY}`, KEY],
    ['twice, different in the query', undefined, `/?service_key=${KEY}&service_key=${OTHER}`, undefined],
    ['nowhere', undefined, '/', undefined],
    ['too short', `Service service_key=${KEY.slice(1)}`, '/', undefined],
    ['not hexadecimal', `Service service_key=${KEY.slice(1)}g`, '/', undefined],
    ['with a NUL', undefined, `/?service_key=${KEY}%00`, undefined],
    ['a broken escape', undefined, '/?service_key=%E0%A4%A', undefined],
    ['an empty parameter', undefined, '/?service_key=', undefined],
    ['an empty header', '', '/', undefined],
  ])('reads the key: %s', (_name, header, url, expected) => {
    expect(readServiceKey(header, url)?.name).toBe(expected);
  });

  test.each([
    [`Service service_key=${SERVER}`, '/', false],
    [`Service service_key=${SERVER.toUpperCase()}`, `/?service_key=${KEY}`, false],
    [undefined, `/?service_key=${SERVER}`, true],
    ['Service', `/?service_key=${SERVER}`, true],
    [`Service service_key=${SERVER}`, `/?service_key=${SERVER}`, true],
  ])('reads a server key from header %j and URL %j', (header, url, hasServerKeyInUrl) => {
    expect(readServiceKey(header, url)).toEqual({ ...parseProjectKey(SERVER), hasServerKeyInUrl });
  });

  test('reports a server key in the query beside a public key', () => {
    const found = readServiceKey(`Service service_key=${KEY}`, `/?service_key=${SERVER}`);
    expect(found).toMatchObject({ kind: 'public', hasServerKeyInUrl: true });
  });

  test.each([SERVER.slice(1), `${SERVER}0`, SERVER.replace('_', '-'), parseProjectKey(SERVER)?.name ?? ''])(
    'returns no server key for %s',
    (text) => expect(readServiceKey(`Service service_key=${text}`, '/')).toBeUndefined(),
  );
});

import { describe, expect, test } from '@jest/globals';
import { ListenError, listenError } from './listenError.js';

const failed = (fields: object): Error => Object.assign(new Error('raw'), fields);

describe('a port that cannot be listened on', () => {
  test.each([
    ['EADDRINUSE', 'PORT 8000 cannot be used: another program listens on it. Choose another with PORT=….'],
    ['EACCES', 'PORT 8000 cannot be used: this user may not listen on it. Choose another with PORT=….'],
  ])('is reported with the setting and a remedy: %s', (code, line) => {
    const named = listenError('PORT', failed({ syscall: 'listen', code, port: 8000 }));
    expect(named).toBeInstanceOf(ListenError);
    expect(named).toMatchObject({ message: line });
  });

  test.each([
    [failed({ syscall: 'connect', code: 'EACCES' })],
    [failed({ syscall: 'listen', code: 'EADDRNOTAVAIL' })],
    [failed({})],
    ['no error'],
  ])('%s is left as it is', (error) => {
    expect(listenError('PORT', error)).toBe(error);
  });
});

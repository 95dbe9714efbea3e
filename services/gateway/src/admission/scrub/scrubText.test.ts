import { describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { isSecretName } from './isSecretName.js';
import { scrubText } from './scrubText.js';

describe('e-mail addresses', () => {
  test.each([
    ['bob@example.com', '[email]'],
    ['Bob <Bob.O-Neil+shop@mail.example.co.uk> paid', 'Bob <[email]> paid'],
    ['to bob@example.com.', 'to [email].'],
    ['a@b.co,c@d.io;e@f.org', '[email],[email];[email]'],
    ['mailto:bob@example.com?subject=x', 'mailto:[email]?subject=x'],
    ['https://shop.test/reset?email=bob%40example.com&x=1', 'https://shop.test/reset?email=[email]&x=1'],
    ['/users/bob@example.com/edit', '/users/[email]/edit'],
    ['请联系bob@example.com谢谢', '请联系[email]'],
    ['bob@exämple.com, вася@пример.рф', '[email], [email]'],
    ['bob@xn--exmple-cua.xn--p1ai', '[email]'],
    ['bob@163.com', '[email]'],
    ['"bob@example.com"', '"[email]"'],
    ['email%3Dbob%2540example.com', 'email%3D[email]'],
    ['email%3Dbob%40example.com', 'email%3D[email]'],
    ['bob@example.com:hello', '[email]:hello'],
  ])('%s → %s', (text, expected) => expect(scrubText(text)).toBe(expected));

  test.each([
    'shop@1.2.3',
    '@babel/core@7.22.0-beta.rc',
    '/node_modules/.pnpm/react-dom@18.2.0_react@18.2.0/node_modules',
    'jquery@v3.6.slim',
    'logo@2x.png',
    'render@app.bundle:12:34',
    'fn@https://cdn.test/app.js:1:2',
    'fn@main.jsbundle:10:20',
    'global code@shop.example:1:20',
    'user@localhost',
    '@media print',
    'a @ b.com',
    '@example.com',
    'bob@',
    'bob@.com',
    'bob@example.c',
    '50%40 off',
    'git@github.com:org/repo',
    'ssh://git@github.com/org/repo.git',
  ])('%s is none', (text) => expect(scrubText(text)).toBe(text));
});

describe('card numbers', () => {
  test.each([
    '4111111111111111',
    '4012 8888 8888 1881',
    '4012-8888-8888-1881',
    '5555555555554444',
    '2223 0031 2200 3222',
    '378282246310005',
    '3782 822463 10005',
    '3056 930902 5904',
    '38520000023237',
    '3530111333300000',
    '6011111111111117',
    '6205500000000000004',
  ])('%s', (number) => {
    expect(scrubText(number)).toBe('[card]');
    expect(scrubText(`pay with ${number}, please`)).toBe('pay with [card], please');
    expect(scrubText(`{"number":"${number}"}`)).toBe('{"number":"[card]"}');
    expect(scrubText(`order-17 ${number} 12/29`)).toBe('order-17 [card] 12/29');
  });

  test.each([
    ['4111111111111111,12/29,123', '[card],12/29,123'],
    ['4111111111111111,4012888888881881', '[card],[card]'],
    ['4111+1111+1111+1111', '[card]'],
    ['pan=4111%201111%201111%201111&x=1', 'pan=[card]&x=1'],
    ['pan%3D4111111111111111%26x', 'pan%3D[card]%26x'],
    ['4111111111111111 4111', '[card] 4111'],
    ['4012 8888 8888 1881 123', '[card] 123'],
  ])('%s → %s', (text, expected) => expect(scrubText(text)).toBe(expected));

  test.each([
    ['a wrong check sum', '4111111111111112'],
    ['no issuer', '9999999999999995'],
    ['zeros', '0000000000000000'],
    ['too short', '411111111111111'],
    ['milliseconds', '1700000000000'],
    ['microseconds', '1700000000000000'],
    ['nanoseconds', '1700000000000000000'],
    ['a compact time', '20240131120000123'],
    ['a time', '2024-01-31T12:00:00.000Z'],
    ['a date and a time', '2024-01-31 1200 0000 0000'],
    ['a uuid', '44111111-1111-4111-8111-111111111111'],
    ['hex', 'a4111111111111111'],
    ['hex that goes on', '4111111111111111f'],
    ['a longer number', '41111111111111110000000'],
    ['decimals', '0.4111111111111111'],
    ['a decimal number', '4111111111111111.5'],
    ['a name', 'order_4111111111111111'],
    ['other groups', '41 1111 1111 1111 11'],
    ['mixed separators', '4111-1111 1111-1111'],
    ['an order number', '4111111111111113'],
    ['a version', '4.111.1111.1111.1111'],
    ['a phone number', '+49 1511 23456789 00'],
    ['a snowflake', '1175928847299117063'],
  ])('%s is none: %s', (_what, text) => expect(scrubText(text)).toBe(text));

  test('ids never are', () => {
    for (let i = 0; i < 5_000; i += 1) {
      const id = randomUUID();
      for (const text of [id, id.replaceAll('-', ''), `span ${id} of ${id}`]) expect(scrubText(text)).toBe(text);
    }
  });
});

describe('secrets in text', () => {
  const line = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj';
  const KEY = `-----BEGIN RSA PRIVATE KEY-----\n${line}\r\n${line}\nab+/c=\n-----END RSA PRIVATE KEY-----`;
  const jwt = `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.${'x'.repeat(43)}`;
  test.each([
    ['https://bob:hunter2@example.com/x', 'https://[secret]@example.com/x'],
    ['postgres://sluice:p@ss@db:5432/sluice', 'postgres://[secret]@db:5432/sluice'],
    ['https://x.test/?token=abc&page=2', 'https://x.test/?token=[secret]&page=2'],
    ['https://x.test/?a=1&access_token=abc#top', 'https://x.test/?a=1&access_token=[secret]'],
    ['user[password]=hunter2&user[name]=bob', 'user[password]=[secret]&user[name]=bob'],
    ['login failed: password=hunter2 for bob', 'login failed: password=[secret] for bob'],
    ['--db-password hunter2 --password=hunter2', '--db-password hunter2 --password=[secret]'],
    ['{"password":"hun\\"ter2","n":1}', '{"password":"[secret]","n":1}'],
    ['{"password": 1234, "n": 1}', '{"password": [secret], "n": 1}'],
    ['{\\"apiKey\\":\\"abc\\",\\"n\\":1}', '{\\"apiKey\\":\\"[secret]\\",\\"n\\":1}'],
    ["{ apiKey: 'abc', n: 1 }", "{ apiKey: '[secret]', n: 1 }"],
    [':password => "abc"', ':password => "[secret]"'],
    ['Authorization: Basic Ym9iOmh1bnRlcjI=\nAccept: */*', 'Authorization: [secret]\nAccept: */*'],
    ['Cookie: a=b; c=d\r\nHost: x', 'Cookie: [secret]\r\nHost: x'],
    ['x-api-key: abc', 'x-api-key: [secret]'],
    ['sent Bearer abcdefghijklmnop0123 and failed', 'sent Bearer [secret] and failed'],
    [`jwt ${jwt} expired`, 'jwt [secret] expired'],
    [`with slp_${'A'.repeat(43)}`, 'with [secret]'],
    [`with sls_${'0a'.repeat(32)}`, 'with [secret]'],
    ['password="never closed', 'password="[secret]'],
    ['password="never closed\n    at f (app.js:1:2)', 'password="[secret]\n    at f (app.js:1:2)'],
    ['password="it is \\\\" and more', 'password="[secret]" and more'],
    ['{\\"password\\":\\"a\\\\\\"b\\",\\"n\\":1}', '{\\"password\\":\\"[secret]\\",\\"n\\":1}'],
    ['secret=[Filtered] x', 'secret=[secret] x'],
    ['at f (https://cdn.test/app.js?token=abc:10:20)', 'at f (https://cdn.test/app.js?token=[secret]:10:20)'],
    ['f@https://cdn.test/app.js?a=1&token=abc:10:20', 'f@https://cdn.test/app.js?a=1&token=[secret]:10:20'],
    ['user%5Bpassword%5D=hunter2&user%5Bname%5D=bob', 'user%5Bpassword%5D=[secret]&user%5Bname%5D=bob'],
    ['next=%2Fcb%3Ftoken%3Dabc%26a%3D1&b=2', 'next=%2Fcb%3Ftoken%3D[secret]%26a%3D1&b=2'],
    ['next=%2Fcb%3Fto%3D%252F%253Ftoken%253Dabc%2526a', 'next=%2Fcb%3Fto%3D%252F%253Ftoken%253D[secret]%2526a'],
    ['password=a%26b%20c&x=1', 'password=[secret]&x=1'],
    ['data=%7B%22password%22%3A%22hunter2%22%7D', 'data=%7B%22password%22%3A%22[secret]%22%7D'],
    ['PGPASSWORD=hunter2 psql', 'PGPASSWORD=[secret] psql'],
    ['[{"name":"password","value":"hunter2"},1]', '[{"name":"password","value":"[secret]"},1]'],
    ['{\\"key\\": \\"apiKey\\", \\"value\\": \\"abc\\"}', '{\\"key\\": \\"apiKey\\", \\"value\\": \\"[secret]\\"}'],
    ["{ name: 'cookie',\n  value: 'sid=abc' }", "{ name: 'cookie',\n  value: '[secret]' }"],
    ['pass=hunter2', 'pass=[secret]'],
    [`key: ${KEY} next`, 'key: [secret] next'],
    [JSON.stringify({ pem: KEY }), '{"pem":"[secret]"}'],
    [`private_key="${KEY}"`, 'private_key="[secret]"'],
    [KEY.replace('\n', '\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,00\n\n'), '[secret]'],
    [KEY.replaceAll('RSA PRIVATE KEY', 'PGP PRIVATE KEY BLOCK').replace('\n', '\nVersion: GnuPG v2\n\n'), '[secret]'],
    ['otp=123456 pin=4711 session=abc', 'otp=[secret] pin=[secret] session=[secret]'],
    ['{"otp":"123456","pin":4711,"n":1}', '{"otp":"[secret]","pin":[secret],"n":1}'],
    ['_gitlab_session=0a1b2c; path=/', '_gitlab_session=[secret]; path=/'],
    ['<add key="ClearTextPassword" value="hunter2" />', '<add key="ClearTextPassword" value="[secret]" />'],
    ['<input name="password" value="hunter2">', '<input name="password" value="[secret]">'],
    ['curl -u bob:hunter2 https://x.test', 'curl -u [secret] https://x.test'],
    ['curl --user "bob:hunter2" https://x.test', 'curl --user "[secret]" https://x.test'],
    ['curl -H "X-Api-Key: abcdefgh" x.test', 'curl -H "X-Api-Key: [secret]" x.test'],
    [`{"a":"eyJhbGciOiJub25lIn0.e30."}`, '{"a":"[secret]"}'],
    ['jwe eyJhbGciOiJkaXIifQ..c2l4dGVlbg.Y2lwaGVy.dGFn ends', 'jwe [secret] ends'],
    ['-----BEGIN PRIVATE KEY----- is missing\n    at f', '[secret] is missing\n    at f'],
  ])('%s → %s', (text, expected) => {
    expect(scrubText(text)).toBe(expected);
    expect(scrubText(expected)).toBe(expected);
  });

  test.each([
    'Unexpected token } in JSON at position 5',
    'invalid token: expired',
    'Password: is required',
    'token=undefined',
    'if (password === null)',
    'if (token == null) return',
    'const token => 1',
    'max_tokens=100',
    'passenger=bob',
    'Bearer authentication',
    'at https://cdn.test/app.js:10:20',
    'TypeError: x is not a function',
    'password=',
    'https://example.com/@bob',
    '{"name":"passenger","value":"bob"}',
    '["password","value"]',
    '{"missing":["password","email"]}',
    'OLDPWD=/root',
    'PWD=/srv/app',
    'pass=12 fail=3',
    'https://x.test/?token=:10:20',
    'Pass: 12, Fail: 0',
    'author=bob',
    'x-request-id: 17',
    'pin=13',
    'spinner=large',
    'session expired: log in again',
    'session: expired',
    '{"session":{"id":"s-1"}}',
    "{ code: 'ENOENT' }",
    'exit code=137',
    'sudo -u bob:staff ls',
  ])('%s stays', (text) => expect(scrubText(text)).toBe(text));
});

test.each([
  ...['password', 'userPassword', 'X-Api-Key', 'api_key', 'apiKey', 'APIKEY', 'db.clientSecret', 'Set-Cookie'],
  ...['accessToken', 'refresh_token', 'authorization', 'http.request.header.authorization', 'cardNumber', 'cvv'],
  ...['aws_secret_access_key', 'privateKey', 'cookies', 'pwd', 'csrf-token', 'credentials'],
  ...['password1', 'password2', 'new_password1', 'PGPASSWORD', 'dbpassword', 'userpassword', 'newpassword'],
  ...['DBPassword', 'SMTPPassword', 'JWTToken', 'csrfmiddlewaretoken', 'accessTokens', 'refresh_tokens', 'auth'],
  ...['X-Auth', 'basicAuth', 'apiKeys', 'passwords', 'security_code', 'socialSecurity', 'cvv2', 'XAuthToken'],
  ...[
    'otp',
    'OTP',
    'totp',
    'smsOtp',
    'otp_code',
    'pin',
    'PIN',
    'user_pin',
    'cardPin',
    'pinCode',
    'pin1',
    'session',
    'laravel_session',
  ],
  ...['_gitlab_session', 'sessionKey', 'session_token', 'session'],
])('%s names a secret', (name) => expect(isSecretName(name)).toBe(true));

test.each([
  ...['tokens', 'max_tokens', 'token_count', 'tokenType', 'passenger', 'author', 'authority', 'keyboard', 'key'],
  ...['passwordChangedAt', 'cookieEnabled', 'secretary', 'compass', 'bypass', 'primary_key', 'discard'],
  ...['cookie_policy', 'password_strength', 'monkey', '', '.', 'trace.id', 'card', 'user.name'],
  ...['authored', 'authored_at', 'tokenizer', 'tokenized', 'totalTokens', 'prompt_tokens', 'completion_tokens'],
  ...['passed', 'passing', 'passport', 'passive', 'passengers', 'auth.method', 'auth_type', 'authenticated'],
  ...['cookie_consent', 'token_endpoint', 'keys', 'keyCode', 'keyword', 'foreignKey', 'cardinality', 'accredited'],
  ...[
    'session_id',
    'sessionId',
    'session.id',
    'sessions',
    'sessionCount',
    'spinner',
    'pinned',
    'pins',
    'shipping',
    'pin_count',
  ],
  ...[
    'mapping',
    'hotpink',
    'footprint',
    'otp_enabled',
    'code',
    'errorCode',
    'status_code',
    'sig',
    'signature',
    'state',
  ],
  ...['security', 'credit', 'tokenCount1', 'secretariat', 'OAuth', '1', '__'],
])('%s names none', (name) => expect(isSecretName(name)).toBe(false));

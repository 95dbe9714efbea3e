import { expect, test } from '@jest/globals';
import { readAgent } from './readAgent.js';

test.each([
  [
    'a bot',
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    { browser: 'Googlebot', os: '', device: 'bot' },
  ],
  ['a tool', 'curl/8.5.0', { browser: 'curl', os: '', device: '' }],
  [
    'a browser',
    'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
    { browser: 'Firefox', os: 'Linux', device: '' },
  ],
  ['nothing known', 'x', { browser: '', os: '', device: '' }],
])('the user agent of %s names browser, system and device', (_name, agent, expected) => {
  expect(readAgent(agent)).toEqual(expected);
});

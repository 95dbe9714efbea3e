import { describe, expect, test } from '@jest/globals';
import { parseUserAgent } from './parseUserAgent.js';
import { modelBots, otherBots, searchBots } from './testing/agents/bots.js';
import { desktop } from './testing/agents/desktop.js';
import { others, tablets } from './testing/agents/devices.js';
import { inApp } from './testing/agents/inApp.js';
import { iphones } from './testing/agents/iphones.js';
import { phones } from './testing/agents/phones.js';
import { tools, unknown } from './testing/agents/tools.js';

const families = [
  ['desktop', desktop],
  ['phones of Apple', iphones],
  ['other phones', phones],
  ['tablets', tablets],
  ['televisions, consoles and others', others],
  ['within applications', inApp],
  ['search engines', searchBots],
  ['language models', modelBots],
  ['previews and monitors', otherBots],
  ['tools', tools],
  ['unknown', unknown],
] as const;

describe.each(families)('user agents: %s', (_family, agents) => {
  test.each(agents)('are parsed: %s', (agent, browser, os, device) => {
    expect(read(agent)).toEqual([browser, os, device]);
  });
});

test('the table has at least 200 user agents', () => {
  expect(new Set(families.flatMap(([, agents]) => agents.map(([agent]) => agent))).size).toBeGreaterThanOrEqual(200);
});

/** The parsed result in the format of the table; `~` is an unknown type of a known vendor. */
function read(agent: string): readonly string[] {
  const found = new Map(parseUserAgent(agent));
  const text = (...keys: readonly string[]): string =>
    keys
      .map((key) => found.get(key) ?? '')
      .filter((part) => part !== '')
      .join(' ');
  const device = text('device.type', 'device.vendor', 'device.model');
  const isTyped = found.has('device.type') || device === '';
  return [text('browser.name', 'browser.version'), text('os.name', 'os.version'), isTyped ? device : `~ ${device}`];
}

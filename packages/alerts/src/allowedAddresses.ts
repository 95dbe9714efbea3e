import { custom } from '@sluice/runtime';
import { parseAllowList } from './transport/allowList.js';

/** `ALERTS_ALLOWED_ADDRESSES`: entries of `parseAllowList`. */
export const ALERTS_ALLOWED_ADDRESSES = custom('ALERTS_ALLOWED_ADDRESSES', {
  default: [] as readonly string[],
  defaultText: '',
  range: 'addresses, CIDR blocks and `host:port`, separated by commas',
  parse: readEntries,
  meaning:
    'Addresses of your own network, and receivers by name and port, that alerts may be sent to, also without TLS. All other requests go to public addresses and use TLS, so that nobody reaches internal services through an alert. The api refuses destinations whose address is private and not allowed: both must use the same value.',
});

/** @throws Error that names the first entry that cannot be read */
function readEntries(text: string): readonly string[] {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  const [wrong] = parseAllowList(entries).rejected;
  if (wrong === undefined) return entries;
  const form = 'an address, a CIDR block or host:port, such as 10.0.0.5, 10.0.0.0/8 or hooks.internal:8080';
  throw new Error(`"${wrong}" must be ${form}`);
}

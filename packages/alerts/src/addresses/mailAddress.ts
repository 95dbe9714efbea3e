import { createHash } from 'node:crypto';
import { domainToASCII } from 'node:url';

/** The hashes by which an address is stored and counted. */
export interface MailAddress {
  /** The same for addresses that differ in case or in the spelling of the domain only. */
  readonly exact: string;
  /** The same for addresses that most probably lead to one mailbox: also with another tag after a plus sign. */
  readonly mailbox: string;
}

/** Domains whose mailboxes ignore dots. */
const WITHOUT_DOTS: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com']);

const hashOf = (address: string): string =>
  createHash('sha256').update(`sluice mail address ${address}`).digest('base64url');

/**
 * Returns the hashes of an address. A confirmation is that of the exact address, because `a+b` may be another person's mailbox on some
 * server; limits and unsubscriptions apply to the mailbox, so that a tag does not bypass them.
 */
export function mailAddress(address: string): MailAddress {
  const plain = address.normalize('NFKC').trim().toLowerCase();
  const at = plain.lastIndexOf('@');
  const [local, given] = [plain.slice(0, at), plain.slice(at + 1)];
  const domain = (domainToASCII(given) || given).replace(/\.+$/, '');
  const plus = local.indexOf('+');
  const untagged = plus > 0 ? local.slice(0, plus) : local;
  const mailbox = WITHOUT_DOTS.has(domain) ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${domain}`;
  return { exact: hashOf(`${local}@${domain}`), mailbox: hashOf(mailbox) };
}

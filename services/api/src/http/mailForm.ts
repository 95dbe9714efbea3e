/** Those of links in emails; they need no escape. */
const TOKEN = /^[\w-]{1,300}$/;

/** Links to an address of a destination, not to a member. */
const OF_ADDRESS = /^\d+-\d+-[am]/;

const REFERRER = '<meta name="referrer" content="no-referrer" />';
const NOSCRIPT = /<noscript>.*?<\/noscript>/s;

/** What a page shows without JavaScript. */
interface PlainPage {
  readonly title: string;
  readonly contentOf: (token: string, query: URLSearchParams) => string;
}

const PAGES: Readonly<Record<string, PlainPage>> = {
  '/unsubscribe': { title: 'Alerts by email', contentOf: unsubscribeContent },
  '/confirm-address': { title: 'Alerts by email', contentOf: confirmContent },
};

/**
 * Returns the page of the dashboard with what a page that an email links to shows without JavaScript: forms that post the token of
 * the link, or what became of it. Any other page is returned as it is. A form of a page without referrer has no origin, and the API
 * refuses it.
 * @param url path and query of the request
 */
export function withMailForm(page: string, url: string): string {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const token = searchParams.get('token') ?? '';
  const plain = Object.hasOwn(PAGES, pathname) ? PAGES[pathname] : undefined;
  if (plain === undefined || !TOKEN.test(token)) return page;
  return page
    .replace(REFERRER, '<meta name="referrer" content="same-origin" />')
    .replace(
      NOSCRIPT,
      `<noscript><main><h1>${plain.title}</h1>${plain.contentOf(token, searchParams)}</main></noscript>`,
    );
}

const formOf = (action: string, token: string, button: string): string =>
  `<form method="post" action="api/0/alerts/${action}token=${token}"><button type="submit">${button}</button></form>`;

const ENDED = '<p>You no longer get these emails. Members still find alerts in their inbox.</p>';
const ASKED = '<p>An email with a link was sent. Open it to get alerts again.</p>';
const AGAIN = '<p>Do you want them again? You get an email with a link that confirms that.</p>';

function unsubscribeContent(token: string, query: URLSearchParams): string {
  if (query.get('asked') === 'true') return ASKED;
  const isAddress = OF_ADDRESS.test(token);
  if (query.get('ended') === 'true')
    return isAddress ? `${ENDED}\n${AGAIN}\n${formOf('unsubscribe/again/form?', token, 'Send me the link')}` : ENDED;
  const stop = `<p>Unsubscribe from emails like the one with this link? Members still find alerts in their inbox.</p>
${formOf('unsubscribe/form?', token, 'Unsubscribe')}`;
  return isAddress
    ? `${stop}\n${formOf('unsubscribe/form?all=true&amp;', token, 'Unsubscribe from all organizations')}`
    : stop;
}

function confirmContent(token: string, query: URLSearchParams): string {
  if (query.get('done') === 'true') return '<p>The address is confirmed. It gets alerts from now on.</p>';
  return `<p>Do you want to get the alerts that the email describes?</p>
${formOf('confirm/form?', token, 'Get alerts')}`;
}

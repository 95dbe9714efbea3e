/** Those of links in mail; they need no escape. */
const TOKEN = /^[\w-]{1,200}$/;

const REFERRER = '<meta name="referrer" content="no-referrer" />';
const NOSCRIPT = /<noscript>.*?<\/noscript>/s;

/**
 * Returns the page of the dashboard with what `/unsubscribe` shows without JavaScript: a form that posts the token of the link, or that it
 * was. Any other page is returned as it is. A form of a page without referrer has no origin, and the API refuses it.
 * @param url path and query of the request
 */
export function withUnsubscribeForm(page: string, url: string): string {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const token = searchParams.get('token') ?? '';
  if (pathname !== '/unsubscribe' || !TOKEN.test(token)) return page;
  const content = searchParams.get('ended') === 'true' ? ENDED : formOf(token);
  return page
    .replace(REFERRER, '<meta name="referrer" content="same-origin" />')
    .replace(NOSCRIPT, `<noscript><main><h1>Alerts by mail</h1>${content}</main></noscript>`);
}

const ENDED = '<p>There is no more such mail. Members still find alerts in their inbox.</p>';

const formOf = (
  token: string,
): string => `<p>Stop the mail that the link is in? Alerts stay in the inbox of members.</p>
<form method="post" action="api/0/alerts/unsubscribe/form?token=${token}"><button type="submit">Stop the mail</button></form>`;

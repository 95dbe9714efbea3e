/** Phrases of statuses; a single lower-case word counts only where the sentence does not go on, as in `409 conflicts remain`. */
const PHRASES: Readonly<Record<string, string>> = {
  400: 'Bad Request',
  401: 'Unauthori[sz]ed',
  402: 'Payment Required',
  403: 'Forbidden',
  404: '(?:Page )?Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  407: 'Proxy Auth',
  408: 'Request Time-?out',
  409: 'Conflict',
  410: 'Gone',
  411: 'Length Required',
  412: 'Precondition',
  413: '(?:Request Entity|Payload|Content) Too',
  414: '(?:Request-)?URI Too',
  415: 'Unsupported Media',
  416: '(?:Requested )?Range Not',
  417: 'Expectation Failed',
  421: 'Misdirected',
  422: 'Unprocessable',
  423: 'Locked',
  424: 'Failed Dependency',
  425: 'Too Early',
  426: 'Upgrade Required',
  428: 'Precondition Required',
  429: 'Too Many Requests',
  431: 'Request Header',
  451: 'Unavailable For Legal',
  500: 'Internal Server',
  501: 'Not Implemented',
  502: '(?:Bad Gateway|Proxy Error)',
  503: 'Service (?:Temporarily )?Unavailable',
  504: 'Gateway Time',
  505: 'HTTP Version',
  507: 'Insufficient Storage',
  511: 'Network Authentication',
};

const SINGLE = /^[A-Z][a-z]+(?:\[sz\]ed)?$/;

/** A phrase in any case: without the flag, since single words need their case. */
const anyCase = (phrase: string): string =>
  phrase.replace(/\[sz\]|[A-Za-z]/g, (letter) =>
    letter.length > 1 ? '[sSzZ]' : `[${letter.toLowerCase()}${letter.toUpperCase()}]`,
  );

const worded = (phrase: string): string =>
  SINGLE.test(phrase) ? `(?:${phrase}\\b|${anyCase(phrase)}\\b(?! ?\\w))` : anyCase(phrase);

const PAIRS = Object.entries(PHRASES).map(([status, phrase]) => [status, worded(phrase)] as const);

/** A lookahead for a status that its own phrase follows; Python adds whose fault it is. */
const before = (gap: string): string =>
  `(?=${PAIRS.map(([status, phrase]) => `${status}${gap}${phrase}`).join('|')}|4\\d\\d Client Error\\b|5\\d\\d Server Error\\b)`;

/** Words that a status follows. */
const ANSWERED =
  'responded|responded with|returned|replied with|answered|answered with|received|got|failed|failed with';

/** A URL or a path, also quoted, of a request that got a status. */
const REQUESTED = '(?:<url>|(?:^|[\\s"\'`(])\\/[^\\s"\'`]{0,300})["\'`]?[\\])]?';

/** Somebody counted: `Found 3, got 404`; not `expected 200, got 404`, where the 2 may be shielded. */
const UNCOUNTED = '(?<!\\b(?:found|expected|wanted|instead of)\\b(?![^\\d\\n]{0,20}(?:20\\d\\b|\ue032))[^\\n]{0,60})';

/** No id or count that is named: `id: 404 not found`, `Line 5: 404 not found`. */
const UNNAMED =
  '(?<!(?:\\b(?:[Ii]d|ID|[Nn]o|[Nn]r|[Nn]umber|[Ll]ine|[Rr]ow|[Ii]ndex|[Kk]ey|[Rr]oom)|[a-z_](?:Id|ID|id))[ #\\d]{0,6})';

/** Statuses of HTTP and codes with which connections are closed, without the words around them that are variable. */
export const STATUSES: readonly RegExp[] = [
  // `status: 404`, `HTTP 404`, `responded with a status of 404`
  /\b(?:status(?:[ _-]?code)?|http(?:[ _-]?(?:error|status|response))?(?:\/\d(?:\.\d)?)?)(?: (?:of|is|was))?[^\w\n/]{0,4}[1-5]\d\d(?![\w.,]?\w)/gi,
  // `Server returned 500.`, `upstream 502`
  new RegExp(
    `\\b${UNCOUNTED}(?:${ANSWERED}|response(?: was)?|not ok|error|upstream)[^\\w\\n/]{0,4}[45]\\d\\d(?=$|[)\\].;,]\\s|[)\\].;,]$|\\s{0,3}[(:-])(?![^\\n]{0,60}\\bexpected\\b)`,
    'gi',
  ),
  // `[POST] "/api/cart": 404`, `Failed to fetch https://a.b: 404`
  new RegExp(`(?<=${REQUESTED}:? \\(?)[45]\\d\\d(?=\\)?[\\s.]{0,3}$)`, 'g'),
  // `Failed to fetch: 404`
  /(?<=\b(?:fetch|load|connect|request|upload|download)(?:ing|ed)?: ?)[45]\d\d(?=[\s.]{0,3}$)/gi,
  // Nothing but a status, or one in parentheses at the end
  /^[1-5]\d\d$|\([45]\d\d\)(?=[\s.]{0,3}$)/g,
  // `404 Not Found` at the start, behind a colon, URL, bracket or quotation mark, and behind a word for an answer
  new RegExp(
    `(?<=(?:^|${UNNAMED}: {1,3}|[>"'\`\\])}] ?|\\b(?:${ANSWERED}|[Ee]rror|(?:GET|HEAD|POST|PUT|PATCH|DELETE) \\/\\S{0,300}) )[([]?)${before('[\\])]?[:,]? ?[-–—]? ?\\(?')}\\d{3}`,
    'g',
  ),
  new RegExp(`(?<=[([{])${before('[:,]? ?[-–—]? ?')}\\d{3}`, 'g'),
  // npm: `code E404`
  /(?<=^|: |\bcode |["'`([])E[45]\d\d\b/g,
  // `code: 404`, `MediaError code: 3`; no `promotion code: 404`
  /(?<=(?:^|[([{,;:] ?|\b\w{0,40}(?:[Ee]rror|[Ee]xception) \(?))code(?:["'`]?\s?[:=]\s?| )-?\d{1,5}(?![\w.,]?\w)/gi,
  // `WebSocket connection closed: 1006`
  /(?<=\b(?:WebSocket|socket|ws|connection)\b[^\d\n]{0,60}?\b(?:closed?|closing|disconnected|lost|failed)(?: with)?[^\w\n/]{1,4})[134]\d{3}(?![\w.,]?\w)/gi,
];

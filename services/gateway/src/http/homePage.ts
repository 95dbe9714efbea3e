/** What `GET /` shows to a person who opens the address: what this is, and where to go on. Names nothing of this process. */
export const HOME_PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Sluice</title>
<p>This is Sluice. SDKs send events to <code>POST /api/envelope</code>.
<p><a href="/api/0/docs">API documentation</a> | <a href="/healthz">Health</a>
</html>
`;

/**
 * Returns what `GET /` shows to a person who opens the address: what Sluice is, and links to what this port serves. It names
 * nothing of this process.
 * @param servesDocs whether this port serves the documentation of the API; a gateway that runs alone does not
 */
export const homePage = (servesDocs: boolean): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Sluice</title>
<p>This is Sluice. SDKs send events to <code>POST /api/envelope</code>.
<p>${servesDocs ? '<a href="/api/0/docs">API documentation</a> | ' : ''}<a href="/healthz">Health</a>
${servesDocs ? '' : '<p>The API service serves the API documentation at <code>/api/0/docs</code>.\n'}</html>
`;

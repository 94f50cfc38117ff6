// test_rules.mjs - who may ask what: hosts, origins, tokens, paths, methods.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { spawnSync } from 'node:child_process';
import { check, equal, fakeEngine, finish, folder, program, Server } from './harness.mjs';
import { checkAnswer } from './schema.mjs';

const web = folder();
const secret = folder();
const reps = folder();
writeFileSync(`${secret}/secret.txt`, 'secret');
writeFileSync(`${web}/index.html`, '<!doctype html><title>app</title>');
mkdirSync(`${web}/assets`);
writeFileSync(`${web}/assets/app-1.js`, 'export {};'.repeat(100));
writeFileSync(`${web}/assets/app-1.js.gz`, gzipSync('export {};'.repeat(100)));
writeFileSync(`${web}/core.wasm`, Buffer.from([0, 0x61, 0x73, 0x6d]));
writeFileSync(`${web}/.hidden`, 'hidden');
symlinkSync(`${secret}/secret.txt`, `${web}/link.txt`);
symlinkSync(secret, `${web}/linked`);
symlinkSync(`${secret}/secret.txt`, `${reps}/link.txt`);
const server = await Server.start(['--web', web, '--repertoires', reps, '--engine', fakeEngine]);
const V1 = '/api/v1';

// --- host: DNS rebinding ------------------------------------------------------

const own = `127.0.0.1:${server.port}`;
for (const host of [own, `localhost:${server.port}`, 'localhost', 'LOCALHOST', '127.0.0.1', '[::1]', `[::1]:${server.port}`, '192.168.1.7:80'])
    equal(`host ${host}`, (await server.get(`${V1}/health`, { Host: host })).status, 200);
for (const host of ['evil.example', `evil.example:${server.port}`, 'localhost.evil.example', '127.0.0.1.evil.example', 'evil.example:127.0.0.1',
    '127.0.0.1:80@evil.example', '127.0.0.1 evil', '2130706433', '127.1', '[::1', '::1', '[localhost]', ' ', 'localhost:x', '0x7f.0.0.1'])
    for (const target of [`${V1}/health`, '/', `${V1}/repertoires`]) {
        const refused = await server.get(target, { Host: host });
        equal(`host '${host}' of ${target}`, [refused.status, refused.json?.error], [403, 'host_refused']);
    }

// --- origin --------------------------------------------------------------------

const change = (headers) => server.ask('PUT', `${V1}/repertoires/x`, { headers: { 'If-None-Match': '*', ...headers }, body: 'no repertoire' });
for (const headers of [{}, { Origin: `http://${own}` }, { 'Sec-Fetch-Site': 'same-origin' }, { 'Sec-Fetch-Site': 'none' },
    { Host: 'localhost:1', Origin: 'http://localhost:1' }])
    equal(`a change with ${JSON.stringify(headers)} gets as far as its body`, (await change(headers)).status, 422);
const FOREIGN = [{ Origin: 'http://evil.example' }, { Origin: 'null' }, { Origin: '' }, { Origin: `http://${own}.evil.example` },
    { Origin: `http://localhost:${server.port}` }, { Origin: 'http://127.0.0.1:1' }, { Origin: `file://${own}` },
    { 'Sec-Fetch-Site': 'cross-site' }, { 'Sec-Fetch-Site': 'same-site' }, { 'Sec-Fetch-Site': 'cross-site', Origin: `http://${own}` }];
for (const headers of FOREIGN) {
    const what = JSON.stringify(headers);
    const refused = await change(headers);
    equal(`a change with ${what}`, [refused.status, refused.json?.error], [403, 'origin_refused']);
    checkAnswer('PUT', `${V1}/repertoires/x`, refused);
    for (const [method, target] of [['DELETE', '/repertoires/x'], ['POST', '/import'], ['POST', '/positions'], ['DELETE', '/import/1'], ['PUT', '/repertoires/x/cards'], ['GET', '/engine']])
        equal(`${method} ${target} with ${what}`, (await server.ask(method, V1 + target, { headers })).status, 403);
}
for (const headers of FOREIGN) {
    const what = JSON.stringify(headers);
    for (const path of ['/health', '/position', '/games?pattern=Pe4', '/games/1', '/players', '/openings?q=x', '/names', '/export', '/repertoires', '/repertoires/x', '/import/1', '/nothing']) {
        const refused = await server.get(V1 + path, headers);
        equal(`reading ${path} with ${what}`, [refused.status, refused.json?.error, refused.headers['access-control-allow-origin']], [403, 'origin_refused', undefined]);
    }
    equal(`a file of the page with ${what}`, (await server.get('/core.wasm', headers)).status, 200);
}
for (const headers of [{}, { 'Sec-Fetch-Site': 'none' }, { 'Sec-Fetch-Site': 'same-origin' }, { Origin: `http://${own}` }])
    equal(`reading with ${JSON.stringify(headers)}`, (await server.get(`${V1}/health`, headers)).status, 200);

// --- paths -----------------------------------------------------------------------

equal('the page', (await server.get('/')).text, '<!doctype html><title>app</title>');
for (const path of ['/../secret.txt', '/%2e%2e/secret.txt', '/..%2fsecret.txt', '/assets/../../secret.txt', '/assets/%2e%2e/index.html', '/./index.html',
    '//index.html', '/assets//app-1.js', '/link.txt', '/linked/secret.txt', '/.hidden', '/assets', '/assets/', '/nothing.js', '/index.html/',
    '/assets%2fapp-1.js', '/..\\secret.txt', `/${'a'.repeat(300)}`]) {
    const r = await server.raw(`GET ${path} HTTP/1.1\r\nHost: ${own}\r\nConnection: close\r\n\r\n`);
    await r.end;
    check(`${path} is not found`, r.text.startsWith('HTTP/1.1 404 ') && !r.text.includes('\nsecret'), r.text);
}
for (const path of ['/%00', '/%zz', '/%', '/%ff', '/a%2', `${V1}/position?a=%00`, `${V1}/games?eco=B90&eco=C00`, '/a'.repeat(40)]) {
    const refused = await server.get(path);
    equal(`${path} is not understood`, refused.status, 400);
}
for (const name of ['..', '.', '.x', '..%2f..%2fetc%2fpasswd', 'a%2fb', 'a%5cb', 'x%0a', 'link', 'a%3ab', '%2e%2e', 'x.cards', 'a'.repeat(121)])
    for (const method of ['GET', 'PUT', 'DELETE']) {
        const answer = await server.ask(method, `${V1}/repertoires/${name}`, { headers: { 'If-None-Match': '*' }, body: method === 'PUT' ? 'x' : undefined });
        check(`${method} of repertoire ${name} is refused`, [404, 400, 422].includes(answer.status), answer.status);
        check(`${method} of repertoire ${name} tells no secret`, !answer.text.includes('secret'));
    }

// --- files -------------------------------------------------------------------------

const script = await server.get('/assets/app-1.js');
equal('a script', [script.status, script.headers['content-type'], script.headers['content-encoding']], [200, 'text/javascript; charset=utf-8', undefined]);
const packed = await server.get('/assets/app-1.js', { 'Accept-Encoding': 'br, gzip' });
equal('packed', [packed.headers['content-encoding'], packed.headers['content-type']], ['gzip', 'text/javascript; charset=utf-8']);
check('packed is smaller', packed.bytes.length < script.bytes.length);
equal('not modified', (await server.get('/assets/app-1.js', { 'If-None-Match': script.headers.etag })).status, 304);
equal('packed is another', (await server.get('/assets/app-1.js', { 'If-None-Match': packed.headers.etag })).status, 200);
for (const [accepts, coding] of [['gzip;q=1.0, br', 'gzip'], ['GZIP', 'gzip'], ['gzip;q=0', undefined], ['gzip; q=0.0, *', undefined], ['gzip;q=0.5', 'gzip'],
    ['x-gzip, gzipped', undefined], ['identity', undefined], ['', undefined], [', ;q=1,gzip', 'gzip']]) {
    const sent = await server.get('/assets/app-1.js', { 'Accept-Encoding': accepts });
    equal(`Accept-Encoding: ${accepts}`, [sent.status, sent.headers['content-encoding'], sent.headers.vary], [200, coding, 'Accept-Encoding']);
    const text = coding ? gunzipSync(sent.bytes).toString() : sent.text;
    check(`the script comes through with ${accepts}`, text === 'export {};'.repeat(100));
}
const gzipHead = await server.ask('HEAD', '/assets/app-1.js', { headers: { 'Accept-Encoding': 'gzip' } });
equal('HEAD of what is compressed', [gzipHead.headers['content-encoding'], gzipHead.headers['content-length'], gzipHead.headers.etag, gzipHead.bytes.length],
      ['gzip', String(packed.bytes.length), packed.headers.etag, 0]);
equal('what is compressed is not modified', (await server.get('/assets/app-1.js', { 'Accept-Encoding': 'gzip', 'If-None-Match': packed.headers.etag })).status, 304);
// the smallest that the client takes
writeFileSync(`${web}/assets/app-1.js.br`, brotliCompressSync('export {};'.repeat(100)));
const brotli = await server.get('/assets/app-1.js', { 'Accept-Encoding': 'gzip, br' });
equal('brotli', [brotli.headers['content-encoding'], brotliDecompressSync(brotli.bytes).toString()], ['br', script.text]);
check('brotli is another', ![script.headers.etag, packed.headers.etag].includes(brotli.headers.etag));
for (const [accepts, coding] of [['br;q=0.1, gzip;q=1', 'gzip'], ['br;q=0.5, gzip;q=0.5', 'br'], ['gzip;q=0.3, br;q=0.4', 'br'], ['br;q=0.2, *;q=0.1', 'br'],
    ['*', 'br'], ['gzip;q=0.1, identity;q=0.9', undefined], ['br;q=0.001', 'br'], ['br;q=0.000', undefined]])
    equal(`Accept-Encoding: ${accepts}`, (await server.get('/assets/app-1.js', { 'Accept-Encoding': accepts })).headers['content-encoding'], coding);
equal('gzip alone', (await server.get('/assets/app-1.js', { 'Accept-Encoding': 'gzip, br;q=0' })).headers['content-encoding'], 'gzip');
equal('wasm', (await server.get('/core.wasm')).headers['content-type'], 'application/wasm');
const head = await server.ask('HEAD', '/assets/app-1.js');
equal('HEAD', [head.status, head.bytes.length, head.headers['content-length']], [200, 0, String(script.bytes.length)]);
equal('other methods', [(await server.ask('POST', '/index.html')).status, (await server.ask('DELETE', '/')).status], [405, 405]);

// --- headers -------------------------------------------------------------------------

for (const target of ['/', '/assets/app-1.js', `${V1}/health`, `${V1}/nothing`, '/nothing']) {
    const { headers } = await server.get(target);
    const policy = headers['content-security-policy'] ?? '';
    check(`policy of ${target}`, policy.includes("'wasm-unsafe-eval'") && policy.includes("default-src 'none'") && !policy.includes('unsafe-inline') &&
        !policy.includes("'unsafe-eval'"), policy);
    equal(`isolation of ${target}`, [headers['cross-origin-opener-policy'], headers['cross-origin-embedder-policy'], headers['x-content-type-options']],
          ['same-origin', 'require-corp', 'nosniff']);
}

// what is inside of the page is allowed by its sum, on the page alone
const SUMS = ['A', 'b'].map((c) => `'sha256-${c.repeat(43)}='`);
const sourcesOf = async (target, headers) => Object.fromEntries((await server.get(target, headers)).headers['content-security-policy'].split('; ').map((d) => d.split(/ (.*)/).slice(0, 2)));
writeFileSync(`${web}/inline.txt`, `${SUMS.join('\n')}\n`);
const { etag } = (await server.get('/')).headers;
for (const [target, headers] of [['/', {}], ['/index.html', {}], ['/', { 'If-None-Match': etag }]]) {
    const { 'script-src': scripts, 'style-src': styles } = await sourcesOf(target, headers);
    equal(`sums of ${target} ${JSON.stringify(headers)}`, [scripts, styles], [`'self' 'wasm-unsafe-eval' ${SUMS.join(' ')}`, `'self' ${SUMS.join(' ')}`]);
}
for (const target of ['/assets/app-1.js', '/inline.txt', `${V1}/health`, '/nothing'])
    equal(`sums of ${target}`, (await sourcesOf(target))['script-src'], "'self' 'wasm-unsafe-eval'");
for (const text of ["'unsafe-inline'", `${SUMS[0]} *`, `${SUMS[0]}; script-src *`, SUMS[0].slice(1, -1), SUMS[0].replace('AA', 'A;'), `${SUMS[0]}\n`.repeat(5), ' '.repeat(1 << 18) + SUMS[0], '\0', '']) {
    writeFileSync(`${web}/inline.txt`, text);
    equal(`sums ${JSON.stringify(text.slice(0, 90))}`, (await sourcesOf('/'))['script-src'], "'self' 'wasm-unsafe-eval'");
}

// --- methods and connections -----------------------------------------------------------

const wrong = await server.ask('POST', `${V1}/health`);
equal('a method that is not taken', [wrong.status, wrong.headers.allow, wrong.json.error], [405, 'GET, HEAD', 'method']);
equal('all that are', (await server.ask('PATCH', `${V1}/repertoires/x`)).headers.allow, 'GET, HEAD, PUT, DELETE');
equal('no such path', (await server.get(`${V1}/nothing`)).json.error, 'not_found');
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
let sockets = 0;
agent.on('free', () => {});
const before = http.Agent.prototype.createConnection;
agent.createConnection = function (...args) { sockets++; return before.apply(this, args); };
for (const target of [`${V1}/health`, '/', `${V1}/nothing`, `${V1}/position?fen=x`, `${V1}/names`])
    await server.ask('GET', target, { agent });
equal('five requests, one connection', sockets, 1);
agent.destroy();
for (const [what, lines] of [['two hosts', 'Host: evil.example\r\n'], ['the same host twice', `Host: ${own}\r\n`], ['two lengths', 'Content-Length: 3\r\nContent-Length: 4\r\n'],
    ['a length twice', 'Content-Length: 3\r\nContent-Length: 3\r\n'], ['no length and one', 'Content-Length: 0\r\nContent-Length: 3\r\n'],
    ['a length and a coding', 'Content-Length: 3\r\nTransfer-Encoding: chunked\r\n'], ['a coding and a length', 'Transfer-Encoding: chunked\r\nContent-Length: 3\r\n'],
    ['two codings', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n'], ['another coding', 'Transfer-Encoding: xchunked\r\n'],
    ['a space before the colon', 'Content-Length : 3\r\n'], ['two origins', `Origin: http://${own}\r\nOrigin: http://evil.example\r\n`],
    ['two sites', 'Sec-Fetch-Site: none\r\nSec-Fetch-Site: cross-site\r\n']]) {
    const r = await server.raw(`PUT ${V1}/repertoires/x HTTP/1.1\r\nHost: ${own}\r\nIf-None-Match: *\r\n${lines}\r\nabcGET /core.wasm HTTP/1.1\r\nHost: ${own}\r\n\r\n`);
    await r.end;
    equal(`${what}: one answer, and the connection is closed`, r.text.match(/^HTTP\/1\.1 \d+/gm), ['HTTP/1.1 400']);
}
const two = await server.raw(`GET ${V1}/health HTTP/1.1\r\nHost: ${own}\r\n\r\nGET ${V1}/health HTTP/1.1\r\nHost: ${own}\r\nConnection: close\r\n\r\n`);
await two.end;
equal('two at once', two.text.match(/^HTTP\/1\.1 200 /gm)?.length, 2);

// --- token -------------------------------------------------------------------------------

const TOKEN = 'correct-horse-battery';
writeFileSync(`${secret}/token`, `${TOKEN}\n`);
const guarded = await Server.start(['--web', web, '--token-file', `${secret}/token`, '--engine', fakeEngine]);
check('the address has the token', guarded.address.endsWith(`/?token=${TOKEN}`));
const refused = await guarded.get(`${V1}/health`);
equal('no token', [refused.status, refused.json.error, refused.headers['www-authenticate']], [401, 'token_needed', 'Bearer']);
checkAnswer('GET', `${V1}/health`, refused);
for (const header of [`Bearer ${TOKEN}x`, 'Bearer ', `Basic ${TOKEN}`, `Bearer ${TOKEN.slice(1)}`, 'Bearer correct-horse-batterz', TOKEN])
    equal(`token '${header}'`, (await guarded.get(`${V1}/health`, { Authorization: header })).status, 401);
// who sends a wrong one hears it later, and nobody else waits
const wrongs = [`Bearer ${TOKEN}y`, 'Bearer wrong-token'].map((Authorization) => [Date.now(), guarded.get(`${V1}/health`, { Authorization })]);
wrongs.push([Date.now(), guarded.get('/?token=wrong-token')], [Date.now(), guarded.get(`${V1}/health`, { Cookie: 'tabiya_token=wrong-token' })],
            [Date.now(), guarded.ask('PUT', `${V1}/repertoires/x`, { headers: { Authorization: 'Bearer wrong-token' }, body: 'body' })]);
for (const [from, wrong] of wrongs) {
    const answer = await wrong;
    equal('a wrong token', [answer.status, answer.json?.error], [401, 'token_needed']);
    check('is answered late', Date.now() - from >= 400, `${Date.now() - from} ms`);
}
equal('the token', (await guarded.get(`${V1}/health`, { Authorization: `Bearer ${TOKEN}` })).status, 200);
const welcome = await guarded.get(`/?token=${TOKEN}`);
equal('the first visit', [welcome.status, welcome.headers.location], [303, '/']);
const cookie = welcome.headers['set-cookie'][0];
check('its cookie', /HttpOnly/.test(cookie) && /SameSite=Strict/.test(cookie), cookie);
equal('with the cookie', (await guarded.get(`${V1}/health`, { Cookie: cookie.split(';')[0] })).status, 200);
const fromEnvironment = await Server.start(['--name', 'chess.example', '--engine', fakeEngine], { TABIYA_TOKEN: TOKEN });
equal('a token of the environment, a name of a proxy', fromEnvironment.address, `https://chess.example/?token=${TOKEN}`);
equal('a wrong first visit gets no cookie', (await guarded.get('/?token=wrong-token')).headers['set-cookie'], undefined);
for (const [args, why] of [[['--listen', '0.0.0.0'], /--token/], [['--listen', '::'], /--token/], [['--token', TOKEN], /--token-file/],
    [['--token-file', '/nonexistent'], /opened/], [['--token-file', `${web}/core.wasm`], /--token-file/],
    [['--listen', 'no.such.host.invalid', '--token-file', `${secret}/token`], /address/], [['--web', '/nonexistent'], /folder/], [['--port', '99999'], /port/], [['--port', String(server.port)], /already in use/],
    [['--port', String(server.port)], /listen/], [['--db', '/nonexistent/x.tdb'], /./], [['--engine', '/nonexistent'], /./]]) {
    const done = spawnSync(program, ['serve', '--port', '0', ...args], { encoding: 'utf8', timeout: 300_000 });
    check(`serve ${args.join(' ')} is refused`, done.status === 2 && why.test(done.stderr), `${done.status}: ${done.stderr}`);
}

// --- without the app --------------------------------------------------------------------

const plain = await Server.start(['--web', folder(), '--engine', fakeEngine]);
const empty = await plain.get('/');
check('without the app there is a sentence', empty.status === 200 && /make web/.test(empty.text), empty.text);

await finish();

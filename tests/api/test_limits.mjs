// test_limits.mjs - too large, too many, too slow.
import { check, equal, fakeEngine, finish, folder, root, run, Server, sleep } from './harness.mjs';
import { checkValue } from './schema.mjs';

const reps = folder();
const db = `${folder()}/games.tdb`;
run(['db', 'import', db, `${root}/samples/games.pgn`]);
const server = await Server.start(['--repertoires', reps, '--db', db, '--engine', fakeEngine]);
const V1 = '/api/v1';
const host = `Host: 127.0.0.1:${server.port}`;
const alive = async (what) => equal(`${what}: the server answers`, (await server.get(`${V1}/health`)).status, 200);

// Waits for it; what never comes is found by the check after it.
async function until(condition)
{
    for (let i = 0; i < 3000 && !await condition(); i++)
        await sleep(100);
}

// --- too slow; these go on while the rest is tested --------------------------------

async function slowly(what, text, byte)
{
    const start = Date.now();
    const r = await server.raw(text);
    const timer = setInterval(() => { if (!r.closed && byte) r.socket.write(byte); }, 1000);
    await Promise.race([r.end, sleep(300_000)]);
    const seconds = (Date.now() - start) / 1000;
    clearInterval(timer);
    r.socket.destroy();
    check(`${what} is cut after 10 s`, r.closed && seconds > 8, `${seconds} s`);
}
const slow = [
    slowly('a client who sends nothing', '', ''),
    slowly('a client of one header byte a second', `GET ${V1}/health HTTP/1.1\r\n${host}\r\nX: `, 'x'),
    slowly('a client of one body byte a second', `PUT ${V1}/repertoires/s HTTP/1.1\r\n${host}\r\nIf-None-Match: *\r\nContent-Length: 100\r\n\r\n`, 'x'),
];

// --- too large ---------------------------------------------------------------------

async function sends(text)
{
    const r = await server.raw(text);
    await Promise.race([r.end, sleep(300_000)]);
    r.socket.destroy();
    return r.text.split('\r\n')[0];
}
// As JSON, also where the connection could hold more; a request that fills all of
// its memory is answered by libmicrohttpd itself, which has no JSON.
async function tooLong(what, text, status, name)
{
    const r = await server.raw(text);
    const [head, body] = await answerOf(r);
    equal(what, head.split('\r\n')[0].slice(9, 12), String(status));
    check(`${what}: nosniff`, /^x-content-type-options: nosniff/im.test(head), head);
    const error = JSON.parse(body);
    equal(`${what}: its name`, error.error, name);
    checkValue(what, 'Error', error);
    // and the connection goes on
    r.text = '';
    r.socket.write(`GET ${V1}/health HTTP/1.1\r\n${host}\r\n\r\n`);
    check(`${what}: the next request`, (await answerOf(r))[0].startsWith('HTTP/1.1 200'), r.text);
    r.socket.destroy();
}
async function answerOf(r)
{
    for (let i = 0; i < 12000 && !r.closed; i++) {
        const at = r.text.indexOf('\r\n\r\n');
        const length = /content-length: (\d+)/i.exec(r.text)?.[1];
        if (at >= 0 && r.text.length >= at + 4 + Number(length))
            return [r.text.slice(0, at), r.text.slice(at + 4)];
        await sleep(25);
    }
    return [r.text, '{}'];
}
const KB = 1024;
for (const size of [16 * KB, 30 * KB])
    await tooLong(`an address of ${size} bytes`, `GET /${'a'.repeat(size)} HTTP/1.1\r\n${host}\r\n\r\n`, 414, 'address_too_long');
for (const size of [32 * KB, 40 * KB])
    await tooLong(`a header of ${size} bytes`, `GET / HTTP/1.1\r\n${host}\r\nX: ${'a'.repeat(size)}\r\n\r\n`, 431, 'header_too_large');
equal('an address of 16 kB less one', (await server.get(`${V1}/openings?q=${'a'.repeat(16 * KB - 20)}`)).status, 200);
const whole = { a: 'x'.repeat(15 * KB), b: 'x'.repeat(16 * KB) };
equal('headers of 31 kB', (await server.get(`${V1}/health`, whole)).status, 200);
check('an address beyond memory', / 414 /.test(await sends(`GET /${'a'.repeat(100000)} HTTP/1.1\r\n${host}\r\n\r\n`)));
check('a header beyond memory', / 431 /.test(await sends(`GET / HTTP/1.1\r\n${host}\r\nX: ${'a'.repeat(100000)}\r\n\r\n`)));
check('headers beyond memory', / 431 /.test(await sends(`GET / HTTP/1.1\r\n${host}\r\n${'X: abcdefgh\r\n'.repeat(8000)}\r\n`)));
check('no HTTP', / 400 |^$/.test(await sends('hello\r\n\r\n')));
check('no HTTP at all', / 400 |^$/.test(await sends('\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n')));
const put = (length) => `PUT ${V1}/repertoires/x HTTP/1.1\r\n${host}\r\nIf-None-Match: *\r\nContent-Length: ${length}\r\n\r\n`;
for (const length of [32 * 1024 * 1024 + 1, 1e15])
    equal(`a body of ${length} bytes`, (await sends(put(length))).slice(0, 12), 'HTTP/1.1 413');
equal('an upload of 5 GB', (await sends(`POST ${V1}/import HTTP/1.1\r\n${host}\r\nContent-Length: 5368709120\r\n\r\n`)).slice(0, 12), 'HTTP/1.1 413');
check('a length that is none', / (400|413) |^$/.test(await sends(put('x'))));
const chunk = `${(1 << 20).toString(16)}\r\n${'a'.repeat(1 << 20)}\r\n`;
const chunked = await server.raw(`PUT ${V1}/repertoires/x HTTP/1.1\r\n${host}\r\nIf-None-Match: *\r\nTransfer-Encoding: chunked\r\n\r\n`);
for (let i = 0; i < 40 && !chunked.closed; i++) {
    chunked.socket.write(chunk);
    await sleep(5);
}
if (!chunked.closed)
    chunked.socket.write('0\r\n\r\n');
await Promise.race([chunked.end, sleep(300_000)]);
check('40 MB in chunks', chunked.closed || chunked.text.startsWith('HTTP/1.1 413'), chunked.text);
chunked.socket.destroy();
const names = (n) => Array.from({ length: n }, (_, i) => `p${i}=1`).join('&');
equal('65 parameters', (await server.get(`${V1}/health?${names(65)}`)).status, 400);
equal('a page of 501', (await server.get(`${V1}/games?limit=501`)).status, 400);
await alive('after what was too large');

// --- no room ----------------------------------------------------------------------------

const claims = [];
for (let i = 0; i < 3; i++)
    claims.push(await server.raw(`POST ${V1}/import HTTP/1.1\r\n${host}\r\nContent-Length: 4294967296\r\n\r\n`));
await until(() => claims.some((r) => r.text.startsWith('HTTP/1.1 507')));
check('12 GB of uploads are refused before they come', claims.some((r) => r.text.startsWith('HTTP/1.1 507') && r.text.includes('disk_full')), claims.map((r) => r.text));
for (const r of claims)
    r.socket.destroy();
const small = await Server.start(['--db', db, '--engine', fakeEngine], {}, 'ulimit -f 2048');
const large = await small.ask('POST', `${V1}/import`, { body: Buffer.alloc(3 << 20, '\n') });
equal('a limit of file sizes is a full disk', [large.status, large.json?.error], [507, 'disk_full']);
equal('and the server goes on', (await small.get(`${V1}/health`)).status, 200);

// --- too many ------------------------------------------------------------------------

const many = [];
for (let i = 0; i < 140; i++)
    many.push(await server.raw(''));
await until(() => many.filter((r) => !r.closed).length <= 128);
check('of one address 128 connections', many.filter((r) => !r.closed).length <= 128, many.filter((r) => !r.closed).length);
for (const r of many)
    r.socket.destroy();
await until(async () => (await server.get(`${V1}/health`).catch(() => ({}))).status === 200);
await alive('after too many connections');

await Promise.all(slow);
await alive('after those who were too slow');
await finish();

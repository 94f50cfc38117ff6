// test_limits.mjs - too large, too many, too slow.
import { check, equal, fakeEngine, finish, folder, root, run, Server, sleep } from './harness.mjs';

const reps = folder();
const db = `${folder()}/games.tdb`;
run(['db', 'import', db, `${root}/samples/games.pgn`]);
const server = await Server.start(['--repertoires', reps, '--db', db, '--engine', fakeEngine]);
const V1 = '/api/v1';
const host = `Host: 127.0.0.1:${server.port}`;
const alive = async (what) => equal(`${what}: the server answers`, (await server.get(`${V1}/health`)).status, 200);

// --- too slow; these go on while the rest is tested --------------------------------

async function slowly(what, text, byte)
{
    const start = Date.now();
    const r = await server.raw(text);
    const timer = setInterval(() => { if (!r.closed && byte) r.socket.write(byte); }, 1000);
    await Promise.race([r.end, sleep(40000)]);
    const seconds = (Date.now() - start) / 1000;
    clearInterval(timer);
    r.socket.destroy();
    check(`${what} is cut after 10 s`, r.closed && seconds > 8 && seconds < 20, `${seconds} s`);
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
    await Promise.race([r.end, sleep(5000)]);
    r.socket.destroy();
    return r.text.split('\r\n')[0];
}
check('a long address', / (414|431|400) /.test(await sends(`GET /${'a'.repeat(40000)} HTTP/1.1\r\n${host}\r\n\r\n`)));
check('a long header', / (431|400) /.test(await sends(`GET / HTTP/1.1\r\n${host}\r\nX: ${'a'.repeat(40000)}\r\n\r\n`)));
check('many headers', / (431|400) /.test(await sends(`GET / HTTP/1.1\r\n${host}\r\n${'X: abcdefgh\r\n'.repeat(5000)}\r\n`)));
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
await Promise.race([chunked.end, sleep(5000)]);
check('40 MB in chunks', chunked.closed || chunked.text.startsWith('HTTP/1.1 413'), chunked.text);
chunked.socket.destroy();
const names = (n) => Array.from({ length: n }, (_, i) => `p${i}=1`).join('&');
equal('65 parameters', (await server.get(`${V1}/health?${names(65)}`)).status, 400);
equal('a page of 501', (await server.get(`${V1}/games?limit=501`)).status, 400);
await alive('after what was too large');

// --- too many ------------------------------------------------------------------------

const many = [];
for (let i = 0; i < 140; i++)
    many.push(await server.raw(''));
await sleep(300);
check('of one address 128 connections', many.filter((r) => !r.closed).length <= 128, many.filter((r) => !r.closed).length);
for (const r of many)
    r.socket.destroy();
await sleep(300);
await alive('after too many connections');

await Promise.all(slow);
await alive('after those who were too slow');
await finish();

// test_work.mjs - long questions: nobody waits for them who asks something else, and
// they end with their client and with the server.  Nothing here depends on how fast the
// machine is: what counts is the time that the server has computed, next to what one
// such question takes.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { check, equal, fakeEngine, finish, folder, run, Server, sleep } from './harness.mjs';
import { checkAnswer, checkValue } from './schema.mjs';

const V1 = '/api/v1';
const dir = folder();
const web = folder();
writeFileSync(`${web}/index.html`, '<!doctype html>');

// Long games in which nothing happens.
const moves = Array.from({ length: 240 }, (_, i) => `${2 * i + 1}. Nf3 Nf6 ${2 * i + 2}. Ng1 Ng8`).join(' ');
const games = Array.from({ length: 5000 }, (_, i) =>
    `[White "A${i}"]\n[Black "B${i % 7}"]\n[Result "1/2-1/2"]\n\n${moves} 1/2-1/2\n`).join('\n');
writeFileSync(`${dir}/games.pgn`, games);
run(['db', 'import', `${dir}/games.tdb`, `${dir}/games.pgn`]);
// In no game, and each time another, since what was found is remembered.
let asked = 0;
const slow = () => {
    const square = (n) => 'abcdefgh'[Math.floor(n) % 8] + (1 + (Math.floor(n) >> 3) % 8);
    asked++;
    return `${V1}/games?pattern=Ka8+q${square(asked % 63)}+r${square(asked / 64 + 8)}`;
};

// The fields of a stat of /proc after the name; the fourth is the parent, the nineteenth
// how nice it is.
const fields = (path) => readFileSync(path, 'utf8').replace(/^.*\) /s, '').split(' ');
const nice = (path) => Number(fields(path)[16]);
function childrenOf(pid)
{
    return readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name)).filter((name) => {
        try {
            return Number(fields(`/proc/${name}/stat`)[1]) === pid;
        } catch {
            return false; // it has ended
        }
    });
}

const ticks = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
function computed(server)
{
    const [user, system] = fields(`/proc/${server.child.pid}/stat`).slice(11, 13);
    return (Number(user) + Number(system)) / ticks;
}
const start = () => Server.start(['--db', `${dir}/games.tdb`, '--repertoires', dir, '--web', web, '--engine', fakeEngine]);
const questions = async (server) => (await server.get(`${V1}/health`)).json.questions;
async function until(what, condition)
{
    for (let i = 0; i < 6000; i++) {
        if (await condition())
            return;
        await sleep(50);
    }
    check(what, false, 'it did not happen');
}
const ask = (server, n) => Promise.all(Array.from({ length: n }, () =>
    server.raw(`GET ${slow()} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n\r\n`)));

const server = await start();
const before = computed(server);
const one = await server.get(slow());
equal('a long question has an answer', [one.status, one.json?.total], [200, 0]);
const cost = computed(server) - before;

// --- others go first ----------------------------------------------------------------

const MANY = 90;
let since = computed(server);
const crowd = await ask(server, MANY);
await until('they are all there', async () => await questions(server) > MANY / 2);
for (const target of [`${V1}/health`, '/', `${V1}/position`, `${V1}/games?limit=1`, `${V1}/openings?q=london`, `${V1}/repertoires`])
    equal(`${target} is answered`, (await server.get(target)).status, 200);
const spent = computed(server) - since;
check('none of them has waited for the crowd', spent < cost * MANY / 2, `${spent} s of ${cost * MANY} s`);

// --- how far it has come ------------------------------------------------------------------

const named = await server.raw(`GET ${slow()} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nQuestion: mine-1\r\n\r\n`);
await until('a question can be asked after', async () => (await server.get(`${V1}/questions/mine-1`)).status === 200);
const far = await server.get(`${V1}/questions/mine-1`);
checkAnswer('GET', `${V1}/questions/mine-1`, far);
check('it waits behind the crowd', far.json?.share === 0, far.text);
named.socket.destroy();
equal('there is no other', (await server.get(`${V1}/questions/other`)).status, 204);
crowd.push(named);

// --- who leaves is stopped ------------------------------------------------------------

for (const r of crowd)
    r.socket.destroy();
await until('nothing goes on for clients who have left', async () => await questions(server) === 0);
const used = computed(server) - since;
check('clients who leave stop their questions', used < cost * MANY / 2, `${used} s of ${cost * MANY} s`);
equal('the server goes on', (await server.get(`${V1}/games?limit=1`)).json?.total, 5000);

// --- too many -------------------------------------------------------------------------

// a few more if need be: connections that have just been left may still count
const full = await ask(server, 110);
await until('some are refused', async () => {
    const found = full.some((r) => r.text.startsWith('HTTP/1.1 503 ') && r.text.trimEnd().endsWith('}'));
    if (!found && full.filter((r) => !r.closed).length < 120)
        full.push(...await ask(server, 1));
    return found;
});
const refused = full.find((r) => r.text.startsWith('HTTP/1.1 503 '))?.text ?? '';
check('who finds no room hears when to ask again', /^retry-after: [1-9][0-9]*\r$/im.test(refused), refused);
const body = JSON.parse(refused.split('\r\n\r\n')[1] || '{}');
equal('with a name', body.error, 'database_busy');
checkValue('the refusal', 'Error', body);
const health = await server.get(`${V1}/health`);
equal('and /health has an answer', health.status, 200);
checkAnswer('GET', `${V1}/health`, health);
equal('and so has a quick question', (await server.get(`${V1}/position`)).status, 200);
for (const r of full)
    r.socket.destroy();
await until('there is room again', async () => await questions(server) === 0);

// alone it gets on: its share grows until it is answered; who is kept from looking asks
// again
let most = 0;
for (let i = 0; i < 50 && most === 0; i++) {
    const alone = await server.raw(`GET ${slow()} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nQuestion: mine-2\r\n\r\n`);
    while (!alone.text.includes('"total":0') && !alone.closed)
        most = Math.max(most, (await server.get(`${V1}/questions/mine-2`)).json?.share ?? 0);
    alone.socket.destroy();
}
check('its share grows', most > 0 && most <= 1, most);

// --- an engine gives way ------------------------------------------------------------------

const thinks = await server.raw(`GET ${V1}/engine?infinite=true HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n\r\n`);
let engines = [];
await until('an engine is started', () => (engines = childrenOf(server.child.pid)).length > 0 || thinks.closed);
check('an engine gives way to questions', engines.length > 0 && engines.every((pid) =>
    nice(`/proc/${pid}/stat`) > nice(`/proc/${server.child.pid}/stat`)), thinks.text);
thinks.socket.destroy();

// --- an export that nobody takes ----------------------------------------------------------

const stuck = await server.raw(`GET ${V1}/export HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n\r\n`);
await until('an export begins', () => stuck.text.includes('200 OK') || stuck.closed);
stuck.socket.destroy();
await until('an export that nobody takes ends', async () => await questions(server) === 0);
const whole = await server.get(`${V1}/export`);
equal('an export is whole', whole.text.match(/^\[White /gm).length, 5000);

// --- the end ------------------------------------------------------------------------------

since = computed(server);
await ask(server, MANY);
await until('they are all there again', async () => await questions(server) > MANY / 2);
const from = Date.now();
const ended = await server.stop();
const seconds = (Date.now() - from) / 1000;
check('SIGTERM ends it with 0', ended.code === 0, `${ended.code}: ${ended.complained}`);
check('without the answers to long questions', seconds < Math.max(30, cost * MANY / 4), `${seconds} s, a question takes ${cost} s`);
await finish();

// test_streams.mjs - engines and imports: clients who leave, engines that crash,
// and the end of the server in the middle of it.
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { check, equal, fakeEngine, finish, folder, root, run, runJson, Server, sleep } from './harness.mjs';
import { checkValue } from './schema.mjs';

const V1 = '/api/v1';
const dir = folder();

// An engine that is the fake one, told to misbehave.
function engine(name, words, before = '')
{
    const path = `${dir}/${name}`;
    writeFileSync(path, `#!/bin/sh\n${before}exec '${fakeEngine}' ${words}\n`);
    chmodSync(path, 0o755);
    return path;
}
async function until(what, condition, seconds = 300)
{
    for (let i = 0; i < seconds * 20; i++) {
        if (await condition())
            return;
        await sleep(50);
    }
    check(what, false, 'it did not happen');
}

// --- a client leaves -------------------------------------------------------------

// It says something every 500 ms, for 20 s, and writes down what it is told.
const log = `${dir}/log`;
const told = () => existsSync(log) ? readFileSync(log, 'utf8') : '';
const lasting = engine('lasting', 'slow 500', `exec 3>>'${log}'\nwhile read -r line; do echo "$line" >&3; echo "$line"; done | `);
const patient = await Server.start(['--engine', lasting]);
const LONG = `${V1}/engine?movetime=600000&depth=40`;
const left = await patient.events(LONG, { enough: 3 });
equal('three events', left.events.map((e) => e.event), ['analysis', 'analysis', 'analysis']);
await until('the engine is stopped when its client leaves', () => told().includes('stop'));

// Without a limit it thinks until then, too.
const endless = await patient.events(`${V1}/engine?infinite=true`, { enough: 2 });
equal('two events', endless.events.map((e) => e.event), ['analysis', 'analysis']);
await until('go infinite', () => told().includes('go infinite'));

// Two think; the third waits until one of them leaves.
const first = patient.events(LONG, { seconds: 2 });
const second = patient.events(LONG);
await Promise.all([first.begun, second.begun]);
const third = await patient.events(`${LONG}&moves=d4`, { enough: 1 });
equal('the third has its turn', third.events.map((e) => e.event), ['analysis']);
await first;
const fourth = patient.events(LONG);
await fourth.begun;
const fifth = await patient.events(LONG);
equal('who waits too long is told', fifth.events.map((e) => [e.event, e.data.error]), [['error', 'engine_busy']]);
checkValue('the event', 'Error', fifth.events[0]?.data);

// The server ends in the middle of it, soon and cleanly.
const ended = await patient.stop();
check('SIGTERM ends it with 0', ended.code === 0, `${ended.code}: ${ended.complained}`);
for (const stream of [await second, await fourth])
    check('its streams end', stream.events.length > 0);

// --- an engine crashes --------------------------------------------------------------

for (const [words, code] of [['abort go', 'engine_ended'], ['exit3 go', 'engine_ended'], ['exit3 start', 'engine_no_uci'], ['illegal', 'engine_answer'], ['babble go', 'engine_answer'], ['close go', 'engine_ended']]) {
    const server = await Server.start(['--engine', engine(`bad-${words.replace(' ', '-')}`, words)]);
    for (let i = 0; i < 2; i++) {
        const { status, events } = await server.events(`${V1}/engine?depth=3&movetime=2000`, {});
        const last = events.at(-1);
        check(`an engine that is told '${words}' gives an error`, status === 200 && last?.event === 'error' && (last.data.error === code || last.data.error.startsWith('engine_') || last.data.error.startsWith('io_')),
              JSON.stringify(last));
        checkValue('its event', 'Error', last?.data);
    }
    equal(`the server lives after '${words}'`, (await server.get(`${V1}/health`)).status, 200);
    await server.stop();
}

// One that hangs costs its client that search, and the next is answered.
const once = engine('once', '', `mkdir '${dir}/first' 2>/dev/null && exec '${fakeEngine}' hang go\n`);
const moody = await Server.start(['--engine', once]);
const turns = [];
for (let i = 0; i < 2; i++)
    turns.push((await moody.events(`${V1}/engine?depth=3&movetime=10000`)).events.at(-1));
check('an engine is started anew', turns[0]?.event === 'error' && turns[1]?.event === 'done', JSON.stringify(turns));
await moody.stop();

// --- profiles -------------------------------------------------------------------------

// A name of engines.json is its program with its options, and --option goes before them.
const config = folder();
mkdirSync(`${config}/tabiya`);
const profile = engine('profile', `rich log '${dir}/set'`);
writeFileSync(`${config}/tabiya/engines.json`, JSON.stringify({ engines: [{ name: 'mine', path: profile, options: { Hash: 7, Contempt: 3 } }] }));
const profiled = await Server.start(['--engine', 'mine', '--option', 'Hash=9'], { XDG_CONFIG_HOME: config });
equal('its profile answers', (await profiled.events(`${V1}/engine?depth=2`)).events.at(-1)?.event, 'done');
const set = readFileSync(`${dir}/set`, 'utf8');
check('with its options', /^set Hash value 9$/m.test(set) && !/Hash value 7/.test(set), set);
await profiled.stop();

// --- games that are over, too many streams ----------------------------------------------

const db = `${dir}/games.tdb`;
run(['db', 'import', db, `${root}/samples/games.pgn`]);
const server = await Server.start(['--engine', fakeEngine, '--db', db]);
const mate = await server.events(`${V1}/engine?moves=f3+e5+g4+Qh4`);
equal('a mate needs no engine', mate.events.map((e) => [e.event, e.data.outcome]), [['done', 'checkmate']]);
checkValue('its event', 'Analysis', mate.events[0].data);

// --- imports -------------------------------------------------------------------------------

const games = readFileSync(`${root}/samples/games.pgn`, 'utf8');
// Many games that differ, so that there is progress to see.
const many = Array.from({ length: 200 }, (_, i) => games.replace(/\[Round "[^"]*"\]/g, `[Round "${i}"]`).replace(/\[Date "[^"]*"\]/g,
    `[Date "${1900 + i % 100}.0${1 + i % 9}.${10 + i % 18}"]`)).join('\n');
const sent = await server.ask('POST', `${V1}/import?name=many.pgn`, { body: many });
equal('a large import is taken', sent.status, 202);
const watched = await server.events(sent.json.events, {});
check('there is progress', watched.events.length >= 1 && watched.events.slice(0, -1).every((e) => e.event === 'progress'));
const report = watched.events.at(-1);
equal('its report', [report.event, report.data.games], ['report', 200 * 52]);
equal('questions see it', (await server.get(`${V1}/games?limit=1`)).json.total, 52 + report.data.imported);
equal('and so does the command line', runJson(['db', 'info', db])[0].games, 52 + report.data.imported);
for (const [what, body, event] of [['junk', Buffer.alloc(5000, 7), undefined], ['a cut archive', Buffer.from([0x1f, 0x8b, 8, 0, 0]), undefined], ['nothing', '', undefined]]) {
    const job = (await server.ask('POST', `${V1}/import`, { body })).json;
    const { events } = await server.events(job.events);
    check(`an import of ${what} ends`, ['report', 'error'].includes(events.at(-1)?.event), JSON.stringify(events));
    checkValue(what, events.at(-1).event === 'report' ? 'ImportReport' : 'Error', events.at(-1).data);
}
equal('no game is lost', (await server.get(`${V1}/games?limit=1`)).json.total, 52 + report.data.imported);

// --- the end in the middle of an import --------------------------------------------------------

const huge = await server.ask('POST', `${V1}/import`, { body: many.replaceAll('[Site "', '[Site "X') });
const watching = server.events(huge.json.events);
await Promise.race([watching.begun, watching]);
const done = await server.stop('SIGINT');
check('SIGINT during an import ends it with 0', done.code === 0, `${done.code}: ${done.complained}`);
await watching;
run(['db', 'check', db]);
await finish();

// test_answers.mjs - every operation of docs/openapi.json answers as the file
// says, and as the command line does.
import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { check, equal, fakeEngine, finish, folder, program, root, run, runJson, Server, sleep } from './harness.mjs';
import { api, checkAnswer, checkValue, seen } from './schema.mjs';

const dir = folder();
const db = `${dir}/games.tdb`;
// no tables but those of this test
process.env.XDG_CACHE_HOME = dir;
delete process.env.TABIYA_TABLES;
const reps = folder();
run(['db', 'import', db, `${root}/samples/games.pgn`]);
copyFileSync(`${root}/samples/london.txt`, `${reps}/london.txt`);
const server = await Server.start(['--db', db, '--repertoires', reps, '--engine', fakeEngine]);
const bare = await Server.start(['--engine', fakeEngine]);
const V1 = '/api/v1';
const q = (params) => new URLSearchParams(params).toString();

async function get(target, { at = server, headers, status = 200 } = {})
{
    const answer = await at.get(V1 + target, headers);
    equal(`GET ${target}`, answer.status, status);
    checkAnswer('GET', V1 + target, answer);
    return answer;
}

// --- next to the command line ------------------------------------------------

const POSITIONS = ['', '1. e4 e5 2. Nf3 Nc6 3. Bb5', 'd4 Nf6 c4 e6 Nc3 Bb4', 'f3 e5 g4 Qh4#', 'a4 h5 a5'];
for (const moves of POSITIONS) {
    const { json } = await get(`/position?${q({ moves, limit: 4 })}`);
    const pos = moves || 'start';
    const [{ fen, ...database }] = runJson(['db', 'position', db, pos, '--limit', '4'], [0, 1]);
    const [line] = runJson(['pos', pos]);
    equal(`database of ${pos}`, json.database, database);
    equal(`FEN of ${pos}`, [json.fen, json.fen], [fen, line.fen]);
    equal(`name of ${pos}`, json.name, line.opening);
    equal(`facts of ${pos}`, [json.key, json.turn, json.check, json.plies], [line.key, line.turn, line.check, line.plies]);
    equal(`outcome of ${pos}`, [json.ending.outcome, json.ending.over], [line.outcome, line.over]);
    const [find] = runJson(['eco', 'find', pos], [0, 1]);
    equal(`named moves of ${pos}`, json.named.moves.map((m) => m.uci).sort(), find.to.map((m) => m.move_uci).sort());
    equal(`opening of ${pos}`, (await get(`/openings?${q({ moves: pos })}`)).json, find);
    const same = await get(`/position?${q({ fen, limit: 4 })}`);
    equal(`database by FEN of ${pos}`, same.json.database, database);
}

// Endgame tables: the same as on the command line.
for (const fen of ['4k3/8/4K3/4P3/8/8/8/8 w - - 0 1', '8/8/8/4k3/8/8/3QK3/8 w - - 88 100', '8/8/8/8/8/2k5/1q6/K7 w - - 0 1', '8/8/4k3/8/8/4K3/8/8 b - - 0 1']) {
    const { json } = await get(`/tablebase?${q({ fen })}`);
    equal(`tables of ${fen}`, json, runJson(['tb', 'probe', fen])[0]);
    const [{ tables }] = runJson(['pos', fen]);
    equal(`pos of ${fen}`, tables, { verdict: json.verdict, dtz: json.dtz, dtz_exact: json.dtz_exact, dtm: json.dtm });
}
equal('too many men', (await get('/tablebase', { status: 404 })).json.error, 'table_no_position');
equal('castling', (await get(`/tablebase?${q({ fen: '4k3/8/8/8/8/8/8/4K2R w K - 0 1' })}`, { status: 404 })).json.error, 'table_no_position');
equal('a table that is not there', (await get(`/tablebase?${q({ fen: '8/8/8/4k3/8/8/3BKN2/8 w - - 0 1' })}`, { status: 404 })).json.error, 'table_missing');
await get(`/tablebase?${q({ fen: '8/8/8/8/8/8/3BKN2/8 w - - 0 1' })}`, { status: 400 });
equal('men of the tables', (await get('/health')).json.tables, { men: 3 });
{
    writeFileSync(`${dir}/KRNvK.rtbw`, 'other');
    const damaged = await Server.start(['--engine', fakeEngine, '--tables', dir]);
    const { json } = await get(`/tablebase?${q({ fen: '8/8/8/4k3/8/8/3RKN2/8 w - - 0 1' })}`, { at: damaged, status: 500 });
    equal('a damaged table is named', [json.error, json.message.startsWith('KRNvK.rtbw: ')], ['table_magic', true]);
    equal('men by the names of the files', (await get('/health', { at: damaged })).json.tables, { men: 4 });
    for (const name of ['KRPPvKRP.rtbw', 'notes.rtbw', 'KRPPPPPvKRP.rtbw', 'KQvKRR.rtbz']) writeFileSync(`${dir}/${name}`, '');
    equal('and of those alone that are names of tables', (await get('/health', { at: damaged })).json.tables, { men: 7 });
    await damaged.stop();
}

// A Polyglot book: the same as on the command line, by moves and by FEN.
{
    const book = `${dir}/book.bin`;
    run(['book', 'make', book, '--from', `${root}/samples/games.pgn`]);
    const booked = await Server.start(['--engine', fakeEngine, '--book', book]);
    for (const pos of ['start', 'e4 e5', 'e4 c5 Nf3', 'a4 a5 h4']) {
        const [{ fen, ...wanted }] = runJson(['book', 'probe', book, pos], [0, 1]);
        const { json } = await get(`/position?${q({ moves: pos })}`, { at: booked });
        equal(`book at ${pos}`, [json.fen, json.book], [fen, wanted]);
        equal(`book at ${fen}`, (await get(`/position?${q({ fen })}`, { at: booked })).json.book, wanted);
    }
    check('it has moves', (await get('/position', { at: booked })).json.book.moves.length > 1);
    check('and is in /health', (await get('/health', { at: booked })).json.book.entries > 1);
    equal('no book', [(await get('/position')).json.book, (await get('/health')).json.book], [null, null]);
    await booked.stop();
    writeFileSync(book, 'no whole entry');
    check('a damaged book', /book\.bin: .*\(polyglot_size\)/.test(spawnSync(program, ['serve', '--port', '0', '--book', book], { encoding: 'utf8' }).stderr));
}

// A name that is inherited is marked, with the moves since; of a FEN no way is known.
{
    const [moves, then] = ['d4 d5 Bf4 Nf6 e3 c5', '2... Nf6 3. e3 c5'];
    const { json: { fen, name } } = await get(`/position?${q({ moves })}`);
    const [london] = runJson(['pos', 'd4 d5 Bf4']);
    equal('inherited', name, { ...london.opening, here: false, inherited: true, then });
    equal('its own', [london.opening.inherited, london.opening.then, london.opening.fen], [false, null, london.fen]);
    equal('of a FEN', (await get(`/position?${q({ fen })}`)).json.name, null);
    const { json: { opening, before } } = await get(`/openings?${q({ moves })}`);
    equal('kept apart', [opening, before.name, before.at_ply, before.inherited, before.then], [null, name.name, 3, true, then]);
    equal('of a FEN, too', (await get(`/openings?${q({ fen })}`)).json.before, null);
}

for (const fen of ['8/8/4k3/8/8/3KP3/8/8 b - - 0 40', '8/8/4k3/8/8/3KN3/8/8 w - - 0 1', '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1', '8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 99 80']) {
    const { json } = await get(`/position?${q({ fen })}`);
    const [line] = runJson(['pos', fen]);
    const { outcome, over, can_win } = json.ending;
    equal(`ending of ${fen}`, { outcome, over, can_win }, { outcome: line.outcome, over: line.over, can_win: line.can_win });
}

// Many at once are as each alone.
async function scores(fens, { target = '/positions', at = server, status = 200 } = {})
{
    const answer = await at.ask('POST', V1 + target, { body: fens.join('\n') });
    equal(`POST ${target}, ${fens.length} lines`, answer.status, status);
    checkAnswer('POST', V1 + target, answer);
    return answer.json;
}
const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const fens = POSITIONS.map((moves) => runJson(['pos', moves || 'start'])[0].fen);
for (const filter of ['', '?result=1-0']) {
    const { positions } = await scores(fens, { target: `/positions${filter}` });
    for (const [i, fen] of fens.entries()) {
        const { games, white, draws, black } = (await get(`/position${filter || '?'}&${q({ fen })}`.replace('?&', '?'))).json.database;
        equal(`score of ${fen}${filter}`, positions[i], { games, white, draws, black });
    }
}
check('a position has games', (await scores([START])).positions[0].games === 52);
equal('no position', (await scores([])).positions, []);
equal('500 positions', (await scores(Array(500).fill(START))).positions.length, 500);
await scores(Array(501).fill(START), { status: 413 });
check('the line is told', /Line 2 /.test((await scores([START, '8/8/8'], { status: 422 })).message));
await scores([START], { at: bare, status: 409 });
await scores([START], { target: '/positions?limit=1', status: 400 });

// A repertoire held against the games is what the command line says of it.
async function held(target, { body = readFileSync(`${root}/samples/london.txt`), at = server, status = 200 } = {})
{
    const answer = await at.ask('POST', V1 + target, { body });
    equal(`POST ${target}`, answer.status, status);
    checkAnswer('POST', V1 + target, answer);
    return answer.json;
}
const LONDON = `${root}/samples/london.txt`;
const GAMBIT = `${root}/samples/queens-gambit.txt`;
for (const [filter, where] of [['', []], ['&result=1-0', ['--where', 'result=1-0']]]) {
    const [covered] = runJson(['rep', 'coverage', GAMBIT, db, '--limit', '7', ...where]);
    check('there are gaps', covered.gaps.length > 1);
    equal(`coverage ${filter}`, await held(`/coverage?limit=7${filter}`, { body: readFileSync(GAMBIT) }), covered);
}
const player = runJson(['db', 'games', db, '--moves', 'd4', '--limit', '1'])[0].white;
const { names: as, ...left } = await held(`/deviations?${q({ player, as: 'black' })}`);
const { summary } = runJson(['rep', 'deviations', LONDON, db, '--player', player, '--limit', '100']).at(-1);
equal('deviations', { ...left, games: 0, other_color: 0 }, { ...summary, games: 0, other_color: 0 });
equal('as whom he was found', as, [{ name: player, games: summary.played }]);
await held('/deviations', { status: 400 });
await held('/coverage', { body: 'no repertoire', status: 422 });
await held('/coverage', { at: bare, status: 409 });
await held('/coverage?player=Nobody');

const FILTERS = [{}, { eco: 'B00-C99' }, { player: 'Kasparov*', as: 'white' }, { elo: '2700-' }, { result: '0-1', sort: 'date' },
    { date: '1850..1900', sort: 'plies' }, { moves: '1. e4 e5', position: 'e4 e5 Nf3' }, { move: 'O-O-O', by: 'black' },
    { ended: 'checkmate' }, { material: 'KRPvKR' }, { pattern: 'Nf5' }, { plies: '-40' }, { white: 'Tal*' }];
for (const filter of FILTERS) {
    const flags = Object.entries(filter).flatMap(([name, value]) => [`--${name}`, value]);
    const what = JSON.stringify(filter);
    const page = await get(`/games?${q({ ...filter, limit: 7, offset: 1 })}`);
    equal(`games of ${what}`, page.json.games, runJson(['db', 'games', db, ...flags, '--limit', '7', '--offset', '1'], [0, 1]));
    const [count] = runJson(['db', 'games', db, ...flags, '--count'], [0, 1]);
    equal(`score of ${what}`, { ...page.json.score, waiting: page.json.waiting }, count);
    equal(`total of ${what}`, page.json.total, count.games);
    const { sort, ...rest } = filter;
    if (!sort && !filter.moves && !filter.position) {
        const [{ fen, ...database }] = runJson(['db', 'position', db, 'e4', ...flags, '--limit', '3'], [0, 1]);
        equal(`filtered position ${what}`, (await get(`/position?${q({ moves: 'e4', limit: 3, ...rest })}`)).json.database, database);
    }
}
const prefixed = await get(`/position?${q({ moves: 'e4 e5 Nf3', prefix: 'Nf3' })}`);
equal('prefix is the exact order', prefixed.json.database.games, 0);

// All pages together are the whole.
const ids = [];
for (let next = 0; next !== null;) {
    const { json } = await get(`/games?limit=20&offset=${next}&sort=elo`);
    ids.push(...json.games.map((g) => g.id));
    next = json.next;
}
equal('pages', ids, runJson(['db', 'games', db, '--sort', 'elo', '--limit', '0']).map((g) => g.id));

for (const id of [1, 17, 52]) {
    equal(`game ${id}`, (await get(`/games/${id}`)).json, runJson(['db', 'game', db, String(id)])[0]);
    const pgn = run(['db', 'game', db, String(id)]);
    equal(`game ${id} as PGN`, (await get(`/games/${id}?format=pgn`)).text, pgn);
    equal(`game ${id} by Accept`, (await get(`/games/${id}`, { headers: { Accept: 'application/x-chess-pgn' } })).text, pgn);
}
await get('/games/53', { status: 404 });
await get('/games/0', { status: 404 });
await get('/games/x', { status: 404 });
await get('/games/1', { status: 406, headers: { Accept: 'text/html' } });
await get('/games/1?format=svg', { status: 406 });

equal('players', (await get('/players?q=k*')).json.players, runJson(['db', 'players', db, 'k*']));
equal('players who played it', (await get('/players?eco=B90')).json.players, runJson(['db', 'players', db, '--eco', 'B90'], [0, 1]));
for (const text of ['najdorf', 'QGD', 'B90-B92', 'gruenfeld exchange', 'no such opening'])
    equal(`search ${text}`, (await get(`/openings?${q({ q: text, limit: 20 })}`)).json.openings, runJson(['eco', 'search', text], [0, 1]));
equal('completion', (await get(`/openings?${q({ q: 'sicilian na', complete: true })}`)).json.openings,
      runJson(['eco', 'search', '--complete', 'sicilian na']));

// Both read as the same games.
const exported = (await get('/export?eco=B00-B99')).text;
equal('export', exported.match(/^\[Event /gm)?.length, runJson(['db', 'games', db, '--eco', 'B00-B99', '--limit', '0']).length);
const everything = (await get('/export')).text;
equal('export of all', everything.match(/^\[Event /gm).length, 52);

// --- the names ---------------------------------------------------------------

const book = await get('/names');
check('the names are there', book.bytes.subarray(0, 4).length === 4 && book.bytes.length > 10000);
equal('its ETag is that of /health', book.headers.etag, (await get('/health')).json.names.etag);
// The page loads the same as a list: specs/web.md, section 5, has 90 kB for it.
const names = await get('/names?format=list');
check('the list is one', names.text.startsWith('tabiya openings 2\n'));
for (const [what, target, plain] of [['names', '/names', book], ['list', '/names?format=list', names]]) {
    const gzip = await get(target, { headers: { 'Accept-Encoding': 'gzip' } });
    equal(`the ${what} is compressed for those who take it`, [plain.headers['content-encoding'], gzip.headers['content-encoding']], [undefined, 'gzip']);
    check(`the ${what} comes through`, gunzipSync(gzip.bytes).equals(plain.bytes));
    check(`both forms of the ${what} have a tag`, gzip.headers.etag !== plain.headers.etag);
    for (const [form, headers] of [[plain, {}], [gzip, { 'Accept-Encoding': 'gzip' }]]) {
        equal(`${what}: headers`, [form.headers.vary, form.headers['cache-control']], ['Accept-Encoding', 'no-cache']);
        equal(`${what}: length`, form.headers['content-length'], String(form.bytes.length));
        const same = await get(target, { status: 304, headers: { ...headers, 'If-None-Match': form.headers.etag } });
        equal(`${what}: not modified`, [same.bytes.length, same.headers.etag, same.headers.vary], [0, form.headers.etag, 'Accept-Encoding']);
        const head = await server.ask('HEAD', `${V1}${target}`, { headers });
        equal(`${what}: HEAD`, [head.status, head.bytes.length, head.headers['content-length'], head.headers.etag],
              [200, 0, form.headers['content-length'], form.headers.etag]);
    }
    await get(target, { status: 200, headers: { 'Accept-Encoding': 'gzip', 'If-None-Match': plain.headers.etag } });
    if (what === 'list')
        check('the list is small', gzip.bytes.length <= 90000, gzip.bytes.length);
}
await get('/names?format=json', { status: 400 });

// --- repertoires ---------------------------------------------------------------

const list = (await get('/repertoires')).json.repertoires;
equal('list', list.map((r) => [r.name, r.title, r.cards]), [['london', 'A London System', false]]);
const london = await get('/repertoires/london');
equal('a repertoire is its file', london.text, readFileSync(`${reps}/london.txt`, 'utf8'));
equal('its ETag is that of the list', london.headers.etag, list[0].etag);
await get('/repertoires/london', { status: 304, headers: { 'If-None-Match': london.headers.etag } });
await get('/repertoires/paris', { status: 404 });
await get('/repertoires/london/cards', { status: 404 });

// --- streams -------------------------------------------------------------------

const thought = await server.events(`${V1}/engine?${q({ moves: 'e4', depth: 2, multipv: 2 })}`);
equal('engine', [thought.status, thought.type], [200, 'text/event-stream']);
for (const { data } of thought.events)
    checkValue('an event of the engine', 'Analysis', data);
equal('the last is done', thought.events.at(-1)?.event, 'done');
const [told] = runJson(['engine', '--engine', fakeEngine, '--depth', '2', '--multipv', '2', 'e4']);
equal('engine as the command line', thought.events.at(-1)?.data.lines, told.lines);
seen.add('GET /engine 200');
for (const [query, args] of [
    [{ moves: 'e4', depth: 2, searchmoves: 'a6 h7h5' }, ['--depth', '2', '--searchmoves', 'a6 h5', 'e4']],
    [{ moves: 'e4', nodes: 50, searchmoves: '' }, ['--nodes', '50', 'e4']]]) {
    const { events } = await server.events(`${V1}/engine?${q(query)}`);
    equal(`engine ${JSON.stringify(query)}`, [events.at(-1)?.event, events.at(-1)?.data.lines],
          ['done', runJson(['engine', '--engine', fakeEngine, ...args])[0].lines]);
}

const sent = await server.ask('POST', `${V1}/import?name=more.pgn`, { body: readFileSync(`${root}/tests/data/db/games.pgn`) });
equal('import', sent.status, 202);
checkAnswer('POST', `${V1}/import`, sent);
const progress = await server.events(sent.json.events);
seen.add('GET /import/{job} 200');
for (const { event, data } of progress.events)
    checkValue(`event ${event}`, event === 'report' ? 'ImportReport' : 'ImportProgress', data);
const report = progress.events.at(-1);
equal('the last is the report', report?.event, 'report');
const [other] = runJson(['db', 'import', `${dir}/other.tdb`, `${root}/samples/games.pgn`]);
equal('a report has the members of the command line', Object.keys(report.data), Object.keys(other));
equal('games are there at once', (await get('/health')).json.database.games, 52 + report.data.imported);
equal('a job that is over tells its end', (await server.events(sent.json.events)).events.map((e) => e.event), ['report']);
checkAnswer('DELETE', `${V1}/import/1`, await server.ask('DELETE', `${V1}/import/1`));
await get('/import/99', { status: 404 });

// --- what is not there ----------------------------------------------------------

for (const target of ['/games', '/games/1', '/players', '/export', '/repertoires', '/repertoires/x'])
    await get(target, { at: bare, status: 409 });
const nothing = await get('/position', { at: bare });
equal('no database, no section', [nothing.json.database, nothing.json.errors], [null, []]);
equal('health without a database', (await get('/health', { at: bare })).json.database, null);
for (const target of ['/position?fen=8/8/8', '/position?moves=e5', '/position?elo=x', '/position?nonsense=1', '/position?fen=start&moves=e4',
    '/position?limit=101', '/games?limit=0', '/games?sort=name', '/games?as=white', '/games?by=white', '/openings', '/openings?q=x&fen=start',
    '/engine?fen=x', '/engine?multipv=0', '/engine?nodes=0', '/engine?searchmoves=e4+Ke2', '/engine?infinite=true&depth=3', '/engine?infinite=2', '/players?elo=abc', '/export?eco=Z', '/health?x=1', '/names?x=1'])
    await get(target, { status: 400 });
equal('a king that can be taken is no position', (await get(`/position?${q({ fen: '4k3/4Q3/8/8/8/8/8/4K3 w - - 0 1' })}`, { status: 400 })).json.error,
      'position_faulty');

// --- conditions as people write them -----------------------------------------------

for (const [name, values] of Object.entries({ elo: ['2700+', '2700-', '>=2700', '2700..'], date: ['1850-1900', '1850..1900'],
    result: ['1/2', '=', 'draw', '1/2-1/2'], material: ['KRPvKR', 'KRPKR', 'krp-kr'] })) {
    const totals = [];
    for (const value of values)
        totals.push((await get(`/games?${q({ [name]: value })}`)).json.total);
    equal(`totals by ${name}`, totals, values.map(() => totals[0]));
}
const won = (await get(`/games?${q({ player: 'Tal*', result: 'win' })}`)).json.total;
const lost = (await get(`/games?${q({ player: 'Tal*', result: 'loss' })}`)).json.total;
const drawn = (await get(`/games?${q({ player: 'Tal*', result: 'draw' })}`)).json.total;
equal('games of Tal that he won or lost or drew', won + lost + drawn, 3);
for (const [player, against] of [['boris spassky', 'fischer'], ['Kasparov', 'anatoly karpov']]) {
    const both = { player, against };
    equal(`${player} against ${against}`, (await get(`/games?${q(both)}`)).json.games, runJson(['db', 'games', db, '--player', player, '--against', against], [0, 1]));
}
check('against whom', /needs 'player'/.test((await get('/games?against=Tal', { status: 400 })).json.message));
check('of whom', /need 'player'/.test((await get('/games?result=win', { status: 400 })).json.message));
// What is refused is shown in the right form, and the description says the same.
for (const name of ['player', 'as', 'against', 'white', 'black', 'elo', 'elo-avg', 'date', 'result', 'eco', 'opening', 'event', 'time-class', 'ended',
    'plies', 'material', 'pattern', 'move', 'by']) {
    const { json } = await get(`/games?${q({ [name]: ' ' })}`, { status: 400 });
    const { description } = api.components.parameters[name];
    const form = /^'[a-z-]+' is not understood at character \d+: (.*)$/.exec(json.message)?.[1];
    check(`the form of ${name}`, form && description.endsWith(` ${form}`), `${json.message} | ${description}`);
}

// --- games that wait for the index -----------------------------------------------

// An import that has stored its first file, and is killed while it waits for the
// second.
const cut = `${dir}/cut.tdb`;
const importing = spawn(program, ['db', 'import', cut, `${root}/samples/games.pgn`, '-'], { stdio: ['pipe', 'ignore', 'ignore'] });
const gone = new Promise((done) => importing.on('exit', done));
for (let i = 0; i < 6000; i++) {
    const { stdout } = spawnSync(program, ['db', 'games', cut, '--count'], { encoding: 'utf8' });
    if (stdout === '52\n')
        break;
    await sleep(50);
}
const beside = await Server.start(['--db', cut]);
async function sees52ThatWait(when)
{
    const of = async (target) => (await get(target, { at: beside })).json;
    const facts = (await of('/health')).database;
    equal(`health ${when}`, [facts.games, facts.waiting], [52, 52]);
    const page = await of('/games?player=Tal*');
    equal(`games ${when}`, [page.total, page.waiting], [3, 52]);
    equal(`games by position ${when}`, (await of('/games?position=start')).total, 0);
    equal(`players ${when}`, (await of('/players?q=Tal*')).total, 1);
    await get('/games/52', { at: beside });
    const { database } = await of('/position');
    equal(`position ${when}`, [database.games, database.waiting], [0, 52]);
    equal(`positions ${when}`, (await scores([START], { at: beside })).waiting, 52);
}
await sees52ThatWait('beside an import');
importing.kill('SIGKILL');
await gone;
await sees52ThatWait('after a kill');
run(['db', 'optimize', cut]);
const { database: indexed } = (await get('/position', { at: beside })).json;
equal('position with an index', [indexed.games, indexed.waiting], [52, 0]);

// --- everything was asked for ----------------------------------------------------

const change = (method, target, headers, body) => server.ask(method, V1 + target, { headers, body });
const CARDS = 'tabiya cards 1\n';
const text = readFileSync(`${reps}/london.txt`);
for (const [method, target, headers, body] of [
    ['PUT', '/repertoires/new', { 'If-None-Match': '*' }, text],
    ['PUT', '/repertoires/new', { 'If-Match': london.headers.etag }, text],
    ['PUT', '/repertoires/new/cards', { 'If-None-Match': '*' }, CARDS],
    ['PUT', '/repertoires/new/cards', { 'If-Match': '*' }, CARDS],
    ['DELETE', '/repertoires/new/cards', { 'If-Match': '*' }],
    ['DELETE', '/repertoires/new', { 'If-Match': '*' }],
])
    checkAnswer(method, V1 + target, await change(method, target, headers, body));
await change('PUT', '/repertoires/new', { 'If-None-Match': '*' }, text);
await change('PUT', '/repertoires/new/cards', { 'If-None-Match': '*' }, CARDS);
await get('/repertoires/new/cards');
await get('/questions/none', { status: 204 });
seen.add('GET /questions/{name} 200'); // test_work.mjs has a long one
for (const [path, operations] of Object.entries(api.paths))
    for (const [method, { responses }] of Object.entries(operations).filter(([name]) => name !== 'parameters'))
        for (const status of Object.keys(responses).filter((s) => s[0] === '2'))
            check(`${method.toUpperCase()} ${path} was seen with ${status}`, seen.has(`${method.toUpperCase()} ${path} ${status}`));

await finish();

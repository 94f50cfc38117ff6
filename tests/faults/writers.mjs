// writers.mjs - every command that writes files, each with what it starts from and how
// to see what it left.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.resolve(path.dirname(new URL(import.meta.url).pathname), '../..');
export const program = path.resolve(process.argv[2]);
// What prepares, and looks at what was left: the release build, where the tests name
// it, for none of that is tested here.
const release = path.resolve(process.env.TABIYA ?? program);
const engine = path.join(path.dirname(program), 'tests/fake_engine');
const SMALL = ['--no-builtin', '--no-scid'];

// All files below a folder, by their names within it.
export function filesBelow(folder, below = '')
{
    return readdirSync(path.join(folder, below), { withFileTypes: true }).flatMap((entry) => {
        const name = path.join(below, entry.name);
        return entry.isDirectory() ? filesBelow(folder, name) : [name];
    });
}

// What a command did: code, or the signal that ended it; what it said.  What is no list
// of arguments is a request to a server.
export function tabiya(folder, args, env = {}, input = '', by = program)
{
    const serves = !Array.isArray(args);
    const command = serves ? [process.execPath, path.join(root, 'tests/faults/server.mjs'), program, JSON.stringify(args)] : [by, ...args];
    if (serves)
        env = { SERVER_ENV: JSON.stringify(env.FAULT_LOG || !env.LD_PRELOAD ? env : { FAULT_WAIT: '1', ...env }) };
    const done = spawnSync(command[0], command.slice(1), {
        cwd: folder, input, encoding: 'utf8', timeout: 120000, killSignal: 'SIGKILL', maxBuffer: 1 << 28,
        // a finding of the sanitizers has an exit code of its own
        env: { ASAN_OPTIONS: 'verify_asan_link_order=0:exitcode=99:allocator_may_return_null=1', LSAN_OPTIONS: 'exitcode=99', PATH: process.env.PATH, HOME: folder, XDG_CACHE_HOME: path.join(folder, 'cache'), TZ: 'UTC', ...env },
    });
    return { code: done.signal ?? done.status, said: done.stdout ?? '', complained: done.stderr ?? '' };
}

const look = (folder, args) => tabiya(folder, args, {}, '', release);
const must = (folder, args) => {
    const done = look(folder, args);
    if (done.code !== 0)
        throw new Error(`tabiya ${args.join(' ')}: ${done.code} ${done.complained}`);
    return done.said;
};

const bytes = (...names) => (folder) => names.map((name) =>
    existsSync(path.join(folder, name)) ? readFileSync(path.join(folder, name), 'latin1') : '(none)').join('\n--\n');
const below = (name) => (folder) => existsSync(path.join(folder, name)) && filesBelow(path.join(folder, name)).length
    ? filesBelow(path.join(folder, name)).sort().map((file) => `${file}: ${readFileSync(path.join(folder, name, file), 'latin1')}`).join('\n')
    : '(none)';
// A file of the cache is named after the moment its source was changed.
const unnamed = (name) => (folder) => below(name)(folder).replace(/openings-[0-9a-f-]*/g, 'openings');
// The rows of the cache of evaluations, in whatever order they were found.
const evaluations = (folder) => {
    const file = path.join(folder, 'cache/tabiya/evaluations');
    if (!existsSync(file))
        return '(none)';
    const text = readFileSync(file, 'hex');
    return [text.slice(0, 64), ...(text.slice(64).match(/.{1,128}/g) ?? []).sort()].join('\n');
};
// Games of a database that is sound.  A file without games is as good as none.
const games = (name) => (folder) => {
    const file = path.join(folder, name);
    if (!existsSync(file) || statSync(file).size === 0)
        return '(none)';
    const check = look(folder, ['db', 'check', name, '--all', '--threads', '1']);
    if (check.complained.includes('it is empty.'))
        return '(none)';
    if (check.code !== 0)
        return `damaged: ${check.code} ${check.complained}`;
    const found = look(folder, ['db', 'export', name, '-', '--to', 'pgn']);
    return found.code === 0 || found.code === 1 ? found.said || '(none)' : `not to be read: ${found.complained}`;
};
// Dates and intervals of cards depend on the moment.
const cards = (name) => (folder) => bytes(name)(folder).replace(/\t[^\n]*/g, (row) => row.split('\t').slice(0, 4).join('\t'));

const data = (name) => path.join(root, 'tests/data', name);
const copy = (from, to) => (folder) => cpSync(from, path.join(folder, to));
const all = (...steps) => (folder) => steps.forEach((step) => step(folder));
const gamesHere = copy(data('db/games.pgn'), 'a.pgn');
const moreGames = copy(path.join(root, 'samples/games.pgn'), 'b.pgn');
const shortGame = (folder) => writeFileSync(path.join(folder, 'a.pgn'), '[White "A"]\n[Black "B"]\n[Result "*"]\n\n1. e4 e5 2. Nf3 Nc6 *\n');
const london = copy(path.join(root, 'samples/london.txt'), 'r.txt');
// A server that need not read thousands of names before it answers.
const QUICK = ['--engine', engine, '--names', data('openings/some.tsv'), ...SMALL];
const saves = (method, target, body) => ({ args: ['--repertoires', '.', ...QUICK], method, target: `/api/v1/repertoires/${target}`, headers: { 'If-Match': '*' }, body });
const tagged = (folder) => writeFileSync(path.join(folder, 'e.pgn'), Array.from({ length: 12 }, (_, i) =>
    `[White "W${i}"]\n[Black "B${i}"]\n[ECO "C99"]\n[Result "1-0"]\n\n1. a4 h5 2. a5 h4 3. b4 1-0\n`).join('\n'));
const old = (name) => (folder) => writeFileSync(path.join(folder, name), 'what was there before\n');
const imported = all(gamesHere, moreGames, (folder) => must(folder, ['db', 'import', 'd.tdb', 'a.pgn', '--threads', '1']));

const changed = all(imported, (folder) => must(folder, ['db', 'edit', 'd.tdb', '3', '--set', 'White=Somebody']), (folder) => must(folder, ['db', 'delete', 'd.tdb', '2', '5']));
const other = all(moreGames, (folder) => must(folder, ['db', 'import', 'o.tdb', 'b.pgn', '--threads', '1']));

// Somebody who reads a database and does not end: there are more rows than a pipe holds.
// He came while another one was writing, so that a journal is there already.
const reader = (name) => async (folder) => {
    const killed = spawn(program, ['db', 'import', name, '-'], { cwd: folder, stdio: ['pipe', 'ignore', 'ignore'] });
    while (!existsSync(path.join(folder, `${name}-wal`)))
        await new Promise((done) => setTimeout(done, 20));
    killed.kill('SIGKILL');
    await new Promise((done) => killed.on('exit', done));
    const child = spawn(program, ['db', 'sql', name, 'SELECT a.id, b.id, c.id, d.id FROM games a, games b, games c, games d'],
                        { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
    await new Promise((begun) => child.stdout.once('readable', begun));
    return child;
};

// beside: what goes on meanwhile; unsynced: entries that a power cut may cost; steps: it saves more than once; separate: files that appear one by one; optional: a
// cache, which need not be there.
export const writers = [
    { name: 'pgn convert', before: all(gamesHere, old('out.pgn')), args: ['pgn', 'convert', 'a.pgn', 'out.pgn', '--force'], state: bytes('out.pgn') },
    { name: 'pgn convert .gz', before: gamesHere, args: ['pgn', 'convert', 'a.pgn', 'out.pgn.gz'], state: bytes('out.pgn.gz') },
    { name: 'pgn convert .zst', before: gamesHere, args: ['pgn', 'convert', 'a.pgn', 'out.pgn.zst'], state: bytes('out.pgn.zst') },
    { name: 'pgn convert .cdb', before: gamesHere, args: ['pgn', 'convert', 'a.pgn', 'out.cdb'], state: bytes('out.cdb') },
    { name: 'pgn convert of a zip', before: copy(data('archives/games.zip'), 'a.zip'), args: ['pgn', 'convert', 'a.zip', 'out.jsonl'], ends: 3, state: bytes('out.jsonl') },
    { name: 'pgn convert of a 7z', before: copy(data('archives/games.7z'), 'a.7z'), args: ['pgn', 'convert', 'a.7z', 'out.pgn'], state: bytes('out.pgn') },
    { name: 'rep convert', before: all(copy(data('repertoire/italian.v4.txt'), 'r.txt'), old('out.txt')), args: ['rep', 'convert', 'r.txt', 'out.txt'], state: bytes('out.txt') },
    { name: 'rep layout', before: london, args: ['rep', 'layout', 'r.txt'], state: bytes('r.txt') },
    { name: 'rep merge', before: all(copy(data('rep-pgn/london-a.txt'), 'a.txt'), copy(data('rep-pgn/london-b.txt'), 'b.txt')), args: ['rep', 'merge', 'a.txt', 'b.txt', '--output', 'out.txt'], state: bytes('out.txt') },
    { name: 'rep export', before: london, args: ['rep', 'export', 'r.txt', '--pgn', 'out.pgn'], state: bytes('out.pgn') },
    { name: 'rep import', before: gamesHere, args: ['rep', 'import', 'a.pgn', '--color', 'white', '--title', 't', '--output', 'out.txt'], state: bytes('out.txt') },
    { name: 'rep repair', before: copy(data('repertoire/italian.v4.txt'), 'r.txt'), args: ['rep', 'repair', 'r.txt', 'out.txt'], state: bytes('out.txt') },
    { name: 'rep evaluate', before: copy(data('repertoire/italian.v4.txt'), 'r.txt'), args: ['rep', 'evaluate', 'r.txt', '--output', 'out.txt', '--engine', engine, '--depth', '1', '--threads', '1', '--all', '--redo'], state: bytes('out.txt'), steps: true },
    { name: 'rep drill', before: copy(data('rep/practice.txt'), 'r.txt'), args: ['rep', 'drill', '--mode', 'due', '--in-order', 'r.txt'], input: 'd4\ne4\nquit\n', state: cards('r.cards.tsv'), steps: true },
    { name: 'eco build', before: copy(data('openings/some.tsv'), 's.tsv'), args: ['eco', 'build', 's.tsv', ...SMALL, '--out', 'out.names'], state: bytes('out.names') },
    { name: 'eco export --split', before: copy(data('openings/some.tsv'), 's.tsv'), args: ['eco', 'export', 's.tsv', ...SMALL, '--format', 'tsv', '--split', '--out', 'out'], state: below('out'), separate: true },
    { name: 'eco find, its cache', before: copy(data('openings/some.tsv'), 's.tsv'), args: ['eco', 'find', '--names', 's.tsv', ...SMALL, 'e4'], state: unnamed('cache'), optional: true },
    { name: 'eco classify --tag', before: gamesHere, args: ['eco', 'classify', '--no-scid', '--tag', 'out.pgn', 'a.pgn'], state: bytes('out.pgn') },
    { name: 'eco learn', before: tagged, args: ['eco', 'learn', 'e.pgn', '--out', 'out.tsv'], state: bytes('out.tsv') },
    { name: 'analyse', before: shortGame, args: ['analyse', 'a.pgn', '--force', '--output', 'out.pgn', '--engine', engine, '--depth', '1', '--threads', '1'], state: bytes('out.pgn'), steps: true },
    { name: 'analyse, its cache', before: shortGame, args: ['analyse', 'a.pgn', '--engine', engine, '--depth', '1', '--threads', '1'], state: evaluations, optional: true, steps: true, unsynced: true },
    { name: 'book make', before: gamesHere, args: ['book', 'make', 'out.bin', '--from', 'a.pgn'], state: bytes('out.bin') },
    { name: 'book merge', before: all(gamesHere, moreGames, (folder) => ['a', 'b'].forEach((n) => must(folder, ['book', 'make', `${n}.bin`, '--from', `${n}.pgn`]))), args: ['book', 'merge', 'out.bin', 'a.bin', 'b.bin'], state: bytes('out.bin') },
    { name: 'book export', before: all(gamesHere, (folder) => must(folder, ['book', 'make', 'a.bin', '--from', 'a.pgn'])), args: ['book', 'export', 'a.bin', 'out.txt'], state: bytes('out.txt') },
    { name: 'tree write', before: london, args: ['tree', 'write', 'r.txt', 'out.tree'], state: bytes('out.tree') },
    { name: 'tree write --folders', before: (folder) => { mkdirSync(path.join(folder, 'out')); old('out/1')(folder); }, args: ['tree', 'write', 'start', 'out', '--depth', '1', '--folders', '--force'], state: below('out') },
    { name: 'tree import', before: all(london, (folder) => must(folder, ['tree', 'write', 'r.txt', 'a.tree'])), args: ['tree', 'import', 'a.tree', '--output', 'out.txt'], state: bytes('out.txt') },
    { name: 'tb make', before: () => {}, args: ['tb', 'make', 'KQvK', '--threads', '1'], state: below('cache'), optional: true },
    { name: 'db import, a new one', before: gamesHere, args: ['db', 'import', 'd.tdb', 'a.pgn', '--threads', '1'], state: games('d.tdb'), database: 'd.tdb' },
    { name: 'db import', before: imported, args: ['db', 'import', 'd.tdb', 'b.pgn', '--threads', '1'], state: games('d.tdb'), database: 'd.tdb' },
    { name: 'db import beside a reader', before: imported, beside: reader('d.tdb'), args: ['db', 'import', 'd.tdb', 'b.pgn', '--threads', '1'], state: games('d.tdb'), database: 'd.tdb' },
    { name: 'db optimize', before: all(imported, (folder) => must(folder, ['db', 'import', 'd.tdb', 'b.pgn'])), args: ['db', 'optimize', 'd.tdb', '--threads', '1'], same: true, state: games('d.tdb'), database: 'd.tdb' },
    { name: 'db add', before: imported, args: ['db', 'add', 'd.tdb', 'b.pgn', '--threads', '1'], state: games('d.tdb'), database: 'd.tdb' },
    { name: 'db delete', before: imported, args: ['db', 'delete', 'd.tdb', '2', '5', '7'], state: games('d.tdb'), database: 'd.tdb' },
    { name: 'db edit', before: imported, args: ['db', 'edit', 'd.tdb', '3', '--set', 'White=Somebody', '--result', '0-1'], state: games('d.tdb'), database: 'd.tdb' },
    { name: 'db undo', before: changed, args: ['db', 'undo', 'd.tdb'], state: games('d.tdb'), database: 'd.tdb' },
    { name: 'db optimize after changes', before: changed, args: ['db', 'optimize', 'd.tdb', '--threads', '1'], same: true, state: games('d.tdb'), database: 'd.tdb' },
    { name: 'db merge', before: all(imported, other), args: ['db', 'merge', 'd.tdb', 'o.tdb', '--threads', '1'], state: games('d.tdb'), database: 'd.tdb' },
    { name: 'db backup', before: imported, args: ['db', 'backup', 'd.tdb', 'out.tdb'], state: games('out.tdb') },
    { name: 'db restore', before: all(imported, other), args: ['db', 'restore', 'd.tdb', 'o.tdb', '--yes'], state: games('d.tdb'), database: 'd.tdb' },
    { name: 'db export', before: imported, args: ['db', 'export', 'd.tdb', 'out.jsonl'], state: bytes('out.jsonl') },
    { name: 'PUT of a repertoire', before: london, args: saves('PUT', 'r', readFileSync(path.join(root, 'samples/caro-kann.txt'), 'utf8')), state: bytes('r.txt') },
    { name: 'PUT of cards', before: all(london, (folder) => writeFileSync(path.join(folder, 'r.cards.tsv'), 'tabiya cards 1\n\n')), args: saves('PUT', 'r/cards', 'tabiya cards 1\n'), state: bytes('r.cards.tsv') },
    { name: 'DELETE of a repertoire', before: london, args: saves('DELETE', 'r'), state: bytes('r.txt') },
    { name: 'POST of games', before: imported, args: { args: ['--db', 'd.tdb', ...QUICK], method: 'POST', target: '/api/v1/import?name=b.pgn', body: readFileSync(path.join(root, 'samples/games.pgn'), 'utf8'), follow: true }, state: games('d.tdb'), database: 'd.tdb' },
];

// States that say something: two, unless the command changes only how it is kept.
export const tells = (writer, before, after) =>
    !/^(damaged|not to be read)/.test(`${before}${after}`) && (writer.same ? before === after : before !== after);

// A folder with what a writer starts from.
export function start(writer, folder)
{
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    writer.before(folder);
}

// test_changes.mjs - repertoires and cards: nobody overwrites what he has not
// seen, and nothing that is unsound is kept.
import { spawn } from 'node:child_process';
import { existsSync, linkSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { check, equal, fakeEngine, finish, folder, root, run, Server } from './harness.mjs';
import { checkAnswer } from './schema.mjs';

const reps = folder();
const server = await Server.start(['--repertoires', reps, '--engine', fakeEngine]);
const V1 = '/api/v1/repertoires/';
const london = readFileSync(`${root}/samples/london.txt`, 'utf8');
const caro = readFileSync(`${root}/samples/caro-kann.txt`, 'utf8');

async function ask(method, name, headers = {}, body = undefined)
{
    const answer = await server.ask(method, V1 + name, { headers, body });
    checkAnswer(method, V1 + name, answer);
    return answer;
}
const status = async (...args) => (await ask(...args)).status;

// --- making, replacing, removing ------------------------------------------------

equal('without a condition', await status('PUT', 'a', {}, london), 428);
equal('replacing what is not there', await status('PUT', 'a', { 'If-Match': '"x"' }, london), 412);
const made = await ask('PUT', 'a', { 'If-None-Match': '*' }, london);
equal('made', made.status, 201);
equal('written as it is', readFileSync(`${reps}/a.txt`, 'utf8'), london);
equal('the answer has the ETag', [made.headers.etag, made.json.bytes], [made.json.etag, Buffer.byteLength(london)]);
equal('and GET the same', (await ask('GET', 'a')).headers.etag, made.json.etag);
equal('it cannot be made again', await status('PUT', 'a', { 'If-None-Match': '*' }, caro), 412);
const changed = await ask('PUT', 'a', { 'If-Match': made.json.etag }, caro);
equal('replaced', changed.status, 200);
check('another ETag', changed.json.etag !== made.json.etag);
const lost = await ask('PUT', 'a', { 'If-Match': made.json.etag }, london);
equal('a lost update', [lost.status, lost.json.error], [412, 'changed']);
equal('and the file stays', readFileSync(`${reps}/a.txt`, 'utf8'), caro);
equal('a weak tag is not enough', await status('PUT', 'a', { 'If-Match': `W/${changed.json.etag}` }, london), 412);
equal('a list of tags', await status('PUT', 'a', { 'If-Match': `"x", ${changed.json.etag}` }, london), 200);
writeFileSync(`${reps}/a.txt`, caro); // by another program
equal('changed behind our back', await status('PUT', 'a', { 'If-Match': made.json.etag }, london), 412);
equal('not removed without a condition', await status('DELETE', 'a'), 428);
equal('not removed unseen', await status('DELETE', 'a', { 'If-Match': made.json.etag }), 412);

// --- ten at once: one wins --------------------------------------------------------

const now = (await ask('GET', 'a')).headers.etag;
const bodies = Array.from({ length: 10 }, (_, i) => london.replace('A London System', `London ${i}`));
const race = await Promise.all(bodies.map((body) => ask('PUT', 'a', { 'If-Match': now }, body)));
equal('one of ten wins', race.map((a) => a.status).sort().join(), [200, ...Array(9).fill(412)].join());
equal('and it is his file', readFileSync(`${reps}/a.txt`, 'utf8'), bodies[race.findIndex((a) => a.status === 200)]);
const first = await Promise.all(bodies.map((body) => ask('PUT', 'new', { 'If-None-Match': '*' }, body)));
equal('one of ten makes it', first.map((a) => a.status).sort().join(), [201, ...Array(9).fill(412)].join());

// --- two servers and the command line on one folder ------------------------------------

const other = await Server.start(['--repertoires', reps, '--engine', fakeEngine]);
const titled = (n) => london.replace('A London System', `Saved ${n}`);
const titleOf = (text) => Number(/Saved (\d+)/.exec(text)[1]);
await ask('PUT', 'shared', { 'If-None-Match': '*' }, titled(0));
let acknowledged = 0;
await Promise.all(Array.from({ length: 8 }, async (_, i) => {
    const s = i % 2 ? server : other;
    for (let saved = 0; saved < 15;) {
        const seen = await s.get(`${V1}shared`);
        const answer = await s.ask('PUT', `${V1}shared`, { headers: { 'If-Match': seen.headers.etag }, body: titled(titleOf(seen.text) + 1) });
        if (answer.status === 200) {
            saved++;
            acknowledged++;
        } else if (answer.status !== 412) {
            check('a save succeeds or is refused', false, answer.text);
        }
    }
}));
equal('no acknowledged save is lost', titleOf(readFileSync(`${reps}/shared.txt`, 'utf8')), acknowledged);

unlinkSync(`${reps}/shared.txt`);

// --- planted links ----------------------------------------------------------------------

const outside = folder();
const secret = `${outside}/secret.txt`;
const theirs = () => readdirSync(outside).map((name) => `${name}: ${readFileSync(`${outside}/${name}`, 'utf8')}`).join('\n');
writeFileSync(secret, london);
writeFileSync(`${outside}/cards.tsv`, 'tabiya cards 1\n');
const untouched = theirs();
const secretEtag = (await ask('PUT', 'copy', { 'If-None-Match': '*' }, london)).headers.etag;
unlinkSync(`${reps}/copy.txt`);
for (const [what, link, name, body] of [
    ['that leads nowhere', `${outside}/new.txt`, 'planted', caro],
    ['to a repertoire', secret, 'planted', caro],
    ['by a way of its own', path.relative(reps, secret), 'planted', caro],
    ['to a folder', outside, 'planted', caro],
    ['to itself', `${reps}/planted.txt`, 'planted', caro],
    ['to cards', `${outside}/cards.tsv`, 'a/cards', 'tabiya cards 1\n'],
    ['to cards that are not there', `${outside}/new.tsv`, 'a/cards', 'tabiya cards 1\n']]) {
    const planted = name === 'planted' ? `${reps}/planted.txt` : `${reps}/a.cards.tsv`;
    symlinkSync(link, planted);
    for (const headers of [{ 'If-None-Match': '*' }, { 'If-Match': '*' }, { 'If-Match': secretEtag }]) {
        const put = await server.ask('PUT', V1 + name, { headers, body });
        check(`PUT through a link ${what}`, put.status >= 400, `${put.status} ${JSON.stringify(headers)}`);
        const gone = await server.ask('DELETE', V1 + name, { headers });
        check(`DELETE through a link ${what}`, gone.status >= 400, `${gone.status} ${JSON.stringify(headers)}`);
    }
    check(`GET through a link ${what}`, (await server.get(V1 + name)).status >= 400);
    equal(`nothing happened at the end of a link ${what}`, theirs(), untouched);
    check(`the link ${what} is still one`, lstatSync(planted, { throwIfNoEntry: false })?.isSymbolicLink());
    rmSync(planted, { force: true });
}
// the cards of a repertoire that goes, too
equal('made to go', await status('PUT', 'goes', { 'If-None-Match': '*' }, london), 201);
symlinkSync(`${outside}/cards.tsv`, `${reps}/goes.cards.tsv`);
equal('removed with its cards', await status('DELETE', 'goes', { 'If-Match': '*' }), 204);
equal('their file outside stays', theirs(), untouched);
// another name of a file outside: it gets a file of its own
linkSync(secret, `${reps}/hard.txt`);
equal('a second name is replaced', await status('PUT', 'hard', { 'If-Match': '*' }, caro), 200);
equal('and the file outside is not', theirs(), untouched);
unlinkSync(`${reps}/hard.txt`);
// one who puts a link there at any moment
const swaps = spawn(process.execPath, ['-e', `
    const fs = require('fs');
    for (let i = 0; ; i++) {
        if (i % 2)
            fs.symlinkSync(${JSON.stringify(secret)}, 'next');
        else
            fs.writeFileSync('next', i % 4 ? ${JSON.stringify(london)} : ${JSON.stringify(caro)});
        fs.renameSync('next', ${JSON.stringify(`${reps}/swapped.txt`)});
    }`], { cwd: folder(), stdio: 'inherit' });
let taken = 0;
for (let i = 0; i < 300; i++) {
    const put = await server.ask('PUT', `${V1}swapped`, { headers: { [i % 2 ? 'If-Match' : 'If-None-Match']: '*' }, body: i % 3 ? caro : london });
    taken += put.status < 300;
}
check('it goes on meanwhile', swaps.exitCode === null);
swaps.kill('SIGKILL');
await new Promise((done) => swaps.on('exit', done));
equal(`whoever swaps a file and a link (${taken} saves) leads nobody out`, theirs(), untouched);
unlinkSync(`${reps}/swapped.txt`);

// --- contents -----------------------------------------------------------------------

for (const [what, body] of [['empty', ''], ['junk', '\0\x01\xff'], ['another version', 'Repertoire v9.0\n'], ['a cut line', london.slice(0, london.indexOf('\n', 400) + 5)],
    ['a wrong move', london.replace(/\n([^\n]*) ([a-h][1-8][a-h][1-8])/, '\n$1 a1a9')]]) {
    if (body === london)
        continue;
    const answer = await ask('PUT', 'bad', { 'If-None-Match': '*' }, body);
    equal(`a body that is ${what}`, answer.status, 422);
    check(`the reason of ${what} has a line`, /Line \d+/.test(answer.json?.message), answer.text);
}
check('nothing of it was kept', !existsSync(`${reps}/bad.txt`));
equal('an encoded body', await status('PUT', 'bad', { 'If-None-Match': '*', 'Content-Encoding': 'gzip' }, london), 415);

// --- cards ------------------------------------------------------------------------------

const cards = 'tabiya cards 1\n';
equal('cards', await status('PUT', 'a/cards', { 'If-None-Match': '*' }, cards), 201);
equal('their file', readFileSync(`${reps}/a.cards.tsv`, 'utf8'), cards);
equal('unsound cards', (await ask('PUT', 'a/cards', { 'If-Match': '*' }, 'tabiya cards 1\nnonsense\n')).status, 422);
equal('cards of another version', (await ask('PUT', 'a/cards', { 'If-Match': '*' }, 'tabiya cards 9\n')).json.error, 'cards_version');
equal('cards are read', (await ask('GET', 'a/cards')).text, cards);
equal('the list knows', (await server.get('/api/v1/repertoires')).json.repertoires.map((r) => [r.name, r.cards]), [['a', true], ['new', false]]);

// --- names -------------------------------------------------------------------------------

for (const name of ['Königsindisch', 'a b', "d'oh!", 'x'.repeat(120), 'v1.2', 'a&b=c', '日本'])
    equal(`name ${name}`, await status('PUT', encodeURIComponent(name), { 'If-None-Match': '*' }, london), 201);
check('all are in the folder', readdirSync(reps).includes('Königsindisch.txt') && readdirSync(reps).includes('日本.txt'));
check('nothing else is', readdirSync(reps).every((name) => /\.(txt|cards\.tsv)$/.test(name)), readdirSync(reps));

// --- removing ---------------------------------------------------------------------------

equal('removed', await status('DELETE', 'a', { 'If-Match': (await ask('GET', 'a')).headers.etag }), 204);
check('with its cards', !existsSync(`${reps}/a.txt`) && !existsSync(`${reps}/a.cards.tsv`));
equal('it is gone', [await status('GET', 'a'), await status('DELETE', 'a', { 'If-Match': '*' })], [404, 404]);
run(['rep', 'info', `${reps}/new.txt`]);

// Cards that stay are told: the next repertoire of that name would get them.
const kept = await ask('PUT', 'kept', { 'If-None-Match': '*' }, london);
mkdirSync(`${reps}/kept.cards.tsv`);
const told = await ask('DELETE', 'kept', { 'If-Match': kept.json.etag });
equal('cards that cannot be removed', [told.status, told.json?.message],
      [500, 'kept.cards.tsv cannot be removed: Is a directory.']);

await finish();

// test_changes.mjs - repertoires and cards: nobody overwrites what he has not
// seen, and nothing that is unsound is kept.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
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

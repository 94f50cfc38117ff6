// test_tls.mjs - Debian's nginx in front of the server, as docs/http-api.md has it: the
// page's requests are answered, those of other origins are not, events come when they
// happen, and who leaves the proxy leaves the server.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import https from 'node:https';
import net from 'node:net';
import { check, equal, fakeEngine, finish, folder, root, run, Server, sleep } from './harness.mjs';

process.env.PATH += `:/usr/sbin:${root}/build/nginx/usr/sbin`; // see scripts/install-deps
for (const command of ['nginx', 'openssl'])
    if (spawnSync(command, [command === 'nginx' ? '-v' : 'version']).error) {
        console.log(`SKIPPED: ${command} is not installed`);
        process.exit(77);
    }

const V1 = '/api/v1';
const NAME = 'chess.example';
const dir = folder();
mkdirSync(`${dir}/reps`);
mkdirSync(`${dir}/web`);
writeFileSync(`${dir}/web/index.html`, '<!doctype html><title>page</title>');
run(['db', 'import', `${dir}/games.tdb`, `${root}/samples/games.pgn`]);
const freePort = () => new Promise((done) => {
    const s = net.createServer().listen(0, '127.0.0.1', () => {
        const { port } = s.address();
        s.close(() => done(port));
    });
});
const TOKEN = 'a token of twenty-two bytes'.replaceAll(' ', '-');
const server = await Server.start(
    ['--db', `${dir}/games.tdb`, '--repertoires', `${dir}/reps`, '--web', `${dir}/web`, '--engine', fakeEngine, '--name', NAME,
     '--port', String(await freePort())],
    { TABIYA_TOKEN: TOKEN });
equal('behind a proxy on this machine there is no warning', server.complained, '');

// --- the proxy, with the site of the document ---------------------------------------

execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', `/CN=${NAME}`,
                         '-keyout', `${dir}/key`, '-out', `${dir}/certificate`], { stdio: 'ignore' });
const free = await freePort();
const site = readFileSync(`${root}/docs/http-api.md`, 'utf8').match(/^```\n(server \{\n[^]*?)^```$/m)[1]
    .replace('listen 443', `listen 127.0.0.1:${free}`)
    .replace(/\/etc\/ssl\/certs\/\S+(?=;)/, `${dir}/certificate`)
    .replace(/\/etc\/ssl\/private\/\S+(?=;)/, `${dir}/key`)
    .replace('127.0.0.1:8090', `127.0.0.1:${server.port}`);
check('the document has a site', site.includes(`${dir}/key`) && site.includes(`:${server.port};`), site);
writeFileSync(`${dir}/nginx.conf`, `pid ${dir}/pid;
error_log ${dir}/errors;
events {}
http {
    access_log off;
    ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((what) => `${what}_temp_path ${dir}/${what};`).join('\n    ')}
    ${site}
}
`);
const nginx = spawn('nginx', ['-p', dir, '-e', `${dir}/errors`, '-c', `${dir}/nginx.conf`, '-g', 'daemon off; master_process off;'], { stdio: 'ignore' });
const ended = new Promise((done) => nginx.on('exit', done));

function ask(target, { method = 'GET', headers = {}, body } = {})
{
    return new Promise((done, failed) => {
        const request = https.request(
            { host: '127.0.0.1', port: free, path: target, method, servername: NAME, rejectUnauthorized: false,
              headers: { Host: NAME, Authorization: `Bearer ${TOKEN}`, ...headers } },
            (answer) => {
                let text = '';
                answer.on('data', (part) => {
                    text += part;
                    if (text.includes('event: done'))
                        done({ status: answer.statusCode, text, headers: answer.headers, request });
                });
                answer.on('end', () => done({ status: answer.statusCode, text, headers: answer.headers, request }));
            });
        request.on('error', failed);
        request.end(body);
    });
}
for (let i = 0; i < 6000 && nginx.exitCode === null; i++)
    if (await ask('/').then(() => true, () => sleep(50)))
        break;
check('the proxy runs', nginx.exitCode === null, nginx.exitCode === null ? '' : readFileSync(`${dir}/errors`, 'utf8'));

// --- through it -----------------------------------------------------------------------

equal('the page', (await ask('/')).status, 200);
equal('an answer', (await ask(`${V1}/position?moves=e4`)).status, 200);
equal('no token, no answer', (await ask(`${V1}/position`, { headers: { Authorization: '' } })).status, 401);
equal('the page is of this origin', (await ask(`${V1}/health`, { headers: { Origin: `https://${NAME}`, 'Sec-Fetch-Site': 'same-origin' } })).status, 200);
equal('others are not', (await ask(`${V1}/health`, { headers: { Origin: 'https://other.example' } })).status, 403);
equal('another name is not ours', (await ask(`${V1}/health`, { headers: { Host: 'other.example' } })).status, 403);
const put = await ask(`${V1}/repertoires/new`, { method: 'PUT', headers: { 'If-None-Match': '*', Origin: `https://${NAME}` }, body: 'v5.0\n= New\nwhite\n' });
equal('a repertoire is saved', put.status, 201);
const events = await ask(`${V1}/engine?moves=e4&depth=2`);
check('events come through', events.text.includes('event: done'), events.text);

nginx.kill('SIGTERM');
await ended;
await finish();

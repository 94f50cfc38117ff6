// server.mjs PROGRAM REQUEST: a server, one request that changes something, and its end.
// REQUEST as JSON: args of the server, method, target, headers, body, and whether it waits
// for an import.  SERVER_ENV: more of its environment; with FAULT_WAIT in it, counting
// begins with the request.  Exit 0: it was acknowledged; 2: it was not; 98: the server
// ended by itself or not at all.
import { spawn } from 'node:child_process';
import http from 'node:http';

const [program, request] = process.argv.slice(2);
const { args, method, target, headers = {}, body, follow } = JSON.parse(request);
const given = JSON.parse(process.env.SERVER_ENV ?? '{}');
const child = spawn(program, ['--json', 'serve', '--port', '0', ...args],
                    { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ...given } });
const gone = new Promise((done) => child.on('exit', (code, signal) => done(code ?? signal)));
let said = '';
child.stdout.on('data', (bytes) => { said += bytes; });

function ask(how, path, more)
{
    return new Promise((done, failed) => {
        const { port } = new URL(JSON.parse(said).address);
        const asked = http.request({ host: '127.0.0.1', port, method: how, path, headers: more, agent: false, timeout: 60000 }, (answer) => {
            let text = '';
            answer.on('data', (part) => { text += part; });
            answer.on('end', () => (answer.complete ? done({ status: answer.statusCode, text }) : failed(new Error('the answer was cut'))));
            answer.on('error', failed);
        });
        asked.on('timeout', () => asked.destroy(new Error('no answer for a minute')));
        asked.on('error', failed);
        asked.end(how === method ? body : undefined);
    });
}

const begun = await Promise.race([gone, new Promise((done) => child.stdout.on('data', () => said.includes('\n') && done('begun')))]);
if (begun !== 'begun') {
    console.error(`the server did not start: ${begun}`);
    process.exit(98);
}
if ('FAULT_WAIT' in given)
    child.kill('SIGUSR1');
let acknowledged = false;
try {
    const answer = await ask(method, target, headers);
    acknowledged = answer.status < 300;
    if (!acknowledged)
        console.error(`${answer.status} ${answer.text}`);
    if (follow && acknowledged) {
        const events = (await ask('GET', JSON.parse(answer.text).events, {})).text;
        acknowledged = /event: report/.test(events);
        if (!acknowledged)
            console.error(events);
    }
} catch (error) {
    acknowledged = false;
    console.error(`no answer: ${error.message}`);
}
child.kill('SIGTERM');
const end = await Promise.race([gone, new Promise((done) => setTimeout(() => done('not at all'), 60000))]);
if (end !== 0) {
    console.error(`the server ended with ${end}`);
    child.kill('SIGKILL');
    process.exit(98);
}
process.exit(acknowledged ? 0 : 2);

// harness.mjs - starts a server, talks to it, counts what fails.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

export const [program, fakeEngine] = process.argv.slice(2);
export const root = path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), '../..');

let checks = 0;
let failures = 0;

export function check(what, ok, detail = '')
{
    checks++;
    if (ok)
        return;
    failures++;
    console.log(`not ok: ${what}${detail === '' ? '' : `: ${String(detail).slice(0, 600)}`}`);
}

export const equal = (what, got, want) =>
    check(what, JSON.stringify(got) === JSON.stringify(want),
          `got ${JSON.stringify(got)}, want ${JSON.stringify(want)}`);

export const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

// --- folders and commands ---------------------------------------------------

const folders = [];

export function folder()
{
    const made = mkdtempSync(path.join(os.tmpdir(), 'tabiya-api-'));
    folders.push(made);
    return made;
}

// What a command prints; its exit code must be 0 or one of those allowed.
export function run(args, allowed = [0])
{
    const done = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 26 });
    check(`tabiya ${args.join(' ')}`, allowed.includes(done.status), done.stderr);
    return done.stdout;
}

export const runJson = (args, allowed) =>
    run(['--json', ...args], allowed).trim().split('\n').filter(Boolean).map((line) => JSON.parse(line));

// --- a server ---------------------------------------------------------------

const servers = [];

export class Server {
    // `before`: a line of shell, such as a limit, under which it runs.
    static async start(args = [], env = {}, before = '')
    {
        const s = new Server();
        const given = args.indexOf('--port') + 1;
        const command = [program, '--json', 'serve', ...(given ? [] : ['--port', '0']), ...args];
        const [file, ...rest] = before ? ['sh', '-c', `${before}; exec "$@"`, 'sh', ...command] : command;
        s.child = spawn(file, rest,
                        { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
        s.said = s.complained = '';
        s.exit = new Promise((done) => s.child.on('exit', (code, signal) => done(code ?? signal)));
        s.child.stderr.on('data', (bytes) => { s.complained += bytes; });
        s.child.stdout.on('data', (bytes) => { s.said += bytes; });
        servers.push(s);
        for (let i = 0; i < 6000 && !s.said.includes('\n') && s.child.exitCode === null; i++)
            await sleep(50);
        if (!s.said.includes('\n'))
            throw new Error(`the server did not start: ${s.complained}`);
        s.address = JSON.parse(s.said).address;
        s.url = new URL(s.address);
        s.port = Number(given ? args[given] : s.url.port); // none behind a proxy
        return s;
    }

    // Sends a request; gives status, headers, text, and json if it is that.
    ask(method, target, { headers = {}, body, agent } = {})
    {
        return new Promise((done, failed) => {
            const request = http.request(
                { host: '127.0.0.1', port: this.port, method, path: target, headers, agent },
                (answer) => {
                    const parts = [];
                    answer.on('data', (part) => parts.push(part));
                    answer.on('error', failed);
                    answer.on('end', () => {
                        const bytes = Buffer.concat(parts);
                        const type = answer.headers['content-type'] ?? '';
                        const json = type === 'application/json' && bytes.length ? JSON.parse(bytes) : undefined;
                        done({ status: answer.statusCode, headers: answer.headers, bytes, text: bytes.toString(), json });
                    });
                });
            request.on('error', failed);
            request.end(body);
        });
    }

    get(target, headers) { return this.ask('GET', target, { headers }); }

    // Opens a socket that has sent some text.
    async raw(text)
    {
        const socket = net.connect(this.port, '127.0.0.1');
        const r = { socket, text: '', closed: false };
        r.end = new Promise((done) => socket.on('close', () => { r.closed = true; done(); }));
        socket.on('data', (bytes) => { r.text += bytes.toString('latin1'); });
        socket.on('error', () => {});
        await new Promise((done) => socket.on('connect', done));
        if (text)
            socket.write(text);
        return r;
    }

    // Waits until a stream ends, or has had `enough` events, or time is over; its
    // `begun` waits for the first event only.
    events(target, { enough = Infinity, seconds = 300, headers = {} } = {})
    {
        let begin;
        const begun = new Promise((done) => { begin = done; });
        const end = new Promise((done, failed) => {
            const events = [];
            let text = '';
            const request = http.request({ host: '127.0.0.1', port: this.port, path: target, headers }, (answer) => {
                const finish = () => {
                    clearTimeout(timer);
                    request.destroy();
                    done({ status: answer.statusCode, type: answer.headers['content-type'], events, text });
                };
                const timer = setTimeout(finish, seconds * 1000);
                answer.on('data', (part) => {
                    text += part;
                    for (let at; (at = text.indexOf('\n\n')) >= 0; text = text.slice(at + 2)) {
                        const [, event, data] = /^event: (.*)\ndata: (.*)$/.exec(text.slice(0, at)) ?? [];
                        if (event)
                            events.push({ event, data: JSON.parse(data) });
                    }
                    if (events.length)
                        begin();
                    if (events.length >= enough)
                        finish();
                });
                answer.on('end', finish);
                answer.on('error', finish);
            });
            request.on('error', failed);
            request.end();
        });
        return Object.assign(end, { begun });
    }

    async stop(signal = 'SIGTERM')
    {
        this.child.kill(signal);
        return { code: await this.exit, complained: this.complained };
    }
}

// --- the end ----------------------------------------------------------------

export async function finish()
{
    for (const s of servers)
        if (s.child.exitCode === null && s.child.signalCode === null) {
            const { code, complained } = await s.stop();
            check('the server ends with 0', code === 0, `${code}: ${complained}`);
        }
    for (const made of folders)
        rmSync(made, { recursive: true, force: true });
    console.log(`${checks - failures} of ${checks} checks passed`);
    process.exit(failures || checks === 0 ? 1 : 0);
}

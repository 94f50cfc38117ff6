// faults.mjs PROGRAM SHIM [MOST]: for every command that writes, every allocation, open,
// read, write, sync, rename and lock fails in turn (at most MOST of each kind, spread
// evenly).  The command must end by itself and say so, leave the old or the new state
// and nothing beside it, and do its work when it is asked again.
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { filesBelow, start, tabiya, tells, writers } from './writers.mjs';

const shim = path.resolve(process.argv[3]);
const most = Number(process.argv[4] ?? 6);
const only = process.argv[5];
const KINDS = ['alloc', 'open', 'read', 'write', 'sync', 'rename', 'lock'];
const scratch = mkdtempSync(path.join(os.tmpdir(), 'tabiya-faults-'));
const [first, work, count] = ['first', 'work', 'count'].map((name) => path.join(scratch, name));
let faults = 0, failed = 0, died = 0, went_on = 0;

function complain(what)
{
    failed++;
    console.log(`not ok: ${what}`);
}

// Up to `most` of the numbers 1..n: the first ones, the last ones, and evenly between.
function some(n)
{
    const found = new Set();
    for (let i = 0; i < Math.min(n, most); i++)
        found.add(n <= most ? i + 1 : 1 + Math.floor(i * (n - 1) / Math.max(1, most - 1)));
    return found;
}

function again()
{
    rmSync(work, { recursive: true, force: true });
    cpSync(first, work, { recursive: true });
}

function once(writer, kind, at, before, after)
{
    const name = `${writer.name}, ${kind} ${at}`;
    again();
    const done = tabiya(work, writer.args, { LD_PRELOAD: shim, FAULT: `${kind}:${at}` }, writer.input);
    faults++;
    const good = writer.ends ?? 0;
    const said = `${done.code}: ${done.complained.trim().slice(0, 300)}`;
    if (done.complained.includes('pthread_getattr_np')) // the sanitizer's own want of memory
        return;
    if (/Sanitizer|runtime error/.test(done.complained))
        complain(`${name}: a finding: ${said}`);
    if (![0, 1, 2, 3, 4].includes(done.code)) {
        complain(`${name}: it ended with ${said}`);
        return;
    }
    if (done.code !== 0 && done.complained.trim() === '')
        complain(`${name}: it failed (${done.code}) and said nothing`);
    if (done.code !== good)
        died++;
    else
        went_on++;
    const left = writer.state(work);
    if (done.code === good && left !== after && !(writer.optional && left === before))
        complain(`${name}: it says all went well, and it did not: ${said}, ${left.slice(0, 200)}`);
    else if (left !== before && left !== after && !writer.steps && !writer.separate)
        complain(`${name}: neither the old nor the new state: ${said}, ${left.slice(0, 300)}`);
    const rest = filesBelow(work).filter((file) => /\.tmp$/.test(file));
    if (rest.length && kind !== 'rename')
        complain(`${name}: it left ${rest}: ${said}`);
    if (left === after)
        return;
    const repeated = tabiya(work, writer.separate ? [...writer.args, '--force'] : writer.args, {}, writer.input);
    if (repeated.code !== good || writer.state(work) !== after)
        complain(`${name}: asked again, it does not do its work: ${repeated.code} ${repeated.complained.slice(0, 300)}`);
}

for (const writer of writers) {
    if (writer.beside || (only && writer.name !== only))
        continue;
    start(writer, first);
    const before = writer.state(first);
    again();
    const whole = tabiya(work, writer.args, { LD_PRELOAD: shim, FAULT_COUNT: count }, writer.input);
    const after = writer.state(work);
    if (whole.code !== (writer.ends ?? 0) || !existsSync(count)) {
        complain(`${writer.name}: it fails by itself: ${whole.code} ${whole.complained}`);
        continue;
    }
    const calls = Object.fromEntries(readFileSync(count, 'utf8').trim().split('\n').map((line) => line.split(' ')));
    const must = after === '(none)' ? ['alloc', 'open', 'rename'] : ['alloc', 'open', 'write', 'sync', 'rename'];
    if (must.some((kind) => calls[kind] === '0'))
        complain(`${writer.name}: nothing was counted`);
    if (!tells(writer, before, after))
        complain(`${writer.name}: from ${before.slice(0, 200)} to ${after.slice(0, 200)}`);
    const since = Date.now();
    for (const kind of KINDS)
        for (const at of some(Number(calls[kind])))
            once(writer, kind, at, before, after);
    console.log(`${writer.name}: ${KINDS.map((kind) => `${kind} ${calls[kind]}`).join(', ')} (${((Date.now() - since) / 1000).toFixed(1)} s)`);
}
rmSync(scratch, { recursive: true, force: true });
console.log(`${faults} faults, ${died} ended the command, ${went_on} did not, ${failed} complaints`);
process.exit(failed || faults === 0 ? 1 : 0);

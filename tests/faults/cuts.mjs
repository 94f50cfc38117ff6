// cuts.mjs PROGRAM SHIM [MOST]: for every command that writes, the power fails after each
// change of a file (after MOST of them, spread evenly).  What was not synced may be on
// the disk or not, in any order, sector by sector; of names what is not synced may be
// missing, the latest first.  What is there afterwards must be the old state or the new
// one, and the new one once the command has said that all went well.
import { closeSync, cpSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { filesBelow, start, tabiya, tells, writers } from './writers.mjs';

const shim = path.resolve(process.argv[3]);
const most = Number(process.argv[4] ?? 8);
const only = process.argv[5];
const seed = Number(process.env.TBY_SEED ?? Date.now() % 1000000);
const SECTOR = 512;
const scratch = mkdtempSync(path.join(os.tmpdir(), 'tabiya-cuts-'));
const [first, work, cut, log] = ['first', 'work', 'cut', 'log'].map((name) => path.join(scratch, name));
let cuts = 0, failed = 0, state = seed;

function random()
{
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) / (1 << 24);
}

// The records of the shim: [word, ...fields], and the bytes of a write.
function records()
{
    const bytes = readFileSync(log);
    const found = [];
    for (let at = 0; at < bytes.length;) {
        const end = bytes.indexOf(10, at);
        const [word, ...fields] = bytes.toString('utf8', at, end).split(' ').map((field) => (field[0] === '/' ? path.normalize(field) : field));
        at = end + 1;
        const record = { word, fields };
        if (word === 'write') {
            record.bytes = bytes.subarray(at, at + Number(fields[2]));
            at += Number(fields[2]);
        }
        found.push(record);
    }
    return found;
}

// --- a disk -------------------------------------------------------------------------

// Something that has a name and no bytes.
const FOLDER = {};
// A file: what is on the disk, and what was changed since the last sync.
const newFile = (bytes = Buffer.alloc(0)) => ({ bytes, changes: [] });

function change(bytes, { at, from, size })
{
    if (size !== undefined) {
        const cutTo = Buffer.alloc(size);
        bytes.copy(cutTo, 0, 0, Math.min(size, bytes.length));
        return cutTo;
    }
    const next = Buffer.alloc(Math.max(bytes.length, at + from.length));
    bytes.copy(next);
    from.copy(next, at);
    return next;
}

function initial()
{
    const disk = { inodes: new Map(), names: new Map(), changes: [], made: new Set() };
    for (const name of filesBelow(work)) {
        const file = newFile(readFileSync(path.join(work, name)));
        disk.names.set(path.join(work, name), file);
        disk.inodes.set(String(statSync(path.join(work, name)).ino), file);
    }
    return disk;
}

function rename(names, from, to)
{
    for (const [name, file] of [...names])
        if (name === from || name.startsWith(`${from}/`)) {
            names.delete(name);
            names.set(to + name.slice(from.length), file);
        }
}

function applyName(names, { word, a, b, file })
{
    if (word === 'create' || word === 'link')
        names.set(a, file);
    else if (word === 'unlink')
        names.delete(a);
    else if (word === 'rename')
        rename(names, a, b);
    else if (word === 'exchange') {
        rename(names, a, `${a}\0`);
        rename(names, b, a);
        rename(names, `${a}\0`, b);
    }
}

function settle(disk, file)
{
    for (const c of file.changes)
        file.bytes = change(file.bytes, c);
    file.changes = [];
}

// One record happens.  `folders` knows the inodes of folders.
function happen(disk, folders, { word, fields, bytes })
{
    const [a, b] = fields;
    if (word === 'create') {
        const file = newFile();
        disk.inodes.set(a, file);
        if (b)
            disk.changes.push({ word, a: b, file });
    } else if (word === 'folder') {
        folders.set(a, b);
        disk.made.add(b);
        disk.changes.push({ word: 'create', a: b, file: FOLDER });
    } else if (word === 'write' || word === 'size') {
        if (!disk.inodes.has(a))
            disk.inodes.set(a, newFile());
        disk.inodes.get(a).changes.push(word === 'size' ? { size: Number(b) } : { at: Number(b), from: bytes });
    } else if (word === 'link') {
        disk.changes.push({ word, a: b, file: disk.inodes.get(a) });
    } else if (word === 'unlink' || word === 'rename' || word === 'exchange') {
        disk.changes.push({ word, a, b });
    } else if (word === 'sync' && folders.has(a)) {
        const inside = (name) => name && path.dirname(name) === folders.get(a);
        disk.changes = disk.changes.filter((c) => {
            if (inside(c.a) || inside(c.b))
                applyName(disk.names, c);
            return !inside(c.a) && !inside(c.b);
        });
    } else if (word === 'sync' && disk.inodes.has(a)) {
        settle(disk, disk.inodes.get(a));
    } else if (word === 'syncall') {
        for (const file of disk.inodes.values())
            settle(disk, file);
        for (const c of disk.changes)
            applyName(disk.names, c);
        disk.changes = [];
    }
}

// --- a cut --------------------------------------------------------------------------

const VARIANTS = ['none', 'all', 'some'];

// The bytes of a file after the cut.
function survivors(file, variant)
{
    let bytes = file.bytes;
    for (const c of file.changes) {
        if (variant === 'none' || (variant === 'some' && c.size !== undefined && random() < 0.5))
            continue;
        if (variant === 'all' || c.size !== undefined) {
            bytes = change(bytes, c);
            continue;
        }
        for (let at = 0; at < c.from.length; at += SECTOR)
            if (random() < 0.5)
                bytes = change(bytes, { at: c.at + at, from: c.from.subarray(at, at + SECTOR) });
    }
    return bytes;
}

function materialise(disk, dataVariant, nameVariant)
{
    const names = new Map(disk.names);
    const n = disk.changes.length;
    const keep = nameVariant === 'none' ? 0 : nameVariant === 'all' ? n : Math.floor(random() * (n + 1));
    for (const c of disk.changes.slice(0, keep))
        applyName(names, c);
    rmSync(cut, { recursive: true, force: true });
    mkdirSync(cut);
    for (const [name, file] of names) {
        // SQLite makes the shared memory of a journal again
        if (!name.startsWith(`${work}/`) || name.endsWith('-shm') || file === FOLDER)
            continue;
        // one that was made meanwhile and is not there has nothing in it
        if ([...disk.made].some((folder) => name.startsWith(`${folder}/`) && !names.has(folder)))
            continue;
        const to = path.join(cut, name.slice(work.length));
        mkdirSync(path.dirname(to), { recursive: true });
        writeFileSync(to, survivors(file, dataVariant));
    }
}

function examine(writer, disk, at, n, before, after)
{
    const last = at === n;
    for (const data of VARIANTS)
        for (const names of VARIANTS) {
            const from = state;
            materialise(disk, data, names);
            cuts++;
            const left = writer.state(cut);
            if (left === after || (left === before && (!last || writer.optional)) ||
                (!last && (writer.steps || writer.separate)))
                continue;
            failed++;
            console.log(`not ok: ${writer.name}: cut after ${at} of ${n} changes, data ${data}, names ${names} ` +
                `(TBY_SEED=${seed}, state ${from}): ${left === before ? 'the acknowledged state is lost' : left.slice(0, 300)}`);
            if (process.env.TBY_KEEP)
                cpSync(cut, `${process.env.TBY_KEEP}/${writer.name.replace(/\W/g, '-')}-${at}-${data}-${names}`, { recursive: true });
        }
}

console.log(`TBY_SEED=${seed}`);
for (const writer of writers) {
    if (writer.unsynced || (only && writer.name !== only))
        continue;
    start(writer, first);
    rmSync(work, { recursive: true, force: true });
    cpSync(first, work, { recursive: true });
    const before = writer.state(first);
    rmSync(log, { force: true });
    const other = await writer.beside?.(work);
    const disk = initial();
    const folders = new Map([[String(statSync(work).ino), work]]);
    for (const name of filesBelow(work)) {
        const folder = path.dirname(path.join(work, name));
        folders.set(String(statSync(folder).ino), folder);
    }
    const done = tabiya(work, writer.args, { LD_PRELOAD: shim, FAULT_LOG: log }, writer.input);
    other?.kill('SIGKILL');
    const after = writer.state(work);
    if (done.code !== (writer.ends ?? 0) || !existsSync(log)) {
        failed++;
        console.log(`not ok: ${writer.name}: ${done.code} ${done.complained}`);
        continue;
    }
    if (!tells(writer, before, after)) {
        failed++;
        console.log(`not ok: ${writer.name}: from ${before.slice(0, 200)} to ${after.slice(0, 200)}`);
    }
    const all = records();
    if (!all.some(({ word }) => word === 'sync')) {
        failed++;
        console.log(`not ok: ${writer.name}: nothing was synced`);
    }
    const every = Math.max(1, all.length / most);
    let next = 0;
    const since = Date.now();
    all.forEach((record, i) => {
        happen(disk, folders, record);
        if (i + 1 >= next || i + 1 === all.length) {
            examine(writer, disk, i + 1, all.length, before, after);
            next += every;
        }
    });
    console.log(`${writer.name}: ${all.length} changes (${((Date.now() - since) / 1000).toFixed(1)} s)`);
}
rmSync(scratch, { recursive: true, force: true });
console.log(`${cuts} cuts, ${failed} complaints`);
process.exit(failed || cuts === 0 ? 1 : 0);

// schema.mjs - answers next to docs/openapi.json: as much of the schemas of
// OpenAPI 3.0 as that file uses, and a complaint about the rest.
import { readFileSync } from 'node:fs';
import { check, root } from './harness.mjs';

export const api = JSON.parse(readFileSync(`${root}/docs/openapi.json`));
export const seen = new Set(); // "GET /games 200"

const KNOWN = new Set(['$ref', 'type', 'nullable', 'allOf', 'oneOf', 'enum', 'pattern', 'minimum', 'maximum',
    'properties', 'required', 'additionalProperties', 'items', 'description', 'format', 'default']);

const resolve = (node) => node.$ref
    ? node.$ref.slice(2).split('/').reduce((at, part) => at[part], api)
    : node;

const typeOf = (v) => v === null ? 'null' : Array.isArray(v) ? 'array'
    : Number.isInteger(v) ? 'integer' : typeof v;

function objectFaults(s, value, at)
{
    const faults = [];
    for (const name of s.required ?? [])
        if (!(name in value))
            faults.push(`${at}: ${name} is missing`);
    for (const [name, member] of Object.entries(value)) {
        const own = s.properties && Object.hasOwn(s.properties, name) ? s.properties[name] : undefined;
        if (own)
            faults.push(...faultsOf(own, member, `${at}.${name}`));
        else if (s.additionalProperties === false)
            faults.push(`${at}: ${name} is not in the schema`);
        else if (typeof s.additionalProperties === 'object')
            faults.push(...faultsOf(s.additionalProperties, member, `${at}.${name}`));
    }
    return faults;
}

// What is wrong with a value, as sentences.
export function faultsOf(schema, value, at = '$')
{
    const s = resolve(schema);
    const odd = Object.keys(s).filter((key) => !KNOWN.has(key));
    if (odd.length)
        return [`${at}: the test does not know ${odd}`];
    if (value === null && s.nullable)
        return [];
    if (s.oneOf) {
        const fits = s.oneOf.filter((one) => faultsOf(one, value, at).length === 0);
        return fits.length === 1 ? [] : [`${at}: fits ${fits.length} of oneOf`];
    }
    if (s.allOf)
        return s.allOf.flatMap((one) => faultsOf(one, value, at));
    const type = typeOf(value);
    if (s.type && s.type !== type && !(s.type === 'number' && type === 'integer'))
        return [`${at}: is ${type}, not ${s.type}`];
    if (s.enum && !s.enum.includes(value))
        return [`${at}: ${value} is none of ${s.enum}`];
    if (s.pattern && !new RegExp(s.pattern).test(value))
        return [`${at}: ${value} does not fit ${s.pattern}`];
    if (value < s.minimum || value > s.maximum)
        return [`${at}: ${value} is out of range`];
    if (type === 'array' && s.items)
        return value.flatMap((item, i) => faultsOf(s.items, item, `${at}[${i}]`));
    return type === 'object' ? objectFaults(s, value, at) : [];
}

export function checkValue(what, name, value)
{
    const faults = faultsOf({ $ref: `#/components/schemas/${name}` }, value);
    check(`${what} fits ${name}`, faults.length === 0, faults.join('; '));
}

const fits = (pattern, path) =>
    new RegExp(`^${pattern.replace(/\{[^}]*\}/g, '[^/]+')}$`).test(path);

// The path of the API that a target is, undefined if it is none.
export function pathOf(target)
{
    const path = target.split('?')[0].replace(/^\/api\/v1/, '');
    const found = Object.keys(api.paths).filter((pattern) => fits(pattern, path));
    return found.sort((a, b) => b.length - a.length)[0];
}

// An answer must be one that the file describes for its path and method.
export function checkAnswer(method, target, answer)
{
    const path = pathOf(target);
    const what = `${method} ${target} ${answer.status}`;
    const operation = path && api.paths[path][method.toLowerCase()];
    check(`${what} is an operation`, operation);
    const response = operation?.responses[answer.status];
    check(`${what} is documented`, response, answer.text);
    if (!response)
        return;
    seen.add(`${method} ${path} ${answer.status}`);
    const content = resolve(response).content;
    const type = answer.headers['content-type']?.split(';')[0];
    if (!content) {
        check(`${what} has no body`, answer.bytes.length === 0, answer.text);
        return;
    }
    check(`${what} has a type of the file`, type in content, type);
    if (type === 'application/json') {
        const faults = faultsOf(content[type].schema, answer.json);
        check(`${what} fits its schema`, faults.length === 0, faults.join('; '));
    }
}

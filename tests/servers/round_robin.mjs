// Hands each request to the next of several origins, and keeps no session: node round_robin.mjs ORIGIN ORIGIN...
// GET /count answers how many requests each origin got.
import { createServer, request } from 'node:http';
import './loopback.mjs';

const origins = process.argv.slice(2);
const counts = origins.map(() => 0);
let turn = 0;

createServer((incoming, outgoing) => {
    if (incoming.method === 'GET' && incoming.url === '/count') return outgoing.end(JSON.stringify(counts));
    const index = turn++ % origins.length;
    counts[index] += 1;
    const { method, headers } = incoming;
    const onward = request(new URL(incoming.url, origins[index]), { method, headers }, answer => {
        outgoing.writeHead(answer.statusCode, answer.headers);
        answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.writeHead(502).end());
    incoming.pipe(onward);
}).listen();

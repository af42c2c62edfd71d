// A small server on the official TypeScript SDK: node koperasi_server.mjs stdio|http
import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

function koperasi() {
    const server = new McpServer(
        { name: 'koperasi-tani', version: '3.2.1' },
        { instructions: 'Harga dalam rupiah per kilogram. Weigh before you quote.' },
    );
    const text = words => ({ content: [{ type: 'text', text: words }] });
    server.registerTool(
        'harga_gabah',
        {
            title: 'Harga gabah',
            description: 'Harga gabah kering hari ini di satu kabupaten.',
            inputSchema: z.object({
                kabupaten: z.string().describe('Nama kabupaten'),
                kelas: z.enum(['A', 'B']).optional(),
            }),
            annotations: { readOnlyHint: true },
        },
        async ({ kabupaten }) => text(`${kabupaten}: 6.500`),
    );
    server.registerTool(
        'book_truck',
        {
            description: 'Books a truck for a harvest; the weight decides its size.',
            inputSchema: z.object({
                tonnes: z.number().positive(),
                day: z.string(),
                from: z.object({ village: z.string() }),
            }),
            outputSchema: z.object({ plate: z.string() }),
        },
        async () => ({ ...text('AB 1234 CD'), structuredContent: { plate: 'AB 1234 CD' } }),
    );
    server.registerPrompt(
        'ringkas_panen',
        { description: 'Meringkas panen satu musim.', argsSchema: z.object({ musim: z.string() }) },
        ({ musim }) => ({ messages: [{ role: 'user', content: { type: 'text', text: `Ringkas ${musim}.` } }] }),
    );
    const read = async uri => ({ contents: [{ uri: uri.href, text: 'Anggota: 214' }] });
    server.registerResource('anggota', 'koperasi://anggota', { description: 'Daftar anggota.' }, read);
    const ledger = new ResourceTemplate('koperasi://buku/{tahun}', { list: undefined });
    server.registerResource('buku', ledger, { description: 'The ledger of one year.' }, read);
    return server;
}

if (process.argv[2] === 'http') {
    await import('./loopback.mjs');
    createServer(toNodeHandler(createMcpHandler(koperasi))).listen();
} else {
    serveStdio(koperasi);
}

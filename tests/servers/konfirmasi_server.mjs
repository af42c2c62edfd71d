// A server whose one tool asks before it acts, over several instances that keep nothing: the first call answers that it
// needs input, with a signed state; the second, at whatever instance, brings state and answer. All instances share the
// key, which the environment names: CONFIRM_KEY (32 characters or more).
import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import {
    acceptedContent, createMcpHandler, createRequestStateCodec, inputRequired, McpServer,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import './loopback.mjs';

const codec = createRequestStateCodec({ key: process.env.CONFIRM_KEY, ttlSeconds: 60 });
const hint = { ttlMs: 60_000, cacheScope: 'public' };

function konfirmasi() {
    const server = new McpServer(
        { name: 'hapus-arsip', version: '1.4.0' },
        {
            instructions: 'Setiap penghapusan diminta konfirmasinya.',
            requestState: { verify: codec.verify },
            cacheHints: { 'server/discover': hint, 'tools/list': hint, 'prompts/list': hint },
        },
    );
    const text = words => ({ content: [{ type: 'text', text: words }] });
    const question = z.object({ yakin: z.boolean() });
    server.registerTool(
        'hapus_arsip',
        { description: 'Menghapus satu arsip setelah konfirmasi.', inputSchema: z.object({ nomor: z.string() }) },
        async ({ nomor }, context) => {
            const state = context.mcpReq.requestState();
            const answer = acceptedContent(context.mcpReq.inputResponses, 'yakin', question);
            if (state?.nomor === nomor && answer) return text(answer.yakin ? `arsip ${nomor} dihapus` : 'batal');
            const yakin = inputRequired.elicit({ message: `Hapus arsip ${nomor}?`, requestedSchema: question });
            return inputRequired({ inputRequests: { yakin }, requestState: await codec.mint({ nomor }) });
        },
    );
    server.registerTool(
        'count_archives',
        { description: 'How many archives are left.', inputSchema: z.object({}) },
        async () => text('41'),
    );
    return server;
}

createServer(toNodeHandler(createMcpHandler(konfirmasi))).listen();

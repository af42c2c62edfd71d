// What the official SDK's own client lists: one JSON line, for tests to compare with.
//   node list.mjs http URL | sse URL | stdio PROGRAM [ARGUMENT...]
import { Client, SSEClientTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const [way, target, ...args] = process.argv.slice(2);
const transport = {
    http: () => new StreamableHTTPClientTransport(new URL(target)),
    sse: () => new SSEClientTransport(new URL(target)),
    stdio: () => new StdioClientTransport({ command: target, args, env: process.env, stderr: 'ignore' }),
}[way]();
// The older transport belongs to an era before the probe.
const mode = way === 'sse' ? 'legacy' : 'auto';
const client = new Client({ name: 'reference', version: '1.0.0' }, { versionNegotiation: { mode } });
const started = Date.now();
await client.connect(transport);

const capabilities = client.getServerCapabilities() ?? {};
async function all(declared, ask, key) {
    const found = [];
    for (let cursor; declared; ) {
        const page = await ask(cursor === undefined ? {} : { cursor });
        found.push(...page[key]);
        cursor = page.nextCursor;
        if (cursor === undefined) break;
    }
    return found;
}
const tools = await all(capabilities.tools, page => client.listTools(page), 'tools');
const prompts = await all(capabilities.prompts, page => client.listPrompts(page), 'prompts');
const resources = await all(capabilities.resources, page => client.listResources(page), 'resources');
const templates = await all(capabilities.resources, page => client.listResourceTemplates(page), 'resourceTemplates');
const listed = {
    era: client.getNegotiatedProtocolVersion(),
    name: client.getServerVersion()?.name ?? null,
    instructions: client.getInstructions() ?? null,
    tools: tools.map(tool => tool.name),
    prompts: prompts.length,
    resources: resources.length,
    templates: templates.length,
    ms: Date.now() - started,
};
process.stdout.write(JSON.stringify(listed) + '\n');
await client.close();
process.exit(0);
